"""The first visit: one card, two ways in."""

from __future__ import annotations

import streamlit as st

from core.execution import KEPT_FROM
from pages.components import layout
from pages.components.examples import EXAMPLES, OWN_FILES, open_example
from pages.components.server.settings import settings


def first_visit() -> None:
    """Offer the worked example and the user's own files."""
    with st.container(key="card_first_visit", gap="medium"):
        st.header("Which masked version of your data keeps the most use for the risk you accept?", anchor=False)
        st.markdown(
            "R-U Map compares an original microdata file with its masked versions: what each one keeps of the "
            "original's information, what risk of disclosure it leaves, and which variable and pair is to blame."
        )
        with st.container(horizontal=True, vertical_alignment="bottom"):
            name = st.selectbox(
                "Worked example", list(EXAMPLES), format_func=lambda e: EXAMPLES[e].title, key="example", width=230
            )
            if st.button("Open the worked example", type="primary", icon=":material/scatter_plot:", key="open_example"):
                open_example(name)
                st.switch_page(layout.COMPARE)
            st.button("Use my files", icon=":material/upload_file:", key="use_files", on_click=_use_own_files)
        st.caption(EXAMPLES[name].about + ".")
    privacy()


def privacy() -> None:
    """Say in a few lines where the data are and how long."""
    with st.container(gap=None, key="privacy"):
        if settings().scratch:
            st.caption(
                ":material/hard_drive: Your files stay in this server's memory, but for the columns of large ones: "
                f"each of {KEPT_FROM // 1000} kB or more lies, in codes and numbers, in the server's scratch folder on "
                "a disk, where only the server's account may read it."
            )
            st.caption(
                ":material/auto_delete: Columns on the disk are erased with your work, when a file is replaced or "
                "taken out, when the server ends, and, should it be killed, when it is started again."
            )
        else:
            st.caption(":material/memory: Your files stay in this server's memory; nothing of them is kept on a disk.")
        st.caption(":material/cloud_off: Nothing leaves this server: no account, no tracking, no outside address.")
        st.caption(
            ":material/delete_forever: “Erase all data now” forgets everything; what is left unused is erased too."
        )


def _use_own_files() -> None:
    st.session_state[OWN_FILES] = True
