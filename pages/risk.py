"""Risk: what an intruder can find out, before and after masking, by key set."""

import streamlit as st

from core.decision import INDIVIDUAL_RISK
from core.views import risk_parameters
from core.wording import _
from pages.components import layout
from pages.components.escaping import md
from pages.components.purpose.counts import judged_figures
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
from pages.components.risk.record_risks import lookup_at
from pages.components.risk.risk_of_records import contributions, risk_distribution
from pages.components.risk.riskiest_records import riskiest
from pages.components.risk.table import before_and_after
from pages.components.selection import scenario, scenario_select
from pages.components.workspace import current

workspace = current()
layout.heading(_("Risk"), _("What can an intruder find out who knows the key variables, before and after masking?"))
comparison = layout.measured(workspace)
keysets = measured_keysets(comparison)
if not keysets:
    layout.empty_state("risk", "key_off", why_no_keyset(comparison), _("Go to Variables"), layout.VARIABLES)
    st.stop()

with st.container(horizontal=True, vertical_alignment="bottom"):
    keyset = keyset_select(keysets)
    names = [s.name for s in comparison.scenarios]
    scenario_select(names, scenario(names), "risk_scenario")
file = comparison.scenario(scenario(names))
st.caption(
    _("{intruder_in_words} Risk figures are confidential; the shareable report has none.").format(
        intruder_in_words=intruder_in_words(comparison, keyset)
    )
)
population_in_words(comparison, file, keyset)

with layout.card("limits", _("Which files meet what you require?"), _("All files, the original first.")):
    purpose = judged_by(workspace)
    who_meets(judged_figures(current(), comparison), purpose, keyset, file.name)
rule = purpose.requirement(INDIVIDUAL_RISK.id)
threshold = rule.limit if rule else risk_parameters(comparison).threshold
lookup = lookup_at(workspace, comparison, keyset, threshold)
with layout.card("before_after", _("What is the risk before and after?")):
    before_and_after(comparison, keyset, lookup, threshold=threshold, chosen=file.name)

with layout.card(
    "attacks",
    _("What can an intruder find out from {file}, beyond what chance gives?").format(file=md(file.name, 60)),
    _("Attacks on people of the original, held against the same attacks on other people: the control file."),
    fill=False,
):
    attacks(comparison, file)
left, right = st.columns([8, 6])
with left, layout.card("distribution", _("How risky are the records of {file}?").format(file=md(file.name, 60))):
    risk_distribution(workspace, comparison, file, keyset, threshold)
with (
    right,
    layout.card("contributions", _("Which key variables make records stand out?"), _("Share of the SUDA2 scores.")),
):
    contributions(comparison, file, keyset)

with layout.card(
    "given_away", _("Can hidden values of {file} be read off another variable?").format(file=md(file.name, 60))
):
    given_away(comparison, file)
with layout.card("riskiest", _("Which records of {file} are the riskiest?").format(file=md(file.name, 60))):
    riskiest(workspace, comparison, file, keyset)
layout.next_step(_("Risk is one side: see what each file keeps for it."), _("Go to the R-U map"), layout.MAP)
