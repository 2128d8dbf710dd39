"""The settings of the risk-utility map, in a drawer: both axes and how it is drawn; the limit is that of the rules."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core.assessment import Comparison
from core.decision import Purpose
from core.statistics.reproducible import sort_value
from core.views import Axis, axes, default_risk_measure
from core.wording import _
from pages.components.escaping import plain
from pages.components.figures_in_words import axis_name, value

ZOOM = "map_zoom"


@dataclass(frozen=True)
class MapSettings:
    """What the map shows and how.

    Parameters
    ----------
    utility, risk : Axis
    limit : float or None
        Highest acceptable risk by the rules in force; None where they have none for this measure.
    swapped, intervals, logarithmic, zoom : bool
    """

    utility: Axis
    risk: Axis
    limit: float | None
    swapped: bool
    intervals: bool
    logarithmic: bool
    zoom: bool


def can_be_drawn(comparison: Comparison) -> str:
    """Return why no map can be drawn, or ""."""
    if not axes(comparison, risk=False):
        return _("No scenario has a utility that covers the whole file yet.")
    if not axes(comparison, risk=True):
        return _("No risk was measured: give the role key to what an intruder may know, on the Variables page.")
    return ""


def map_settings(comparison: Comparison, purpose: Purpose, title: str) -> MapSettings:
    """Show the card's title with the drawer and the zoom beside it; return the settings."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.subheader(title, anchor=False, width="stretch")
        place = st.container(width="content")
        with st.popover(_("Settings"), icon=":material/tune:", type="tertiary", key="map_drawer"):
            utility = _axis(_("Utility or loss"), axes(comparison, risk=False), "map_utility", 0)
            offered = axes(comparison, risk=True)
            risk = _axis(_("Risk"), offered, "map_risk", default_risk_axis(comparison, offered))
            limit = purpose.limit_of(risk.measure.id)
            st.caption(_limit_words(risk, limit))
            intervals = st.toggle(_("95 % intervals"), True, key="map_intervals", persist_state="session")
            swapped = st.toggle(_("Swap the axes"), False, key="map_swapped", persist_state="session")
            logarithmic = st.toggle(_("Logarithmic risk"), False, key="map_log", persist_state="session")
    zoom = bool(st.session_state.get(ZOOM)) and limit is not None
    with place:
        _zoom_button(zoom, limit)
    return MapSettings(utility, risk, limit, swapped, intervals, logarithmic, zoom)


def default_risk_axis(comparison: Comparison, offered: tuple[Axis, ...]) -> int:
    """Return the place of the first risk axis: the risk of the file, of the key set where the original's is highest."""
    wanted = default_risk_measure(comparison)
    places = [i for i, axis in enumerate(offered) if axis.measure.id == wanted]
    return max(places, key=lambda i: (_of_original(comparison, offered[i]), -i), default=0)


def _of_original(comparison: Comparison, axis: Axis) -> float:
    result = axis.value(comparison.original)
    return sort_value(result.value) if result else 0.0


def _limit_words(risk: Axis, limit: float | None) -> str:
    if limit is None:
        return _("The rules in force set no limit for this measure, so none is drawn.")
    return _("The rules in force accept up to {limit}; they are changed above the map.").format(
        limit=value(risk.measure, limit)
    )


def _zoom_button(zoom: bool, limit: float | None) -> None:
    def turn() -> None:
        st.session_state[ZOOM] = not zoom

    st.button(
        _("All files") if zoom else _("Acceptable zone"),
        icon=":material/zoom_out_map:" if zoom else ":material/zoom_in:",
        key="map_zoom_button",
        on_click=turn,
        disabled=limit is None,
        type="tertiary",
        help=_("Shows the files within the acceptable risk and just above it, or all of them again."),
    )


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
