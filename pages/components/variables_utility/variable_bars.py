"""The bars of all variables in all scenarios, the selects that say the same, and the table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from core.assessment import Comparison
from core.charts import utility_bars_figure
from core.views import VariableRow, variable_matrix
from pages.components import layout
from pages.components.compare.map_chart import NO_TOOLS, is_dark
from pages.components.downloads import table_download
from pages.components.escaping import plain
from pages.components.paging import page_of
from pages.components.selection import choose_scenario, choose_variable, on_click, on_row

CHART = "variables_chart"
TABLE = "variables_table_rows"
ORDERS = {"worst": "Worst first", "file": "File"}
MANY_SCENARIOS = 4
READABLE_ROWS, READABLE_COLUMNS = 25, 8
"""Variables and scenarios whose bars and names can be read at once."""

TESTS = {"kolmogorov_smirnov": "Kolmogorov-Smirnov", "chi_squared": "chi-squared", "removed": "removed"}


def bars_order(scenarios: int) -> tuple[str, bool]:
    """Show the order of the variables and, with many scenarios, whether to show them all; return both."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        order = layout.one_of("Order of the variables", ORDERS, "variables_order")
        every = scenarios <= MANY_SCENARIOS or st.toggle(
            "All scenarios", key="variables_every_scenario", persist_state="session"
        )
    return order, every


def bars(
    comparison: Comparison, rows: Sequence[VariableRow], order: tuple[str, bool], scenario: str, chosen: str
) -> None:
    """Draw the bars; a click on one chooses its variable and scenario."""
    matrix = variable_matrix(comparison)
    wanted = [row.name for row in rows]
    names = wanted if order[0] == "worst" else [n for n in matrix.names if n in set(wanted)]
    every = matrix.scenarios if order[1] else (scenario,)
    with st.container(horizontal=True):
        names = names[page_of(len(names), READABLE_ROWS, "Variables shown", "variables_page")]
        shown = every[page_of(len(every), READABLE_COLUMNS, "Scenarios shown", "variables_scenarios_page")]
    places = [matrix.names.index(n) for n in names], [matrix.scenarios.index(s) for s in shown]
    st.plotly_chart(
        utility_bars_figure(
            names,
            shown,
            matrix.utility[np.ix_(*places)],
            chosen=scenario,
            variable=chosen,
            order=matrix.scenarios,
            dark=is_dark(),
        ),
        key=CHART,
        on_select=on_click(CHART, _open_bar),
        selection_mode="points",
        config=NO_TOOLS,
        alt="Utility of every variable in every scenario; the table below holds those of the chosen scenario",
    )


def _open_bar(bar: Sequence[str]) -> None:
    choose_scenario(bar[0])
    choose_variable(bar[1])


def variable_select(names: Sequence[str], offered: Sequence[str], chosen: str) -> None:
    """Show the variables as a select, in the file's order, for the keyboard."""
    st.session_state["variable_select"] = chosen
    st.selectbox(
        "Variable",
        [n for n in names if n in set(offered)],
        format_func=plain,
        key="variable_select",
        on_change=lambda: choose_variable(st.session_state["variable_select"]),
    )


def step_through(names: Sequence[str], chosen: str) -> None:
    """Show buttons to the next worse and the next better variable."""
    place = names.index(chosen)
    with st.container(horizontal=True, vertical_alignment="center"):
        for label, icon, target, key in (
            ("Previous", ":material/arrow_back:", place - 1, "P"),
            ("Next worst", ":material/arrow_forward:", place + 1, "N"),
        ):
            possible = 0 <= target < len(names)
            st.button(
                label,
                icon=icon,
                disabled=not possible,
                on_click=choose_variable,
                args=(names[target] if possible else "",),
                key=f"variable_step_{key}",
                shortcut=key,
            )
        st.caption(f"{place + 1} of {len(names)}, worst first")


def variables_table(rows: Sequence[VariableRow]) -> None:
    """Show all variables of the scenario; a chosen row chooses the variable."""
    table = table_of(rows)
    number = st.column_config.NumberColumn
    st.dataframe(
        table,
        key=TABLE,
        hide_index=True,
        on_select=on_row(TABLE, lambda place: choose_variable(rows[place].name)),
        selection_mode="single-row",
        placeholder="–",
        column_config={
            "Utility": st.column_config.ProgressColumn(min_value=0, max_value=1, format="percent", width=130),
            **{name: number(format="percent") for name in ("Recode", "Distribution")},
            "p": number(format="%.3f"),
            "Gap": number(format="percent", help="Largest gap of the cumulative distributions, or total variation"),
            "Test": st.column_config.TextColumn(width=150),
            "w": number(format="%.3f", help="Cohen's w of a chi-squared test"),
            **{name: number(format="percent") for name in ("Missing, original", "Missing, masked")},
            **{name: number(format="localized") for name in ("n original", "n masked")},
        },
        alt="All variables of the scenario with test, effect size and n",
    )
    table_download(table, "variables_utility")


def table_of(rows: Sequence[VariableRow]) -> pd.DataFrame:
    """Return variables as a table."""
    return pd.DataFrame({
        "Variable": [plain(r.name) for r in rows],
        "Utility": [r.utility for r in rows],
        "Recode": [r.recode for r in rows],
        "Distribution": [r.distribution for r in rows],
        "Test": [TESTS.get(r.test, "–") for r in rows],
        "p": [r.p for r in rows],
        "Gap": [r.effect for r in rows],
        "w": [r.w for r in rows],
        "n original": [r.n_original for r in rows],
        "n masked": [r.n_masked for r in rows],
        "Missing, original": [r.missing_original for r in rows],
        "Missing, masked": [r.missing_masked for r in rows],
        "Role": [r.record.role for r in rows],
        "What is known": [plain("; ".join((*r.flags, r.reason) if r.reason else r.flags), 300) for r in rows],
    })  # fmt: skip
