"""One variable of numbers as curves, original against masked: densities or cumulated shares, a panel a scenario."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from core.charts.drawing import Drawing
from core.charts.message import message_figure
from core.charts.panels import TICK_SIZE, PanelGrid, compact_number, round_ticks
from core.charts.text import escaped, number
from core.charts.theme import Frame, Palette, axis, palette, transparent
from core.views import CurveView
from core.wording import percent

ONE_HEIGHT, PANEL_HEIGHT = 230, 118
ROOM_FOR_A_REASON = 1.5
"""The axis reaches so far beyond the curves that a reason does not lie on them."""


def curves_figure(
    views: Sequence[tuple[str, CurveView]],
    *,
    cumulated: bool = False,
    columns: int = 2,
    width: int = 560,
    dark: bool = False,
) -> go.Figure:
    """Draw a curve of both files in each scenario, all panels on the same axes.

    Parameters
    ----------
    views : sequence of (str, CurveView)
        Name of a scenario, and the variable in it.
    cumulated : bool
        Whether the curves are shares below a point rather than densities.

    Returns
    -------
    plotly Figure
        Original grey, masked in colour.
    """
    if not any(len(view.points) for _, view in views):
        return message_figure(views[0][1].reason)
    colours = palette(dark)
    columns = min(columns, len(views))
    grid = PanelGrid(len(views), columns, ONE_HEIGHT if len(views) == 1 else PANEL_HEIGHT, below=30)
    figure = Drawing(Frame(width, grid.total_height + 8, 44 if cumulated else 14, 8, 4, 4))
    drawn = [view for _, view in views if len(view.points)]
    low, high = min(float(v.points[0]) for v in drawn), max(float(v.points[-1]) for v in drawn)
    top = 1.0 if cumulated else max(_highest(v) for v in drawn)
    if any(view.reason for _, view in views):
        top *= ROOM_FOR_A_REASON
    for place, (name, view) in enumerate(views):
        suffix = "" if place == 0 else str(place + 1)
        _add_curves(figure, view, suffix, colours, cumulated=cumulated)
        _add_axes(figure, grid, place, (low, high), top, cumulated=cumulated)
        grid.add_title(figure, place, name)
        if view.reason:
            grid.add_reason(figure, place, view.reason)
    return figure.finished()


def _highest(view: CurveView) -> float:
    return max(float(c.max(initial=0.0)) for c in (view.original, view.masked) if c is not None)


def _add_curves(figure: Drawing, view: CurveView, suffix: str, colours: Palette, *, cumulated: bool) -> None:
    files = [("Original", view.original, colours.reference), ("Masked", view.masked, colours.masked)]
    for name, curve, colour in files:
        if curve is None:
            continue
        original = name == "Original"
        figure.add_scatter(
            x=view.points.astype(np.float32),
            y=curve.astype(np.float32),
            mode="lines",
            line={"color": colour, "width": 1.4 if original else 2},
            fill="tozeroy" if original and not cumulated else "none",
            fillcolor=transparent(colour, 0.22),
            hovertext=[
                f"<b>{name}</b><br>{escaped(view.name)} {number(x)}: {percent(y) if cumulated else number(y)}"
                for x, y in zip(view.points, curve, strict=True)
            ],
            hoverinfo="text",
            xaxis=f"x{suffix}",
            yaxis=f"y{suffix}",
        )


def _add_axes(
    figure: Drawing, grid: PanelGrid, place: int, ends: tuple[float, float], top: float, *, cumulated: bool
) -> None:
    suffix = "" if place == 0 else str(place + 1)
    across, upward = grid.domains(place)
    ticks = round_ticks(*ends, most=5 if grid.columns == 1 else 3)
    horizontal = axis(
        domain=across,
        anchor=f"y{suffix}",
        range=ends,
        showgrid=False,
        showline=True,
        tickvals=ticks,
        ticktext=[compact_number(x) for x in ticks],
        tickangle=0,
        tickfont={"size": TICK_SIZE},
    )
    vertical = axis(
        domain=upward,
        anchor=f"x{suffix}",
        range=(0, 1.05 * top),
        tickformat=".0%",
        tickvals=[0, 0.5, 1] if cumulated else None,
        showticklabels=cumulated and place % grid.columns == 0,
        tickfont={"size": TICK_SIZE},
    )
    figure.update_layout({f"xaxis{suffix}": horizontal, f"yaxis{suffix}": vertical})
