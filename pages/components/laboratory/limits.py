"""The risk measure of sweeps and searches, and its limit: the one of the rules in force."""

from __future__ import annotations

import streamlit as st

from core.assessment import measure_by_id
from core.laboratory import QUICK_RISK
from core.measures import Better, Scope
from core.risk import MEASURES
from core.wording import trimmed_percent
from pages.components.workspace import current

RISKS = tuple(m.id for m in MEASURES if m.scope is Scope.FILE and m.better is Better.LOWER and m.is_share)
NO_LIMIT = "The rules in force have no limit for this measure of risk."
LIMIT_HELP = "The limit of the rules in force, by which every page judges."


def risk_and_limit() -> tuple[str, float | None]:
    """Ask for the risk measure that sweep and search look at, show its limit; return both."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        risk = str(
            st.selectbox(
                "Risk",
                RISKS,
                RISKS.index(QUICK_RISK),
                format_func=lambda name: measure_by_id(name).name,
                key="lab_risk",
                width=420,
                persist_state="session",
            )
        )
        limit = limit_in_force(risk)
        words = NO_LIMIT if limit is None else f"Acceptable: at most **{trimmed_percent(limit)}**"
        st.markdown(words, help=LIMIT_HELP)
    return risk, limit


def limit_in_force(measure: str) -> float | None:
    """Return the limit that the rules in force set for a measure, a share; None where they set none."""
    return current().purpose.limit_of(measure)
