"""Charts as pictures: the page's own script makes them in the browser, so that no server has to draw."""

from __future__ import annotations

import streamlit as st

FORMATS = ("PNG", "SVG")


def picture_buttons(chart: str) -> None:
    """Offer the chart of this key as a picture; ``page.js`` takes the click, which no server hears of."""
    with st.container(horizontal=True, gap="small", width="content", key=f"pictures_{chart}"):
        for form in FORMATS:
            st.button(form, icon=":material/download:", type="tertiary", key=f"picture_{form.lower()}_{chart}")
