"""One variable in several scenarios: small distributions side by side on the same axes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from core.charts.binned_shares import shares_of
from core.charts.distributions.distribution import drawn_ends
from core.charts.drawing import Drawing
from core.charts.panels import TICK_SIZE, PanelGrid, compact_number, fitting_labels, round_ticks
from core.charts.theme import Frame, Palette, axis, palette, transparent
from core.views import VariableView

PANEL_HEIGHT = 118
ROOM_FOR_A_REASON = 1.4
"""The axis reaches so far beyond the bins that a reason does not lie on them."""


def distribution_multiples_figure(
    views: Sequence[tuple[str, VariableView]], *, columns: int = 3, width: int = 1040, dark: bool = False
) -> go.Figure:
    """Draw the share of records by bin or category in the original and in each scenario.

    Parameters
    ----------
    views : sequence of (str, VariableView)
        Name of a scenario, and the variable in it. A recoded variable has other bins than the rest.

    Returns
    -------
    plotly Figure
        Original grey, masked in colour; all panels share the upward axis, and those with numbers the
        axis to the right too.
    """
    colours = palette(dark)
    grid = PanelGrid(len(views), columns, PANEL_HEIGHT)
    figure = Drawing(Frame(width, grid.total_height + 8, 44, 8, 4, 4))
    top = max(_highest(view) for _, view in views)
    if any(view.masked is None for _, view in views):
        top *= ROOM_FOR_A_REASON
    across = _common_range([view for _, view in views])
    for place, (name, view) in enumerate(views):
        _add_files(figure, view, "" if place == 0 else str(place + 1), colours)
        _add_axes(figure, grid, place, view, top, across)
        grid.add_title(figure, place, name)
        if view.masked is None:
            grid.add_reason(figure, place, view.reason)
    return figure.finished()


def _highest(view: VariableView) -> float:
    tables = [view.original] if view.masked is None else [view.original, view.masked]
    return max(float(shares_of(t).max(initial=0.0)) for t in tables)


def _common_range(views: Sequence[VariableView]) -> tuple[float, float] | None:
    ends = [drawn_ends(v.edges) for v in views if v.edges is not None]
    return (min(float(e[0]) for e in ends), max(float(e[-1]) for e in ends)) if ends else None


def _add_files(figure: Drawing, view: VariableView, suffix: str, colours: Palette) -> None:
    files = [("Original", view.original, colours.reference), ("Masked", view.masked, colours.masked)]
    for name, counts, colour in files:
        if counts is None:
            continue
        shares = shares_of(counts)
        if view.edges is not None:
            ends = drawn_ends(view.edges)
            x, y = np.concatenate([ends[:1], ends]), np.concatenate([[0.0], shares, [0.0]])
        else:
            x = np.concatenate([[-0.5], np.arange(len(shares) + 1) - 0.5])
            y = np.concatenate([[0.0], shares, [0.0]])
        figure.add_scatter(
            x=x,
            y=y,
            mode="lines",
            line={"shape": "hv", "color": colour, "width": 1.0 if name == "Original" else 1.8},
            fill="tozeroy" if name == "Original" else "none",
            fillcolor=transparent(colour, 0.22),
            hoverinfo="skip",
            xaxis=f"x{suffix}",
            yaxis=f"y{suffix}",
        )


def _add_axes(
    figure: Drawing,
    grid: PanelGrid,
    place: int,
    view: VariableView,
    top: float,
    across: tuple[float, float] | None,
) -> None:
    suffix = "" if place == 0 else str(place + 1)
    domain = grid.domains(place)
    plain: dict[str, object] = {"domain": domain[0], "anchor": f"y{suffix}", "showgrid": False, "showline": True}
    if view.edges is not None and across is not None:
        ticks: list[float] | list[int] = round_ticks(*across, most=3 if grid.columns < 3 else 2)
        texts = [compact_number(x) for x in ticks]
    else:
        ticks, texts = fitting_labels(view.labels, grid.panel_width)
    horizontal = axis(
        **plain,
        range=across if view.edges is not None else (-0.5, len(view.labels) - 0.5),
        tickvals=ticks,
        ticktext=texts,
        tickangle=0,
        tickfont={"size": TICK_SIZE},
    )
    vertical = axis(
        domain=domain[1],
        anchor=f"x{suffix}",
        range=(0, 1.05 * top),
        tickformat=".0%",
        nticks=3,
        showticklabels=place % grid.columns == 0,
        tickfont={"size": TICK_SIZE},
    )
    figure.update_layout({f"xaxis{suffix}": horizontal, f"yaxis{suffix}": vertical})
