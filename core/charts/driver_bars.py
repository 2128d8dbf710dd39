"""What each term of a propensity model finds alone, as bars."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from core.charts.drawing import Drawing
from core.charts.text import escaped, number, shortened, text_width
from core.charts.theme import Frame, axis, palette, row_axis

ROW_HEIGHT = 26
LONGEST_NAME = 24
ROOM_FOR_FIGURES = 1.18
"""The axis reaches beyond the longest bar, so that its figure fits."""


def driver_bars_figure(
    terms: Sequence[str], alone: Sequence[float], *, width: int = 460, dark: bool = False
) -> go.Figure:
    """Draw the terms of a propensity model by what each would find alone.

    Parameters
    ----------
    terms : sequence of str, (t,)
        In the order in which they stand; at least one.
    alone : sequence of float, (t,)
        U_p of the term on its own, above 0.
    """
    colours = palette(dark)
    shown = [shortened(term, LONGEST_NAME) for term in terms]
    left = int(max(text_width(name, 12) for name in shown)) + 14
    figure = Drawing(Frame(width, 10 + ROW_HEIGHT * len(terms) + 46, left, 24, 10, 46))
    rows = np.arange(len(terms))
    figure.add_bar(
        x=list(alone),
        y=rows,
        orientation="h",
        width=0.62,
        marker={"color": colours.masked},
        text=[f"{x:.2g}" for x in alone],
        textposition="outside",
        textfont={"size": 11},
        cliponaxis=False,
        hovertext=[
            f"<b>{escaped(t)}</b><br>Up of this term alone: {number(x)}" for t, x in zip(terms, alone, strict=True)
        ],
        hoverinfo="text",
    )
    figure.update_xaxes(
        axis(
            range=(0.0, ROOM_FOR_FIGURES * max(alone)),
            nticks=4,
            tickformat=".3~g",
            tickangle=0,
            title={"text": "Up of the term alone", "standoff": 8},
        )
    )
    figure.update_yaxes(row_axis([escaped(name) for name in shown]))
    return figure.finished()
