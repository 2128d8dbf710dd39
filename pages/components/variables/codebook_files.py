"""The codebook as a file: save it, or take one that was saved."""

from __future__ import annotations

import streamlit as st

from core.data import NO_USES, Codebook, DeclaredCodebook, declared_from, write_codebook
from core.errors import CodebookError, IntakeError
from core.intake import open_toml
from core.wording import _
from pages.components.escaping import md
from pages.components.variables.variable_table import restart
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
    """Put what a saved codebook declares in the place of the present; return what is wrong with it, or "".

    What it leaves out stays as it is: variables and files that it does not name, key sets and uses where it has none.
    """
    try:
        change_codebook(_completed(declared_from(open_toml(content)), current().effective_codebook))
    except (CodebookError, IntakeError) as error:
        return _("The codebook cannot be used: {error}").format(error=error)
    return ""


def _completed(declared: DeclaredCodebook, present: Codebook) -> Codebook:
    variables = {v.name: v for v in present.variables}
    for variable in declared.variables:
        if variable.name not in variables:
            raise CodebookError(
                _("it names {name!r}, which is no variable of the original").format(name=variable.name[:60])
            )
        variables[variable.name] = variable
    files = {d.file: d for d in (*present.scenarios, *declared.scenarios)}
    keysets, uses = declared.keysets or present.keysets, present.uses if declared.uses == NO_USES else declared.uses
    return Codebook(tuple(variables.values()), keysets, tuple(files.values()), uses)
