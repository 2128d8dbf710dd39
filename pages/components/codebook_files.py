"""The codebook as a file: save it, or take one that was saved."""

from __future__ import annotations

import streamlit as st

from core.data import Codebook, codebook_from, write_codebook
from core.errors import CodebookError, IntakeError
from core.intake import open_toml
from core.wording import _
from pages.components.escaping import md
from pages.components.variable_table import restart
from pages.components.workspace import change_codebook, current

EPOCH = "codebook_upload_epoch"


def codebook_files(codebook: Codebook) -> None:
    """Offer the codebook for download and take another in its place."""
    st.download_button(
        _("Download codebook.toml"),
        data=lambda: write_codebook(codebook),
        file_name="codebook.toml",
        mime="application/toml",
        icon=":material/download:",
        on_click="ignore",
        key="codebook_download",
    )
    upload = st.file_uploader(
        _("Use a saved codebook"), type="toml", key=f"codebook_upload_{st.session_state.get(EPOCH, 0)}"
    )
    if upload is None:
        return
    problem = take(upload.getvalue())
    if problem:
        st.error(md(problem, 600), icon=":material/error:")
        return
    st.session_state[EPOCH] = st.session_state.get(EPOCH, 0) + 1
    restart()
    st.rerun()


def take(content: bytes) -> str:
    """Put a saved codebook in the place of the present one; return what is wrong with it, or ""."""
    try:
        codebook = codebook_from(open_toml(content))
    except (CodebookError, IntakeError) as error:
        return _("The codebook cannot be used: {error}").format(error=error)
    original = current().original_data
    missing = [
        name for name in (original.columns if original else ()) if name not in {v.name for v in codebook.variables}
    ]
    if missing:
        return _(
            "The codebook does not name {n_missing} variables of the original, such as {missing!r}; add them."
        ).format(n_missing=len(missing), missing=missing[0])
    change_codebook(codebook)
    return ""
