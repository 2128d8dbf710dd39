"""Published tables in every version: how much they changed, in which cells and areas, and for which subgroups."""

from collections.abc import Iterator
from dataclasses import replace

import pandas as pd
import streamlit as st

from core.assessment import Comparison, Plan, UtilityParameters, make_plan, measure_by_id, plan_from
from core.data import PublishedTable
from core.errors import PlanError, RUMapError
from core.utility import TableParameters
from core.views import (
    TABLE_METRICS,
    Line,
    area_lines,
    cell_lines,
    direction,
    level_lines,
    loss_by_order,
    metric_lines,
    published_tables,
    spread_lines,
    table_answer,
)
from pages.components import layout
from pages.components.asked_in_worker import pair_of
from pages.components.bar import Opened
from pages.components.downloads import numbers, show_table
from pages.components.escaping import md, plain
from pages.components.flags_in_words import lines_of
from pages.components.methods.drawer import method_links

SIGNS = (
    "Gini, Shannon and Rényi differences have a sign: above 0 the records crowd into fewer cells than in the original, "
    "below 0 they are spread more evenly. Near 0 they do not show that nothing moved: read them with the swap rate."
)
OF_FILE = ("total_variation_mean", "hellinger_mean", "missing_values_mean", "gcp", "k_marginal", "gdu")
OF_TABLE = ("effective_swap_rate", "chi_square", "deviance")
MEASURED = "tables_levels_measured"


def tables_part(opened: Opened) -> None:
    """Answer for one table in every version; its cells and areas in the versions shown; subgroups on request."""
    tables = published_tables(opened.comparison)
    if not tables:
        layout.empty_state(
            "tables", "table", "No table was measured in this run: declare the tables that are published, then run "
            "again.", "Go to Set up", layout.SETUP,
        )  # fmt: skip
        return
    name = st.selectbox("Table", list(tables), format_func=plain, key="tables_table", persist_state="session")
    table, plan = tables[name], plan_of(opened.comparison)
    st.markdown(md(table_answer(opened.comparison, name), 800))
    metrics = opened.table(metric_lines(opened.comparison, name))
    show_table(metrics, "table_metrics", "The metrics of the table in every version", column_config=numbers(metrics))
    st.caption(SIGNS)
    method_links(tuple(TABLE_METRICS), "tables")
    if table is not None:
        layout.details("Its cells in the versions shown", "tables_cells", lambda: _cells(opened, table, plan))
    if table is not None and table.geography:
        layout.details("Its areas in the versions shown", "tables_areas", lambda: _areas(opened, name))
    layout.details("What all tables of the file lost", "tables_loss", lambda: _all_tables(opened))
    layout.details("Is a subgroup hit harder?", "tables_levels", lambda: _levels(opened, table, plan))


def plan_of(comparison: Comparison) -> Plan:
    """Return the plan of the comparison; where it is of another version, the quick one."""
    try:
        return plan_from(comparison.plan)
    except PlanError:
        return make_plan()


def _cells(opened: Opened, table: PublishedTable, plan: Plan) -> None:
    lines, reasons = [], []
    for name in opened.shown:
        try:
            cells = cell_lines(pair_of(opened.workspace, opened.comparison.scenario(name).file), table,
                               plan.of(TableParameters))  # fmt: skip
        except RUMapError as error:
            cells = str(error)
        if isinstance(cells, str):
            reasons.append((f"**{md(name, 60)}**", cells))
        else:
            lines += [{"Version": name, **line} for line in cells]
    _say(reasons)
    if not lines:
        return
    frame = opened.table(lines).sort_values("Difference", key=abs, ascending=False, kind="stable")
    show_table(frame, "table_cells", "Cells of the table, those that changed most first",
               column_config=numbers(frame, Difference="%+.4g"))  # fmt: skip
    limit, weight = plan.of(TableParameters).small, plan.of(UtilityParameters).decided
    st.caption(
        f"Cells with 1 to {limit - 1} records in a file are internal: never for what leaves the room. Masked counts "
        "are scaled to the original's number of records."
        + (f" They are numbers of records; the metrics count the weight **{md(weight)}**." if weight else "")
    )


