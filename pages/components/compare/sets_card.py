"""Beside the map: what several synthetic files of one scenario score together."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.assessment import Comparison
from core.views import MeasureOverSets, measures_over_sets
from pages.components.cached import cached
from pages.components.escaping import md, plain
from pages.components.figures_in_words import value
from pages.components.risk.exports import confidential_download


def sets_card(comparison: Comparison) -> None:
    """Show every measure of the whole file as mean over the sets, with their spread and the worst of them."""
    sets = comparison.synthetic_sets()
    for place, (name, files) in enumerate(sets.items()):
        words = "**{name}**: {m} sets: {files}. On the map their mean is joined with each of them."
        st.markdown(words.format(name=md(name, 60), m=len(files), files=", ".join(md(f.name, 40) for f in files)))
        rows = cached(measures_over_sets, comparison, scenario=name)
        if not rows:
            st.info("No measure of the whole file has a value in every set.", icon=":material/info:")
            continue
        table = _table(rows)
        st.dataframe(table, hide_index=True, placeholder="–", alt="Measures over the sets", key=f"sets_{place}")
        confidential_download(_long(rows), f"sets_{place + 1}")
        for sentence in dict.fromkeys(sentence for row in rows for sentence in row.validity):
            st.caption(f"† {md(sentence, 400)}")
    st.caption(
        "Between-set error: the standard deviation between the sets over the root of their number; it says how far "
        "the mean may move with other sets, and nothing of the sampling error of the original. 95%: of the mean, "
        "with both, v + b / m by the rule of Reiter (2003). * The figures have no interval of their own, so it is "
        "that of the spread between the sets alone."
    )


def _table(rows: Sequence[MeasureOverSets]) -> pd.DataFrame:
    return pd.DataFrame([
        {
            "Measure": plain(row.axis.name) + (" †" if row.validity else ""),
            "Mean": value(row.axis.measure, row.over.mean),
            "95%": f"{value(row.axis.measure, row.interval[0])} to {value(row.axis.measure, row.interval[1])}"
            + ("" if row.with_samples else " *"),
            "Between-set error": value(row.axis.measure, row.over.standard_error),
            "Lowest to highest": " to ".join(value(row.axis.measure, end(row.values)) for end in (min, max)),
            "Worst set": plain(row.worst) or "–",
            "n": row.n,
        }
        for row in rows
    ])  # fmt: skip


def _long(rows: Sequence[MeasureOverSets]) -> pd.DataFrame:
    """Return every figure with full precision: for a file."""
    return pd.DataFrame([
        {
            "measure": row.axis.measure.id,
            "target": plain(", ".join(row.axis.target)),
            "m": len(row.values),
            "mean": row.over.mean,
            "low": row.interval[0],
            "high": row.interval[1],
            "with sampling error": row.with_samples,
            "SD between sets": row.over.spread,
            "between-set error": row.over.standard_error,
            "lowest": min(row.values),
            "highest": max(row.values),
            "worst set": plain(row.worst),
            "n": row.n,
            "does not hold because": plain(" ".join(row.validity), 1000),
        }
        for row in rows
    ])  # fmt: skip
