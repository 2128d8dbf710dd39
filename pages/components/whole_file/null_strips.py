"""Every whole-file measure of one scenario among what samples of the original show."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.assessment import Assessment
from core.charts import null_strips_figure
from core.views import WholeFileValue, whole_file_value
from pages.components.compare.map_chart import NO_TOOLS, is_dark
from pages.components.escaping import md
from pages.components.table_beneath import table_beneath
from pages.components.whole_file.table import SYMBOLS


def null_strips(file: Assessment, measures: Sequence[str]) -> None:
    """Draw the measures that have a null; say of the others why they have none."""
    values = {SYMBOLS[measure]: whole_file_value(file, measure) for measure in measures}
    drawn = {symbol: v for symbol, v in values.items() if v.value is not None and v.chance.values}
    if drawn:
        st.plotly_chart(
            null_strips_figure(drawn, dark=is_dark()),
            key="null_strips",
            config=NO_TOOLS,
            alt="Each measure of the masked file among those of samples; the table below holds the same figures",
        )
        st.caption("◆ **Masked file** &nbsp; ● Samples of the original; shaded: nine in ten of them")
    for symbol, value in values.items():
        if symbol not in drawn:
            reason = value.reason or value.chance.reason or "there is no comparison with chance"
            st.caption(f"{symbol} is not drawn: {md(reason, 300)}.")
        elif not value.chance.replicates:
            st.caption(f"{symbol}: chance worked out by formula (Snoke et al. 2018), no samples drawn.")
    if drawn:
        table_beneath(_table(drawn), "null_distributions", "Values of the samples by measure")


def _table(drawn: dict[str, WholeFileValue]) -> pd.DataFrame:
    return pd.DataFrame([
        {
            "measure": symbol,
            "masked file": value.value,
            "of": _drawn_as(i, value.chance.replicates),
            "value": x,
        }
        for symbol, value in drawn.items()
        for i, x in enumerate(value.chance.values, start=1)
    ])  # fmt: skip


def _drawn_as(place: int, replicates: int) -> str:
    """Return where a value of chance comes from."""
    if not replicates:
        return "formula"
    return f"sample {place} of {replicates}"
