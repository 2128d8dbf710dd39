"""Set up: what was brought in, what needs the officer, and the start of measuring it."""

import streamlit as st

from core.assessment import control_notes, control_seen
from core.execution import WORKERS, prepare
from core.intake import WAITING_READER
from core.laboratory import smallest_masking, sweep
from core.pairing import cautions, draft_codebook, relation
from core.reports import export
from core.views import version_facts
from pages.components import layout
from pages.components.files.project_open import ask_for_files
from pages.components.purpose.editor import purpose_editor
from pages.components.run.progress import measure_button, outcome, watch
from pages.components.run.run_settings import run_settings, weight_switch
from pages.components.setup.checks import check_on, unchecked
from pages.components.setup.file_card import file_card
from pages.components.setup.files_table import answer_of, fault_of, file_rows, files_table, needs_of
from pages.components.setup.ways_in import privacy, ways_in
from pages.components.variables.codebook_files import codebook_files
from pages.components.variables.how_drawn import how_drawn
from pages.components.variables.keyset_editor import keyset_editor
from pages.components.variables.part import variables_part
from pages.components.variables.uses_editor import uses_editor
from pages.components.workspace import change_codebook, current

OPENS_DIALOG = "erase", "methods_help"  # what they have opened would be closed by a page that draws itself anew
WAITING_READER.keep_ready()
prepare(export, sweep, smallest_masking)
WORKERS.keep_ready(draft_codebook, relation, version_facts, cautions, control_notes, control_seen)
workspace = current()
rows = file_rows(workspace)
if not rows:
    layout.heading("R-U Map", "Which masked version of your data keeps the most use for the risk you accept?")
    ask_for_files(workspace)
    ways_in(workspace, empty=True)
    privacy()
    st.stop()

with st.container(horizontal=True, vertical_alignment="center", key="setup_bar"):
    answer, measure = st.container(width="stretch"), st.container(width="content")
with answer:
    layout.heading("Set up")
ask_for_files(workspace)
if workspace.running:
    with layout.card("running", fill=False):
        watch()
outcome(workspace)
ways_in(workspace, empty=False)
needs = {row: needs_of(workspace, row) for row in rows}
with layout.card("files", fill=False):
    row = files_table(workspace, rows, needs)
file_card(workspace, row, needs[row])
left = unchecked(workspace)
with answer:
    layout.answer(answer_of(workspace, needs, len(left)))
if workspace.original_data is not None:
    codebook = variables_part(workspace, row.name)
    with st.expander("Key sets: what does one intruder know?"):
        codebook = keyset_editor(codebook)
    with st.expander("Households, weights: how were the records drawn?"):
        weighted = weight_switch(workspace)
        codebook = how_drawn(workspace, codebook)
    with st.expander("The codebook as a file"):
        codebook_files(codebook)
    if codebook is not workspace.effective_codebook:
        change_codebook(codebook)
        st.rerun()
    with st.expander("Thresholds in numbers"):
        purpose = purpose_editor(workspace)
    uses_editor(workspace, workspace.original_data)
    if workspace.scenarios() and not fault_of(workspace):
        plan = run_settings(workspace, purpose, weighted)
        with measure:
            measure_button(workspace, plan, ready=not any(needs.values()))
if not any(st.session_state.get(button) for button in OPENS_DIALOG) and check_on(workspace):
    st.rerun()
