"""Beside the map: every scenario by every measure, as heatmap, parallel axes or biplot."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.assessment import Comparison
from core.charts import biplot_figure, parallel_axes_figure, scenario_heatmap_figure
from core.views import Overview, biplot, overview
from pages.components import layout
from pages.components.cached import cached
from pages.components.escaping import md, plain
from pages.components.paging import page_of
from pages.components.risk_utility_map.map_chart import NO_TOOLS, is_dark
from pages.components.selection import choose_scenario, on_click
from pages.components.table_beneath import table_beneath

CHART = "overview_chart"
WAYS = {"heatmap": "Heatmap", "parallel": "Parallel axes", "biplot": "Biplot"}
READABLE = 12
"""Scenarios whose figures fit into cells beside each other."""

AIDS = {
    "heatmap": (
        "Strong colour: at the bad end of the measure's scale. Faint: at the good end. Dash: no value. In brackets: "
        "does not hold."
    ),
    "parallel": "Each line is a scenario; up is better on every axis, from the worst to the best a measure can be.",
    "biplot": (
        "Scenarios near each other are alike. An arrow points to where its measure is better; "
        "names of risks are in italics."
    ),
}
FIRST = ("gdu", "aldu_univariate", "aldu_bivariate", "propensity", "ecdf_maximum", "k_violations_3", "global_risk")
"""Measures shown until others are chosen."""


def overview_card(comparison: Comparison, chosen: str) -> None:
    """Show the scenarios by other measures; a click on a scenario chooses it."""
    way = layout.one_of("Show", WAYS, "overview_way")
    st.caption(AIDS[way])
    every = cached(overview, comparison)
    columns = _chosen_columns(every)
    if not columns:
        st.info("Choose at least one measure.", icon=":material/info:")
        return
    shown = cached(_only, every, columns=columns)
    drawn = shown
    if way == "heatmap":
        rows = page_of(len(shown.scenarios), READABLE, "Scenarios shown", "overview_page")
        drawn = cached(_part, shown, first=rows.start, last=rows.stop)
    _draw(drawn, way, chosen)
    if every.left_out:
        st.caption(f"Without a fixed scale, so not here: {md(', '.join(every.left_out), 600)}.")
    table_beneath(_table(shown), "confidential_scenarios_by_measures", "Scenarios by measures")


def _only(every: Overview, *, columns: tuple[int, ...]) -> Overview:
    return every.only(columns)


def _part(shown: Overview, *, first: int, last: int) -> Overview:
    return shown.part(slice(first, last))


def _chosen_columns(every: Overview) -> tuple[int, ...]:
    places = list(range(len(every.columns)))
    default = [j for j in places if every.columns[j].measure.id in FIRST]
    with st.expander(f"Measures ({len(places)} have a fixed scale)"):
        return tuple(
            st.multiselect(
                "Measures shown",
                places,
                default=default or places[:8],
                format_func=lambda j: plain(every.columns[j].name),
                key="overview_measures",
                persist_state="session",
            )
        )


def _draw(shown: Overview, way: str, chosen: str) -> None:
    dark = is_dark()
    if way == "biplot":
        plane = cached(biplot, shown)
        if plane is None:
            st.info(
                "A biplot needs three scenarios and two measures that differ among them and have a value in each.",
                icon=":material/info:",
            )
            return
        figure = cached(biplot_figure, shown, plane, chosen=chosen, dark=dark)
    elif way == "parallel":
        figure = cached(parallel_axes_figure, shown, chosen=chosen, dark=dark)
    else:
        figure = cached(scenario_heatmap_figure, shown, chosen=chosen, dark=dark)
    with st.container(key="wide_chart_overview"):
        st.plotly_chart(
            figure,
            key=f"{CHART}_{way}",
            on_select=on_click(f"{CHART}_{way}", choose_scenario),
            selection_mode="points",
            config=NO_TOOLS,
            alt="Scenarios by measures; the table below holds the same figures",
        )


def _table(shown: Overview) -> pd.DataFrame:
    table = pd.DataFrame(shown.values, columns=[plain(c.name) for c in shown.columns])
    table.insert(0, "Scenario", [plain(name) for name in shown.scenarios])
    return table
