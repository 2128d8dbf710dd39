"""What every variable lost in every version: the matrix that opens a variable, and the same as a table."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st
from plotly.graph_objects import Figure

from core.assessment import Assessment, Comparison
from core.charts import loss_matrix_figure
from core.views import LOSSES, LossMatrix, VariableRow, loss_matrix, worst_variables
from pages.components import layout
from pages.components.cached import cached
from pages.components.charts import beneath, chart, is_dark
from pages.components.downloads import numbers, show_table
from pages.components.escaping import plain
from pages.components.selection import choose_scenario, choose_variable, on_row

CHART, TABLE = "loss_matrix", "loss_table"
READABLE = 25
"""Variables that are drawn at once."""

TESTS = {"kolmogorov_smirnov": "Kolmogorov-Smirnov", "chi_squared": "chi-squared", "removed": "removed"}


def matrix_card(comparison: Comparison, looked_at: str, variable: str) -> None:
    """Draw the matrix; a click on a cell opens its variable and version."""
    roles = role_filter(comparison.scenarios[0])
    matrix = cached(loss_matrix, comparison, roles=roles)
    part = page_of(len(matrix.names), READABLE, "Variables shown, worst first", "lost_page")
    figure = cached(_drawn, matrix, part=(part.start, part.stop), chosen=(looked_at, variable), dark=is_dark())
    chart(figure, CHART, "What every variable lost in every version", click=_open)
    how = "Number: the largest of the four. Click a cell to open the variable."
    beneath(CHART, how, lambda: matrix_table(matrix), "what_is_lost")
    rows = worst_variables(comparison.scenario(looked_at), roles)
    layout.details("All variables of one version as a table", "lost_table", lambda: _table(rows))


def _drawn(matrix: LossMatrix, *, part: tuple[int, int], chosen: tuple[str, str], dark: bool) -> Figure:
    shown = slice(*part)
    drawn = LossMatrix(matrix.names[shown], matrix.versions, matrix.rows[shown])
    return loss_matrix_figure(drawn, chosen=chosen, dark=dark)


def role_filter(assessment: Assessment) -> tuple[str, ...] | None:
    """Show the roles that there are as pills; return those wanted, None where all are, or there is one alone."""
    roles = list(dict.fromkeys(v.role for v in assessment.variables))
    if len(roles) < 2:
        return None
    wanted = st.pills(
        "Roles", roles, selection_mode="multi", key="lost_roles", label_visibility="collapsed", persist_state="session"
    )
    return tuple(wanted) or None


def _open(cell: Sequence[str]) -> None:
    choose_scenario(cell[0])
    choose_variable(cell[1])


def matrix_table(matrix: LossMatrix) -> pd.DataFrame:
    """Return all cells, one a line."""
    return pd.DataFrame([
        {
            "variable": plain(row.name),
            "version": plain(version),
            **dict(zip(LOSSES, row.losses, strict=True)),
            "removed": row.removed,
            "not known because": plain(row.reason or row.why_not_changed, 300),
        }
        for rows in matrix.rows
        for version, row in zip(matrix.versions, rows, strict=True)
    ])  # fmt: skip


def _table(rows: Sequence[VariableRow]) -> None:
    table = table_of(rows)
    shares = dict.fromkeys([*map(str.capitalize, LOSSES), "Utility"], "percent")
    show_table(table, "variables_of_version", "All variables of the version, the worst first", key=TABLE,
               on_select=on_row(TABLE, lambda place: choose_variable(rows[place].name)), selection_mode="single-row",
               column_config=numbers(table, **shares))  # fmt: skip


def table_of(rows: Sequence[VariableRow]) -> pd.DataFrame:
    """Return the variables of one version as a table."""
    losses = {kind.capitalize(): [row.losses[i] for row in rows] for i, kind in enumerate(LOSSES)}
    return pd.DataFrame({
        "Variable": [r.name for r in rows],
        **losses,
        "Means, in SD": [r.standardised for r in rows],
        "Utility": [r.utility for r in rows],
        "Test": [TESTS.get(r.test, "–") for r in rows],
        "p": [r.p for r in rows],
        "Cohen's w": [r.w for r in rows],
        "n original": [r.n_original for r in rows],
        "n masked": [r.n_masked for r in rows],
        "Role": [r.record.role for r in rows],
        "What is known": ["; ".join(filter(None, (*r.flags, r.reason))) for r in rows],
    })  # fmt: skip


def page_of(n: int, size: int, label: str, key: str) -> slice:
    """Ask which part of a long list is shown, the first until another is chosen; of a short one show all, unasked.

    Parameters
    ----------
    n, size : int
        Things in all, and in a part.
    label, key : str
    """
    if n <= size:
        return slice(0, n)
    starts = list(range(0, n, size))
    if st.session_state.get(key) not in starts:
        st.session_state[key] = 0
    words = "{first} to {last} of {n}"
    start = st.selectbox(
        label,
        starts,
        format_func=lambda s: words.format(first=s + 1, last=min(s + size, n), n=n),
        key=key,
        width=220,
        persist_state="session",
    )
    return slice(start, min(start + size, n))
