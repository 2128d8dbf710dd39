"""A text file that was refused can be read in another way, where the officer knows how it was written."""

from __future__ import annotations

import streamlit as st

from pages.components.uploads import answer
from pages.components.workspace import UploadedFile

DELIMITERS = {None: "find out", ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
QUOTES = {None: "find out", '"': 'double "', "'": "single '", "none": "ordinary text"}
ENCODINGS = {None: "find out", "utf-8": "UTF-8", "cp1252": "Windows Western", "cp1250": "Windows Central European"}


def read_differently(file: UploadedFile, *, original: bool) -> None:
    """Offer delimiter, quotation mark and encoding of a refused text file."""
    name = "original" if original else file.name
    with st.popover("Read it differently", icon=":material/tune:"), st.form(f"choices_{name}", border=False):
        delimiter = _select("Delimiter", DELIMITERS, f"choices_{name}_delimiter")
        quote = _select("Quotation mark", QUOTES, f"choices_{name}_quote")
        encoding = _select("Text encoding", ENCODINGS, f"choices_{name}_encoding")
        if not st.form_submit_button("Read again", type="primary"):
            return
    answer(file.name, original, encoding=encoding, delimiter=delimiter, quote=quote)
    st.rerun()


def _select(label: str, offered: dict[str | None, str], key: str) -> str | None:
    chosen: str | None = st.selectbox(label, list(offered), format_func=offered.get, key=key)
    return chosen
