"""What users compute from the file, before and after masking: published figures, regressions, scales."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.assessment import Comparison
from core.views import has_analyses, indicator_rows, levels_of, names_of
from pages.components import layout
from pages.components.analyses.intervals import intervals
from pages.components.analyses.regressions import (
    all_coefficients,
    choose_regression,
    coefficient_and_risk,
    coefficient_by_scenario,
)
from pages.components.analyses.scales import alpha_table
from pages.components.analyses.sets import sets_part
from pages.components.analyses.summary import summary_table
from pages.components.analyses.uses_editor import uses_editor, uses_list
from pages.components.escaping import plain
from pages.components.selection import scenario, scenario_select
from pages.components.workspace import Workspace


def analyses_part(workspace: Workspace, comparison: Comparison) -> None:
    """Answer for all files and draw one figure in each of them; the rest is opened on request."""
    if not has_analyses(comparison):
        with layout.card(
            "uses", "Nothing that users compute was measured in this run", "Choose it here, then run again."
        ):
            uses_editor(workspace, expanded=True)
            if st.button("Go to Set up", key="analyses_run", type="primary"):
                st.switch_page(layout.SETUP)
        return
    if names_of(comparison, "indicator"):
        with layout.card("analyses_indicators", "What would become of one published figure?"):
            _indicator(comparison)
    if comparison.synthetic_sets():
        with layout.card("analyses_sets", "What do several synthetic files of one scenario say together?"):
            sets_part(comparison)
    layout.details(
        "All scenarios: which keep what users compute?", "analyses_summary", partial(summary_table, comparison)
    )
    if names_of(comparison, "regression"):
        layout.details(
            "What would become of a coefficient of a model, and what risk does that save?",
            "analyses_regression",
            partial(_regression, comparison),
        )
    if names_of(comparison, "ldu_alpha"):
        layout.details("Do the items of a scale still hold together?", "analyses_scales", partial(_scales, comparison))
    layout.details("Choose what users compute", "analyses_uses", partial(uses_list, workspace))


def _indicator(comparison: Comparison) -> None:
    left, right = st.columns(2)
    name = left.selectbox(
        "Published figure",
        names_of(comparison, "indicator"),
        format_func=plain,
        key="analyses_indicator",
        persist_state="session",
    )
    levels = levels_of(comparison, name)
    level = right.selectbox("Group", levels, format_func=plain, key=f"analyses_level_{name}") if levels else None
    target = (name,) if level is None else (name, level)
    intervals(indicator_rows(comparison, target), " · ".join(target), "analyses_indicator_intervals")


def _regression(comparison: Comparison) -> None:
    regression, coefficient = choose_regression(comparison)
    rows = coefficient_by_scenario(comparison, regression, coefficient)
    st.markdown("**What does it cost, and what risk does it save?** :small[Best: low, inside the band.]")
    coefficient_and_risk(comparison, rows, coefficient)
    st.markdown("**All coefficients of one scenario**")
    names = [s.name for s in comparison.scenarios]
    file = comparison.scenario(scenario(names))
    scenario_select(names, file.name, "analyses_scenario")
    all_coefficients(file, regression)


def _scales(comparison: Comparison) -> None:
    st.caption("Cronbach's alpha; 1 is best.")
    for place, scale in enumerate(names_of(comparison, "ldu_alpha")):
        alpha_table(comparison, scale, place)
