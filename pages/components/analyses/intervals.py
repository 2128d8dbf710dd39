"""One figure by scenario: its chart of intervals, its table, and the reasons of those that are lost."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.charts import indicator_intervals_figure
from core.views import IntervalRow, IntervalRows
from core.wording import sentence_case
from pages.components.analyses.words import drawn_as, figure, in_errors, interval, overlap, records_used, verdict
from pages.components.compare.map_chart import NO_TOOLS, is_dark
from pages.components.downloads import table_download
from pages.components.escaping import md, plain

COLUMNS = (
    "Scenario",
    "Verdict",
    "Value",
    "95% interval",
    "Overlap",
    "Difference in standard errors",
    "n",
)


def intervals(rows: IntervalRows, title: str, key: str) -> None:
    """Show one figure in the original and in every scenario."""
    if rows.original is None:
        reason = next((row.reason for row in rows.rows if row.reason), "")
        st.info(f"Not defined because {md(reason, 500)}.", icon=":material/info:")
        return
    st.plotly_chart(
        indicator_intervals_figure(rows, title=title, dark=is_dark()),
        key=f"{key}_chart",
        config=NO_TOOLS,
        alt="The figure with its interval in the original and in every scenario; the table below holds the same",
    )
    published = rows.original
    table = [["**Original**", "", figure(published.value), interval(published), "", "", records_used(published)]]
    table += [_cells(row) for row in rows.rows]
    with st.container(key=f"risk_table_{key}"):
        frame = pd.DataFrame(table, columns=list(COLUMNS)).set_index("Scenario")
        st.table(frame, border="horizontal", alt="The same figures as a table")
    if drawn_as(published):
        st.caption(drawn_as(published))
    _say_reasons(rows.rows)
    table_download(long_table(rows, title), key)


def _cells(row: IntervalRow) -> list[str]:
    value = None if row.figure is None else row.figure.value
    name = md(row.scenario, 60) + ("  \n:small[compared at released detail]" if row.released else "")
    return [
        name,
        verdict(row),
        figure(value),
        interval(row.figure),
        overlap(row.overlap),
        in_errors(row.difference_in_se),
        records_used(row.figure),
    ]


def _say_reasons(rows: Sequence[IntervalRow]) -> None:
    """Say why figures are lost, once for each reason, and what else a reader should know."""
    reasons: dict[str, list[str]] = {}
    for row in rows:
        for words in ([row.reason] if row.reason else []) + list(row.flags):
            reasons.setdefault(words, []).append(row.scenario)
    for words, names in reasons.items():
        if len(names) == len(rows):
            st.caption(f"{md(sentence_case(words), 400)}.")
        else:
            st.caption(f"**{', '.join(md(n, 60) for n in names)}**: {md(words, 400)}.")
    if any(row.released for row in rows):
        st.caption(
            "Compared at released detail: the original was recoded like the masked file before they were "
            "compared; the first row is the original as it is published."
        )


def long_table(rows: IntervalRows, title: str) -> pd.DataFrame:
    """Return every figure with full precision: for a file."""
    lines = [{"figure": plain(title, 300), "file": "Original", **_numbers(rows.original)}]
    for row in rows.rows:
        lines.append({
            "figure": plain(title, 300),
            "file": plain(row.scenario),
            **_numbers(row.figure),
            "compared with": row.original.value if row.original else None,
            "inside": row.inside,
            "overlap": row.overlap,
            "difference in SE": row.difference_in_se,
            "at released detail": row.released,
            "not defined because": plain(row.reason, 1000),
        })  # fmt: skip
    return pd.DataFrame(lines)


def _numbers(interval_figure: object) -> dict[str, object]:
    names = {"n": "n", "value": "value", "standard_error": "SE", "low": "from", "high": "to"}
    if getattr(interval_figure, "units", None) is not None:
        names |= {"units": "units", "degrees_of_freedom": "degrees of freedom"}
    return {shown: getattr(interval_figure, name, None) for name, shown in names.items()}
