"""Scenarios as lines over parallel axes, one a measure, each from its worst end to its best."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from core.charts.drawing import Drawing
from core.charts.text import escaped, shortened, wrapped
from core.charts.theme import SHAPES, Frame, axis, palette
from core.views import Overview

FADED = 0.3


def parallel_axes_figure(
    overview: Overview, *, chosen: str | None = None, width: int = 1040, dark: bool = False
) -> go.Figure:
    """Draw each scenario's goodness on every measure; a gap where there is no value.

    Parameters
    ----------
    overview : Overview
        With at least two measures.
    chosen : str or None
        The scenario to emphasise; the others are faded.

    Returns
    -------
    plotly Figure
        A click on a point gives ``customdata == scenario``.
    """
    colours = palette(dark)
    figure = Drawing(Frame(width, 360, 52, 30, 18, 92))
    across = np.arange(len(overview.columns))
    for i in sorted(range(len(overview.scenarios)), key=lambda i: overview.scenarios[i] == chosen):
        name = overview.scenarios[i]
        mine = chosen in (None, name)
        figure.add_scatter(
            x=across,
            y=overview.goodness[i],
            mode="lines+markers",
            connectgaps=False,
            line={"color": colours.scenarios[i % len(colours.scenarios)], "width": 3 if name == chosen else 1.5},
            marker={"symbol": SHAPES[i % len(SHAPES)], "size": 9 if name == chosen else 7},
            opacity=1.0 if mine else FADED,
            customdata=[name] * len(across),
            hovertext=[_hover(overview, i, j) for j in range(len(across))],
            hoverinfo="text",
        )
    room = max(60.0, 0.9 * (width - 80) / max(len(across), 1))
    figure.update_xaxes(
        axis(
            range=(-0.3, len(across) - 0.7),
            tickvals=across.tolist(),
            ticktext=[
                "<br>".join(escaped(line) for line in wrapped(shortened(c.name, 60), room, 10)[:4])
                for c in overview.columns
            ],
            tickangle=0,
            tickfont={"size": 10},
        )
    )
    figure.update_yaxes(
        axis(range=(-0.04, 1.04), tickvals=[0, 0.5, 1], ticktext=["worst", "", "best"], tickfont={"size": 11})
    )
    return figure.finished()


def _hover(overview: Overview, i: int, j: int) -> str:
    x = overview.values[i, j]
    shown = "no value" if np.isnan(x) else f"{x:,.4g}"
    return f"<b>{escaped(overview.scenarios[i])}</b><br>{escaped(overview.columns[j].name)}: {shown}"
