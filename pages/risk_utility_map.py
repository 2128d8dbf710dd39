"""R-U map: every scenario by its utility and its risk; click one to open it."""

from functools import partial

import streamlit as st

from core.views import has_epsilons, risk_utility_map, run_weight, why_no_map
from core.wording import counted
from pages.components import layout
from pages.components.cached import cached
from pages.components.escaping import md
from pages.components.purpose.editor import judged_by
from pages.components.risk_utility_map.epsilon_card import epsilon_card
from pages.components.risk_utility_map.gdu_panel import gdu_card
from pages.components.risk_utility_map.map_chart import map_chart, map_table_part
from pages.components.risk_utility_map.map_settings import map_settings
from pages.components.risk_utility_map.overview_card import overview_card
from pages.components.risk_utility_map.sets_card import sets_card
from pages.components.scenario_panel import scenario_panel
from pages.components.selection import scenario, scenario_select
from pages.components.verdict.sentence_card import decision_of, verdict_card
from pages.components.verdict.table_of_files import files_table
from pages.components.workspace import current

workspace = current()
comparison = workspace.comparison
if comparison is None or not comparison.scenarios:
    layout.heading("Risk-utility map")
    layout.nothing_measured(workspace)
    st.stop()

counts = (
    counted(comparison.original.rows, "record", "records"),
    counted(len(comparison.scenarios[0].variables), "variable", "variables"),
    counted(len(comparison.scenarios), "scenario", "scenarios"),
)
top = st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="bottom")
with top, st.container(width="content"):
    layout.heading("Risk-utility map", " · ".join(counts))
layout.stale_banner(workspace)
reason = why_no_map(comparison)
if reason:
    sentence = f"There is no map: {md(reason, 400)}."
    layout.empty_state("map", "scatter_plot", sentence, "Go to Variables", layout.VARIABLES)
    st.stop()

with top:
    purpose = judged_by(workspace, brief=True)
workspace = current()
decision = decision_of(workspace, comparison)
verdict_card(decision, "map", here=layout.MAP)
names = [s.name for s in comparison.scenarios]
left, right = st.columns([10, 5])
with left, layout.card("map"):
    settings = map_settings(comparison, purpose, "Which file keeps most at an acceptable risk?")
    ru_map = cached(risk_utility_map, comparison, utility=settings.utility, risk=settings.risk)
    chosen = scenario(names)
    map_chart(comparison, ru_map, settings, decision, chosen)
with right, layout.card("scenario"):
    scenario_select(names, chosen, "map_scenario")
    scenario_panel(workspace, ru_map, comparison.scenario(chosen), decision.of(chosen), run_weight(comparison))
with layout.card("files_table", "What can be said of each file?", "Tick a row to open it, two to compare them."):
    files_table(workspace, comparison, decision)
if comparison.synthetic_sets():
    with layout.card("sets", "What do several synthetic files of one scenario score together?"):
        sets_card(comparison)
if has_epsilons(comparison):
    with layout.card("epsilon", "Does a larger ε keep more, and give more away?"):
        epsilon_card(comparison, settings)
assessment = comparison.scenario(chosen)
if assessment.outcome("gdu") is not None:
    why = "Why does the chosen file keep so much, and no more?"
    layout.details(why, "gdu", partial(gdu_card, workspace, comparison, assessment))
layout.details("Do other measures agree with this map?", "overview", partial(overview_card, comparison, chosen))
layout.details("The points of this map as a table", "map_table", partial(map_table_part, ru_map))
