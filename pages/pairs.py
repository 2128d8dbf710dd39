"""Pairs: which associations between two variables were kept; click a cell to see why."""

import streamlit as st

from core.errors import RUMapError
from core.views import pairs_answer
from pages.components import layout
from pages.components.cached_pairs import pair_of
from pages.components.escaping import md
from pages.components.pairs.pair_evidence import both_files
from pages.components.pairs.pair_heatmap import heatmap, pair_selects
from pages.components.pairs.pair_list import listed_pairs, other_select, pairs_list, step_through
from pages.components.pairs.pair_panel import other_scenario, outcome_of, test_of, verdict
from pages.components.role_filter import role_filter
from pages.components.selection import pair, scenario, scenario_select
from pages.components.variables_utility.distribution_distances import distances_of_pair
from pages.components.workspace import current

READING = "Strong colour: lost. Faint: kept. Hatched: no value. Click a cell."
READING_OF_TWO = (
    "Blue: the first scenario keeps more. Orange: the second. Hatched: no value in one of them. Click a cell."
)
workspace = current()
layout.heading("Which associations between two variables does a masked file keep?")
comparison = layout.measured(workspace)
names = [s.name for s in comparison.scenarios]
assessment = comparison.scenario(scenario(names))
variables = [v.name for v in assessment.variables]
if len(variables) < 2:
    layout.empty_state(
        "pairs", "grid_on", "There are fewer than two variables to compare.", "Go to Variables", layout.VARIABLES
    )
    st.stop()

answer = st.container()
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    scenario_select(names, assessment.name, "pairs_scenario")
    other_name = other_select(names, assessment.name) if len(names) > 1 else None
    roles = role_filter(assessment, "pairs_roles")
other = comparison.scenario(other_name) if other_name else None
with answer:
    layout.answer(f"**{md(assessment.name, 60)}**: {md(pairs_answer(assessment, roles), 600)}")
worst = listed_pairs(assessment, other, roles)
chosen = pair(variables, (worst[0].a, worst[0].b) if worst else (variables[0], variables[1]))
left, right = st.columns([8, 6])
with left:
    title = "Where was association lost?" if other is None else "Which of the two keeps an association better?"
    with layout.card("heatmap", title, READING if other is None else READING_OF_TWO, fill=False):
        heatmap(assessment, other, roles, chosen)
    title = "The worst pairs" if other is None else "Where the two differ most"
    with layout.card("worst_pairs", title, "Choose a row to open the pair.", fill=False):
        pairs_list(assessment, other, roles)
with right, layout.card("pair", f"{md(chosen[0])} × {md(chosen[1])}", fill=False):
    pair_selects(variables, chosen)
    step_through(worst, chosen)
    if chosen[0] == chosen[1]:
        st.info("Choose two different variables.", icon=":material/info:")
    else:
        outcome = outcome_of(assessment, *chosen)
        verdict(outcome)
        distances_of_pair(assessment, *chosen)
        if other is not None:
            other_scenario(assessment, other, *chosen)
        try:
            both_files(pair_of(workspace, assessment.file), *chosen, test_of(outcome))
        except RUMapError as error:
            st.info(md(error, 400), icon=":material/folder_off:")
