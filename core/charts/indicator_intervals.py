"""One figure in the original and in every scenario: points with their intervals over the original's interval."""

from __future__ import annotations

import plotly.graph_objects as go

from core.assessment.analysis_views import Figure, IntervalRow, IntervalRows
from core.charts.text import escaped, number, shortened, text_width, wrapped
from core.charts.theme import SHAPES, Frame, Palette, axis, layout, palette, transparent

ROW_HEIGHT = 30
LONGEST_NAME = 48
NAME_WIDTH = 130
"""Pixels; a longer name goes on in a second line."""

KEY_LINE = 16
NOT_GIVEN = "cannot be estimated"
ORIGINAL = "Original"


def indicator_intervals_figure(found: IntervalRows, *, title: str, width: int = 640, dark: bool = False) -> go.Figure:
    """Draw one figure by file.

    Parameters
    ----------
    found : IntervalRows
        With the original's figure.
    title : str
        Of the axis: what the figure is.
    width : int
    dark : bool

    Returns
    -------
    plotly Figure
        Band: the original's 95 % interval; hollow marker: outside of it. Where the comparison is at
        released detail, a grey tick marks the recoded original.
    """
    colours = palette(dark)
    names = [[ORIGINAL], *(_in_two_lines(r.scenario) for r in found.rows)]
    left = int(max(text_width(line, 12, bold=True) for lines in names for line in lines)) + 14
    key = _key(found, colours)
    top = KEY_LINE * len(key) + 12
    frame = Frame(width, top + ROW_HEIGHT * len(names) + 48, left, 14, top, 48)
    figure = go.Figure(layout=layout(frame))
    if found.original is not None:
        band = {"x0": found.original.low, "x1": found.original.high, "y0": -0.5, "y1": len(names) - 0.5}
        fill = transparent(colours.masked, 0.14)
        figure.add_shape(type="rect", **band, fillcolor=fill, line_width=0, layer="below")
        figure.add_trace(_marker(found.original, 0, "triangle-up", colours.reference, _hover(ORIGINAL, found.original)))
    for place, row in enumerate(found.rows, start=1):
        _add_row(figure, row, place, colours)
    figure.update_xaxes(
        axis(
            range=_range(found),
            nticks=5,
            tickangle=0,
            tickformat="~g",
            title={"text": escaped(shortened(title, 60)), "standoff": 8},
        )
    )
    figure.update_yaxes(
        axis(
            range=(len(names) - 0.5, -0.5),
            showgrid=False,
            ticklabelstandoff=6,
            tickvals=list(range(len(names))),
            ticktext=[f"<b>{ORIGINAL}</b>", *("<br>".join(map(escaped, lines)) for lines in names[1:])],
        )
    )
    _add_key(figure, key)
    return figure


def _in_two_lines(name: str) -> list[str]:
    first, *rest = wrapped(shortened(name, LONGEST_NAME), NAME_WIDTH, 12)
    return [shortened(line, LONGEST_NAME // 2) for line in (first, " ".join(rest)) if line]


def _add_row(figure: go.Figure, row: IntervalRow, place: int, colours: Palette) -> None:
    colour = colours.scenarios[(place - 1) % len(colours.scenarios)]
    if row.figure is None:
        figure.add_annotation(
            x=0, xref="paper", y=place, text=NOT_GIVEN, showarrow=False, xanchor="left", xshift=6,
            font={"size": 11, "color": colours.muted}, hovertext=escaped(shortened(row.reason, 120)),
        )  # fmt: skip
        return
    if row.released and row.original is not None:
        figure.add_trace(
            go.Scatter(
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


def _marker(figure: Figure, place: int, shape: str, colour: str, hover: str) -> go.Scatter:
    return go.Scatter(
        x=[figure.value],
        y=[place],
        mode="markers",
        marker={"symbol": shape, "size": 10, "color": colour, "line": {"width": 1.6, "color": colour}},
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [max(0.0, figure.high - figure.value)],
            "arrayminus": [max(0.0, figure.value - figure.low)],
            "thickness": 1.6,
            "width": 3,
            "color": colour,
        },
        hovertext=[hover],
        hoverinfo="text",
        cliponaxis=False,
    )


def _hover(name: str, figure: Figure) -> str:
    return (
        f"<b>{escaped(name)}</b>: {number(figure.value)}<br>95% interval {number(figure.low)} to {number(figure.high)}"
        f"<br>n = {figure.n:,}"
    )


def _row_hover(row: IntervalRow, figure: Figure) -> str:
    lines = [_hover(row.scenario, figure)]
    if row.inside is not None:
        lines.append(f"{'inside' if row.inside else 'outside'} the original's interval")
    if row.overlap is not None:
        lines.append(f"overlap {row.overlap:.2f}")
    return "<br>".join(lines)


def _range(found: IntervalRows) -> tuple[float, float]:
    figures = [f for f in (found.original, *(r.figure for r in found.rows)) if f is not None]
    ends = [x for f in figures for x in (f.low, f.high)] + [
        r.original.value for r in found.rows if r.released and r.original
    ]
    low, high = min(ends), max(ends)
    room = 0.05 * (high - low) or max(abs(high), 1.0) * 0.05
    return low - room, high + room


def _key(found: IntervalRows, colours: Palette) -> list[str]:
    """Return the parts of the key, one a line: a phone has no room for two beside each other."""
    parts = [f"<span style='color:{transparent(colours.masked, 0.55)}'>■</span> original's 95% interval"]
    if any(r.inside is False for r in found.rows):
        parts.append("○ outside of it")
    if any(r.released and r.original and r.figure for r in found.rows):
        parts.append(f"<span style='color:{colours.reference}'>|</span> original, recoded alike")
    return parts


def _add_key(figure: go.Figure, parts: list[str]) -> None:
    figure.add_annotation(
        xref="paper", yref="paper", x=0, y=1, yshift=6, xanchor="left", yanchor="bottom", showarrow=False,
        align="left", text="<br>".join(parts), font={"size": 11},
    )  # fmt: skip
