"""Figures with their confidence intervals along the axis to the right: the bar, the band beneath, and the axis."""

from __future__ import annotations

from collections.abc import Sequence

from core.charts.drawing import Drawing
from core.charts.text import escaped, shortened
from core.charts.theme import Palette, axis, transparent
from core.views import EstimateInFile

BAND_OPACITY = 0.14
LONGEST_TITLE = 60


def interval_bar(figure: EstimateInFile, colour: str) -> dict[str, object]:
    """Return plotly's error bar from the lower to the upper end of a figure's interval."""
    return {
        "type": "data",
        "symmetric": False,
        "array": [max(0.0, figure.high - figure.value)],
        "arrayminus": [max(0.0, figure.value - figure.low)],
        "thickness": 1.6,
        "width": 3,
        "color": colour,
    }


def add_band(figure: Drawing, original: EstimateInFile, colours: Palette, **upward: object) -> None:
    """Shade the original's interval, over the places that ``upward`` gives (y0, y1, yref)."""
    fill = transparent(colours.masked, BAND_OPACITY)
    ends = {"x0": original.low, "x1": original.high, **upward}
    figure.add_shape(type="rect", **ends, fillcolor=fill, line={"width": 0}, layer="below")


def add_value_axis(figure: Drawing, title: str, values: Sequence[float], room: float) -> None:
    """Span the axis to the right over all values, with a share ``room`` of the span left free at either end."""
    figure.update_xaxes(
        axis(
            range=spanned(values, room),
            nticks=5,
            tickangle=0,
            tickformat="~g",
            title={"text": escaped(shortened(title, LONGEST_TITLE)), "standoff": 8},
        )
    )


def spanned(values: Sequence[float], room: float) -> tuple[float, float]:
    """Return the ends of an axis that shows all values, with room to either side."""
    low, high = min(values), max(values)
    free = room * (high - low) or max(abs(high), 1.0) * room
    return low - free, high + free
