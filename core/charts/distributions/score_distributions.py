"""Propensity scores of both files over each other, as steps over shared bins."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from core.charts.binned_shares import hover_bars, steps
from core.charts.drawing import Drawing
from core.charts.legend import add_legend, original_and_masked
from core.charts.text import number
from core.charts.theme import Frame, Palette, axis, palette
from core.statistics.arrays import Floats
from core.wording import percent


def score_distributions_figure(
    edges: Sequence[float],
    original: Sequence[float],
    masked: Sequence[float],
    *,
    share_masked: float,
    width: int = 560,
    dark: bool = False,
) -> go.Figure:
    """Draw the share of records by propensity score in both files.

    Parameters
    ----------
    edges : sequence of float, (b + 1,)
        Ends of the bins, ascending, in 0..1.
    original, masked : sequence of float, (b,)
        Share of either file's records in each bin, 0..1.
    share_masked : float
        c, the score of every record where a model cannot tell the files apart; a dotted line.

    Returns
    -------
    plotly Figure
        Original grey, masked in colour; shares by bin only.
    """
    colours = palette(dark)
    figure = Drawing(Frame(width, 300, 50, 14, 46, 46))
    ends, before, after = (np.asarray(x, dtype=np.float64) for x in (edges, original, masked))
    figure.add_trace(steps(ends, before, colours.reference, filled=True))
    figure.add_trace(steps(ends, after, colours.masked, filled=False))
    top = max(float(before.max()), float(after.max()))
    figure.add_trace(hover_bars(ends, top, _hovers(ends, before, after)))
    _add_no_difference(figure, share_masked, colours)
    figure.update_xaxes(
        axis(
            range=(float(ends[0]), float(ends[-1])),
            showgrid=False,
            showline=True,
            nticks=6,
            tickangle=0,
            title={"text": "Propensity score of a record", "standoff": 8},
        )
    )
    figure.update_yaxes(axis(rangemode="tozero", tickformat=".0%", nticks=6))
    _add_key(figure, colours)
    return figure.finished()


def _hovers(ends: Floats, before: Floats, after: Floats) -> list[str]:
    return [
        f"<b>Score {number(low)} to {number(high)}</b><br>Original: {percent(a)}<br>Masked: {percent(b)}"
        for low, high, a, b in zip(ends[:-1], ends[1:], before, after, strict=True)
    ]


def _add_no_difference(figure: Drawing, share_masked: float, colours: Palette) -> None:
    line = {"color": colours.muted, "width": 1.5, "dash": "dot"}
    figure.add_shape(type="line", x0=share_masked, x1=share_masked, y0=0, y1=1, yref="paper", line=line)
    figure.add_annotation(
        x=share_masked, y=1, yref="paper", yanchor="bottom", yshift=2, showarrow=False,
        text=f"cannot tell: {number(share_masked)}", font={"size": 11, "color": colours.muted},
    )  # fmt: skip


def _add_key(figure: Drawing, colours: Palette) -> None:
    add_legend(figure, original_and_masked(colours) + "   share of records", 22)
