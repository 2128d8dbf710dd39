"""What utility on the map is to be read against: a fresh survey, and the original with its columns shuffled."""

from dataclasses import dataclass

from core.charts.drawing import Drawing
from core.charts.map.map_geometry import MapGeometry
from core.charts.map.map_scale import AxisScale
from core.charts.theme import Palette, transparent
from core.views import RiskUtilityMap

OPACITY = 0.16
NAMES_ABOVE = 8
"""Pixels between the plot and the names above it: a marker at its upper edge reaches beyond."""


@dataclass(frozen=True)
class Yardstick:
    """A band of utility, or where both ends are one a line, with its name."""

    name: str
    low: float
    high: float


def yardsticks(content: RiskUtilityMap) -> tuple[Yardstick, ...]:
    """Return the yardsticks that were measured for the map's utility."""
    if content.resolution is None:
        return ()
    fresh, shuffled = content.resolution.fresh, content.resolution.shuffled
    return Yardstick("Columns shuffled", shuffled.low, shuffled.high), Yardstick(
        "A fresh survey", fresh.low, fresh.high
    )


def add_yardsticks(
    figure: Drawing, geometry: MapGeometry, sticks: tuple[Yardstick, ...], colours: Palette, line: int
) -> None:
    """Draw each as far as the axis shows it, and name it above the plot, a line of ``line`` pixels each."""
    for k, stick in enumerate(sticks):
        _add_mark(figure, geometry, stick, colours)
        _add_name(figure, geometry, stick, colours, NAMES_ABOVE + line * k)


def _add_mark(figure: Drawing, geometry: MapGeometry, stick: Yardstick, colours: Palette) -> None:
    scale = geometry.utility
    low, high = scale.clipped(stick.low), scale.clipped(stick.high)
    if low < high:
        shade = figure.add_hrect if geometry.swapped else figure.add_vrect
        shade(low, high, fillcolor=transparent(colours.muted, OPACITY), line={"width": 0}, layer="below")
    elif not scale.beyond(stick.low):
        rule = figure.add_hline if geometry.swapped else figure.add_vline
        rule(low, line={"color": colours.muted, "width": 1.6, "dash": "dash"}, layer="below")


def _add_name(figure: Drawing, geometry: MapGeometry, stick: Yardstick, colours: Palette, shift: int) -> None:
    scale = geometry.utility
    ends = [scale.fraction(scale.clipped(value)) for value in (stick.low, stick.high)]
    middle = 1.0 if geometry.swapped else sum(ends) / 2
    # a name in the middle would leave a narrow plot on the side that it began or ended at
    side, x = ("left", min(ends)) if middle < 1 / 3 else ("center", middle) if middle < 2 / 3 else ("right", max(ends))
    sign = "■" if stick.low < stick.high else "┆"
    figure.add_annotation(
        xref="paper", yref="paper", x=1.0 if geometry.swapped else x, y=1.0,
        yshift=shift, xanchor=side, yanchor="bottom", showarrow=False, font={"size": 11},
        text=f"<span style='color:{transparent(colours.muted, 0.75)}'>{sign}</span> {_words(stick, scale)}",
    )  # fmt: skip


def _words(stick: Yardstick, scale: AxisScale) -> str:
    values = [scale.words(value) for value in dict.fromkeys((stick.low, stick.high))]
    beyond = scale.beyond(stick.high) if scale.beyond(stick.high) < 0 else max(0, scale.beyond(stick.low))
    where = {-1: " (below the axis)", 0: "", 1: " (above the axis)"}[beyond]
    return f"{stick.name} {' to '.join(values)}{where}"
