"""The six metrics of a table in every scenario, and what they say of one of them."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

import pandas as pd
import streamlit as st

from core.assessment import Assessment
from core.views import TABLE_METRICS, TableRow
from core.wording import sentence_case
from pages.components.downloads import table_download
from pages.components.escaping import NO_BREAK_SPACE, md, plain
from pages.components.methods.drawer import method_links
from pages.components.tables.words import SIGNS, left_out, metric, said

Rows = Sequence[tuple[Assessment, TableRow | None]]


def metrics_table(rows: Rows, chosen: str) -> None:
    """Show one row a scenario; a letter leads to the reason of a value that is missing."""
    notes: dict[str, str] = {}
    lines = [_line(file, row, chosen, notes) for file, row in rows]
    with st.container(key="risk_table_tables_metrics"):
        frame = pd.DataFrame(lines, columns=["Scenario", *TABLE_METRICS.values(), "n before", "n after"])
        st.table(frame.set_index("Scenario"), border="horizontal", alt="The metrics of the table in every scenario")
    for reason, letter in notes.items():
        st.caption(f"({letter}) Not defined because {md(reason, 500)}.")
    st.caption(SIGNS)
    st.caption("Sources: Lemons, Dajani, You and Jordan, Table 1; distance per cell: Gomatam and Karr (2003).")
    method_links(tuple(TABLE_METRICS), "tables")
    table_download(long_table(rows), "table_metrics")


def _line(file: Assessment, row: TableRow | None, chosen: str, notes: dict[str, str]) -> list[str]:
    name = f"**{md(file.name, 60)}**" if file.name == chosen else md(file.name, 60)
    cells = [_cell(row, metric_id, notes) for metric_id in TABLE_METRICS]
    if row is None or not row.n_original:
        return [name, *cells, "–", "–"]
    return [name, *cells, f"{row.n_original:,}", f"{row.n_masked:,}"]


def _cell(row: TableRow | None, name: str, notes: dict[str, str]) -> str:
    if row is not None and name in row.values:
        return metric(name, row.values[name])
    reason = "it was not measured" if row is None else row.reasons.get(name, "it was not measured")
    letter = notes.setdefault(reason, ascii_lowercase[len(notes) % 26])
    return f"–{NO_BREAK_SPACE}({letter})"


def metrics_in_words(row: TableRow | None) -> None:
    """Say what each metric says of one scenario, and what was left out or made alike."""
    if row is None:
        st.info("This table was not measured in this scenario.", icon=":material/info:")
        return
    reasons = set(row.reasons.values())
    if not row.values and len(reasons) == 1:
        st.info(f"Not defined because {md(reasons.pop(), 500)}.", icon=":material/info:")
        return
    for name, words in said(row).items():
        st.markdown(f"**{TABLE_METRICS[name]} {metric(name, row.values.get(name))}**: {words}.")
    if note := left_out(row):
        st.caption(note)
    for notice in row.notices:
        st.caption(f"{md(sentence_case(notice), 400)}.")


def long_table(rows: Rows) -> pd.DataFrame:
    """Return every value with full precision, one a line: for a file."""
    return pd.DataFrame([
        {
            "table": plain(row.name),
            "scenario": plain(file.name),
            "metric": name,
            "value": row.values.get(name),
            "n original": row.n_original,
            "n masked": row.n_masked,
            "not defined because": plain(row.reasons.get(name, ""), 1000),
        }
        for file, row in rows
        if row is not None
        for name in TABLE_METRICS
    ])  # fmt: skip
