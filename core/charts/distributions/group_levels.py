"""Where the groups of one variable stand on another: mean ranks or means, original beside masked."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from core.charts.drawing import Drawing
from core.charts.legend import add_legend
from core.charts.text import escaped, number, shortened, text_width
from core.charts.theme import GRID, Frame, axis, palette
from core.views import GroupLevels
from core.wording import counted, percent

ROW_HEIGHT = 24
LONGEST_LABEL = 26
SMALLEST_REACH = 0.1
"""Ranks are shown at least so far to either side of the middle, so that nothing small looks large."""


def group_levels_figure(levels: GroupLevels, *, width: int = 560, dark: bool = False) -> go.Figure:
    """Draw a dot a file and group, joined where the group moved."""
    colours = palette(dark)
    left = int(max(text_width(shortened(label, LONGEST_LABEL), 12) for label in levels.labels)) + 34
    frame = Frame(width, 30 + ROW_HEIGHT * len(levels.labels) + 48, left, 12, 30, 48)
    figure = Drawing(frame)
    files = [("Original", levels.original, colours.reference, "circle-open", levels.n_original)]
    if levels.masked is not None:
        files.append(("Masked", levels.masked, colours.masked, "circle", levels.n_masked))
        _add_joins(figure, levels.original, levels.masked)
    for name, values, colour, symbol, counts in files:
        known = np.flatnonzero(~np.isnan(values))
        figure.add_scatter(
            x=values[known],
            y=known,
            mode="markers",
            marker={"symbol": symbol, "size": 9, "color": colour, "line": {"width": 2, "color": colour}},
            hovertext=[
                (
                    f"<b>{escaped(levels.labels[i])}</b><br>{name}: {_value(levels, values[i])} "
                    f"({counted(counts[i], 'record', 'records')})"
                )
                for i in known
            ],
            hoverinfo="text",
            cliponaxis=False,
        )
    _add_axes(figure, levels)
    key = [f"<span style='color:{colour}'>●</span> <b>{name}</b>" for name, _, colour, _, _ in files]
    add_legend(figure, "   ".join(key), 6)
    return figure.finished()


def _value(levels: GroupLevels, x: float) -> str:
    return f"mean rank at {percent(x)} of the records" if levels.kind == "rank" else f"mean {number(x)}"


def _add_joins(figure: Drawing, before: NDArray[np.float64], after: NDArray[np.float64]) -> None:
    known = np.flatnonzero(~np.isnan(before) & ~np.isnan(after))
    gap = np.full(len(known), np.nan)
    figure.add_scatter(
        x=np.column_stack([before[known], after[known], gap]).ravel(),
        y=np.column_stack([known, known, gap]).ravel(),
        mode="lines",
        line={"color": GRID, "width": 4},
        hoverinfo="skip",
    )


def _add_axes(figure: Drawing, levels: GroupLevels) -> None:
    name = f"<b>{escaped(shortened(levels.values, LONGEST_LABEL))}</b>"
    rank = levels.kind == "rank"
    title = {
        "text": f"{name}: mean rank, 50% is the middle" if rank else f"{name}: mean",
        "standoff": 6,
    }
    scale: dict[str, object] = {"tickformat": ".0%", "range": _rank_range(levels)} if rank else {}
    figure.update_xaxes(axis(title=title, nticks=6, **scale))
    figure.update_yaxes(
        axis(
            range=(len(levels.labels) - 0.5, -0.5),
            tickvals=list(range(len(levels.labels))),
            ticktext=[escaped(shortened(label, LONGEST_LABEL)) for label in levels.labels],
            title={"text": f"<b>{escaped(shortened(levels.groups, LONGEST_LABEL))}</b>", "standoff": 4},
        )
    )


def _rank_range(levels: GroupLevels) -> tuple[float, float]:
    values = np.concatenate([levels.original, levels.original if levels.masked is None else levels.masked])
    reach = max(SMALLEST_REACH, float(np.nanmax(np.abs(values - 0.5), initial=0.0)) * 1.08)
    return 0.5 - reach, 0.5 + reach
