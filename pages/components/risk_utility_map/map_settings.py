"""The settings of the risk-utility map: both axes, the acceptable risk, how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core.assessment import Comparison
from core.decision import threshold_of
from core.views import Axis, axes, default_risk_measure
from core.wording import _
from pages.components.escaping import plain
from pages.components.figures_in_words import axis_name
from pages.components.methods_link import method_links
from pages.components.risk.limit_input import limit_input


@dataclass(frozen=True)
class MapSettings:
    """What the map shows and how."""

    utility: Axis
    risk: Axis
    limit: float
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


def map_settings(comparison: Comparison) -> MapSettings:
    """Show the settings; return them."""
    places = st.columns([3.8, 6.2, 3.2], gap="small", vertical_alignment="bottom")
    with places[0]:
        utility = _axis(_("Utility"), axes(comparison, risk=False), "map_utility", 0)
    with places[1]:
        offered = axes(comparison, risk=True)
        risk = _axis(_("Risk"), offered, "map_risk", _first(offered, default_risk_measure(comparison)))
    with places[2]:
        limit = _limit(comparison, risk)
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


def _limit(comparison: Comparison, risk: Axis) -> float:
    if risk.measure.is_share:
        return limit_input(threshold_of(risk.measure.id), _("Acceptable risk, %"))
    high = max((r.value for s in comparison.scenarios if (r := risk.value(s))), default=1.0)
    return float(st.number_input(_("Acceptable risk"), 0.0, None, high / 2, key=f"map_limit_{risk.measure.id}"))
