"""One figure in the original and in every scenario: points with their intervals over the original's interval."""

from __future__ import annotations

import plotly.graph_objects as go

from core.charts.drawing import Drawing, Properties
from core.charts.interval_marks import add_band, add_value_axis, interval_bar
from core.charts.legend import add_legend
from core.charts.text import escaped, number, shortened, text_width, wrapped
from core.charts.theme import SHAPES, Frame, Palette, palette, row_axis, transparent
from core.views import EstimateInFile, IntervalRow, IntervalRows

ROW_HEIGHT = 30
LONGEST_NAME = 48
NAME_WIDTH = 130
"""Pixels; a longer name goes on in a second line."""

ROOM = 0.05
"""Share of the axis left free beyond the figures."""

KEY_LINE = 16
NOT_GIVEN = "cannot be estimated"
ORIGINAL = "Original"


def indicator_intervals_figure(
    intervals: IntervalRows, *, title: str, width: int = 640, dark: bool = False
) -> go.Figure:
    """Draw one figure by file.

    Parameters
    ----------
    intervals : IntervalRows
        With the original's figure.
    title : str
        Of the axis: what the figure is.

    Returns
    -------
    plotly Figure
        Band: the original's 95% interval; hollow marker: outside of it. Where the comparison is at
        released detail, a grey tick marks the recoded original.
    """
    colours = palette(dark)
    names = [[ORIGINAL], *(_in_two_lines(r.scenario) for r in intervals.rows)]
    left = int(max(text_width(line, 12, bold=True) for lines in names for line in lines)) + 14
    key = _key(intervals, colours)
    top = KEY_LINE * len(key) + 12
    frame = Frame(width, top + ROW_HEIGHT * len(names) + 48, left, 14, top, 48)
    figure = Drawing(frame)
    if intervals.original is not None:
        add_band(figure, intervals.original, colours, y0=-0.5, y1=len(names) - 0.5)
        figure.add_trace(
            _marker(intervals.original, 0, "triangle-up", colours.reference, _hover(ORIGINAL, intervals.original))
        )
    for place, row in enumerate(intervals.rows, start=1):
        _add_row(figure, row, place, colours)
    add_value_axis(figure, title, _drawn_values(intervals), ROOM)
    texts = [f"<b>{ORIGINAL}</b>", *("<br>".join(map(escaped, lines)) for lines in names[1:])]
    figure.update_yaxes(row_axis(texts, ticklabelstandoff=6))
    add_legend(figure, "<br>".join(key), 6, small=True)
    return figure.finished()


def _in_two_lines(name: str) -> list[str]:
    first, *rest = wrapped(shortened(name, LONGEST_NAME), NAME_WIDTH, 12)
    return [shortened(line, LONGEST_NAME // 2) for line in (first, " ".join(rest)) if line]


def _add_row(figure: Drawing, row: IntervalRow, place: int, colours: Palette) -> None:
    colour = colours.scenarios[(place - 1) % len(colours.scenarios)]
    if row.figure is None:
        figure.add_annotation(
            x=0, xref="paper", y=place, text=NOT_GIVEN, showarrow=False, xanchor="left", xshift=6,
            font={"size": 11, "color": colours.muted}, hovertext=escaped(shortened(row.reason, 120)),
        )  # fmt: skip
        return
    if row.released and row.original is not None:
        figure.add_trace(
            Properties(
                type="scatter",
                x=[row.original.value],
                y=[place],
                mode="markers",
                marker={"symbol": "line-ns", "size": 14, "line": {"width": 2, "color": colours.reference}},
                hoverinfo="skip",
            )
        )
    shape = SHAPES[(place - 1) % len(SHAPES)]
    hollow = "-open" if row.inside is False else ""
    figure.add_trace(_marker(row.figure, place, shape + hollow, colour, _row_hover(row, row.figure)))


def _marker(figure: EstimateInFile, place: int, shape: str, colour: str, hover: str) -> Properties:
    return Properties(
        type="scatter",
        x=[figure.value],
        y=[place],
        mode="markers",
        marker={"symbol": shape, "size": 10, "color": colour, "line": {"width": 1.6, "color": colour}},
        error_x=interval_bar(figure, colour),
        hovertext=[hover],
        hoverinfo="text",
        cliponaxis=False,
    )


def _hover(name: str, figure: EstimateInFile) -> str:
    return (
        f"<b>{escaped(name)}</b>: {number(figure.value)}<br>95% interval {number(figure.low)} to "
        f"{number(figure.high)}<br>n = {figure.n:,}"
    )


def _row_hover(row: IntervalRow, figure: EstimateInFile) -> str:
    lines = [_hover(row.scenario, figure)]
    if row.inside is not None:
        lines.append("inside the original's interval" if row.inside else "outside the original's interval")
    if row.overlap is not None:
        lines.append(f"overlap {row.overlap:.2f}")
    return "<br>".join(lines)


def _drawn_values(intervals: IntervalRows) -> list[float]:
    figures = [f for f in (intervals.original, *(r.figure for r in intervals.rows)) if f is not None]
    recoded = [r.original.value for r in intervals.rows if r.released and r.original]
    return [x for f in figures for x in (f.low, f.high)] + recoded


def _key(intervals: IntervalRows, colours: Palette) -> list[str]:
    """Return the parts of the key, one a line: a phone has no room for two beside each other."""
    parts = [f"<span style='color:{transparent(colours.masked, 0.55)}'>■</span> original's 95% interval"]
    if any(r.inside is False for r in intervals.rows):
        parts.append("○ outside of it")
    if any(r.released and r.original and r.figure for r in intervals.rows):
        parts.append(f"<span style='color:{colours.reference}'>|</span> original, recoded alike")
    return parts
