"""Risk: what an intruder can find out, before and after masking, by key set."""

import streamlit as st

from core.views import risk_parameters
from pages.components import layout
from pages.components.escaping import md
from pages.components.purpose.editor import judged_by
from pages.components.purpose.who_meets import who_meets
from pages.components.risk.attacks import attacks
from pages.components.risk.given_away import given_away
from pages.components.risk.keysets import (
    intruder_in_words,
    keyset_select,
    measured_keysets,
    population_in_words,
    why_no_keyset,
)
from pages.components.risk.risk_of_records import contributions, risk_distribution
from pages.components.risk.riskiest_records import riskiest
from pages.components.risk.table import before_and_after
from pages.components.selection import scenario, scenario_select
from pages.components.verdict.sentence_card import decision_of
from pages.components.workspace import current

workspace = current()
layout.heading("Risk", "What can an intruder find out who knows the key variables, before and after masking?")
comparison = layout.measured(workspace)
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

with layout.card("limits", "Which files meet what you require?", "All files, the original first."):
    purpose = judged_by(workspace)
    who_meets(comparison, purpose, keyset, decision_of(current(), comparison), file.name)
threshold = risk_parameters(comparison).threshold
with layout.card("before_after", "What is the risk before and after?"):
    before_and_after(comparison, keyset, threshold=threshold, chosen=file.name)

with layout.card(
    "attacks",
    f"What can an intruder find out from {md(file.name, 60)}, beyond what chance gives?",
    "Attacks on people of the original, held against the same attacks on other people: the control file.",
    fill=False,
):
    attacks(comparison, file)
left, right = st.columns([8, 6])
with left, layout.card("distribution", f"How risky are the records of {md(file.name, 60)}?"):
    risk_distribution(workspace, comparison, file, keyset, threshold)
with (
    right,
    layout.card("contributions", "Which key variables make records stand out?", "Share of the SUDA2 scores."),
):
    contributions(comparison, file, keyset)

with layout.card("given_away", f"Can hidden values of {md(file.name, 60)} be read off another variable?"):
    given_away(comparison, file)
with layout.card("riskiest", f"Which records of {md(file.name, 60)} are the riskiest?"):
    riskiest(workspace, comparison, file, keyset)
layout.next_step("Risk is one side: see what each file keeps for it.", "Go to Compare", layout.COMPARE)
