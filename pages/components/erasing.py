"""Erasing everything: asked first, what goes is named, and that it is done is said."""

from collections.abc import Sequence

import streamlit as st

from core.wording import counted
from pages.components.report.project_save import can_be_saved, save_button
from pages.components.server import sessions
from pages.components.workspace import Workspace, current, erase

ERASED = "what_was_erased"
"""Key under which the page finds, once, what has just been erased."""


def erase_button() -> None:
    """Offer to erase, which asks first."""
    if st.button(
        "Erase all data now",
        icon=":material/delete_forever:",
        type="tertiary",
        key="erase",
        help="Asks first, and says what would go.",
    ):
        _ask()


@st.dialog("Erase all data now?")
def _ask() -> None:
    if ERASED in st.session_state:
        st.rerun()
    workspace = current()
    st.markdown("This forgets, in all tabs of this browser:")
    st.markdown("\n".join(f"- {line}" for line in what_goes(_workspaces())))
    st.markdown(
        "It cannot be undone. Files on your own computer stay, among them saved projects and downloaded reports."
    )
    with st.container(horizontal=True):
        st.button(
            "Erase everything",
            icon=":material/delete_forever:",
            type="primary",
            on_click=erase_everything,
            key="erase_confirmed",
        )
        if can_be_saved(workspace):
            save_button("Save first", "erase_save")
        if st.button("Keep everything", key="erase_kept"):
            st.rerun()


def erase_everything() -> None:
    """Erase, and note for the next page what is gone."""
    gone = what_goes(_workspaces())
    erase()
    st.session_state[ERASED] = gone


def say_what_was_erased() -> None:
    """Say, once, that everything is erased, and what it was."""
    gone = st.session_state.pop(ERASED, None)
    if gone is not None:
        st.success(
            f"Everything is erased: {'; '.join(gone)}. Nothing of it is left on this server.",
            icon=":material/delete_forever:",
        )


def _workspaces() -> tuple[Workspace, ...]:
    """Return the work of all tabs; of this one alone where no other is known."""
    return sessions.of_this_browser() or (current(),)


def what_goes(workspaces: Sequence[Workspace]) -> list[str]:
    """Return what these workspaces hold, a line for each kind, without a name of the data."""
    files = sum(
        len(w.masked) + (w.original is not None) + (w.control is not None) + len(w.population) for w in workspaces
    )
    made = sum(len(w.laboratory.made) for w in workspaces)
    results = sum(w.comparison is not None for w in workspaces)
    runs = sum(sessions.has_run(w) for w in workspaces)
    lines = [
        counted(len(workspaces), "tab with its settings and notes", "tabs with their settings and notes"),
        counted(files, "file that was brought in", "files that were brought in") if files else "",
        "the worked example" if any(w.example for w in workspaces) else "",
        counted(made, "file made in the Laboratory", "files made in the Laboratory") if made else "",
        (f"the results of {counted(results, 'tab', 'tabs')}") if results else "",
        counted(runs, "tab's run, which is ended", "tabs' runs, which are ended") if runs else "",
    ]
    return [line for line in lines if line]
