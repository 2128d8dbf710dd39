"""Areas of a table: which changed most, and whether the metrics agree on it."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.assessment import Assessment
from core.charts import area_ranking_figure, measure_matrix_figure
from core.views import TABLE_METRICS, RankedArea, area_ranking, metric_correlations, metrics_over_areas
from core.wording import counted
from pages.components.compare.map_chart import NO_TOOLS, is_dark
from pages.components.escaping import plain
from pages.components.table_beneath import table_beneath
from pages.components.tables.words import SHORT

MOST_DRAWN = 25


def no_areas(geography: bool) -> None:
    """Say why there is nothing to rank, and how to get it."""
    if geography:
        st.info("This table has one area only: there is nothing to rank.", icon=":material/info:")
        return
    st.info(
        "This table has no areas: it was taken over the whole file. To see which areas changed most, add the table "
        "again below with a variable under **Areas** (a region, a county …), then run again.",
        icon=":material/map:",
    )


def ranking(file: Assessment, table: str) -> None:
    """Draw the areas by one metric, those that changed most first, with the table of all."""
    metric = st.selectbox(
        "Ranked by",
        list(SHORT),
        format_func=TABLE_METRICS.__getitem__,
        key="tables_rank_by",
        persist_state="session",
    )
    areas = area_ranking(file, metric, table)
    drawn = [a for a in areas if a.value is not None][:MOST_DRAWN]
    if drawn:
        st.plotly_chart(
            area_ranking_figure(drawn, title=TABLE_METRICS[metric], dark=is_dark()),
            key="tables_ranking",
            config=NO_TOOLS,
            alt="Areas by how much the table changed in them; the table below holds the same figures",
        )
    _say(areas, len(drawn))
    table_beneath(ranking_table(areas), "area_ranking", "Areas by how much the table changed in them")
    _over_areas(file, table)


def _over_areas(file: Assessment, table: str) -> None:
    """Show the metrics over all areas: how an area fares on average, and how far areas lie apart."""
    rows = metrics_over_areas(file, table)
    if not rows:
        return
    lines = pd.DataFrame({
        "metric": [TABLE_METRICS[r.metric] for r in rows],
        "areas": [r.areas for r in rows],
        "mean": [r.mean for r in rows],
        "standard deviation": [r.sd for r in rows],
        "5% of areas below": [r.p05 for r in rows],
        "5% of areas above": [r.p95 for r in rows],
    })  # fmt: skip
    title = "All metrics over the areas: mean, spread and the middle 90%"
    table_beneath(lines, "metrics_over_areas", title, title)


def _say(areas: tuple[RankedArea, ...], drawn: int) -> None:
    small = sum(a.small for a in areas)
    without = sum(a.value is None for a in areas)
    parts = []
    if drawn < len(areas) - without:
        parts.append(f"Drawn are the {drawn} that changed most of {len(areas) - without}")
    if small:
        parts.append(
            f"Hollow: {counted(small, 'area', 'areas')} with few records, internal; a small number moves far by chance"
        )
    if without:
        parts.append(
            f"{counted(without, 'area', 'areas')} without a value: no records in one of the files, or an infinite value"
        )
    if parts:
        st.caption(f"{'. '.join(parts)}.")


def ranking_table(areas: tuple[RankedArea, ...]) -> pd.DataFrame:
    """Return the ranking as a table."""
    return pd.DataFrame({
        "rank": [a.rank for a in areas],
        "area": [plain(a.area) for a in areas],
        "value": [a.value for a in areas],
        "n original": [a.n_original for a in areas],
        "n masked": [a.n_masked for a in areas],
        "mark": ["few records: internal" if a.small else "" for a in areas],
    })  # fmt: skip


def correlations(file: Assessment, table: str) -> None:
    """Draw Spearman's correlations of the metrics over the areas."""
    coefficients = metric_correlations(file, table)
    if not coefficients:
        st.info("Correlations of the metrics need three areas or more.", icon=":material/info:")
        return
    names = list(SHORT)
    cells = {(names.index(c.first), names.index(c.second)): c.rho for c in coefficients}
    st.plotly_chart(
        measure_matrix_figure(list(SHORT.values()), cells, dark=is_dark()),
        key="tables_correlations",
        config=NO_TOOLS,
        alt="Spearman's correlations of the six metrics over the areas; the table below holds the same",
    )
    st.caption(f"{', '.join(f'{short}: {TABLE_METRICS[name].lower()}' for name, short in SHORT.items())}.")
    if any(c.rho is None for c in coefficients):
        st.caption("–: not defined, because one of the two is the same in every area.")
    lines = pd.DataFrame(
        [{"first": TABLE_METRICS[c.first], "second": TABLE_METRICS[c.second], "Spearman": c.rho} for c in coefficients]
    )
    table_beneath(lines, "metric_correlations", "Correlations of the metrics")
