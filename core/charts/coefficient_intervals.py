"""The practice guide's Mincer figure: a coefficient with its interval by scenario, and the risk of each."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from core.charts.drawing import Drawing, Properties
from core.charts.interval_marks import add_band, add_value_axis, interval_bar, spanned
from core.charts.text import escaped, number
from core.charts.theme import Frame, Palette, axis, palette
from core.views import RiskPoint

HEIGHT = 420
MARKER = 17
ROOM = 0.06
"""Share of either axis left free beyond the figures."""


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

    Returns
    -------
    plotly Figure
        Vertical band: the original's 95% interval; each file with its own interval.
    """
    colours = palette(dark)
    figure = Drawing(Frame(width, HEIGHT, 58, 16, 12, 50))
    for point in points:
        if point.is_original:
            add_band(figure, point.figure, colours, y0=0, y1=1, yref="paper")
    scenarios = [p for p in points if not p.is_original]
    for place, point in enumerate(scenarios, start=1):
        colour = colours.scenarios[(place - 1) % len(colours.scenarios)]
        figure.add_trace(_point(point, str(place), "circle", colour, colours))
    for point in points:
        if point.is_original:
            figure.add_trace(_point(point, "", "triangle-up", colours.limit, colours))
    add_value_axis(figure, title, [x for p in points for x in (p.figure.low, p.figure.high)], ROOM)
    figure.update_yaxes(
        axis(
            range=spanned([0.0, *(p.risk for p in points)], ROOM),
            nticks=6,
            tickformat="~s",
            title={"text": escaped(risk_title), "standoff": 6},
        )
    )
    return figure.finished()


def _point(point: RiskPoint, label: str, shape: str, colour: str, colours: Palette) -> Properties:
    figure = point.figure
    return Properties(
        type="scatter",
        x=[figure.value],
        y=[point.risk],
        mode="markers+text",
        text=[label],
        textfont={"size": 10, "color": colours.background},
        marker={"symbol": shape, "size": MARKER if label else 13, "color": colour},
        error_x=interval_bar(figure, colour),
        hovertext=[
            (
                f"<b>{escaped(point.name)}</b><br>{number(figure.value)} (95% {number(figure.low)} to "
                f"{number(figure.high)})<br>risk {number(point.risk)}<br>n = {figure.n:,}"
            )
        ],
        hoverinfo="text",
        cliponaxis=False,
    )
