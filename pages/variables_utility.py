"""Variables' utility: what each variable on its own keeps of the original's distribution."""

from functools import partial

import streamlit as st

from core.views import variables_answer, worst_variables
from pages.components import layout
from pages.components.escaping import md
from pages.components.role_filter import role_filter
from pages.components.selection import scenario, scenario_select, variable
from pages.components.variables_utility.distribution_panel import distributions, every_scenario
from pages.components.variables_utility.variable_bars import (
    bars,
    bars_order,
    step_through,
    variable_select,
    variables_table,
)
from pages.components.variables_utility.variable_panel import verdict
from pages.components.workspace import current

READING = "A full bar: kept. A short one: lost. A cross: no value. Click a bar."
workspace = current()
layout.heading("Does each variable, on its own, still have the distribution of the original?")
comparison = layout.measured(workspace)
names = [s.name for s in comparison.scenarios]
assessment = comparison.scenario(scenario(names))
answer = st.container()
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    scenario_select(names, assessment.name, "variables_scenario")
    roles = role_filter(assessment, "variables_roles")
rows = worst_variables(assessment, roles)
if not rows:
    layout.empty_state(
        "variables_utility", "bar_chart", "No variable is compared.", "Go to Variables", layout.VARIABLES
    )
    st.stop()

with answer:
    layout.answer(f"**{md(assessment.name, 60)}**: {md(variables_answer(assessment, roles), 600)}")
chosen = variable([row.name for row in rows])
left, right = st.columns([8, 6])
with left, layout.card("variable_bars", "Which variables kept their distribution?", READING, fill=False):
    order = bars_order(len(names))
    bars(comparison, rows, order, assessment.name, chosen)
with (
    right,
    layout.card("variable", f"{md(chosen)} in {md(assessment.name)}", fill=False),
):
    variable_select([v.name for v in assessment.variables], [row.name for row in rows], chosen)
    step_through([row.name for row in rows], chosen)
    verdict(workspace, assessment, next(row for row in rows if row.name == chosen))
    distributions(workspace, assessment, chosen)
layout.details(
    "The variable in every scenario", "variable_multiples", partial(every_scenario, workspace, comparison, chosen)
)
layout.details(
    "All variables of this scenario in a table, the lowest utility first",
    "variables_table",
    partial(variables_table, rows),
)
