"""The menu in the officer's order of work, what stands beneath it, and the chosen page."""

from __future__ import annotations

import streamlit as st

from pages.components import layout, sessions
from pages.components.examples import EXAMPLES
from pages.components.progress import receive
from pages.components.session_notices import entry, notices
from pages.components.settings import settings
from pages.components.workspace import Workspace, erase, keep


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
            st.Page(layout.SIDE_BY_SIDE, title="Side by side", icon=":material/view_column:"),
            st.Page(layout.VARIABLES_UTILITY, title="Variables' utility", icon=":material/bar_chart:"),
            st.Page(layout.PAIRS, title="Pairs", icon=":material/grid_on:"),
            st.Page(layout.WHOLE_FILE, title="Whole-file measures", icon=":material/join_inner:"),
            st.Page(layout.TABLES, title="Tables", icon=":material/table_chart:"),
            st.Page(layout.ANALYSES, title="Analyses", icon=":material/query_stats:"),
            st.Page(layout.RISK, title="Risk", icon=":material/shield_person:"),
            st.Page(layout.LABORATORY, title="Laboratory", icon=":material/science:"),
        ],
        "Share": [
            st.Page(layout.REPORT, title="Report", icon=":material/description:"),
            st.Page(layout.METHODS, title="Methods", icon=":material/menu_book:"),
        ],
    }


def run() -> None:
    """Draw the frame and run the page that was chosen."""
    st.set_page_config(page_title="R-U Map", page_icon=str(layout.ASSETS / "icon.svg"), layout="wide")
    st.html(layout.ASSETS / "style.css")
    st.logo(str(layout.ASSETS / "logo.svg"), icon_image=str(layout.ASSETS / "icon.svg"), size="large")
    page = st.navigation(menu(), expanded=True)
    entry()
    workspace = receive()
    keep()
    with st.sidebar:
        _beneath_the_menu(workspace)
    notices()
    page.run()


def _beneath_the_menu(workspace: Workspace) -> None:
    if workspace.running:
        st.badge("Run in progress", icon=":material/hourglass_top:", color="blue")
    st.caption(_what_is_open(workspace))
    st.caption(f":material/lock: Data stay in this server's memory only, {_how_long()}.")
    others = len(sessions.in_other_tabs())
    if others:
        tabs = "Another tab has" if others == 1 else f"{others} other tabs have"
        st.caption(f":material/tab: {tabs} work of {'its' if others == 1 else 'their'} own; nothing here changes it.")
    if workspace != Workspace() or others or sessions.left_behind():
        st.button(
            "Erase all data now",
            icon=":material/delete_forever:",
            on_click=erase,
            type="tertiary",
            key="erase",
            help="Ends every run and forgets the files, settings and results of all tabs of this browser.",
        )
    if settings().sign_in:
        st.button("Sign out", icon=":material/logout:", on_click=_sign_out, type="tertiary", key="sign_out")


def _sign_out() -> None:
    erase()
    st.logout()


def _how_long() -> str:
    if not sessions.survives_reload():
        return "and only while this page is open: a reload ends the session"
    return f"until you erase them or leave them unused for {settings().idle_minutes:g} minutes"


def _what_is_open(workspace: Workspace) -> str:
    if workspace.example:
        return f"Worked example · {EXAMPLES[workspace.example].title}"
    if workspace.original_data is None:
        return "Saved project · its files are not here" if workspace.comparison else "No files yet"
    count = len(workspace.scenarios())
    return f"Your files · {count} masked {'file' if count == 1 else 'files'}"
