"""The menu in the officer's order of work, what is beneath it, and the chosen page."""

from functools import cache
from pathlib import Path

import streamlit as st

from core.wording import counted
from pages.components import layout
from pages.components.erasing import erase_button, say_what_was_erased
from pages.components.examples import EXAMPLES
from pages.components.methods.drawer import drawer, measure_of_address, methods_button
from pages.components.report.project_save import can_be_saved, save_button
from pages.components.report.report_export import received_export
from pages.components.run.progress import follow, receive
from pages.components.server import sessions
from pages.components.server.session_notices import entry, notices
from pages.components.server.settings import settings
from pages.components.workspace import Workspace, erase, keep


def menu() -> dict[str, list[st.Page]]:
    """Return the pages by group."""
    return {
        "Prepare": [st.Page(layout.SETUP, title="Set up", icon=":material/upload_file:", default=True)],
        "Compare": [
            st.Page(layout.COMPARE, title="Compare", icon=":material/scatter_plot:"),
            st.Page(layout.LOST, title="What is lost", icon=":material/grid_on:"),
            st.Page(layout.WHO_IS_FOUND, title="Who is found", icon=":material/shield_person:"),
            st.Page(layout.LABORATORY, title="Laboratory", icon=":material/science:", visibility="hidden"),
        ],
        "Share": [st.Page(layout.DECIDE, title="Decide", icon=":material/description:")],
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
    follow(page.url_path)
    with st.sidebar:
        asked = methods_button()
        _beneath_the_menu(workspace)
        _drawn_in()
        _page_script()
    measure = measure_of_address()
    if asked or measure:
        drawer(measure)
    say_what_was_erased()
    notices()
    page.run()


def _drawn_in() -> None:
    """Tell the pages' script which colours charts were drawn in; it presses the button, which nobody sees, for others.

    Streamlit does not run a page again when the browser turns dark, and charts would keep the colours of the light.
    """
    st.button("Draw in the colours of this scheme", key=f"drawn_in_{st.context.theme.type}")


def _page_script() -> None:
    """Load the pages' own script: a file of ours, with no data in it."""
    ahead = " ".join(_libraries())
    st.html(f'<script src="/assets/page.js" data-ahead="{ahead}"></script>', unsafe_allow_javascript=True)


@cache
def _libraries() -> tuple[str, ...]:
    """Return Streamlit's files that draw charts and tables; their names hold a hash."""
    folder = Path(st.__file__).parent / "static" / "static" / "js"
    return tuple(file.name for kind in ("PlotlyChart", "DataFrame") for file in folder.glob(f"{kind}.*.js"))


def _beneath_the_menu(workspace: Workspace) -> None:
    if workspace.running:
        st.badge("Run in progress", icon=":material/hourglass_top:", color="blue")
    export = received_export()
    if export is not None and export.active:
        st.badge("A report is being written", icon=":material/hourglass_top:", color="blue")
    st.caption(_what_is_open(workspace))
    where = "in this server's memory and its scratch folder" if settings().scratch else "in this server's memory only"
    st.caption(f":material/lock: Data stay {where}, {_how_long()}.")
    others = len(sessions.in_other_tabs())
    if others:
        st.caption(
            ":material/tab: Another tab has work of its own; nothing here changes it."
            if others == 1
            else f":material/tab: {others} other tabs have work of their own; nothing here changes it."
        )
    if can_be_saved(workspace):
        save_button("Save", "save_anywhere", type="tertiary")
    if workspace != Workspace() or others or sessions.left_behind():
        erase_button()
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
    files = counted(len(workspace.scenarios()), "masked file", "masked files")
    return f"Your files · {files}"
