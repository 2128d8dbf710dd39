"""A TOML file of what a page shows: saved for later, or one that was saved taken in its place."""

from collections.abc import Callable
from typing import Literal

import streamlit as st

from pages.components.escaping import md


def toml_file(name: str, download: str, write: Callable[[], str], use: str, take: Callable[[str, bytes], str]) -> None:
    """Offer the file and an uploader for another; ``take`` returns what is wrong with that, or ""."""
    toml_download(download, write, name, f"{name}_download")
    epoch = uploads_key(name)
    upload = st.file_uploader(use, type="toml", key=f"{name}_upload_{st.session_state.get(epoch, 0)}")
    if upload is None:
        return
    problem = take(upload.name, upload.getvalue())
    if problem:
        st.error(md(problem, 600), icon=":material/error:")
        return
    st.session_state[epoch] = st.session_state.get(epoch, 0) + 1
    st.rerun()


def uploads_key(name: str) -> str:
    """Return the key under which the session counts the files of this name that were taken."""
    return f"{name}_uploads"


def toml_download(
    label: str,
    write: Callable[[], str],
    name: str,
    key: str,
    *,
    type: Literal["secondary", "tertiary"] = "secondary",  # noqa: A002 - Streamlit's word
    disabled: bool = False,
) -> None:
    """Offer what ``write`` makes once it is wanted."""
    st.download_button(
        label,
        data=write,
        file_name=f"{name}.toml",
        mime="application/toml",
        icon=":material/download:",
        type=type,
        on_click="ignore",
        key=key,
        disabled=disabled,
    )
