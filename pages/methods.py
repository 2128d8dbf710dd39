"""Methods: a card per measure: what it says, its direction, its bounds, its source."""

from math import isinf

import streamlit as st

from core.assessment import CATALOGUE
from core.measures import Better, Measure
from pages.components import layout


def card(measure: Measure) -> None:
    low, high = ("no limit" if isinf(bound) else f"{bound:g}" for bound in measure.bounds)
    better = "higher is better" if measure.better is Better.HIGHER else "lower is better"
    with layout.card(f"measure_{measure.id}", measure.name):
        st.markdown(measure.summary)
        st.caption(f"From {low} to {high}, {better} · one value per {measure.scope} · `{measure.id}`")
        st.caption(f"Source: {measure.reference}")


layout.heading("Methods", "Every figure can be traced to its formula, its n, its test and its source.")
for title, risk in (("Data utility", False), ("Disclosure risk", True)):
    st.header(title, anchor=False)
    with st.grid(2, min_column_width=330, gap="medium"):
        for measure in CATALOGUE:
            if (measure.family == "risk") == risk:
                card(measure)
