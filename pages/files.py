"""Files: the original and its masked versions, read and checked; or a worked example."""

import streamlit as st

from core.assessment import control_notes, control_seen
from core.execution import APART, prepare
from core.intake import WAITING_READER
from core.laboratory import smallest_masking, sweep
from core.pairing import draft_codebook, relation
from core.reports import export
from pages.components import layout
from pages.components.examples import OWN_FILES, example_is_open
from pages.components.files.control import control_part
from pages.components.files.file_check import file_check
from pages.components.files.files_ready import what_is_missing
from pages.components.files.first_visit import first_visit, privacy
from pages.components.files.hygiene import hygiene
from pages.components.files.project_open import saved_project
from pages.components.files.relations import propose_kinds, propose_links, refuse_strangers
from pages.components.files.study_document import study_document
from pages.components.files.uploads import FORMATS, Place, uploader
from pages.components.variables.links import link_selects
from pages.components.workspace import current

WAITING_READER.keep_ready()
prepare(export, sweep, smallest_masking)
APART.keep_ready(draft_codebook, relation, control_notes, control_seen)
workspace = current()
own = bool(st.session_state.get(OWN_FILES)) or workspace.original is not None or bool(workspace.masked)
if not own and not workspace.example:
    layout.heading("R-U Map", "Data utility and disclosure risk of masked microdata, on one map")
    first_visit()
    saved_project(workspace)
    st.stop()

layout.heading("Files", "An original and any number of masked versions of it, each in any of these formats: " + FORMATS)
if workspace.example:
    example_is_open(workspace)
    st.stop()

saved_project(workspace)
refuse_strangers()
propose_links()
propose_kinds()
workspace = current()
left, right = st.columns(2)
with left, layout.card("original", "Which file is confidential?", "The original: one record a row.", fill=False):
    uploader("Original file", Place.ORIGINAL)
    if workspace.original:
        file_check(workspace.original, original=True)
        study_document(workspace)
with right, layout.card("bring_masked", "Which versions might be released?", "As many as you like.", fill=False):
    uploader("Masked files", Place.MASKED)
if workspace.masked:
    with (
        layout.card("masked", "How were the masked files read?", fill=False),
        st.grid(2, min_column_width=300, gap="medium") as grid,
    ):
        for file in workspace.masked:
            with grid.cell():
                file_check(file, original=False)
with layout.card(
    "control",
    "Are there records of other people?",
    "A control file: people of the same population whom no masking saw. What an intruder learns about them is "
    "learnt by chance; only what goes beyond it is the file's doing. It can be left out.",
    fill=False,
):
    control_part(workspace)
if workspace.original_data is not None and workspace.scenarios():
    with layout.card("links", "How are the masked records linked to the original?"):
        link_selects(workspace)
    with layout.card("hygiene", "What do the masked files still carry?"):
        hygiene(workspace)
privacy()
missing = what_is_missing(current())
layout.next_step(
    missing or "All files are read. Next: what is each variable?",
    "Go to Variables",
    layout.VARIABLES,
    ready=not missing,
)
