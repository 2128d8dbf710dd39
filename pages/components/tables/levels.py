"""One measure within each level of a variable, in every scenario: whether a subgroup is hit harder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pandas as pd
import streamlit as st

from core.assessment import Comparison, Plan, measure_by_id
from core.data import PublishedTable
from core.errors import RUMapError
from core.utility import TableParameters
from core.views import LevelOutcome, direction, measured_by_level
from core.wording import counted
from pages.components.cached_pairs import pair_of
from pages.components.downloads import table_download
from pages.components.escaping import md, plain
from pages.components.figures_in_words import value
from pages.components.workspace import Workspace

OF_FILE = ("total_variation_mean", "hellinger_mean", "missing_values_mean", "gcp", "k_marginal", "gdu")
OF_TABLE = ("effective_swap_rate", "chi_square", "deviance")
MEASURED = "tables_levels_found"
ByScenario = Mapping[str, Sequence[LevelOutcome]]
"""Outcomes of every level by scenario."""


def levels(workspace: Workspace, comparison: Comparison, table: PublishedTable | None, plan: Plan) -> None:
    """Ask for a variable and a measure, compute when asked to, and show levels by scenarios."""
    variables = [v.name for v in comparison.scenarios[0].variables if v.level != "continuous"]
    if not variables:
        st.info("No variable of the original has categories.", icon=":material/info:")
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        variable = st.selectbox(
            "By the levels of", variables, format_func=plain, key="tables_levels_variable", width=260
        )
        offered = [*OF_FILE, *(OF_TABLE if _can_be_split(table, variable) else ())]
        measure = st.selectbox("Measure", offered, format_func=_name, key="tables_levels_measure", width=380)
        go = st.button("Measure by level", icon=":material/play_arrow:", key="tables_levels_go")
    target = (table.name,) if measure in OF_TABLE and table else ()
    wanted = (variable, measure, target, workspace.effective_codebook)
    if go:
        by_scenario = _measured(workspace, comparison, variable, measure, target, plan)
        st.session_state[MEASURED] = (wanted, by_scenario)
    latest = st.session_state.get(MEASURED)
    if latest is None or latest[0][:3] != wanted[:3] or latest[0][3] is not wanted[3]:
        st.caption("Nothing is computed until you ask for it. The variable itself is left out of the measure.")
        return
    _show(latest[1], measure, plan)


def _can_be_split(table: PublishedTable | None, variable: str) -> bool:
    return table is not None and variable not in (*table.variables, table.geography)


def _name(measure: str) -> str:
    return measure_by_id(measure).name


def _measured(
    workspace: Workspace,
    comparison: Comparison,
    variable: str,
    measure: str,
    target: tuple[str, ...],
    plan: Plan,
) -> ByScenario:
    """Measure scenario by scenario, and say how far it is."""
    by_scenario: dict[str, Sequence[LevelOutcome]] = {}
    narrow = replace(plan, measures=(measure,))
    bar = st.progress(0.0, "Pairing the files …")
    for done, file in enumerate(comparison.scenarios):
        bar.progress(done / len(comparison.scenarios), f"{md(file.name)} …")
        try:
            pair = pair_of(workspace, file.file)
        except RUMapError as error:
            by_scenario[file.name] = (LevelOutcome(None, measure, reason=str(error)),)
            continue
        outcomes = measured_by_level(pair, variable, narrow)
        wanted = [o for o in outcomes if o.measure in ("", measure) and (not target or o.target in ((), target))]
        by_scenario[file.name] = wanted or (LevelOutcome(None, measure, reason="the table was not measured"),)
    bar.empty()
    return by_scenario


def _show(by_scenario: ByScenario, measure: str, plan: Plan) -> None:
    described = measure_by_id(measure)
    st.caption(f"{described.summary} {direction(described).capitalize()}.")
    table = levels_table(by_scenario)
    known = table[table["value"].notna()]
    if known.empty:
        st.info("No level has a value.", icon=":material/info:")
    else:
        st.dataframe(
            _wide(by_scenario, measure),
            hide_index=True,
            height="content",
            placeholder="–",
            column_config={"Level": st.column_config.TextColumn(pinned=True)},
            alt="The measure within each level, by scenario",
        )
        small = table.loc[table["mark"] != "", "level"].nunique()
        if small:
            limit = plan.of(TableParameters).small
            st.caption(
                f":orange-badge[internal] {counted(small, 'level', 'levels')} with fewer than {limit} records in "
                "a file: chance alone moves them far; never for what leaves the room."
            )
    for reason, names in _reasons(by_scenario).items():
        st.caption(f"{', '.join(f'**{md(n, 60)}**' for n in names)}: {md(reason, 300)}.")
    table_download(table, "measure_by_level")


def _wide(by_scenario: ByScenario, measure: str) -> pd.DataFrame:
    """Return levels as rows and scenarios as columns, values as they are written."""
    described = measure_by_id(measure)
    names = list(dict.fromkeys(o.level for rows in by_scenario.values() for o in rows if o.level is not None))
    sizes = {o.level: o.n_original for rows in by_scenario.values() for o in rows if o.level is not None}
    columns: dict[str, list[object]] = {
        "Level": [plain(n) for n in names],
        "n original": [f"{sizes[n]:,}" for n in names],
    }
    for scenario, rows in by_scenario.items():
        by_level = {o.level: o for o in rows}
        columns[plain(scenario)] = [
            None
            if (o := by_level.get(n)) is None or o.value is None
            else value(described, o.value) + " (few records)" * o.small
            for n in names
        ]
    return pd.DataFrame(columns)


def _reasons(by_scenario: ByScenario) -> dict[str, list[str]]:
    reasons: dict[str, list[str]] = {}
    for scenario, rows in by_scenario.items():
        for outcome in rows:
            if outcome.reason:
                level = "" if outcome.level is None else f", {outcome.level}"
                reasons.setdefault(outcome.reason, []).append(f"{scenario}{level}")
    return reasons


def levels_table(by_scenario: ByScenario) -> pd.DataFrame:
    """Return every level of every scenario, one a line."""
    return pd.DataFrame([
        {
            "scenario": plain(scenario),
            "level": plain(o.level or ""),
            "value": o.value,
            "n original": o.n_original,
            "n masked": o.n_masked,
            "mark": "few records: internal" if o.small else "",
            "not defined because": plain(o.reason, 300),
        }
        for scenario, rows in by_scenario.items()
        for o in rows
    ])  # fmt: skip
