"""Run: what will be measured, how long it takes, how far it is."""

import streamlit as st

from pages.components import layout
from pages.components.analyses.uses_editor import uses_editor
from pages.components.files.files_ready import fault_of_scenarios
from pages.components.purpose.editor import purpose_editor
from pages.components.run.progress import outcome, start, watch
from pages.components.run.run_settings import run_settings, what_is_measured
from pages.components.workspace import current

layout.heading("Run", "Measure utility and risk of the original and of every masked file.")
workspace = current()
if workspace.original_data is None or not workspace.scenarios():
    layout.empty_state(
        "run", "play_circle", "A run needs an original and at least one masked file.", "Go to Files", layout.FILES
    )
    st.stop()
if not workspace.running and (fault := fault_of_scenarios(workspace)):
    layout.empty_state("run", "error", fault, "Go to Files", layout.FILES)
    st.stop()

with layout.card("purpose", "What is the file for?", "It gives the thresholds that every page judges by."):
    purpose = purpose_editor(workspace)
with layout.card("uses"):
    uses_editor(workspace)
with layout.card("plan", "What will be measured?"):
    plan = run_settings(purpose)
    what_is_measured(workspace, plan)
    if workspace.running:
        watch()
    else:
        st.button(
            "Start the run" if workspace.comparison is None else "Run again",
            type="primary",
            icon=":material/play_arrow:",
            on_click=start,
            args=(plan,),
            key="start_run",
        )
outcome(workspace)
