"""A document about the study (DDI Codebook, SDMX structure) brought in beside the original."""

from dataclasses import replace

import streamlit as st

from core.data import StudyDocument
from core.errors import CodebookError, IntakeError, ProcessError
from core.execution import call_in_worker
from core.intake import described, open_study
from pages.components.escaping import md, plain
from pages.components.files.uploads import redraft
from pages.components.server.session_tab import forget_uploads
from pages.components.workspace import Workspace, change, current

EPOCH = "study_epoch"
ENDINGS = ["xml", "ddi"]


def study_document(workspace: Workspace) -> None:
    """Offer to describe the original by a document; of one that is open, say so and let it be taken away."""
    if workspace.original is None or workspace.original.microdata is None:
        return
    if workspace.original.study is not None:
        _taken(workspace.original.study)
        return
    dropped = st.file_uploader(
        "Document about the study, if there is one",
        type=ENDINGS,
        key=f"study_{st.session_state.get(EPOCH, 0)}",
        help="DDI Codebook 1.2.2 to 2.5, or an SDMX structure file: labels, categories, missing codes and weights are "
        "taken from it, and the statistics that it states are compared with the data.",
    )
    if dropped is None:
        return
    problem = take_study(dropped.name, dropped.getvalue())
    if problem:
        st.error(md(problem, 500), icon=":material/error:")
        return
    forget_uploads([dropped])
    st.session_state[EPOCH] = st.session_state.get(EPOCH, 0) + 1
    st.rerun()


def _taken(study: StudyDocument) -> None:
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.caption(f"Described by a document: {md(study.standard, 60)}")
        st.button("Do without it", key="study_remove", type="tertiary", on_click=forget_study)


def take_study(name: str, content: bytes) -> str:
    """Describe the original by a document; return why it was refused, or ""."""
    original = current().original
    if original is None or original.reading is None:
        return ""
    try:
        study = open_study(content)
        reading = call_in_worker(described, original.reading, study)
    except (IntakeError, CodebookError, ProcessError) as error:
        return f"{plain(name, 60)}: {error}"
    change(
        original=replace(original, reading=reading, study=study, bare=original.reading),
        stale=current().comparison is not None,
    )
    return redraft()


def forget_study() -> None:
    """Take the document away again: the original says what it says itself."""
    original = current().original
    if original is None or original.bare is None:
        return
    bare = replace(original, reading=original.bare, study=None, bare=None)
    change(original=bare, stale=current().comparison is not None)
    redraft()
