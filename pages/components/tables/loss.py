"""What all tables of a file lost together, and the information loss of its numbers and categories."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

import pandas as pd
import streamlit as st

from core.assessment import Assessment, Comparison, measure_by_id
from core.measures import Outcome, Result, Skipped, detail_of
from core.utility import CtbilDetail, KMarginalDetail, MarginalDetail, OrderDetail
from core.views import (
    DIRECT,
    LOSS_SECTIONS,
    direction,
    general_warnings,
    ignores_weight,
    is_warned,
    marginals_in_words,
    reason_of,
    run_weight,
)
from pages.components.downloads import table_download
from pages.components.escaping import NO_BREAK_SPACE, md, plain
from pages.components.figures_in_words import names, value

ALL_TABLES = ("ctbil", "k_marginal")
LARGE = 10_000
LINE = 28
"""Characters of a line of text in a table that is scrolled sideways."""


def all_tables(comparison: Comparison) -> None:
    """Show CTBIL by order and the k-marginal score of every scenario."""
    orders = sorted({order for file in comparison.scenarios for order in _by_order(file)})
    sizes = sorted({k for file in comparison.scenarios for k in _by_k(file)})
    columns = [
        "Scenario",
        "CTBIL",
        *(f"Per cell, {_tables_of(k)}" for k in orders),
        *(f"Score, k = {k}" for k in sizes),
    ]
    lines = [_tables_line(file, orders, sizes) for file in comparison.scenarios]
    with st.container(key="risk_table_loss_of_all"):
        frame = pd.DataFrame(lines, columns=[*columns, "In words"]).set_index("Scenario")
        st.table(frame, border="horizontal", alt="Loss over all tables in every scenario")
    st.caption(
        "CTBIL adds up by how many records the cells of all tables of categorical variables differ (lower is "
        "better); per cell it can be compared between orders. k-marginal: 1,000 is the original itself. In words: "
        "how small a random sample of the original would be that differs as much."
    )
    _reasons({m: _missing(comparison, m) for m in ALL_TABLES}, comparison)
    table_download(_tables_long(comparison), "tables_loss")


def in_lines(text: str) -> str:
    """Return text in lines that stay whole in a narrow window, escaped."""
    return "  \n".join(md(line).replace(" ", NO_BREAK_SPACE) for line in wrap(text, LINE))


def _tables_of(order: int) -> str:
    return "one-way" if order == 1 else "two-way" if order == 2 else f"{order}-way"


def _by_order(file: Assessment) -> Mapping[int, OrderDetail]:
    loss = file.outcome("ctbil")
    by_order = detail_of(loss, CtbilDetail)["by_order"] if isinstance(loss, Result) else ()
    return {each["order"]: each for each in by_order}


def _by_k(file: Assessment) -> Mapping[int, MarginalDetail]:
    score = file.outcome("k_marginal")
    by_k = detail_of(score, KMarginalDetail)["by_k"] if isinstance(score, Result) else ()
    return {each["k"]: each for each in by_k}


def _amount(x: float) -> str:
    """Return a sum of records as it is written."""
    return f"{x:,.0f}" if x >= 1000 else f"{x:,.3g}"


def _tables_line(file: Assessment, orders: list[int], sizes: list[int]) -> list[str]:
    loss, score = file.outcome("ctbil"), file.outcome("k_marginal")
    by_order, by_k = _by_order(file), _by_k(file)
    return [
        md(file.name, 60),
        _amount(loss.value) if isinstance(loss, Result) else "–",
        *(_amount(by_order[k]["per_cell"]) if k in by_order else "–" for k in orders),
        *(f"{by_k[k]['score']:,.1f}" if k in by_k else "–" for k in sizes),
        in_lines(marginals_in_words(detail_of(score, KMarginalDetail))) if isinstance(score, Result) else "–",
    ]


def _tables_long(comparison: Comparison) -> pd.DataFrame:
    lines: list[dict[str, object]] = []
    for file in comparison.scenarios:
        for measure, figures in (
            ("ctbil", [(k, each["per_cell"], each["tables"]) for k, each in _by_order(file).items()]),
            ("k_marginal", [(k, each["score"], each["tables"]) for k, each in _by_k(file).items()]),
        ):
            outcome = file.outcome(measure)
            named = {"scenario": plain(file.name), "measure": measure}
            if not isinstance(outcome, Result):
                lines.append({**named, "not defined because": plain(_why(outcome), 1000)})
                continue
            lines += [
                {**named, "tables of": k, "value": value, "tables": tables, "n": outcome.n}
                for k, value, tables in figures
            ]
    return pd.DataFrame(lines)


def information_loss(comparison: Comparison) -> None:
    """Show what numbers and categories lost, a row a scenario, a column a measure.

    In several narrow tables: one that must be scrolled sideways cannot be read by keyboard.
    """
    weight = run_weight(comparison)
    for section, columns in LOSS_SECTIONS.items():
        title = section.name
        measured = [m.id for m in columns if any(f.outcome(m.id) is not None for f in comparison.scenarios)]
        if not measured:
            continue
        st.markdown(f"**{title}**")
        lines = [[md(f.name, 60), *(_value(f, m) for m in measured)] for f in comparison.scenarios]
        heads = ["Scenario", *(_head(m, weight) for m in measured)]
        with st.container(key=f"risk_table_tables_{columns[0].id}"):
            frame = pd.DataFrame(lines, columns=heads).set_index("Scenario")
            st.table(frame, border="horizontal", alt=f"{title}: information loss of every scenario")
        _warnings(comparison, measured)
        with st.expander("What each of them says"):
            for measure in (measure_by_id(m) for m in measured):
                st.caption(f"**{md(measure.name)}** ({direction(measure)}): {md(measure.summary, 400)}")
        _reasons({m: _missing(comparison, m) for m in measured}, comparison)
    table_download(loss_long(comparison), "information_loss")


def _head(name: str, weight: str) -> str:
    measure = measure_by_id(name)
    return md(measure.column_name) + ("  \n:small[not weighted]" if ignores_weight(measure, weight) else "")


def _warnings(comparison: Comparison, measures: list[str]) -> None:
    """Say beneath a table what the practice guide warns about in its figures; marked ones first."""
    marked = [f.name for f in comparison.scenarios if any(is_warned(f, m) and _is_value(f, m) for m in measures)]
    if marked:
        st.caption(f"Values interchanged ({names(marked)}): {DIRECT}.")
    for warning in general_warnings(measures):
        st.caption(warning)


def _is_value(file: Assessment, measure: str) -> bool:
    return isinstance(file.outcome(measure), Result)


def _value(file: Assessment, measure: str) -> str:
    outcome = file.outcome(measure)
    if not isinstance(outcome, Result):
        return "–"
    large = abs(outcome.value) >= LARGE
    shown = f"{outcome.value:,.0f}" if large else value(measure_by_id(measure), outcome.value)
    return shown + ("  \n:small[values interchanged]" if is_warned(file, measure) else "")


def _missing(comparison: Comparison, measure: str) -> dict[str, list[str]]:
    """Return by reason the scenarios in which a measure has no value."""
    by_reason: dict[str, list[str]] = {}
    for file in comparison.scenarios:
        outcome = file.outcome(measure)
        if not isinstance(outcome, Result):
            by_reason.setdefault(_why(outcome), []).append(file.name)
    return by_reason


def _why(outcome: Outcome | None) -> str:
    return "it was not measured" if outcome is None else reason_of(outcome)


def _reasons(missing: Mapping[str, Mapping[str, list[str]]], comparison: Comparison) -> None:
    """Say why values are missing, measures with the same reason in the same scenarios together."""
    together: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for measure, reasons in missing.items():
        for reason, files in reasons.items():
            together.setdefault((reason, tuple(files)), []).append(measure_by_id(measure).name)
    if not together:
        return
    with st.expander("–: why a value is missing"):
        for (reason, concerned), measures in together.items():
            every = len(concerned) == len(comparison.scenarios)
            where = "every scenario" if every else ", ".join(f"**{md(n, 60)}**" for n in concerned)
            st.caption(f"{', '.join(md(m) for m in measures)} in {where}: {md(reason, 400)}.")


def loss_long(comparison: Comparison) -> pd.DataFrame:
    """Return every value with full precision, its interval, n, and the reason where it is missing."""
    lines = []
    for file in comparison.scenarios:
        for measure in (m.id for columns in LOSS_SECTIONS.values() for m in columns):
            outcome = file.outcome(measure)
            if outcome is None:
                continue
            known = outcome if isinstance(outcome, Result) else None
            ends = known.interval if known and known.interval else (None, None)
            notices = outcome.notices if isinstance(outcome, Result | Skipped) else None
            lines.append({
                "scenario": plain(file.name),
                "measure": measure,
                "name": measure_by_id(measure).name,
                "value": known.value if known else None,
                "from": ends[0],
                "to": ends[1],
                "about its interval": measure_by_id(measure).interval_caution if ends[0] is not None else "",
                "n": known.n if known else None,
                "not defined because": "" if known else plain(reason_of(outcome), 1000),
                "notices": plain("; ".join(notices or ()), 1000),
            })  # fmt: skip
    return pd.DataFrame(lines)
