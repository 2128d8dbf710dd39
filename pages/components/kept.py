"""What takes long to work out is kept for the next showing, as long as nothing that it shows has changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import streamlit as st

T = TypeVar("T")
KEPT = "kept"
MOST = 24
"""Things that are kept in a session, the latest ones: figures of some hundred kilobytes."""


def kept(work_out: Callable[..., T], *about: object, **how: Hashable) -> T:
    """Return what a function gives, asking it again only when it is about another thing, or asked otherwise.

    Parameters
    ----------
    work_out : callable
        ``work_out(*about, **how)``; what it returns is shown and never changed.
    about : object
        Compared by identity: results of a run are never changed in place.
    how : hashable
        Compared by value.
    """
    held: dict[Hashable, tuple[tuple[object, ...], Any]] = st.session_state.setdefault(KEPT, {})
    key = (work_out.__module__, work_out.__qualname__, tuple(map(id, about)), tuple(sorted(how.items())))
    found = held.pop(key, None)
    if found is None:
        found = (about, work_out(*about, **how))  # holding what it is about keeps the identities from being reused
    held[key] = found
    for old in list(held)[: max(len(held) - MOST, 0)]:
        del held[old]
    result: T = found[1]
    return result
