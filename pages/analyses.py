"""Analyses: what users compute from the file, before and after masking."""

import streamlit as st

from core.views import has_analyses, indicator_rows, levels_of, names_of
from core.wording import _
from pages.components import layout
from pages.components.analyses.intervals import intervals
from pages.components.analyses.regressions import (
    all_coefficients,
    choose_regression,
    coefficient_and_risk,
    coefficient_by_scenario,
)
from pages.components.analyses.scales import alpha_table
from pages.components.analyses.summary import summary_table
from pages.components.analyses.uses_editor import uses_editor
from pages.components.analyses.words import CAUTION
from pages.components.escaping import plain
from pages.components.selection import scenario, scenario_select
from pages.components.workspace import current

workspace = current()
layout.heading(_("Analyses"), _("Would a published figure, or the coefficient of a model, change?"))
comparison = layout.measured(workspace)
if not has_analyses(comparison):
    with layout.card(
        "uses", _("Nothing that users compute was measured in this run"), _("Choose it here, then run again.")
    ):
        uses_editor(workspace, expanded=True)
    layout.next_step(_("Chosen what matters to the file's users?"), _("Go to Run"), layout.RUN)
    st.stop()

names = [s.name for s in comparison.scenarios]
with layout.card(
    "analyses_summary",
    _("Which scenarios keep what users compute?"),
    _("Inside: the masked figure lies in the original's 95 % interval. Overlap of the intervals: 1 is the same."),
):
    summary_table(comparison)
    st.caption(CAUTION)

indicators = names_of(comparison, "indicator")
if indicators:
    with layout.card("analyses_indicators", _("What would become of a published figure?")):
        left, right = st.columns(2)
        name = left.selectbox(
            _("Indicator"), indicators, format_func=plain, key="analyses_indicator", persist_state="session"
        )
        levels = levels_of(comparison, name)
        level = right.selectbox(_("Group"), levels, format_func=plain, key=f"analyses_level_{name}") if levels else None
        target = (name,) if level is None else (name, level)
        intervals(indicator_rows(comparison, target), " · ".join(target), "analyses_indicator_intervals")

if names_of(comparison, "regression"):
    with layout.card("analyses_regression", _("What would become of a coefficient?")):
        regression, coefficient = choose_regression(comparison)
        rows = coefficient_by_scenario(comparison, regression, coefficient)
    with layout.card(
        "analyses_risk", _("What does it cost, and what risk does it save?"), _("Best: low, inside the band.")
    ):
        coefficient_and_risk(comparison, rows, coefficient)
    with layout.card("analyses_coefficients", _("All coefficients of one scenario")):
        file = comparison.scenario(scenario(names))
        scenario_select(names, file.name, "analyses_scenario")
        all_coefficients(file, regression)

scales = names_of(comparison, "ldu_alpha")
if scales:
    with layout.card(
        "analyses_scales", _("Do the items of a scale still hold together?"), _("Cronbach's alpha; 1 is best.")
    ):
        for place, scale in enumerate(scales):
            alpha_table(comparison, scale, place)

with layout.card("analyses_uses"):
    uses_editor(workspace)
layout.next_step(
    _("Shares inside and overlaps can be the utility axis of the map."), _("Go to the R-U map"), layout.MAP
)
