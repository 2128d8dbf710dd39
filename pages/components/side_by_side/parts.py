"""What the pinned scenarios lost: worst variables and pairs, one variable on the same scales, pairs that differ."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st
from plotly.graph_objects import Figure

from core.assessment import Assessment, Comparison
from core.charts import distribution_multiples_figure
from core.measures import Result
from core.views import VariableView, variable_view, worst_pairs, worst_variables
from core.wording import first_of, percent
from pages.components import layout
from pages.components.cached import cached
from pages.components.escaping import md, plain
from pages.components.pairs.pair_heatmap import difference_heatmap
from pages.components.risk_utility_map.map_chart import NO_TOOLS, is_dark
from pages.components.scenario_panel import done_to, pairs_table
from pages.components.selection import choose_scenario, choose_variable, variable
from pages.components.side_by_side.table import lettered
from pages.components.table_beneath import table_beneath
from pages.components.variables_utility.variable_panel import pair_or_none
from pages.components.workspace import Workspace

WORST = 5


def worst_of_each(workspace: Workspace, comparison: Comparison, names: Sequence[str]) -> None:
    """Show what was done to each file, and what lost most in it."""
    for column, (name, letter) in zip(st.columns(len(names)), lettered(names).items(), strict=True):
        with column, layout.card(f"side_{letter}", f"{letter} · {md(name)}"):
            worst_of(workspace, comparison.scenario(name), letter)


def worst_of(workspace: Workspace, file: Assessment, letter: str) -> None:
    """Show what was done to a scenario, its worst variables and its worst pairs."""
    st.caption(md(done_to(workspace, file), 400))
    rows = [row for row in worst_variables(file) if row.utility is not None][:WORST]
    if rows:
        st.markdown("**Variables that lost most**")
        table = pd.DataFrame({
            "variable": [plain(row.name, 40) for row in rows],
            "loss": [1 - (row.utility or 0.0) for row in rows],
        })  # fmt: skip
        bar = st.column_config.ProgressColumn("Loss", min_value=0, max_value=1, format="percent", color="primary")
        columns = {"variable": st.column_config.TextColumn("Variable"), "loss": bar}
        st.dataframe(
            table,
            hide_index=True,
            column_config=columns,
            key=f"side_variables_{letter}",
            alt="Variables that lost most",
        )
    pairs = worst_pairs(file, WORST)
    if pairs:
        st.markdown("**Pairs that lost most**")
        pairs_table(pairs, key=f"side_pairs_{letter}")
    if st.button("Open its pairs", icon=":material/grid_on:", key=f"side_open_{letter}"):
        choose_scenario(file.name)
        st.switch_page(layout.PAIRS)


def shared_scales(workspace: Workspace, comparison: Comparison, names: Sequence[str]) -> None:
    """Show one variable in every pinned scenario on the same axes."""
    rows = worst_variables(comparison.scenario(names[0]))
    listed = [row.name for row in sorted(rows, key=lambda row: row.utility is None or row.test == "removed")]
    if not listed:
        st.info("No variable is compared.", icon=":material/info:")
        return
    chosen = variable(listed)
    st.session_state["side_variable"] = chosen
    st.selectbox(
        "Variable, those that lost most in A first",
        listed,
        format_func=plain,
        key="side_variable",
        on_change=lambda: choose_variable(st.session_state["side_variable"]),
    )
    views = []
    for name in names:
        pair = pair_or_none(workspace, comparison.scenario(name))
        if pair is not None:
            views.append((name, cached(variable_view, pair, name=chosen)))
    if not views:
        st.info(
            "The files behind these results are not open; bring them in again on the Files page.",
            icon=":material/folder_off:",
        )
        return
    st.plotly_chart(
        cached(_distributions, *(view for _name, view in views), names=tuple(n for n, _view in views), dark=is_dark()),
        key="side_distributions",
        config=NO_TOOLS,
        alt=f"Distribution of {chosen} in the original and in every pinned scenario; the table holds the same shares",
    )
    if lost := _less_detail(comparison, names, chosen):
        st.caption(lost)
    table_beneath(_shares(views), "side_by_side_distribution", "Shares by category or bin")


def _less_detail(comparison: Comparison, names: Sequence[str], variable_name: str) -> str:
    """Say which files publish less detail of a variable than the original has, and how much is lost; escaped."""
    lost = {n: comparison.scenario(n).outcome("detail_lost", (variable_name,)) for n in names}
    fewer = [(n, o.value) for n, o in lost.items() if isinstance(o, Result) and o.value > 0]
    if not fewer:
        return ""
    said = first_of([f"**{md(n)}** ({percent(value)} of its detail is lost)" for n, value in fewer])
    return f"The original is drawn with fewer values than it has, as the file publishes them: {said}."


def _distributions(*views: VariableView, names: tuple[str, ...], dark: bool) -> Figure:
    together = list(zip(names, views, strict=True))
    return distribution_multiples_figure(together, columns=len(views), width=1100, dark=dark)


def _shares(views: Sequence[tuple[str, VariableView]]) -> pd.DataFrame:
    lines = []
    for name, view in views:
        of_original = view.original / max(1, view.original.sum())
        masked = view.masked
        of_masked = [None] * len(of_original) if masked is None else masked / max(1, masked.sum())
        for label, before, after in zip(view.labels, of_original, of_masked, strict=True):
            lines.append({"scenario": plain(name), "is": plain(label), "original": before, "masked": after})
    return pd.DataFrame(lines)


def differences(comparison: Comparison, names: Sequence[str]) -> None:
    """Draw the difference of two scenarios over all pairs of variables; of three, choose which two."""
    first, second = names[0], names[1]
    if len(names) > 2:
        couples = [(names[0], names[1]), (names[0], names[2]), (names[1], names[2])]
        first, second = st.selectbox(
            "Which two",
            couples,
            format_func=lambda c: f"{plain(c[0])} and {plain(c[1])}",
            key="side_couple",
        )
    st.caption(f"Blue: **{md(first)}** keeps more. Orange: **{md(second)}**. Hatched: no value in one of them.")
    difference_heatmap(comparison.scenario(first), comparison.scenario(second), "side_difference")
