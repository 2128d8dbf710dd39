"""Variables: what each one is to an intruder and to an analyst, and how the masked files met them."""

import streamlit as st

from core.data import Level, Role
from core.errors import CodebookError
from pages.components import layout
from pages.components.variables.codebook_files import codebook_files
from pages.components.variables.how_drawn import how_drawn, is_told
from pages.components.variables.keyset_editor import keyset_editor
from pages.components.variables.links import link_selects
from pages.components.variables.matching import matches
from pages.components.variables.second_look import second_look
from pages.components.variables.variable_table import chosen_variables, restart, set_for, variable_table
from pages.components.workspace import change_codebook, current

layout.heading("Variables", "Level and role are proposed from the data, each with its reason. Correct what is wrong.")
workspace = current()
if workspace.original_data is None:
    layout.empty_state("variables", "label", "Bring in the original file first.", "Go to Files", layout.FILES)
    st.stop()

codebook = workspace.effective_codebook
with layout.card(
    "variables",
    "What may an intruder know, and what must stay secret?",
    "**key**: known from elsewhere · **sensitive**: must not be learnt · **analysis**: what users need · "
    "**weight**, **replicate weight**, **household**, **cluster**, **stratum**: how the records were drawn, not "
    "compared · **identifier**, **excluded**: not compared",
):
    try:
        codebook = variable_table(codebook)
    except CodebookError as error:
        st.error(str(error))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        level = st.selectbox(
            "Level", [None, *Level], format_func=lambda x: x or "leave as it is", width=190, key="set_level"
        )
        role = st.selectbox(
            "Role", [None, *Role], format_func=lambda x: x or "leave as it is", width=190, key="set_role"
        )
        if st.button("Set for all selected", disabled=not chosen_variables(), key="set_all"):
            change_codebook(set_for(codebook, chosen_variables(), level=level, role=role))
            restart()
            st.rerun()

if is_told(codebook):
    with layout.card("how_drawn", "How were the records drawn?"):
        codebook = how_drawn(workspace, codebook)

left, right = st.columns(2)
with (
    left,
    layout.card("keysets", "Which key variables belong together?", "A key set is what one intruder knows."),
):
    codebook = keyset_editor(codebook)
with (
    right,
    layout.card("codebook", "Keep this codebook", "A text file (TOML) that the command line reads too.", fill=False),
):
    codebook_files(codebook)

if codebook is not workspace.effective_codebook:
    change_codebook(codebook)
    st.rerun()

with layout.card("second_look", "What deserves a second look?"):
    second_look(workspace, codebook)
if workspace.scenarios():
    with layout.card("links", "How are the masked records linked to the original?"):
        link_selects(workspace)
    with layout.card("matching", "How did the masked files meet the original?", "Open a line to see each recode."):
        matches(workspace)
layout.next_step("Level, role and key sets as you want them?", "Go to Run", layout.RUN)
