"""The work of a tab in the server's memory: kept, found again after a reload, taken over, erased."""

import time
from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.execution import RunQueue
from pages.components.server.session_size import jobs_of
from pages.components.server.session_store import Kept, Store
from pages.components.server.session_tab import NOTICE, StreamlitTab, owner, this_tab
from pages.components.server.settings import settings

RELOAD_WAIT = 0.5
"""How long a new tab waits for a former one to be gone: a reload, seen from the server, may overlap."""


def has_run(workspace: Any) -> bool:
    """Whether a run of a workspace, or work of its laboratory, goes on or waits."""
    return any(not job.over for job in jobs_of(workspace))


def end_run(workspace: Any) -> None:
    """End the run of a workspace and the work of its laboratory, whether they go on or wait."""
    for job in jobs_of(workspace):
        job.cancel()


STORE = Store(settings().idle_minutes * 60, has_run, end_run)
RUNS = RunQueue(settings().runs_at_once)
EXPORTS = RunQueue(1)


def _here() -> tuple[str, StreamlitTab] | None:
    """Return owner and tab; None where work is kept for the session only."""
    tab, name = this_tab(), owner()
    return (name, tab) if tab is not None and name else None


def survives_reload() -> bool:
    """Whether the work of this tab is found again after a reload."""
    return _here() is not None


def found_again() -> Any | None:
    """Return the workspace that a reload has left a moment ago; None where there is none."""
    here = _here()
    if here is None or taken_over():
        return None
    name, tab = here
    if STORE.kept_for(*here) is not None:  # the session's state was cleared: it starts anew
        STORE.drop(*here)
        return None
    end = time.monotonic() + RELOAD_WAIT
    while (kept := STORE.reloaded(name)) is None and STORE.elsewhere(*here) and time.monotonic() < end:
        time.sleep(0.05)
    if kept is None:
        if reason := STORE.why_erased(name):
            st.session_state[NOTICE] = reason
        return None
    st.session_state[NOTICE] = "resumed"
    return STORE.take(name, kept.number, tab)


def keep(workspace: Any, *, empty: bool) -> None:
    """Keep the workspace of this tab; an empty one is not kept."""
    here = _here()
    if here is None or taken_over():
        return
    if empty:
        STORE.drop(*here)
    else:
        STORE.keep(*here, workspace)


def taken_over() -> bool:
    """Whether another tab has taken this tab's work over."""
    return st.session_state.get(NOTICE) == "moved"


def left_behind() -> tuple[Kept, ...]:
    """Return the work of tabs of this browser that were closed."""
    here = _here()
    return STORE.left(here[0]) if here else ()


def in_other_tabs() -> Sequence[Kept]:
    """Return the work that other tabs of this browser show."""
    here = _here()
    return STORE.elsewhere(*here) if here else ()


def of_this_browser() -> tuple[Any, ...]:
    """Return the workspaces of all tabs of this browser, open or closed, this one among them."""
    here = _here()
    return tuple(kept.content for kept in STORE.of(here[0])) if here else ()


def resume(number: int, key: str) -> None:
    """Take work over into this tab, unless the tab has work of its own."""
    here = _here()
    if here is None or STORE.kept_for(*here) is not None:
        return
    workspace = STORE.take(here[0], number, here[1])
    if workspace is not None:
        st.session_state.clear()
        st.session_state[key] = workspace
        st.session_state[NOTICE] = "resumed"


def erase_left(number: int) -> None:
    """Erase the work of a closed tab."""
    here = _here()
    if here is not None:
        STORE.erase_one(here[0], number)


def erase_all() -> None:
    """Erase all work of this browser, in every tab."""
    here = _here()
    if here is not None:
        STORE.drop(*here)
        STORE.erase(here[0])
        here[1].forget_beneath()


def start_anew() -> None:
    """Let a tab whose work has gone elsewhere begin with nothing."""
    st.session_state.clear()
