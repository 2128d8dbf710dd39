"""Whether published tables changed, in which areas, and what the file lost on its values."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.assessment import Assessment, Comparison
from core.data import PublishedTable
from core.views import TableRow, table_answer
from pages.components import layout
from pages.components.analyses.uses_editor import uses_list
from pages.components.escaping import md
from pages.components.selection import scenario, scenario_select
from pages.components.tables.areas import correlations, no_areas, ranking
from pages.components.tables.cells import cells
from pages.components.tables.choice import by_scenario, declared_table, no_tables, plan_of, rows_of, table_select
from pages.components.tables.levels import levels
from pages.components.tables.loss import all_tables, information_loss
from pages.components.tables.metrics import metrics_in_words, metrics_table
from pages.components.tables.words import described
from pages.components.workspace import Workspace


def tables_part(workspace: Workspace, comparison: Comparison) -> None:
    """Answer for one table in all files and draw its changes in one of them; the rest is opened on request."""
    rows = rows_of(comparison)
    if not rows:
        no_tables(workspace)
        return
    answer = st.container()
    names = [s.name for s in comparison.scenarios]
    file, plan = comparison.scenario(scenario(names)), plan_of(comparison)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        name = table_select(rows)
        scenario_select(names, file.name, "tables_scenario")
    with answer:
        st.markdown(md(table_answer(name, rows[name]), 800))
    table, row = declared_table(rows[name]), rows[name].get(file.name)
    shown = md(file.name, 60)
    with layout.card("tables_cells", f"How did its cells change in {shown}?"):
        if table is None:
            st.info("No scenario could make this table; the reasons stand below.", icon=":material/info:")
        else:
            cells(workspace, file, table, plan)
    layout.details(
        "The table in every scenario: how much it changed, by seven metrics",
        "tables_metrics",
        partial(_every_scenario, comparison, rows[name], file.name, named=table is not None),
    )
    layout.details(
        "What the metrics say of this scenario, and which areas changed most",
        "tables_areas",
        partial(_one_scenario, file, name, table, row),
    )
    layout.details("What did all tables of the file lose?", "tables_loss", partial(all_tables, comparison))
    layout.details(
        "What did the file lose, measured on its values?",
        "tables_information",
        partial(information_loss, comparison),
    )
    layout.details(
        "Is a subgroup hit harder than the others?",
        "tables_levels",
        partial(levels, workspace, comparison, table, plan),
    )
    layout.details("Declare a table that is published", "tables_uses", partial(uses_list, workspace))


def _every_scenario(comparison: Comparison, rows: dict[str, TableRow], chosen: str, *, named: bool) -> None:
    if named:
        st.caption(f"{described(next(r for r in rows.values() if r.variables))}.")
    metrics_table(by_scenario(comparison, rows), chosen)


def _one_scenario(file: Assessment, name: str, table: PublishedTable | None, row: TableRow | None) -> None:
    left, right = st.columns([6, 8])
    with left:
        metrics_in_words(row)
    with right:
        if row is None or not row.values:
            st.info(
                f"The table could not be made in {md(file.name, 60)}: there are no areas to rank.",
                icon=":material/info:",
            )
        elif row.areas < 2:
            no_areas(table is not None and bool(table.geography))
        else:
            ranking(file, name)
            st.markdown("**Do the metrics rank the areas alike?** :small[Spearman's correlations.]")
            correlations(file, name)
