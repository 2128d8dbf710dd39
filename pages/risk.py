"""Risk: what an intruder can find out, before and after masking, by key set."""

import streamlit as st

from core.assessment.risk_views import risk_parameters
from pages.components import layout
from pages.components.chosen import scenario, scenario_select
from pages.components.escaping import md
from pages.components.given_away import given_away
from pages.components.record_risks import lookup_at
from pages.components.risk_keysets import (
    intruder_in_words,
    keyset_select,
    measured_keysets,
    population_in_words,
    why_no_keyset,
)
from pages.components.risk_limits import limit_inputs, which_files_meet
from pages.components.risk_of_records import contributions, risk_distribution
from pages.components.risk_table import before_and_after
from pages.components.riskiest_records import riskiest
from pages.components.workspace import current

workspace = current()
comparison = workspace.comparison
layout.heading("Risk", "What can an intruder find out who knows the key variables, before and after masking?")
if comparison is None or not comparison.scenarios:
    layout.nothing_measured(workspace)
    st.stop()

layout.stale_banner(workspace)
keysets = measured_keysets(comparison)
if not keysets:
    layout.empty_state("risk", "key_off", why_no_keyset(comparison), "Go to Variables", layout.VARIABLES)
    st.stop()

with st.container(horizontal=True, vertical_alignment="bottom"):
    keyset = keyset_select(keysets)
    names = [s.name for s in comparison.scenarios]
    scenario_select(names, scenario(names), "risk_scenario")
file = comparison.scenario(scenario(names))
st.caption(f"{intruder_in_words(comparison, keyset)} Risk figures are confidential; the shareable report has none.")
population_in_words(comparison, file, keyset)

with layout.card(
    "limits",
    "Which files meet what you require?",
    "Defaults that officers have used, not rules: set your own. All files, the original first.",
):
    limits = limit_inputs(risk_parameters(comparison).threshold)
    lookup = lookup_at(workspace, comparison, keyset, limits.individual)
    which_files_meet(comparison, limits, lookup, file.name)
with layout.card("before_after", "What is the risk before and after?"):
    before_and_after(comparison, keyset, lookup, threshold=limits.individual, chosen=file.name)

left, right = st.columns([8, 6])
with left, layout.card("distribution", f"How risky are the records of {md(file.name, 60)}?"):
    risk_distribution(workspace, comparison, file, keyset, limits.individual)
with right, layout.card("contributions", "Which key variables make records stand out?", "Share of the SUDA2 scores."):
    contributions(comparison, file, keyset)

with layout.card("given_away", f"Can hidden values of {md(file.name, 60)} be read off another variable?"):
    given_away(comparison, file)
with layout.card("riskiest", f"Which records of {md(file.name, 60)} are the riskiest?"):
    riskiest(workspace, comparison, file, keyset)
layout.next_step("Risk is one side: see what each file keeps for it.", "Go to the R-U map", layout.MAP)
