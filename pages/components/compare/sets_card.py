"""Beside the map: what several synthetic files of one scenario score together."""

import pandas as pd
import streamlit as st

from core.assessment import Comparison
from core.views import MeasureOverSets, measures_over_sets
from pages.components.cached import cached
from pages.components.downloads import numbers, show_table
from pages.components.escaping import md


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
        table = pd.DataFrame(list(map(_line, rows)))
        show_table(table, f"sets_{place + 1}_confidential", "Measures over the sets", column_config=numbers(table))
        for sentence in dict.fromkeys(sentence for row in rows for sentence in row.validity):
            st.caption(f"† {md(sentence, 400)}")
    st.caption(
        "Between-set error: the standard deviation between the sets over the root of their number; it says how far "
        "the mean may move with other sets, and nothing of the sampling error of the original. 95%: of the mean, "
        "with both, v + b / m by the rule of Reiter (2003); without sampling error that of the spread alone."
    )


def _line(row: MeasureOverSets) -> dict[str, object]:
    return {
        "Measure": row.axis.name + (" †" if row.validity else ""),
        "m": len(row.values),
        "Mean": row.over.mean,
        "From": row.interval[0],
        "To": row.interval[1],
        "Interval has sampling error": row.with_samples,
        "SD between sets": row.over.spread,
        "Between-set error": row.over.standard_error,
        "Lowest": min(row.values),
        "Highest": max(row.values),
        "Worst set": row.worst,
        "n": row.n,
        "Does not hold because": " ".join(row.validity),
    }
