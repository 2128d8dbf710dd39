"""Pairs: which associations between two variables were kept; click a cell to see why."""

import streamlit as st

from core.assessment.drill_down import worst_pairs
from core.errors import RUMapError
from pages.components import layout
from pages.components.chosen import pair, scenario, scenario_select
from pages.components.escaping import md
from pages.components.pair_heatmap import WORST, heatmap, pair_selects, step_through, worst_table
from pages.components.pair_panel import both_files, outcome_of, verdict
from pages.components.pairs_in_hand import pair_of
from pages.components.workspace import current

READING = "Pale: kept. Dark: lost. Hatched: no value. Click a cell."
workspace = current()
comparison = workspace.comparison
layout.heading("Pairs", "Which associations between two variables does a masked file keep?")
if comparison is None or not comparison.scenarios:
    layout.nothing_measured(workspace)
    st.stop()

layout.stale_banner(workspace)
names = [s.name for s in comparison.scenarios]
scenario_select(names, scenario(names), "pairs_scenario")
assessment = comparison.scenario(scenario(names))
variables = [v.name for v in assessment.variables]
worst = worst_pairs(assessment, WORST)
if len(variables) < 2:
    layout.empty_state(
        "pairs", "grid_on", "There are fewer than two variables to compare.", "Go to Variables", layout.VARIABLES
    )
    st.stop()

chosen = pair(variables, (worst[0].a, worst[0].b) if worst else (variables[0], variables[1]))
left, right = st.columns([8, 6])
with left:
    with layout.card("heatmap", "Where was association lost?", READING, fill=False):
        heatmap(assessment, chosen)
    with layout.card("worst_pairs", "The worst pairs", "Choose a row to open the pair.", fill=False):
        worst_table(assessment, worst)
with right, layout.card("pair", f"{md(chosen[0])} × {md(chosen[1])}", fill=False):
    pair_selects(variables, chosen)
    step_through(worst, chosen)
    if chosen[0] == chosen[1]:
        st.info("Choose two different variables.", icon=":material/info:")
    else:
        verdict(outcome_of(assessment, *chosen))
        try:
            both_files(pair_of(workspace, assessment.file), *chosen)
        except RUMapError as error:
            st.info(md(error, 400), icon=":material/folder_off:")
