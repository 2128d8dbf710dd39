"""What a pair's test saw: residuals of the cells, or where the groups stand; and both files as tables."""

from __future__ import annotations

from typing import Literal

import streamlit as st
from plotly.graph_objects import Figure

from core.charts import Which, binned_scatter_figure, cross_table_figure, group_levels_figure, residual_table_figure
from core.data import Level, Pair
from core.views import PairView, cell_residuals, group_levels, pair_view
from pages.components import layout
from pages.components.compare.map_chart import NO_TOOLS, is_dark

Kind = Literal["scatter", "table", "residuals", "groups"]
Show = tuple[Kind, Which | None]
"""What is shown, and of which file: None where both are in one picture."""


KINDS: dict[Kind, str] = {
    "scatter": "Both files",
    "table": "Shares",
    "residuals": "Residuals",
    "groups": "Groups",
}
FILES: dict[Which, str] = {"masked": "Masked", "original": "Original", "difference": "Difference"}
BLUE = "Blue: more records than without association; orange: fewer; beyond ±2 is more than chance."
READING = {
    ("scatter", None): "Share of the records in each cell, on one colour scale.",
    ("groups", None): "Where each group stands on the other variable, as the test sees it, after the same recode.",
    ("table", "masked"): "Row percentages of the masked file. Dots mark cells that moved by more than 2 points.",
    ("table", "original"): "Row percentages of the original after the same recode. Dots mark cells that moved.",
    ("table", "difference"): "Masked minus original, in percentage points of the row.",
    ("residuals", "masked"): f"(Observed − expected) / √expected, scaled to the original's number of records. {BLUE}",
    ("residuals", "original"): f"(Observed − expected) / √expected, after the same recode. {BLUE}",
    ("residuals", "difference"): "Residuals of the masked file minus those of the original: what moved.",
}


def both_files(pair: Pair, a: str, b: str, test: str) -> None:
    """Show the pair in both files, in the way that the reader chooses of those that its test allows."""
    show = _choice(kinds_to_show(pair, a, b, test))
    view = pair_view(pair, a, b, cut="equal" if show[0] == "scatter" else "quantile")
    st.caption(READING[show])
    st.plotly_chart(
        _figure(pair, view, show, test),
        key="pair_tables",
        config=NO_TOOLS,
        alt="The pair in both files: {kinds} {files}".format(
            kinds=KINDS[show[0]], files=FILES[show[1]] if show[1] else ""
        ),
    )
    _missing_note(view)


def kinds_to_show(pair: Pair, a: str, b: str, test: str) -> list[Kind]:
    """Return what can be shown of a pair, the picture that says most first."""
    levels = {v.name: v.recoded.level for v in pair.variables}
    masked = all(v.masked is not None and not v.problem for v in pair.variables if v.name in (a, b))
    kinds: list[Kind] = ["table"]
    if levels[a] is levels[b] is Level.CONTINUOUS:
        kinds.insert(0, "scatter")
    if test == "chi_squared":
        kinds.append("residuals")
    nominal = sum(levels[name] is Level.NOMINAL for name in (a, b))
    if test in {"kruskal_wallis", "anova"} and nominal == 1 and masked:
        kinds.append("groups")
    return kinds


def _choice(kinds: list[Kind]) -> Show:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        kind = kinds[0]
        if len(kinds) > 1:
            kind = layout.one_of("Show", {k: KINDS[k] for k in kinds}, f"pair_kind_{'_'.join(kinds)}")
        if kind not in {"table", "residuals"}:
            return kind, None
        which = layout.one_of("Of", FILES, "pair_file")
    return kind, which


def _figure(pair: Pair, view: PairView, show: Show, test: str) -> Figure:
    kind, file = show
    if kind == "scatter":
        return binned_scatter_figure(view, dark=is_dark())
    if kind == "groups" or file is None:
        levels = group_levels(pair, view.a, view.b, "mean" if test == "anova" else "rank")
        return group_levels_figure(levels, dark=is_dark())
    if kind == "residuals":
        return residual_table_figure(cell_residuals(view), file, dark=is_dark())
    return cross_table_figure(view, file, dark=is_dark())


def _missing_note(view: PairView) -> None:
    left_out = f"{view.missing_original:,} and {view.missing_masked:,}"
    st.caption(
        f"Shown are {view.n_original:,} records of the original and {view.n_masked:,} of the masked file; "
        f"left out because a value is missing: {left_out}."
    )
