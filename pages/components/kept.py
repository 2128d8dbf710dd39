"""What takes long to work out is kept for the next showing, as long as nothing that it shows has changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import streamlit as st

from pages.components.workspace import current

T = TypeVar("T")
Held = dict[Hashable, tuple[tuple[object, ...], Any]]
"""What things are about, and what they are, the latest one last."""

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
    held = _held()
    key = (work_out.__module__, work_out.__qualname__, tuple(map(id, about)), tuple(sorted(how.items())))
    found = held.pop(key, None)
    if found is None:
        found = (about, work_out(*about, **how))  # holding what it is about keeps the identities from being reused
    held[key] = found
    for old in list(held)[: max(len(held) - MOST, 0)]:
        del held[old]
    result: T = found[1]
    return result


def _held() -> Held:
    """Return what is kept; nothing once files, codebook or results are others, or the old ones would stay with it."""
    workspace = current()
    made_from = (workspace.original, workspace.masked, workspace.codebook, workspace.comparison)
    former, held = st.session_state.get(KEPT, ((), {}))
    if len(former) != len(made_from) or any(a is not b for a, b in zip(former, made_from, strict=True)):
        held = {}
    st.session_state[KEPT] = made_from, held
    found: Held = held
    return found
