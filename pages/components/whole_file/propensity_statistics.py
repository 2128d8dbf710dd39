"""The statistics of a propensity model as users of synthetic data know them, with what chance alone shows."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.assessment import Assessment, Comparison
from core.views import PropensityStatistics, propensity_statistics
from core.wording import counted
from pages.components.downloads import table_download
from pages.components.escaping import md

MEANINGS = {
    "pMSE": "mean squared distance of the scores from the share of masked records (Up)",
    "SPECKS": "largest difference of the cumulative shares of the scores",
    "PO50": "percent of records told apart, less 50",
    "U": "pairs of a masked and an original record of which the masked one scores higher",
}


def statistics_table(comparison: Comparison, file: Assessment) -> None:
    """Show pMSE, SPECKS, PO50 and U of one file, the ratio of pMSE to chance, and their means over pairs of sets."""
    known = propensity_statistics(comparison, file)
    if known is None:
        return
    between = "Between two sets (mean)"
    rows = [
        {"": statistic.name, "Value": f"{statistic.value:,.4g}"}
        | ({} if statistic.between_sets is None else {between: f"{statistic.between_sets:,.4g}"})
        for statistic in known.statistics
    ]
    st.table(pd.DataFrame(rows).set_index(""), border="horizontal", alt="Statistics of the propensity model")
    for ratio in known.ratios:
        st.markdown(f"pMSE ratio **{ratio.value:.3g}** ({ratio.null})")
    st.caption(_words(known))
    table_download(_long(known), "propensity_statistics")


def _words(known: PropensityStatistics) -> str:
    meanings = "; ".join(f"{name}: {meaning}" for name, meaning in MEANINGS.items())
    words = f"{meanings}. Ratio 1: as far from the original as files drawn from a model that is right."
    sizes = f"n = {known.n_original:,} original and {known.n_masked:,} masked records."
    reason = f"Some sets could not be compared: {md(known.reason, 300)}."
    pairs = f"{counted(known.pairs, 'pair', 'pairs')} of sets compared."
    parts = (words, sizes, pairs if known.pairs else "", reason if known.reason else "")
    return " ".join(each for each in parts if each)


def _long(known: PropensityStatistics) -> pd.DataFrame:
    statistics = [(each.name, each.value, each.between_sets) for each in known.statistics]
    ratios = [(f"pMSE ratio, {each.null}", each.value, None) for each in known.ratios]
    return pd.DataFrame([*statistics, *ratios], columns=["statistic", "value", "mean between two sets"])
