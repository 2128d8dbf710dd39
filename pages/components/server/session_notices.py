"""What a person must know about where the work is: found again, open elsewhere, erased, or never kept."""

import time

import streamlit as st

from core.intake import limits_in_force
from core.wording import counted
from pages.components import layout
from pages.components.server import sessions
from pages.components.server.session_store import Kept
from pages.components.server.session_tab import NOTICE, of_a_former_server, signed_in
from pages.components.server.settings import settings
from pages.components.workspace import KEY, Workspace, current


def entry() -> None:
    """Stop the page where it must not be shown: not signed in, a former server's, or work that moved elsewhere."""
    if not signed_in():
        _sign_in()
    elif of_a_former_server():
        _former_server()
    elif sessions.taken_over():
        _moved()
    else:
        return
    st.stop()


def notices() -> None:
    """Say what has become of the work, and offer what closed tabs have left."""
    workspace = current()
    notice = st.session_state.pop(NOTICE, "")
    if notice == "idle":
        st.info(
            f"Your data were erased after {settings().idle_minutes:g} minutes without use. Nothing of them is kept.",
            icon=":material/timer_off:",
        )
    elif notice == "left":
        st.info(
            "Work that a closed tab had left was erased to make room: of all that closed tabs leave, the server "
            f"keeps {limits_in_force().left_bytes // 1_000_000:,} MB. Nothing of it is kept.",
            icon=":material/timer_off:",
        )
    elif notice == "erased":
        st.info("All data of this browser were erased in another tab.", icon=":material/delete_forever:")
    elif notice == "resumed":
        st.toast("Your work was found again.", icon=":material/history:")
    if workspace == Workspace():
        for kept in sessions.left_behind():
            _resume_banner(kept)


def _resume_banner(kept: Kept) -> None:
    minutes = (time.monotonic() - kept.used) / 60
    when = "less than a minute" if minutes < 1 else counted(round(minutes), "minute", "minutes")
    with (
        st.container(key=f"card_resume_{kept.number}"),
        st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"),
    ):
        st.markdown(
            f":material/history: **Resume previous work?** {contents(kept.content)}, last used {when} ago.",
            width="content",
        )
        with st.container(horizontal=True, width="content"):
            st.button(
                "Resume",
                type="primary",
                on_click=sessions.resume,
                args=(kept.number, KEY),
                key=f"resume_{kept.number}",
            )
            st.button("Erase it", on_click=sessions.erase_left, args=(kept.number,), key=f"erase_{kept.number}")


def contents(workspace: Workspace) -> str:
    """Say in a few words what a workspace holds, without a name of the data."""
    if workspace.example:
        return "The worked example"
    files = counted(len(workspace.masked), "masked file", "masked files")
    held = "{value} and {files}".format(value="An original" if workspace.original else "No original", files=files)
    if workspace.running:
        return f"{held}, with a run going on"
    return f"{held}, with results" if workspace.comparison else held


def _moved() -> None:
    layout.heading("R-U Map")
    with st.container(key="card_moved", gap="medium"):
        st.subheader("This work is now open in another tab", anchor=False)
        st.markdown("It can be changed in one tab at a time, so that no tab overwrites what another one did.")
        with st.container(horizontal=True):
            for kept in (*sessions.in_other_tabs(), *sessions.left_behind()):
                st.button(
                    f"Continue here: {contents(kept.content)}",
                    type="primary",
                    on_click=sessions.resume,
                    args=(kept.number, KEY),
                    key=f"resume_{kept.number}",
                )
            st.button("Start something new in this tab", on_click=sessions.start_anew, key="start_anew")


def _former_server() -> None:
    layout.heading("R-U Map")
    with st.container(key="card_former_server"):
        st.subheader(":material/restart_alt: This session has ended", anchor=False)
        st.markdown(
            "The server was started anew. Your files were in the memory of the former one only: nothing of them is "
            "kept. **Reload this page** to begin again; a saved project brings back your settings and decisions."
        )


def _sign_in() -> None:
    layout.heading("R-U Map")
    with st.container(key="card_sign_in", gap="medium"):
        st.subheader("Please sign in", anchor=False)
        if settings().sign_in:
            st.markdown("This server works with confidential data and must know who you are.")
            st.button("Sign in", type="primary", on_click=st.login, key="sign_in")
        else:
            st.markdown("This server is reached through your organisation's sign-in. Open its public address.")
