"""A chart on a page: in the page's colours, with what a click on it does, its pictures and its table."""

from collections.abc import Callable
from typing import Any

import pandas as pd
import streamlit as st

from core.charts import PageFigure
from pages.components.cached import cached
from pages.components.downloads import table_download
from pages.components.selection import on_click

FORMATS = ("PNG", "SVG")
NO_TOOLS = {"displayModeBar": False, "scrollZoom": False}
BOX = {"modeBarButtons": [["select2d"]], "displaylogo": False, "scrollZoom": False}


def is_dark() -> bool:
    """Whether the page is dark, as far as the server knows."""
    return st.context.theme.type == "dark"


def chart(
    figure: Any, key: str, alt: str, *, click: Callable[[Any], None] | None = None,
    box: Callable[[], None] | None = None, wide: bool = True,
) -> None:  # fmt: skip
    """Draw a figure that stays as it is.

    Parameters
    ----------
    figure : plotly Figure
    key, alt : str
    click : callable or None
        Takes the custom data of the point that is clicked.
    box : callable or None
        In its place: called when points are clicked or lie in a box.
    wide : bool
        It keeps a width in which it can be read, and is moved sideways on a phone.
    """
    how: dict[str, Any] = {"config": NO_TOOLS}
    if click is not None:
        how |= {"on_select": on_click(key, click), "selection_mode": "points"}
    elif box is not None:
        how = {"on_select": box, "selection_mode": ("points", "box"), "config": BOX}
    with st.container(key=f"wide_columns_{key}" if wide else None):
        st.plotly_chart(cached(PageFigure, figure, dark=is_dark()), key=key, theme=None, alt=alt, **how)


def beneath(chart_key: str, note: str, table: pd.DataFrame | Callable[[], pd.DataFrame], name: str) -> None:
    """Say how the chart of this key is read, and offer it as pictures, and as a table under a name."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        if note:
            st.caption(note, width="content")
        picture_buttons(chart_key)
        table_download(table, name)


def picture_buttons(chart_key: str) -> None:
    """Offer the chart of this key as a picture; ``page.js`` takes the click, which no server hears of."""
    with st.container(horizontal=True, gap="small", width="content", key=f"pictures_{chart_key}"):
        for form in FORMATS:
            key = f"picture_{form.lower()}_{chart_key}"
            st.button(form, icon=":material/download:", type="tertiary", key=key)
