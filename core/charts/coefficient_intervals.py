"""The practice guide's Mincer figure: a coefficient with its interval by scenario, and the risk of each."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from core.assessment.analysis_views import RiskPoint
from core.charts.text import escaped, number, shortened
from core.charts.theme import Frame, Palette, axis, layout, palette, transparent

HEIGHT = 420
MARKER = 17


def coefficient_intervals_figure(
    points: Sequence[RiskPoint], *, title: str, risk_title: str, width: int = 640, dark: bool = False
) -> go.Figure:
    """Draw the coefficient to the right and the risk upwards, one file a point.

    Parameters
    ----------
    points : sequence of RiskPoint
        At least one; the original is drawn as a triangle, the others with their number in this order.
    title, risk_title : str
        Of the axes.
    width : int
    dark : bool

    Returns
    -------
    plotly Figure
        Vertical band: the original's 95 % interval; each file with its own interval.
    """
    colours = palette(dark)
    figure = go.Figure(layout=layout(Frame(width, HEIGHT, 58, 16, 12, 50)))
    for point in points:
        if point.is_original:
            fill = transparent(colours.masked, 0.14)
            ends = {"x0": point.figure.low, "x1": point.figure.high}
            figure.add_shape(type="rect", **ends, y0=0, y1=1, yref="paper", fillcolor=fill, line_width=0, layer="below")
    scenarios = [p for p in points if not p.is_original]
    for place, point in enumerate(scenarios, start=1):
        colour = colours.scenarios[(place - 1) % len(colours.scenarios)]
        figure.add_trace(_point(point, str(place), "circle", colour, colours))
    for point in points:
        if point.is_original:
            figure.add_trace(_point(point, "", "triangle-up", colours.limit, colours))
    figure.update_xaxes(
        axis(
            range=_range([x for p in points for x in (p.figure.low, p.figure.high)]),
            nticks=5,
            tickangle=0,
            tickformat="~g",
            title={"text": escaped(shortened(title, 60)), "standoff": 8},
        )
    )
    figure.update_yaxes(
        axis(
            range=_range([0.0, *(p.risk for p in points)]),
            nticks=6,
            tickformat="~s",
            title={"text": escaped(risk_title), "standoff": 6},
        )
    )
    return figure


def _point(point: RiskPoint, label: str, shape: str, colour: str, colours: Palette) -> go.Scatter:
    figure = point.figure
    return go.Scatter(
        x=[figure.value],
        y=[point.risk],
        mode="markers+text",
        text=[label],
        textfont={"size": 10, "color": colours.background},
        marker={"symbol": shape, "size": MARKER if label else 13, "color": colour},
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [max(0.0, figure.high - figure.value)],
            "arrayminus": [max(0.0, figure.value - figure.low)],
            "thickness": 1.6,
            "width": 3,
            "color": colour,
        },
        hovertext=[
            f"<b>{escaped(point.name)}</b><br>{number(figure.value)} "
            f"(95% {number(figure.low)} to {number(figure.high)})<br>risk {number(point.risk)}<br>n = {figure.n:,}"
        ],
        hoverinfo="text",
        cliponaxis=False,
    )


def _range(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    room = 0.06 * (high - low) or max(abs(high), 1.0) * 0.06
    return low - room, high + room
