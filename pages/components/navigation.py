"""The menu in the officer's order of work, what stands beneath it, and the chosen page."""

from __future__ import annotations

import streamlit as st

from pages.components import layout
from pages.components.examples import EXAMPLES
from pages.components.workspace import Workspace, current, erase


def menu() -> dict[str, list[st.Page]]:
    """Return the pages by group."""
    return {
        "Prepare": [
            st.Page(layout.FILES, title="Files", icon=":material/upload_file:", default=True),
            st.Page(layout.VARIABLES, title="Variables", icon=":material/label:"),
            st.Page(layout.RUN, title="Run", icon=":material/play_circle:"),
        ],
        "Compare": [
            st.Page(layout.MAP, title="R-U map", icon=":material/scatter_plot:"),
            st.Page(layout.VARIABLES_UTILITY, title="Variables' utility", icon=":material/bar_chart:"),
            st.Page(layout.PAIRS, title="Pairs", icon=":material/grid_on:"),
            st.Page(layout.WHOLE_FILE, title="Whole-file measures", icon=":material/join_inner:"),
            st.Page(layout.RISK, title="Risk", icon=":material/shield_person:"),
        ],
        "Share": [st.Page(layout.METHODS, title="Methods", icon=":material/menu_book:")],
    }


def run() -> None:
    """Draw the frame and run the page that was chosen."""
    st.set_page_config(page_title="R-U Map", page_icon=str(layout.ASSETS / "icon.svg"), layout="wide")
    st.html(layout.ASSETS / "style.css")
    st.logo(str(layout.ASSETS / "logo.svg"), icon_image=str(layout.ASSETS / "icon.svg"), size="large")
    page = st.navigation(menu(), expanded=True)
    with st.sidebar:
        _beneath_the_menu(current())
    page.run()


def _beneath_the_menu(workspace: Workspace) -> None:
    if workspace.running:
        st.badge("Run in progress", icon=":material/hourglass_top:", color="blue")
    st.caption(_what_is_open(workspace))
    st.caption(":material/lock: Data stay in this server's memory only.")
    if workspace != Workspace():
        st.button("Erase all data now", icon=":material/delete_forever:", on_click=erase, type="tertiary", key="erase")


def _what_is_open(workspace: Workspace) -> str:
    if workspace.example:
        return f"Worked example · {EXAMPLES[workspace.example].title}"
    if workspace.original_data is None:
        return "No files yet"
    count = len(workspace.scenarios())
    return f"Your files · {count} masked {'file' if count == 1 else 'files'}"
