"""Areas by how much a table of theirs changed, the one that changed most on top; small areas are hollow."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from core.charts.drawing import Drawing
from core.charts.text import escaped, number, shortened, text_width
from core.charts.theme import Frame, axis, palette, row_axis
from core.views import RankedArea
from core.wording import counted

ROW = 24
LONGEST_NAME = 22
ROOM = 1.3
"""The axis reaches beyond the longest bar, so that its figure fits."""


def area_ranking_figure(areas: Sequence[RankedArea], *, title: str, width: int = 560, dark: bool = False) -> go.Figure:
    """Draw the areas that have a value as bars.

    Parameters
    ----------
    areas : sequence of RankedArea
        At least one with a value, in the order in which they stand.
    title : str
        Name of the metric.

    Returns
    -------
    plotly Figure
        Areas with few records are hollow, which their names say.
    """
    colours = palette(dark)
    shown = [(a, a.value) for a in areas if a.value is not None]
    names = [shortened(a.area, LONGEST_NAME) + (" (few records)" if a.small else "") for a, _x in shown]
    left = int(max(text_width(name, 12) for name in names)) + 12
    values = [x for _a, x in shown]
    figure = Drawing(Frame(width, ROW * len(shown) + 58, left, 12, 8, 48))
    figure.add_bar(
        x=values,
        y=list(range(len(shown))),
        orientation="h",
        width=0.62,
        marker={
            "color": ["rgba(0,0,0,0)" if a.small else colours.masked for a, _x in shown],
            "line": {"color": colours.masked, "width": 1.4},
        },
        text=[number(x) for x in values],
        textposition="outside",
        textfont={"size": 11},
        cliponaxis=False,
        hovertext=[_hover(a) for a, _x in shown],
        hoverinfo="text",
    )
    low, high = min(0.0, *values, 0.0), max(0.0, *values, 0.0)
    reach = (high - low) or 1.0
    figure.update_xaxes(
        axis(
            range=(low - (ROOM - 1) * reach if low < 0 else 0.0, high + (ROOM - 1) * reach),
            nticks=4,
            tickangle=0,
            tickformat=".3~g",
            zeroline=True,
            zerolinecolor="rgba(128, 142, 152, 0.75)",
            title={"text": escaped(title), "standoff": 8},
        )
    )
    figure.update_yaxes(row_axis([escaped(name) for name in names]))
    return figure.finished()


def _hover(area: RankedArea) -> str:
    lines = [
        f"<b>{escaped(area.area)}</b>",
        f"Rank {area.rank}: {number(area.value or 0.0)}",
    ]
    lines.append(f"{counted(area.n_original, 'record', 'records')} before, {area.n_masked:,} after")
    if area.small:
        lines.append("few records: internal")
    return "<br>".join(lines)