def _areas(opened: Opened, name: str) -> None:
    files = [opened.comparison.scenario(version) for version in opened.shown]
    for lines, key, alt in (
        ([line for file in files for line in area_lines(file, name)], "areas", "Areas with the metrics of the table"),
        ([line for file in files for line in spread_lines(file, name)], "metrics_over_areas",
         "Every metric over the areas, with Spearman's correlations of the metrics"),
    ):  # fmt: skip
        if lines:
            table = opened.table(lines)
            show_table(table, key, alt, column_config=numbers(table))
        else:
            st.info("There are too few areas for this.", icon=":material/info:")


def _all_tables(opened: Opened) -> None:
    lines = loss_by_order(opened.comparison)
    if not lines:
        st.info("It was not measured in this run, or no variable has categories.", icon=":material/info:")
        return
    table = opened.table(lines)
    show_table(table, "tables_loss", "Loss over all tables in every version", column_config=numbers(table))
    st.caption("CTBIL per cell: by how many records cells differ, lower is better. k-marginal: 1,000 is the original.")


def _levels(opened: Opened, table: PublishedTable | None, plan: Plan) -> None:
    """Ask for a variable and a measure, compute when asked to, and show the levels in every version."""
    variables = [v.name for v in opened.comparison.scenarios[0].variables if v.level != "continuous"]
    if not variables:
        st.info("No variable of the original has categories.", icon=":material/info:")
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        by = st.selectbox("By the levels of", variables, format_func=plain, key="tables_levels_variable", width=260)
        split = table is not None and by not in (*table.variables, table.geography)
        offered = [*OF_FILE, *(OF_TABLE if split else ())]
        measure = st.selectbox("Measure", offered, format_func=lambda m: measure_by_id(m).name,
                               key="tables_levels_measure", width=380)  # fmt: skip
        go = st.button("Measure by level", icon=":material/play_arrow:", key="tables_levels_go")
    target = table.name if measure in OF_TABLE and table else ""
    wanted = (by, measure, target, id(opened.comparison), id(opened.workspace.effective_codebook))
    if go:
        with st.spinner("Measuring …", show_time=True):
            lines = list(_measured(opened, by, measure, target, plan))
        st.session_state[MEASURED] = wanted, opened.table(lines)
    latest: tuple[object, pd.DataFrame] | None = st.session_state.get(MEASURED)
    if latest is None or latest[0] != wanted:
        st.caption("Nothing is computed until you ask for it. The variable itself is left out of the measure.")
        return
    described = measure_by_id(measure)
    st.caption(f"{described.summary} {direction(described).capitalize()}.")
    show_table(latest[1], "measure_by_level", "The measure within each level, by version",
               column_config=numbers(latest[1]))  # fmt: skip


def _measured(opened: Opened, variable: str, measure: str, target: str, plan: Plan) -> Iterator[Line]:
    narrow = replace(plan, measures=(measure,))
    for file in opened.comparison.scenarios:
        try:
            lines = level_lines(pair_of(opened.workspace, file.file), variable, narrow)
        except RUMapError as error:
            lines = [{"Level": "", "Not defined because": str(error)}]
        wanted = [x for x in lines if x.get("Measure", measure) == measure and x.get("Of", "") in ("", target)]
        for line in wanted or [{"Level": "", "Not defined because": "the table was not measured"}]:
            yield {"Version": file.name, **{k: v for k, v in line.items() if k not in ("Measure", "Of")}}


def _say(reasons: list[tuple[str, str]]) -> None:
    """Say why something is missing, each reason once."""
    for line in lines_of(reasons):
        st.caption(line)
