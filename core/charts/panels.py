"""Ticks that fit a narrow axis."""

from collections.abc import Sequence

from core.charts.text import escaped, shortened, text_width

TICK_SIZE = 10
TICK_GAP = 12
MOST_TICKS = 4


def fitting_labels(labels: Sequence[str], width: float) -> tuple[list[int], list[str]]:
    """Return which of evenly spaced labels are written, and their escaped texts, so that none overlaps its neighbour.

    Parameters
    ----------
    labels : sequence of str
    width : float
        Pixels of the axis where it is narrowest.
    """
    for ticks in range(min(MOST_TICKS, len(labels)), 1, -1):
        step = -(-len(labels) // ticks)
        places = list(range(0, len(labels), step))
        room = width * step / len(labels) - TICK_GAP
        if all(text_width(labels[i], TICK_SIZE) <= room for i in places):
            return places, [escaped(labels[i]) for i in places]
    places = sorted({0, len(labels) - 1}) if width >= 2 * 6 * TICK_SIZE else [0]
    most = max(3, int((width / len(places) - TICK_GAP) / (0.6 * TICK_SIZE)))
    return places, [escaped(shortened(labels[i], most)) for i in places]


def compact_number(x: float) -> str:
    """Return a number with three digits and k, M or G: short enough for a narrow axis."""
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if abs(x) >= size:
            return f"{x / (1e3 if unit == 'k' else size):.3g}{unit}"
    return f"{x + 0.0:.4g}"
