"""The settings of the risk-utility map: both axes, the acceptable risk, how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core.assessment import Comparison
from core.decision import Purpose
from core.views import Axis, axes, default_risk_measure
from core.wording import _
from pages.components.escaping import plain
from pages.components.figures_in_words import axis_name, value
from pages.components.methods_link import method_links


@dataclass(frozen=True)
class MapSettings:
    """What the map shows and how."""

    utility: Axis
    risk: Axis
    limit: float | None
    swapped: bool
    intervals: bool
    logarithmic: bool


def can_be_drawn(comparison: Comparison) -> str:
    """Return why no map can be drawn, or ""."""
    if not axes(comparison, risk=False):
        return _("No scenario has a utility that covers the whole file yet.")
    if not axes(comparison, risk=True):
        return _("No risk was measured: give the role key to what an intruder may know, on the Variables page.")
    return ""


def map_settings(comparison: Comparison, purpose: Purpose) -> MapSettings:
    """Show the settings; return them."""
    places = st.columns([3.8, 6.2, 3.2], gap="small", vertical_alignment="bottom")
    with places[0]:
        utility = _axis(_("Utility"), axes(comparison, risk=False), "map_utility", 0)
    with places[1]:
        offered = axes(comparison, risk=True)
        risk = _axis(_("Risk"), offered, "map_risk", _first(offered, default_risk_measure(comparison)))
    with places[2]:
        limit = _limit(risk, purpose)
    with st.container(horizontal=True, gap="medium"):
        intervals = st.toggle(_("95 % intervals"), True, key="map_intervals", persist_state="session")
        swapped = st.toggle(_("Swap the axes"), False, key="map_swapped", persist_state="session")
        logarithmic = st.toggle(_("Logarithmic risk"), False, key="map_log", persist_state="session")
        method_links([utility.measure, risk.measure], "map")
    return MapSettings(utility, risk, limit, swapped, intervals, logarithmic)


def _first(offered: tuple[Axis, ...], measure: str) -> int:
    """Return the place of the first axis of a measure, 0 where it is not offered."""
    return next((i for i, axis in enumerate(offered) if axis.measure.id == measure), 0)


def _axis(label: str, offered: tuple[Axis, ...], key: str, default: int) -> Axis:
    chosen = st.selectbox(
        label,
        range(len(offered)),
        default,
        format_func=lambda i: plain(axis_name(offered[i])),
        key=key,
        persist_state="session",
    )
    return offered[chosen]


def _limit(risk: Axis, purpose: Purpose) -> float | None:
    """Show the limit of the rules in force for this measure; None where they have none for it."""
    limit = purpose.limit_of(risk.measure.id)
    words = _("no limit for this measure") if limit is None else value(risk.measure, limit)
    st.markdown(_("Acceptable: **{limit}**").format(limit=words))
    return limit
