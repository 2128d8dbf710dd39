"""Boxes of one variable, the original on top, each scenario beneath it: drawn from quantiles alone."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from core.charts.drawing import Drawing
from core.charts.message import message_figure
from core.charts.panels import compact_number, round_ticks
from core.charts.text import escaped, number, shortened, text_width, wrapped
from core.charts.theme import Frame, Palette, axis, palette, transparent
from core.views import Box, BoxView

ROW, HALF = 46, 0.26
"""Height of a row in pixels; half the height of a box, where a row is 1 high."""

LONGEST_NAME, NAME_LINE = 44, 104


def box_plot_figure(
    original: Box | None, views: Sequence[tuple[str, BoxView]], *, width: int = 560, dark: bool = False
) -> go.Figure:
    """Draw quantiles as boxes: quarter to three quarters, the median, whiskers from 5 to 95%.

    Parameters
    ----------
    original : Box or None
        The original as it stands.
    views : sequence of (str, BoxView)
        Name of a scenario, and the variable in it.

    Returns
    -------
    plotly Figure
        Where a scenario has no box, the reason stands in its row.
    """
    boxes = [("Original", original, ""), *((name, view.masked, view.reason) for name, view in views)]
    known = [box for _, box, _ in boxes if box is not None]
    if not known:
        return message_figure(views[0][1].reason if views else "nothing to draw")
    colours = palette(dark)
    names = [_two_lines(name) for name, _, _ in boxes]
    left = int(max(text_width(line, 12) for lines in names for line in lines)) + 12
    figure = Drawing(Frame(width, ROW * len(boxes) + 50, left, 14, 8, 40))
    low, high = min(b.low for b in known), max(b.high for b in known)
    pad = 0.03 * (high - low) or 0.5
    for row, (name, box, reason) in enumerate(boxes):
        colour = colours.reference if row == 0 else colours.masked
        if box is None:
            _say(figure, row, low, reason)
        else:
            _add_box(figure, row, name, box, colour, colours)
    ticks = round_ticks(low - pad, high + pad, 5)
    title = {"text": f"<b>{escaped(views[0][1].name)}</b>" if views else "", "standoff": 6}
    figure.update_xaxes(
        axis(
            range=(low - pad, high + pad),
            showline=True,
            title=title,
            tickvals=ticks,
            ticktext=[compact_number(x) for x in ticks],
            tickangle=0,
        )
    )
    figure.update_yaxes(
        axis(
            range=(len(boxes) - 0.5, -0.5),
            showgrid=False,
            tickvals=list(range(len(boxes))),
            ticktext=["<br>".join(escaped(line) for line in lines) for lines in names],
        )
    )
    return figure.finished()


def _two_lines(name: str) -> list[str]:
    lines = wrapped(shortened(name, LONGEST_NAME), NAME_LINE, 12)
    return lines if len(lines) <= 2 else [lines[0], f"{lines[1]}…"]


def _say(figure: Drawing, row: int, x: float, reason: str) -> None:
    lines = wrapped(shortened(reason, 90), 190, 11)
    figure.add_annotation(
        x=x,
        y=row,
        xanchor="left",
        showarrow=False,
        align="left",
        text="<br>".join(escaped(line) for line in lines),
        font={"size": 11},
    )


def _add_box(figure: Drawing, row: int, name: str, box: Box, colour: str, colours: Palette) -> None:
    figure.add_scatter(
        x=[box.low, box.high],
        y=[row, row],
        mode="lines",
        line={"color": colour, "width": 1.4},
        hoverinfo="skip",
    )
    # an invisible bar over the box tells the quantiles: shapes have no hover text
    figure.add_bar(
        x=[box.third - box.first],
        base=[box.first],
        y=[row],
        orientation="h",
        width=2 * HALF,
        marker={"color": transparent(colour, 0.3), "line": {"color": colour, "width": 1.4}},
        hovertext=[_hover(name, box)],
        hoverinfo="text",
    )
    figure.add_shape(
        type="line",
        x0=box.middle,
        x1=box.middle,
        y0=row - HALF,
        y1=row + HALF,
        line={"color": colours.ink, "width": 2.4},
    )


def _hover(name: str, box: Box) -> str:
    return (
        f"<b>{escaped(name)}</b><br>Median {number(box.middle)}<br>"
        f"Half of the values: {number(box.first)} to {number(box.third)}<br>"
        f"Nine in ten: {number(box.low)} to {number(box.high)}<br>n = {box.n:,}"
    )
