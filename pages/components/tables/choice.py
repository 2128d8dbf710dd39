"""Which table and which scenario the Tables page speaks about."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from core.assessment import Assessment, Comparison, Plan, make_plan, plan_from
from core.data import PublishedTable
from core.errors import PlanError
from core.views import TableRow, table_rows
from pages.components import layout
from pages.components.analyses.uses_editor import uses_editor
from pages.components.escaping import plain
from pages.components.workspace import Workspace

KEY = "tables_table"


def rows_of(comparison: Comparison) -> dict[str, dict[str, TableRow]]:
    """Return by table and scenario what was measured, tables in the officer's order."""
    by_table: dict[str, dict[str, TableRow]] = {}
    for file in comparison.scenarios:
        for row in table_rows(file):
            by_table.setdefault(row.name, {})[file.name] = row
    return by_table


def no_tables(workspace: Workspace) -> None:
    """Say that no table was measured, and let it be declared here."""
    with layout.card(
        "tables_uses",
        "No table was measured in this run",
        "Declare the tables that are published from the file, with areas where there are some, then run again. "
        "A file without categorical variables has tables only where they are declared.",
    ):
        uses_editor(workspace, expanded=True)
    if st.button("Go to Set up", key="tables_run", type="primary"):
        st.switch_page(layout.SETUP)


def table_select(rows: Mapping[str, object]) -> str:
    """Ask for a table."""
    names = list(rows)
    if st.session_state.get(KEY) not in names:
        st.session_state[KEY] = names[0]
    chosen: str = st.selectbox("Table", names, format_func=plain, key=KEY, width=400, persist_state="session")
    return chosen


def declared_table(rows: Mapping[str, TableRow]) -> PublishedTable | None:
    """Return what a table is made of, as a scenario that could make it says; None where none could."""
    made = next((row for row in rows.values() if row.variables), None)
    return PublishedTable(made.name, made.variables, made.geography) if made else None


def plan_of(comparison: Comparison) -> Plan:
    """Return the plan of the comparison; where it is of another version, the quick one."""
    try:
        return plan_from(comparison.plan)
    except PlanError:
        return make_plan()


def by_scenario(comparison: Comparison, rows: Mapping[str, TableRow]) -> list[tuple[Assessment, TableRow | None]]:
    """Return every scenario with its row of a table."""
    return [(file, rows.get(file.name)) for file in comparison.scenarios]
