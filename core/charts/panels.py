"""Small charts side by side in one figure: where each stands, its title, and ticks that fit a narrow one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.charts.drawing import Drawing
from core.charts.text import escaped, shortened, text_width, wrapped

NARROWEST = 250
"""Pixels of all panels beside each other on a phone: titles and ticks are made for it."""

GAP = 0.05
LONGEST_TITLE = 46
TITLE_LINE = 15
"""Height of a line of a title, in pixels."""

TICK_SIZE = 10
TICK_GAP = 12
MOST_TICKS = 4


@dataclass(frozen=True)
class PanelGrid:
    """Panels row by row, of equal size.

    Parameters
    ----------
    count, columns : int
    height : int
        Of the drawing of one panel, in pixels.
    title, below : int
        Room above it for the title, and beneath it for ticks, in pixels.
    """

    count: int
    columns: int
    height: int
    title: int = 36
    below: int = 26

    @property
    def rows(self) -> int:
        """Number of rows."""
        return -(-self.count // self.columns)

    @property
    def total_height(self) -> int:
        """Height of all rows, in pixels."""
        return self.rows * (self.height + self.title + self.below)

    @property
    def panel_width(self) -> float:
        """Width of a panel on a phone, in pixels."""
        return NARROWEST / self.columns

    def domains(self, place: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return where a panel lies, as shares of the figure: (left, right), (bottom, top)."""
        across, down = place % self.columns, place // self.columns
        width = (1 - GAP * (self.columns - 1)) / self.columns
        block = 1 / self.rows
        full = self.height + self.title + self.below
        bottom = 1 - (down + 1) * block + block * self.below / full
        left = across * (width + GAP)
        return (left, left + width), (bottom, bottom + block * self.height / full)

    def add_title(self, figure: Drawing, place: int, name: str) -> None:
        """Write a panel's title above it."""
        lines = wrapped(shortened(name, LONGEST_TITLE), self.panel_width, 12)
        most = max(1, self.title // TITLE_LINE)
        shown = lines[:most] if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]}…"]
        text = "<br>".join(escaped(line) for line in shown)
        self._note(figure, place, f"<b>{text}</b>", below=False)

    def add_reason(self, figure: Drawing, place: int, reason: str) -> None:
        """Write into a panel why something is missing in it."""
        lines = wrapped(shortened(reason, 2 * LONGEST_TITLE), self.panel_width, 11)
        self._note(figure, place, "<br>".join(escaped(line) for line in lines), below=True)

    def _note(self, figure: Drawing, place: int, text: str, *, below: bool) -> None:
        across, upward = self.domains(place)
        figure.add_annotation(
            xref="paper",
            yref="paper",
            x=across[0],
            y=upward[1],
            xshift=8 if below else 0,
            yshift=-3 if below else 3,
            xanchor="left",
            yanchor="top" if below else "bottom",
            showarrow=False,
            align="left",
            text=text,
            font={"size": 11 if below else 12},
        )


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


def round_ticks(low: float, high: float, most: int = 3) -> list[float]:
    """Return up to ``most`` round values between two ends, at equal distances."""
    if not high > low:
        return [low]
    step = 10.0 ** int(f"{(high - low) / most:e}".split("e")[1])
    steps = [factor * step for factor in (1, 2, 2.5, 4, 5, 10, 20, 25)]
    for wide in steps:
        first = -int(-low // wide)
        last = int(high // wide)
        if last - first + 1 <= most:
            return [k * wide for k in range(first, last + 1)]
    return [low]
