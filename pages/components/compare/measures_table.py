"""Every measure of the versions side by side in one table, with what the intervals say of them and the reference."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.assessment import Comparison
from core.charts import heat_css
from core.decision import Decision, compared_in_words
from core.measures import Measure
from core.views import MeasuredValue, MeasureRow, direction, measure_rows, n_in_words
from pages.components.cached import cached
from pages.components.charts import is_dark
from pages.components.downloads import of_rows, table_download
from pages.components.escaping import md, plain
from pages.components.figures_in_words import interval, value
from pages.components.methods.drawer import method_links

HEADLINE = (
    "gdu", "expected_match_risk", "indicators_inside", "aldu_univariate", "aldu_bivariate", "propensity", "cluster",
    "ecdf_maximum",
)  # fmt: skip
"""Measures that come before all others: the axes of the map first."""


def measures_table(
    comparison: Comparison, decision: Decision, shown: Sequence[str], keyset: str = "", only: Sequence[Measure] = ()
) -> None:
    """Show measures as rows and versions as columns; strong colour is the bad end of a measure's scale.

    With a key set those of risk alone that are of it or of the whole file; else ``only`` some, where they are named.
    """
    every = st.toggle("All versions", key="measures_of_all", persist_state="session")
    names = tuple(s.name for s in comparison.scenarios) if every else tuple(shown)
    measured = cached(measure_rows, comparison, names=names)
    if len(names) > 1 and not keyset and not only:
        st.markdown(md(compared_in_words(decision, names, measured), 1000))
    if only:
        rows = sorted((row for row in measured if row.measure in only), key=lambda row: only.index(row.measure))
    else:
        rows = _headline_first([row for row in measured if not keyset or _of_risk(row, keyset)])
    order = [s.name for s in comparison.scenarios]
    heads = [f"{order.index(name) + 1} {plain(name, 40)}" for name in names]
    table = pd.DataFrame([_line(row, names) for row in rows], columns=["Measure", "Better", "Original", *heads, SAID])
    dark = is_dark()
    goodness = pd.DataFrame(
        [[None, None, None, *(row.goodness(cell) for cell in row.cells), None] for row in rows], columns=table.columns
    )
    style = table.style.apply(
        lambda _table: goodness.map(lambda x: "" if pd.isna(x) else heat_css(x, dark=dark)), axis=None
    )
    st.dataframe(
        style,
        key="measures_table",
        column_config={"Measure": st.column_config.TextColumn(pinned=True, width=240)},
        alt="Every measure of the versions",
        **of_rows(len(rows)),
    )
    for sentence in dict.fromkeys(cell.caution for row in rows for cell in row.cells if cell.caution):
        st.caption(f"† Does not hold, or not against the original: {md(sentence, 500)}")
    for sentence in dict.fromkeys(row.measure.caution for row in rows if row.measure.caution):
        st.caption(sentence)
    method_links([row.measure for row in rows], "measures")
    table_download(_long(rows, names), "confidential_measures")


def _of_risk(row: MeasureRow, keyset: str) -> bool:
    return row.measure.is_risk and row.target in ((), (keyset,))


SAID = "By the intervals"


def _headline_first(rows: Sequence[MeasureRow]) -> list[MeasureRow]:
    """Return the rows of the few measures that come first, then those that differ, then the others."""
    last = len(HEADLINE)
    place = {measure: i for i, measure in enumerate(HEADLINE)}
    return sorted(rows, key=lambda row: (place.get(row.measure.id, last), not row.differs))


def _line(row: MeasureRow, names: Sequence[str]) -> list[str]:
    name = row.measure.name + (f" · {', '.join(row.target)}" if row.target else "")
    original = "" if row.original is None else _cell(row, row.original)
    return [plain(name), direction(row.measure), original, *(_cell(row, cell) for cell in row.cells), _said(row, names)]


def _cell(row: MeasureRow, cell: MeasuredValue) -> str:
    """Return a value with its interval, in one line; why there is none."""
    outcome = cell.outcome
    if outcome.value is None:
        return f"– {plain(outcome.reason, 160)}"
    ends = f" ({interval(row.measure, outcome.interval)}{row.measure.interval_mark})" if outcome.interval else ""
    return f"{value(row.measure, outcome.value)}{' †' if cell.caution else ''}{ends}"


def _said(row: MeasureRow, names: Sequence[str]) -> str:
    """Return which version is better than which in 95% of random draws from the intervals; else why nobody can say."""
    if not row.verdict:
        return row.why_not
    said = "; ".join(f"{plain(names[a], 30)} better than {plain(names[b], 30)}" for a, b in row.better)
    return (said or "may be chance") + (f", judged by: {row.chance_by}" if row.chance_by else "")


def _long(rows: Sequence[MeasureRow], names: Sequence[str]) -> pd.DataFrame:
    """Return every figure with full precision, a line each: for a file."""
    return pd.DataFrame([
        {
            "confidential": "yes" if row.measure.is_risk else "",
            "measure": row.measure.id,
            "name": row.measure.name,
            "of": plain(", ".join(row.target)),
            "better": str(row.measure.better),
            "about its interval": row.measure.interval_caution,
            "version": plain(name),
            "value": outcome.value,
            "from": outcome.interval[0] if outcome.interval else None,
            "to": outcome.interval[1] if outcome.interval else None,
            "n": outcome.n,
            "n in words": n_in_words(outcome.n or 0, outcome.weighting, ignored=cell.not_weighted),
            "original": row.original.outcome.value if row.original else None,
            "not defined because": plain(outcome.reason, 500),
            "does not hold because": plain(cell.caution, 500),
            "by the intervals": _said(row, names),
        }
        for row in rows
        for name, cell in zip(names, row.cells, strict=True)
        for outcome in [cell.outcome]
    ])  # fmt: skip
