"""The pairs and triples of variables whose joint distribution changed most in one scenario."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.assessment import Assessment, measure_by_id
from core.views import WorstSets, worst_sets
from pages.components.downloads import table_download
from pages.components.escaping import md, plain
from pages.components.figures_in_words import value as written
from pages.components.whole_file.table import HEADS

SHOWN = 5
"""Pairs or triples that stand on the page; the download has all that were kept."""


def few_variables(file: Assessment) -> None:
    """List the worst pairs and triples by each measure, how many were looked at, and all of it as a download."""
    measured = worst_sets(file)
    if not measured:
        st.info("No pair and no triple of variables could be compared.", icon=":material/info:")
        return
    with st.grid(2, min_column_width=280, gap="medium") as grid:
        for sets in measured:
            with grid.cell():
                _listed(sets)
    table_download(_long(measured), "worst_pairs_and_triples")


def _listed(sets: WorstSets) -> None:
    st.markdown(f"**{HEADS[sets.measure]}**")
    st.caption(f"{sets.looked_at:,} of {sets.there_are:,} looked at.")
    if not sets.worst:
        st.markdown("None of them differs.")
        return
    measure = measure_by_id(sets.measure)
    table = pd.DataFrame({
        "Variables": [md(" × ".join(each.variables), 120) for each in sets.worst[:SHOWN]],
        "Value": [written(measure, each.value) for each in sets.worst[:SHOWN]],
        "n": [f"{each.n:,}" for each in sets.worst[:SHOWN]],
    })  # fmt: skip
    with st.container(key=f"worst_sets_{sets.measure}"):
        alt = f"{HEADS[sets.measure]}, the worst first"
        st.table(table.set_index("Variables"), border="horizontal", alt=alt)


def _long(measured: tuple[WorstSets, ...]) -> pd.DataFrame:
    return pd.DataFrame([
        {
            "measure": sets.measure,
            "variables": plain(" × ".join(each.variables), 400),
            "value": each.value,
            "n": each.n,
        }
        for sets in measured
        for each in sets.worst
    ])  # fmt: skip
