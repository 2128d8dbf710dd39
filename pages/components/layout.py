"""The frame of every screen: heading, cards, empty and locked states, what to do next."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.components.workspace import Workspace

Choice = TypeVar("Choice")

PAGES = Path(__file__).resolve().parents[1]
ASSETS = PAGES.parent / "assets"

SETUP = str(PAGES / "setup.py")
COMPARE = str(PAGES / "compare.py")
LOST = str(PAGES / "what_is_lost.py")
LABORATORY = str(PAGES / "laboratory.py")
DECIDE = str(PAGES / "decide.py")
WHO_IS_FOUND = str(PAGES / "who_is_found.py")


def heading(title: str, about: str = "") -> None:
    """Show the page's title with one line of facts; names of the data in it must be escaped already."""
    with st.container(gap=None):
        st.title(title, anchor=False)
        if about:
            st.caption(about)


def answer(sentence: str) -> None:
    """Give the answer to the page's question before all else; names of the data in it must be escaped already."""
    with st.container(key="answer"):
        st.markdown(sentence)


def details(title: str, key: str, draw: Callable[[], object]) -> None:
    """Fold away what not everybody asks for; it is drawn once it is opened."""
    with st.expander(title, key=f"details_{key}", on_change="rerun") as fold:
        if fold.open:
            draw()


def card(name: str, title: str = "", aid: str = "", *, fill: bool = True) -> DeltaGenerator:
    """Open a white card: a question or statement as title, a line that says how to read it.

    ``fill`` makes it as high as its neighbour.
    """
    container = st.container(key=f"card_{name}", height="stretch" if fill else "content")
    if title:
        container.header(title, anchor=False)
    if aid:
        container.caption(aid)
    return container


def empty_state(name: str, icon: str, sentence: str, button: str, page: str) -> None:
    """Say in one sentence what is missing, and lead there with one button."""
    with st.container(key=f"card_empty_{name}", horizontal_alignment="center", gap="medium"):
        st.markdown(f"## :primary[:material/{icon}:]", text_alignment="center", anchors=False)
        st.markdown(sentence, text_alignment="center")
        if st.button(button, type="primary", key=f"empty_{name}_go"):
            st.switch_page(page)


def next_step(sentence: str, button: str, page: str, *, ready: bool = True) -> None:
    """Close a page with what to do next; where that is not possible yet, the sentence says why."""
    with card("next"), st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(sentence, width="content")
        if st.button(button, type="primary", icon=":material/arrow_forward:", disabled=not ready, key="next_step"):
            st.switch_page(page)


def nothing_measured(workspace: Workspace) -> None:
    """Say why a page of results is locked, and lead to what unlocks it."""
    if workspace.original_data is None or not workspace.scenarios():
        empty_state(
            "locked",
            "lock",
            "Nothing to compare yet: bring in files, or open the worked example.",
            "Go to Set up",
            SETUP,
        )
    elif workspace.running:
        empty_state("locked", "hourglass_top", "The run is still going on.", "Watch it", SETUP)
    else:
        empty_state("locked", "lock", "The files are read, but nothing has been measured yet.", "Go to Set up", SETUP)


def one_of(label: str, names: Mapping[Choice, str], key: str, *, place: Any = st) -> Choice:
    """Ask for one of a few, the first until another is chosen."""
    chosen: Choice = place.segmented_control(
        label,
        list(names),
        format_func=names.__getitem__,
        default=next(iter(names)),
        required=True,
        key=key,
        persist_state="session",
    )
    return chosen


def stale_banner(workspace: Workspace) -> None:
    """Say that files or settings changed since the results were made."""
    if not workspace.stale:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.warning(
            "Files or settings have changed since this run; what you see is the former state.", icon=":material/update:"
        )
        if st.button("Run again", key="stale_run"):
            st.switch_page(SETUP)
