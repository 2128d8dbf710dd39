"""Published figures and coefficients of models in every version, the worst first."""

from __future__ import annotations

import streamlit as st

from core.charts import published_dots_figure
from core.views import analyses_answer, published_figures
from pages.components import layout
from pages.components.bar import Opened
from pages.components.cached import cached
from pages.components.compare.map_chart import NO_TOOLS, is_dark
from pages.components.compare.pictures import picture_buttons
from pages.components.escaping import md
from pages.components.selection import choose_scenario, on_click

CHART = "published_dots"


def published_card(opened: Opened) -> None:
    """Draw all figures of every version; a click on a dot speaks of its version."""
    figures = cached(published_figures, opened.comparison)
    if not figures:
        return
    with layout.card("lost_published", "Which published figures and models would change?"):
        st.markdown(md(analyses_answer(opened.comparison), 800))
        with st.container(key="wide_columns_published"):
            st.plotly_chart(
                published_dots_figure(
                    figures, [s.name for s in opened.comparison.scenarios], chosen=opened.looked_at, dark=is_dark()
                ),
                key=CHART,
                on_select=on_click(CHART, lambda dot: choose_scenario(dot[0])),
                selection_mode="points",
                config=NO_TOOLS,
                alt="Every published figure of every version, by how far it lies from the original's",
            )
        picture_buttons(CHART)
