"""GDU and its halves on strips from the bottom to 1, with what a fresh survey would score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from core.charts.drawing import Drawing, Properties
from core.charts.legend import add_legend
from core.charts.text import escaped, text_width
from core.charts.theme import GRID, Frame, Palette, axis, palette, row_axis, transparent
from core.views import Score
from core.wording import percent

ROW_HEIGHT = 46
HALF_HEIGHT = 0.21
KEY_HEIGHT = 44
ROOM = 0.04
FLOOR = "fresh survey of this size"
BOTTOM = "columns shuffled"


@dataclass(frozen=True)
class Strip:
    """One row: its name and its score."""

    name: str
    score: Score


def utility_strip_figure(rows: Sequence[Strip], *, width: int = 560, dark: bool = False) -> go.Figure:
    """Draw each score on a strip from its bottom to 1.

    Returns
    -------
    plotly Figure
        Diamond with its 95% interval: this file; band: 5 to 95% of fresh samples; line: shuffled columns.
    """
    colours = palette(dark)
    left = int(max(text_width(r.name, 12, bold=True) for r in rows)) + 16
    frame = Frame(width, KEY_HEIGHT + ROW_HEIGHT * len(rows) + 30, left, 16, KEY_HEIGHT, 30)
    figure = Drawing(frame)
    for place, row in enumerate(rows):
        _add_strip(figure, row.score, place, colours)
        figure.add_trace(_marker(row, place, colours))
    low = min(_lowest(row.score) for row in rows)
    figure.update_xaxes(axis(range=(max(-0.01, low - ROOM), 1 + ROOM / 2), tickformat=".0%", nticks=6, tickangle=0))
    figure.update_yaxes(row_axis([f"<b>{escaped(r.name)}</b><br>{percent(r.score.value)}" for r in rows]))
    _add_key(figure, rows, colours)
    return figure.finished()


def _lowest(score: Score) -> float:
    lowest = [score.value]
    if score.interval is not None:
        lowest.append(score.interval[0])
    if score.floor is not None:
        lowest.append(score.floor.low)
    if score.bottom is not None:
        lowest.append(score.bottom)
    return min(lowest)


def _add_strip(figure: Drawing, score: Score, place: int, colours: Palette) -> None:
    ends = {"y0": place - HALF_HEIGHT, "y1": place + HALF_HEIGHT, "layer": "below"}
    start = score.bottom if score.bottom is not None else 0.0
    figure.add_shape(type="rect", x0=start, x1=1.0, fillcolor=GRID, line={"width": 0}, **ends)
    if score.floor is not None:
        colour = transparent(colours.masked, 0.32)
        figure.add_shape(
            type="rect", x0=score.floor.low, x1=score.floor.high, fillcolor=colour, line={"width": 0}, **ends
        )
    if score.bottom is not None:
        line = {"color": colours.limit, "width": 2}
        figure.add_shape(type="line", x0=start, x1=start, line=line, **ends)


def _marker(row: Strip, place: int, colours: Palette) -> Properties:
    score = row.score
    bar: dict[str, object] = {"visible": False}
    if score.interval is not None:
        below, above = score.value - score.interval[0], score.interval[1] - score.value
        bar = {"type": "data", "array": [max(0.0, above)], "arrayminus": [max(0.0, below)]}
        bar |= {"thickness": 1.4, "width": 0, "color": colours.ink}
    return Properties(
        type="scatter",
        x=[score.value],
        y=[place],
        mode="markers",
        marker={"symbol": "diamond", "size": 11, "color": colours.ink},
        error_x=bar,
        hovertext=[_hover(row)],
        hoverinfo="text",
        cliponaxis=False,
    )


def _hover(row: Strip) -> str:
    score = row.score
    lines = [f"<b>{escaped(row.name)}</b>: {percent(score.value)}"]
    if score.interval:
        lines.append(f"95% interval {percent(score.interval[0])} to {percent(score.interval[1])}")
    if score.floor:
        lines.append(f"{FLOOR}: {percent(score.floor.low)} to {percent(score.floor.high)}")
    if score.bottom is not None:
        lines.append(f"{BOTTOM}: {percent(score.bottom)}")
    return "<br>".join(lines)


def _add_key(figure: Drawing, rows: Sequence[Strip], colours: Palette) -> None:
    parts = [f"<span style='color:{colours.ink}'>◆</span> this file, 95% interval"]
    if any(r.score.floor for r in rows):
        parts.append(f"<span style='color:{transparent(colours.masked, 0.6)}'>■</span> {FLOOR}")
    if any(r.score.bottom is not None for r in rows):
        parts.append(f"<span style='color:{colours.limit}'>┃</span> {BOTTOM}")
    # two lines: a phone has no room for three parts beside each other
    text = "<br>".join(["   ".join([parts[0], *parts[2:]]), *parts[1:2]])
    add_legend(figure, text, 8, small=True)
