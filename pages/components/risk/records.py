"""Who is found: individual risks in panels, the keys that single people out, and the riskiest records."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from core.assessment import Assessment, Comparison
from core.charts import ColumnHead, heat_css, risk_distribution_figure
from core.data import Release
from core.decision import Requirement
from core.errors import RUMapError
from core.risk import with_maskings, with_population
from core.views import (
    RecordRisks,
    RiskiestRecords,
    lone_combinations,
    record_risks,
    risk_bins,
    risk_parameters,
    riskiest_records,
)
from core.wording import counted, trimmed_percent
from pages.components.asked_in_worker import pair_of
from pages.components.bar import Opened
from pages.components.cached import cached
from pages.components.charts import beneath, chart, is_dark
from pages.components.downloads import numbers, of_rows
from pages.components.escaping import md, plain
from pages.components.risk.exports import SUFFIX, confidential_download, marked
from pages.components.workspace import Workspace, current

Alone = Mapping[tuple[str, ...], int] | str
"""Records that are alone, by the fewest keys that single them out; or why they are not known."""


def release_of(workspace: Workspace, comparison: Comparison, file: Assessment) -> Release:
    """Return a masked file as the measures of risk see it; the original where ``file`` is the comparison's original.

    Raises
    ------
    RUMapError
        The files are not open or cannot be compared; the message is meant for the screen.
    """
    first = comparison.scenarios[0] if file is comparison.original else file
    pair = pair_of(workspace, first.file)
    variables = [v.variable for v in pair.variables]
    original = with_population(pair.original, variables, workspace.population)
    if file is comparison.original:
        return original
    return with_maskings(replace(pair, original=original), risk_parameters(comparison))


def risks_of(comparison: Comparison, file: Assessment, keyset: str) -> RecordRisks:
    """Return the individual risks of a file, counted; raises as ``release_of``."""
    counted: RecordRisks = cached(_of_release, comparison, file, count=record_risks, keyset=keyset)
    return counted


def lone_of(comparison: Comparison, file: Assessment, keyset: str) -> Alone:
    """Return how many records of a file are alone on which keys, or why that is not known; raises as ``release_of``."""
    counted: Alone = cached(_of_release, comparison, file, count=lone_combinations, keyset=keyset)
    return counted


def _of_release(comparison: Comparison, file: Assessment, *, count: Callable[..., Any], keyset: str) -> Any:
    release = release_of(current(), comparison, file)
    with st.spinner("Counting records …"):
        return count(release, risk_parameters(comparison), keyset)


CHART, SHOWN = "risk_distribution", "riskiest_shown"
MOST_SETS = 8
CONFIDENTIAL = "Confidential: these are records of people. They are never part of the shareable report."


def risk_panels(opened: Opened) -> None:
    """Draw the original and each version side by side over the same bins of individual risk."""
    comparison, keyset = opened.comparison, opened.keyset
    try:
        files = [comparison.original, *(comparison.scenario(name) for name in opened.shown)]
        risks = [risks_of(comparison, file, keyset) for file in files]
    except RUMapError as error:
        st.info(md(error, 400), icon=":material/folder_off:")
        return
    if all(r.problem for r in risks):
        st.info(f"Not defined because {md(risks[0].problem, 400)}.", icon=":material/info:")
        return
    threshold = _threshold(opened)
    heads = tuple(
        ColumnHead(opened.number(name), name, _above(r, threshold), _riskiest(r), chosen=name == opened.looked_at)
        for name, r in zip(opened.shown, risks[1:], strict=True)
    )
    bins = cached(risk_bins, *risks)
    figure = cached(risk_distribution_figure, bins, heads=heads, threshold=threshold, dark=is_dark())
    chart(figure, CHART, "Records by individual risk in the original and in each version")
    table = pd.DataFrame({
        "risk above": bins.edges[:-1],
        "risk up to": bins.edges[1:],
        "original, records": bins.counts[0],
        **{f"{opened.numbered(n)}, records": c for n, c in zip(opened.shown, bins.counts[1:], strict=True)},
    })  # fmt: skip
    how = f"Grey: the original. Right of the dotted line: above {trimmed_percent(threshold)}."
    beneath(CHART, how, marked(table), "individual_risk" + SUFFIX)


def _threshold(opened: Opened) -> float:
    """Return the individual risk that the rules accept; that of the run where they have none."""
    rules: dict[str, Requirement] = {r.threshold: r for r in opened.purpose.requirements}
    rule = rules.get("individual_risk")
    return rule.limit if rule and 0 < rule.limit < 1 else risk_parameters(opened.comparison).threshold


def _above(risks: RecordRisks, threshold: float) -> str:
    return "not defined" if risks.problem else f"{risks.count_above(threshold):,} of {risks.n:,} above"


def _riskiest(risks: RecordRisks) -> str:
    if risks.problem:
        return ""
    left_out = f" · {risks.n_left_out:,} left out" if risks.n_left_out else ""
    return f"riskiest {trimmed_percent(float(risks.values[-1]), 3)}{left_out}"


def lone_keys(opened: Opened) -> None:
    """Show how many records are alone on which keys, in the original and in each version, as heat with numbers."""
    comparison = opened.comparison
    files = {"Original": comparison.original}
    files |= {opened.numbered(name): comparison.scenario(name) for name in opened.shown}
    columns = {}
    try:
        for name, file in files.items():
            columns[name] = lone_of(comparison, file, opened.keyset)
    except RUMapError as error:
        st.info(md(error, 400), icon=":material/folder_off:")
        return
    known = {name: sets for name, sets in columns.items() if not isinstance(sets, str)}
    for name, why in columns.items():
        if isinstance(why, str):
            st.caption(f"{md(name)}: not defined because {md(why, 300)}.")
    every = dict.fromkeys(keys for sets in known.values() for keys in sets)
    ranked = sorted(every, key=lambda keys: (-max(s.get(keys, 0) for s in known.values()), len(keys)))
    if not ranked:
        st.markdown("Nobody is alone on any of the keys.")
        return
    table = pd.DataFrame({
        "Alone on": [plain(" × ".join(keys), 60) for keys in ranked],
        **{name: [sets.get(keys, 0) for keys in ranked] for name, sets in known.items()},
    })  # fmt: skip
    drawn, most = table.head(MOST_SETS), max(max(s.values(), default=0) for s in known.values())
    style = drawn.style.map(lambda n: heat_css(1 - n / most, dark=is_dark()), subset=list(known))
    alt = "Records that are alone on a set of keys and on no part of it"
    st.dataframe(style, alt=alt, **of_rows(len(drawn)))
    st.caption("Records that are alone in their file on these keys, and on no fewer of them.")
    confidential_download(table, "lone_combinations")


def riskiest(opened: Opened) -> None:
    """Show the riskiest records of a file once they are asked for; another file hides them again."""
    asked = (opened.file.file, opened.keyset)
    st.caption(f":material/lock: **{md(opened.looked_at, 60)}**. {CONFIDENTIAL}")
    shown = st.session_state.get(SHOWN) == asked
    label = "Hide them" if shown else "Show the riskiest records of this file"
    icon = ":material/visibility_off:" if shown else ":material/visibility:"
    st.button(label, icon=icon, on_click=_show, args=[None if shown else asked], key="riskiest_show")
    if not shown:
        return
    try:
        with st.spinner("Looking for the riskiest records …"):
            release = release_of(opened.workspace, opened.comparison, opened.file)
            records = riskiest_records(release, risk_parameters(opened.comparison), opened.keyset)
    except RUMapError as error:
        st.info(md(error, 400), icon=":material/folder_off:")
        return
    if records.problem:
        st.info(f"Not defined because {md(records.problem, 400)}.", icon=":material/info:")
        return
    _table(records)


def _show(asked: tuple[str, str] | None) -> None:
    st.session_state[SHOWN] = asked


def _table(records: RiskiestRecords) -> None:
    table = records_table(records)
    formats = {"Row": "%d", "Individual risk": "percent"}
    st.dataframe(table, alt="The riskiest records: key values as released, frequency, individual risk, SUDA score",
                 column_config=numbers(table, **formats), **of_rows(len(table), 20))  # fmt: skip
    more = records.as_risky - len(records.records)
    if more > 0:
        st.caption(f"As risky as the last one shown: {counted(more, 'further record', 'further records')}.")


def records_table(records: RiskiestRecords) -> pd.DataFrame:
    """Return the records as a table; no two columns of the same name, whatever the key variables are called."""
    own = {
        "Row": [r.row for r in records.records],
        "Alike in the file": [r.frequency for r in records.records],
        "Individual risk": [r.risk for r in records.records],
        "SUDA score": [r.score for r in records.records],
    }
    values = {_name(key, own): [plain(r.values[j], 60) for r in records.records] for j, key in enumerate(records.keys)}
    return pd.DataFrame({"Row": own.pop("Row"), **values, **own})


def _name(key: str, taken: Collection[str]) -> str:
    shown = plain(key, 60)
    return f"{shown} (key)" if shown in taken else shown
