"""The version that is looked at: what was done to it, what speaks against it, why it keeps so much and no more."""

from __future__ import annotations

import streamlit as st

from core.assessment import Comparison
from core.decision import Decision
from core.views import RiskUtilityMap
from pages.components.compare.gdu_panel import gdu_card
from pages.components.scenario_panel import scenario_panel
from pages.components.selection import scenario, scenario_select
from pages.components.workspace import Workspace


def about_version(
    workspace: Workspace, comparison: Comparison, decision: Decision, ru_map: RiskUtilityMap | None, weight: str
) -> None:
    """Show one version with a select for it."""
    names = [s.name for s in comparison.scenarios]
    chosen = scenario(names)
    scenario_select(names, chosen, "map_scenario")
    assessment = comparison.scenario(chosen)
    scenario_panel(workspace, ru_map, assessment, decision.of(chosen), weight)
    if assessment.outcome("gdu") is not None:
        st.markdown("#### Why does it keep so much, and no more?", anchors=False)
        gdu_card(workspace, comparison, assessment)
