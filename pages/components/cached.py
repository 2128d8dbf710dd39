"""Results that take long to compute are cached for the next showing, until files, codebook or results change."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

import streamlit as st

from pages.components.server.session_tab import CACHED as KEY
from pages.components.workspace import current

T = TypeVar("T")
Cache = dict[Hashable, tuple[tuple[object, ...], Any]]
"""By function and arguments: the objects that a result was computed from, and the result; the latest one last."""

MOST = 48
"""Results that a session keeps, the latest ones: figures of some hundred kilobytes."""


def cached(work_out: Callable[..., T], *about: object, **how: Hashable) -> T:
    """Return what a function gives, calling it again only for other objects or other arguments.

    Parameters
    ----------
    work_out : callable
        ``work_out(*about, **how)``; what it returns is shown and never changed.
    about : object
        Compared by identity: results of a run are never changed in place.
    how : hashable
        Compared by value.
    """
    cache = _cache()
    key = (work_out.__module__, work_out.__qualname__, tuple(map(id, about)), tuple(sorted(how.items())))
    entry = cache.pop(key, None)
    if entry is None:
        entry = (about, work_out(*about, **how))  # keeping the objects keeps their identities from being reused
    cache[key] = entry
    for old in list(cache)[: max(len(cache) - MOST, 0)]:
        del cache[old]
    result: T = entry[1]
    return result


def _cache() -> Cache:
    """Return what is cached; nothing once files, codebook or results are others, or the old ones would stay with it."""
    workspace = current()
    made_from = (workspace.original, workspace.masked, workspace.codebook, workspace.comparison)
    former, cache = st.session_state.get(KEY, ((), {}))
    if len(former) != len(made_from) or any(a is not b for a, b in zip(former, made_from, strict=True)):
        cache = {}
    st.session_state[KEY] = made_from, cache
    return cast("Cache", cache)
