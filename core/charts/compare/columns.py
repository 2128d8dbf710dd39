"""The columns of files side by side: the original's, or names of rows, then one a file."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.charts.drawing import Drawing
from core.charts.text import escaped, shortened
from core.charts.theme import Palette

FIRST = 0.13
"""Share of the width that the first column takes."""

GAP, WIDEST = 0.014, 0.24
LONGEST = 21
"""Characters of a name above a column, where six share a card."""

WIDTH, NARROWEST = 1090, 860
"""Pixels that the columns are expected to get, and the fewest: on narrower pages they are scrolled sideways."""

HEAD = 64
"""Pixels of the heads."""


@dataclass(frozen=True)
class ColumnHead:
    """What is written above a file's column.

    Parameters
    ----------
    number : int
        As on the map; 0 where the file is alone.
    name, verdict, figures : str
        ``verdict``: sign and words.
    standing : str
        The palette's colour of the verdict: "go", "cannot_tell" or "stopped".
    chosen : bool
    """

    number: int
    name: str
    verdict: str = ""
    figures: str = ""
    standing: str = "muted"
    chosen: bool = False

    @property
    def title(self) -> str:
        """Number, where there is one, and name; escaped."""
        return f"{self.number or ''} {escaped(shortened(self.name, LONGEST))}".lstrip()


def domains(count: int) -> list[tuple[float, float]]:
    """Return from where to where each of ``count`` columns after the first one reaches, as shares of the width."""
    wide = min(WIDEST if count > 1 else 2 * WIDEST, (1 - FIRST - GAP * count) / count)
    return [(start, start + wide) for start in (FIRST + GAP + i * (wide + GAP) for i in range(count))]


def add_heads(figure: Drawing, heads: Sequence[ColumnHead], colours: Palette) -> None:
    """Write the heads above the columns."""
    for head, (left, _right) in zip(heads, domains(len(heads)), strict=True):
        verdict = f"<span style='color:{getattr(colours, head.standing)}'>{escaped(head.verdict)}</span>"
        title = f"<b><u>{head.title}</u></b>" if head.chosen else f"<b>{head.title}</b>"
        figure.add_annotation(
            xref="paper", yref="paper", x=left, y=1, yshift=6, xanchor="left", yanchor="bottom", align="left",
            showarrow=False, text=f"{title}<br>{verdict}<br>{escaped(head.figures)}", font={"size": 12},
        )  # fmt: skip
