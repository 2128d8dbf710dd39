"""The data folder on the server: its files are chosen by name and size, and read without an upload."""

from pathlib import Path

import streamlit as st

from core.errors import IntakeError
from core.intake import Content, FolderFile, is_plain_name, list_folder, stored_in_folder
from core.wording import counted
from pages.components.escaping import md, plain
from pages.components.server.session_tab import user
from pages.components.server.settings import settings
from pages.components.workspace import UploadedFile

MEGABYTE = 1_000_000


def folder_of_user() -> Path | None:
    """Return the folder whose files this person may choose; None where none is set, or the person can have none."""
    chosen = settings()
    if not chosen.data:
        return None
    if not (chosen.user_header or chosen.sign_in):
        return Path(chosen.data)
    person = user()
    return Path(chosen.data) / person if is_plain_name(person) else None


def picked(place: str, key: str, *, several: bool) -> list[UploadedFile]:
    """Show the files of the data folder, if one is set; return those that were chosen, to be read.

    Parameters
    ----------
    place : str
        For which files they are chosen.
    key : str
        Of the widgets; another one empties them.
    several : bool
    """
    folder = folder_of_user()
    if folder is None:
        return []
    with st.expander("From the data folder of this server", icon=":material/folder_open:"):
        try:
            listing = list_folder(folder)
        except IntakeError as refusal:
            st.caption(md(str(refusal), 300))
            return []
        if listing.others:
            st.caption(
                f"{counted(listing.others, 'other entry', 'other entries')} not offered: links, hidden or "
                "unreadable names, folders that hold more than files."
            )
        if not listing.files:
            st.caption("The folder holds no file.")
            return []
        names = _chosen({f.name: f for f in listing.files}, key, several=several)
        read = st.button("Read", key=f"read_folder_{place}", disabled=not names, icon=":material/input:")
    return [UploadedFile(name, folder=str(folder)) for name in names] if read else []


def _chosen(files: dict[str, FolderFile], key: str, *, several: bool) -> list[str]:
    def shown(name: str) -> str:
        parts = files[name].parts
        read_as_one = " · " + counted(parts, "file read as one", "files read as one") if parts else ""
        return f"{plain(name, 80)}{read_as_one} · {_size(files[name].size)}"

    if several:
        return st.multiselect("Files", list(files), format_func=shown, key=f"folder_{key}")
    one = st.selectbox("File", list(files), index=None, format_func=shown, key=f"folder_{key}")
    return [one] if one is not None else []


def _size(size: int) -> str:
    if size < MEGABYTE:
        return f"{size:,} bytes"
    return f"{size / MEGABYTE:,.0f} MB"


def content_of(file: UploadedFile) -> Content:
    """Return a file's bytes as they were brought in, or the file in the data folder, which is read where it lies."""
    return stored_in_folder(Path(file.folder), file.name) if file.folder else file.content
