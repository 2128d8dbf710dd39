"""A measure over the epsilon that files are declared to have: a line for each unit of privacy."""

import math
from collections.abc import Sequence

import plotly.graph_objects as go

from core.charts.drawing import Drawing
from core.charts.text import escaped, shortened
from core.charts.theme import SHAPES, Frame, axis, palette
from core.measures import Measure
from core.views import EpsilonLine, EpsilonPoint

ROOM = 0.08
"""Share of the span that is left free at either end of an axis."""

LINE = 16
"""Height of a line of the legend, in pixels."""

LONGEST_NAME = 34


def epsilon_figure(
    lines: Sequence[EpsilonLine], measure: Measure, *, logarithmic: bool = True, width: int = 560, dark: bool = False
) -> go.Figure:
    """Draw a measure over epsilon, with 95% intervals; what does not hold is hollow.

    Parameters
    ----------
    lines : sequence of EpsilonLine
        With one value at least.
    measure : Measure
    logarithmic : bool
        Equal ratios of epsilon lie at equal distances.
    """
    colours, drawn = palette(dark), [line for line in lines if _with_values(line)]
    figure = Drawing(Frame(width, 280 + LINE * len(drawn), 62, 16, 14 + LINE * len(drawn), 46))
    for place, line in enumerate(drawn):
        colour = colours.scenarios[place % len(colours.scenarios)]
        _add_line(figure, line, measure, (colour, SHAPES[place % len(SHAPES)]), logarithmic)
        words = (
            f"<span style='color:{colour}'>● <b>Unit of privacy: "
            f"{escaped(shortened(line.unit, LONGEST_NAME))}</b></span>"
        )
        figure.add_annotation(
            xref="paper", yref="paper", x=0, y=1, yshift=4 + LINE * (len(drawn) - 1 - place), xanchor="left",
            yanchor="bottom", showarrow=False, align="left", text=words,
        )  # fmt: skip
    points = [p for line in drawn for p, _value in _with_values(line)]
    _add_axes(figure, points, measure, logarithmic)
    return figure.finished()


def _with_values(line: EpsilonLine) -> list[tuple[EpsilonPoint, float]]:
    return [(p, p.value) for p in line.points if p.value is not None]


def _add_line(figure: Drawing, line: EpsilonLine, measure: Measure, look: tuple[str, str], logarithmic: bool) -> None:
    (colour, shape), drawn = look, _with_values(line)
    ends = [p.interval or (value, value) for p, value in drawn]
    values = [value for _point, value in drawn]
    figure.add_scatter(
        x=[_place(p, logarithmic) for p, _value in drawn],
        y=values,
        mode="lines+markers",
        line={"color": colour, "width": 2},
        marker={"size": 10, "color": colour, "symbol": [shape + ("-open" if p.reason else "") for p, _value in drawn]},
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [max(0.0, high - y) for y, (_low, high) in zip(values, ends, strict=True)],
            "arrayminus": [max(0.0, y - low) for y, (low, _high) in zip(values, ends, strict=True)],
            "thickness": 1.4,
            "width": 3,
            "color": colour,
        },
        customdata=[[p.name] for p, _value in drawn],
        hovertext=[_hover(p, value, measure) for p, value in drawn],
        hoverinfo="text",
        cliponaxis=False,
    )


def _place(point: EpsilonPoint, logarithmic: bool) -> float:
    return math.log10(point.privacy.epsilon) if logarithmic else point.privacy.epsilon


def _add_axes(figure: Drawing, points: Sequence[EpsilonPoint], measure: Measure, logarithmic: bool) -> None:
    at = {p.privacy.epsilon: _place(p, logarithmic) for p in points}
    title = "ε as declared (logarithmic)" if logarithmic else "ε as declared"
    figure.update_xaxes(
        axis(
            range=_spanned(list(at.values())),
            showgrid=False,
            showline=True,
            tickvals=list(at.values()) if logarithmic else None,
            ticktext=[f"{epsilon:g}" for epsilon in at] if logarithmic else None,
            tickangle=0,
            title={"text": title, "standoff": 8},
        )
    )
    ends = [end for p in points for end in (*(p.interval or ()), p.value) if end is not None]
    shown = {"tickformat": ".2~%"} if measure.is_share else {"tickformat": "~g"}
    name = escaped(shortened(measure.name, LONGEST_NAME))
    figure.update_yaxes(axis(range=_spanned(ends), nticks=6, title={"text": name, "standoff": 6}, **shown))


def _hover(point: EpsilonPoint, value: float, measure: Measure) -> str:
    privacy = point.privacy
    lines = [f"<b>{escaped(point.name)}</b>", f"ε = {privacy.epsilon:g}, δ = {privacy.delta:g}, not verified"]
    lines.append(f"{escaped(measure.name)}: {measure.value_text(value)}")
    if point.interval is not None:
        low, high = (measure.value_text(end) for end in point.interval)
        lines.append(f"95%: {low} to {high}" + measure.interval_mark)
    if point.reason:
        lines.append(escaped(shortened(point.reason, 120)))
    return "<br>".join(lines)


def _spanned(values: Sequence[float]) -> tuple[float, float]:
    """Return the ends of an axis that shows all values, with room to either side."""
    low, high = min(values), max(values)
    free = ROOM * (high - low) or max(abs(high), 1.0) * ROOM
    return low - free, high + free
