"""The risk-utility map itself: drawn, clicked, and as a table."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

import streamlit as st

from core.assessment import Comparison
from core.charts import MapPlaces, place_map_labels, risk_utility_map_figure
from core.views import RiskUtilityMap
from core.wording import _
from pages.components.cached import cached
from pages.components.escaping import md
from pages.components.risk.exports import confidential_download
from pages.components.risk_utility_map.map_settings import MapSettings
from pages.components.risk_utility_map.map_summary import map_table
from pages.components.selection import choose_scenario, on_click

CHART = "map_chart"
HEIGHT = 660
"""Pixels: the labels of a dozen scenarios need room, and the card beside the map is as high."""

NO_TOOLS = {"displayModeBar": False, "scrollZoom": False}


def is_dark() -> bool:
    """Whether the page is dark, as far as the server knows."""
    return st.context.theme.type == "dark"


def map_chart(comparison: Comparison, ru_map: RiskUtilityMap, settings: MapSettings, chosen: str) -> None:
    """Draw the map; a click on a scenario chooses it."""
    direction = (
        _("Right is more risky, high is more useful.") if settings.swapped else _("Right is more useful, low is safer.")
    )
    hollow = (
        _(
            " The risk of a hollow point does not hold, or cannot be compared with the original's: "
            "choose it to read why."
        )
        if any(p.validity for p in ru_map.points)
        else ""
    )
    st.caption(
        _("{direction} Bars show 95 % intervals. Click a point to open it.{hollow}").format(
            direction=direction, hollow=hollow
        )
    )
    shown = ru_map if settings.intervals else cached(_without_intervals, ru_map)
    figure = cached(
        risk_utility_map_figure,
        shown,
        chosen=chosen,
        risk_limit=settings.limit,
        log_risk=settings.logarithmic,
        swapped=settings.swapped,
        order=tuple(s.name for s in comparison.scenarios),
        height=HEIGHT,
        dark=is_dark(),
        place=_cached_places,
    )
    st.plotly_chart(
        figure,
        key=CHART,
        on_select=on_click(CHART, lambda point: choose_scenario(point[0])),
        selection_mode="points",
        config=NO_TOOLS,
        alt=_("Risk-utility map; the table below holds the same figures"),
    )


def _cached_places(
    points: object, geometry: Hashable, frames: Hashable, risk_limit: float | None, chosen: str | None
) -> MapPlaces:
    """Return where the labels go; looked for once, whichever scenario is chosen."""
    return cached(place_map_labels, points, geometry=geometry, frames=frames, risk_limit=risk_limit, chosen=chosen)


def map_table_card(ru_map: RiskUtilityMap) -> None:
    """Show the map as a table, and which scenarios cannot be drawn and why."""
    for name, reason in ru_map.missing:
        st.info(
            _("**{name}** cannot be drawn. {reason}").format(name=md(name), reason=md(reason, 400)),
            icon=":material/visibility_off:",
        )
    table = map_table(ru_map)
    number = st.column_config.NumberColumn
    st.dataframe(
        table,
        hide_index=True,
        height="content",
        placeholder="–",
        column_config={
            _("Scenario"): st.column_config.TextColumn(pinned=True),
            **{
                name: number(format="%.4f")
                for name in (_("Utility"), "from", "to", _("Risk"), _("risk from"), _("risk to"))
            },
            _("On it in draws"): number(
                format="percent", help=_("Share of 1,000 draws in which it is on the frontier")
            ),
        },
        alt=_("All points of the map with their intervals"),
    )
    confidential_download(table, "risk_utility_map")


def _without_intervals(ru_map: RiskUtilityMap) -> RiskUtilityMap:
    return replace(ru_map, points=tuple(replace(p, utility_interval=None, risk_interval=None) for p in ru_map.points))
