"""A file that was refused can be read in another way, where the officer knows how it was written."""

from typing import Any

import streamlit as st

from pages.components.files.uploads import answer, is_workbook
from pages.components.workspace import UploadedFile

MARKS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "space", ".": "point", "": "none"}
"""Names of the marks that part cells and numbers."""

DELIMITERS: dict[str | None, str] = {None: "find out", **{mark: MARKS[mark] for mark in (",", ";", "\t", "|")}}
QUOTES: dict[str | None, str] = {None: "find out", '"': 'double "', "'": "single '", "none": "ordinary text"}
ENCODINGS: dict[str | None, str] = {
    None: "find out",
    "utf-8": "UTF-8",
    "cp1252": "Windows Western",
    "cp1250": "Windows Central European",
}
LAST_ROW = 1_000


def read_differently(file: UploadedFile, *, original: bool) -> None:
    """Offer the choices that a refused text file or workbook leaves."""
    key = f"choices_{'original' if original else file.name}"
    with st.popover("Read it differently", icon=":material/tune:"), st.form(key, border=False):
        chosen = _workbook_choices(key) if is_workbook(file.name) else _text_choices(key)
        chosen |= _header_choices(key)
        if not st.form_submit_button("Read again", type="primary"):
            return
    answer(file.name, original, **chosen)
    st.rerun()


def _text_choices(key: str) -> dict[str, Any]:
    return {
        "delimiter": _select("Delimiter", DELIMITERS, f"{key}_delimiter"),
        "quote": _select("Quotation mark", QUOTES, f"{key}_quote"),
        "encoding": _select("Text encoding", ENCODINGS, f"{key}_encoding"),
    }


def _workbook_choices(key: str) -> dict[str, Any]:
    return {"sheet": st.text_input("Name of the sheet (empty: find out)", key=f"{key}_sheet").strip() or None}


def _header_choices(key: str) -> dict[str, Any]:
    row = st.number_input(
        "Row that holds the names (empty: find out)", 1, LAST_ROW, value=None, step=1, key=f"{key}_header_row"
    )
    names = st.checkbox("The file has no names: its first row is a record", key=f"{key}_header")
    return {"header_row": row, "header": False if names else None}


def _select(label: str, offered: dict[str | None, str], key: str) -> str | None:
    chosen: str | None = st.selectbox(label, list(offered), format_func=offered.__getitem__, key=key)
    return chosen
