"""Links from a figure to the card of its measure on the Methods page."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.assessment import measure_by_id
from core.measures import Measure
from pages.components import layout

QUESTION = "How is it calculated?"
ICON = ":material/functions:"
PARAMETER = "measure"
"""Of the address: the id of the measure whose card is opened."""


def method_link(measure_id: str, label: str = QUESTION) -> None:
    """Show a small link to the card of a measure."""
    st.page_link(layout.METHODS, label=f":small[{label}]", icon=ICON, query_params={PARAMETER: measure_id})


def open_card(measure_id: str) -> None:
    """On the Methods page itself: put a measure into the address, which a link to the same page would not do."""
    st.query_params[PARAMETER] = measure_id


def method_links(measures: Sequence[str | Measure], key: str, label: str = "How are these calculated?") -> None:
    """Show one small button that opens links to the cards of several measures, each once, under their names."""
    described = [measure_by_id(m) if isinstance(m, str) else m for m in measures]
    if not described:
        return
    with st.popover(f":small[{label}]", icon=ICON, type="tertiary", key=f"methods_{key}"):
        for measure in dict.fromkeys(described):
            st.page_link(layout.METHODS, label=measure.name, query_params={PARAMETER: measure.id})
