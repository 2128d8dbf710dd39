"""The risk-utility map itself: drawn, clicked, and as a table."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

import streamlit as st

from core.assessment import Comparison
from core.charts import MapPlaces, place_map_labels, risk_utility_map_figure
from core.decision import Decision
from core.statistics.reproducible import above
from core.views import RiskUtilityMap, axis_resolution, units_dealt, with_folded_sets
from core.wording import counted, first_of
from pages.components.cached import cached
from pages.components.escaping import md
from pages.components.figures_in_words import value
from pages.components.methods_link import method_links
from pages.components.risk.exports import confidential_download
from pages.components.risk_utility_map.map_settings import MapSettings
from pages.components.risk_utility_map.map_summary import REPETITIONS, map_table
from pages.components.risk_utility_map.reference_form import reference_form
from pages.components.selection import choose_scenario, on_click

CHART = "map_chart"
HEIGHT = 500
"""Pixels: with title, verdict and axes the map fits a window of 1440 x 900."""

MOST_NAMED = 14
"""With more files than these each point bears a number, and the names stand beneath the map."""

NO_TOOLS = {"displayModeBar": False, "scrollZoom": False}


def is_dark() -> bool:
    """Whether the page is dark, as far as the server knows."""
    return st.context.theme.type == "dark"


def map_chart(
    comparison: Comparison, ru_map: RiskUtilityMap, settings: MapSettings, decision: Decision, chosen: str
) -> None:
    """Draw the map; a click on a scenario chooses it."""
    shown = ru_map if settings.intervals else cached(_without_intervals, ru_map)
    shown = cached(with_folded_sets, shown) if settings.folded else shown
    names = tuple(s.name for s in comparison.scenarios)
    figure = cached(
        risk_utility_map_figure,
        shown,
        decision,
        chosen=chosen,
        risk_limit=settings.limit,
        log_risk=settings.logarithmic,
        swapped=settings.swapped,
        zoom=settings.zoom,
        order=names,
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
        alt="Risk-utility map; the table below holds the same figures",
    )
    st.caption(" ".join([*_how_to_read(comparison, ru_map, settings), *_without_a_name(figure.layout.meta["unnamed"])]))
    if len(ru_map.scenario_points()) > MOST_NAMED:
        st.caption(" · ".join(f"**{i}** {md(name, 40)}" for i, name in enumerate(names, 1)))
    reference_form(comparison, ru_map, settings)
    method_links([settings.utility.measure, settings.risk.measure], "map")


def _without_a_name(files: Sequence[str]) -> list[str]:
    """Name the files whose names found no room on the map; escaped."""
    if not files:
        return []
    return [f"Without a name for want of room: {first_of([md(name, 40) for name in files], 20)}."]


def _how_to_read(comparison: Comparison, ru_map: RiskUtilityMap, settings: MapSettings) -> list[str]:
    """Return what the directions and the bars mean, and which files the zoom leaves out."""
    said = ["Right is more risky, high is more useful." if settings.swapped else "Right is more useful, low is safer."]
    if settings.intervals:
        said += ["Bars show 95% intervals.", *filter(None, [md(units_dealt(comparison), 400)])]
    if settings.zoom and settings.limit is not None:
        risks = [p.risk for p in ru_map.scenario_points()]
        within = [r for r in risks if not above(r, settings.limit)]
        nearest = value(settings.risk.measure, min(risks, default=0.0))
        said.append(
            (
                f"{counted(len(within), 'file', 'files')} of {len(risks)} within the acceptable risk; the others "
                "are left out."
            )
            if within
            else f"No file lies within the acceptable risk; the lowest is {nearest}."
        )
    measure = ru_map.utility.measure.id
    drawn = ru_map.resolution
    if drawn and any((own := axis_resolution(s, measure)) and own != drawn for s in comparison.scenarios):
        said.append("A file of another size or less detail is judged by bands of its own, not by those drawn.")
    return [*said, "Click a point to open it; point at it to read its verdict."]


def _cached_places(
    points: object, geometry: Hashable, frames: Hashable, risk_limit: float | None, chosen: str | None
) -> MapPlaces:
    """Return where the labels go; looked for once, whichever scenario is chosen."""
    return cached(place_map_labels, points, geometry=geometry, frames=frames, risk_limit=risk_limit, chosen=chosen)


def not_drawn(ru_map: RiskUtilityMap) -> None:
    """Say which scenarios cannot be drawn, and why."""
    for name, reason in ru_map.missing:
        st.info(
            f"**{md(name)}** cannot be drawn. {md(reason, 400)}",
            icon=":material/visibility_off:",
        )


def map_table_part(ru_map: RiskUtilityMap) -> None:
    """Show the map as a table, and which scenarios cannot be drawn and why."""
    not_drawn(ru_map)
    table = map_table(ru_map)
    st.dataframe(
        table,
        hide_index=True,
        height="content",
        placeholder="–",
        column_config={
            table.columns[0]: st.column_config.TextColumn(pinned=True),
            **{name: st.column_config.NumberColumn(format="%.4g") for name in table.select_dtypes("number").columns},
            REPETITIONS: st.column_config.NumberColumn(
                format="%.0f",
                help="Risk and utility of all files were drawn 1,000 times within their sampling error.",
            ),
        },
        alt="All points of the map, with intervals where a figure has one",
    )
    confidential_download(table, "risk_utility_map")


def _without_intervals(ru_map: RiskUtilityMap) -> RiskUtilityMap:
    return replace(ru_map, points=tuple(replace(p, utility_interval=None, risk_interval=None) for p in ru_map.points))
