"""One variable in several scenarios: small distributions side by side on the same axes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from core.assessment.drill_down import VariableView
from core.charts.distribution import drawn_ends
from core.charts.text import escaped, shortened, wrapped
from core.charts.theme import Frame, Palette, axis, layout, palette, transparent

ROW_HEIGHT, TITLE_HEIGHT = 118, 36
NARROWEST = 250
"""Pixels of all panels beside each other on a phone: their titles are broken for it."""

GAP = 0.05
LONGEST_TITLE = 46
LONGEST_TICK = 12
MOST_TICKS = 4


def distribution_multiples_figure(
    views: Sequence[tuple[str, VariableView]], *, columns: int = 3, width: int = 1040, dark: bool = False
) -> go.Figure:
    """Draw the share of records by bin or category in the original and in each scenario.

    Parameters
    ----------
    views : sequence of (str, VariableView)
        Name of a scenario, and the variable in it. A recoded variable has other bins than the rest.
    columns : int
    width : int
    dark : bool

    Returns
    -------
    plotly Figure
        Original grey, masked in colour; all panels share the upward axis, and those with numbers the
        axis to the right too.
    """
    colours = palette(dark)
    rows = -(-len(views) // columns)
    figure = go.Figure(layout=layout(Frame(width, rows * (ROW_HEIGHT + TITLE_HEIGHT + 26) + 8, 44, 8, 4, 4)))
    top = max(_highest(view) for _, view in views)
    across = _common_range([view for _, view in views])
    for k, (name, view) in enumerate(views):
        suffix = "" if k == 0 else str(k + 1)
        domain = _domains(k, columns, rows)
        _add_files(figure, view, suffix, colours)
        _add_axes(figure, view, suffix, domain, top, across, first=k % columns == 0)
        lines = wrapped(shortened(name, LONGEST_TITLE), NARROWEST / columns, 12)
        title = "<br>".join(escaped(line) for line in lines[:2])
        _note(figure, (domain[0][0], domain[1][1]), f"<b>{title}</b>", below=False)
        if view.masked is None:
            reason = wrapped(shortened(view.reason, 2 * LONGEST_TITLE), NARROWEST / columns, 11)
            _note(figure, (domain[0][0], domain[1][1]), "<br>".join(escaped(line) for line in reason), below=True)
    return figure


def _note(figure: go.Figure, place: tuple[float, float], text: str, *, below: bool) -> None:
    figure.add_annotation(
        xref="paper",
        yref="paper",
        x=place[0],
        y=place[1],
        xshift=8 if below else 0,
        yshift=-3 if below else 3,
        xanchor="left",
        yanchor="top" if below else "bottom",
        showarrow=False,
        align="left",
        text=text,
        font={"size": 11 if below else 12},
    )


def _shares(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    return counts / max(1, int(counts.sum()))


def _highest(view: VariableView) -> float:
    tables = [view.original] if view.masked is None else [view.original, view.masked]
    return max(float(_shares(t).max(initial=0.0)) for t in tables)


def _common_range(views: Sequence[VariableView]) -> tuple[float, float] | None:
    ends = [drawn_ends(v.edges) for v in views if v.edges is not None]
    return (min(float(e[0]) for e in ends), max(float(e[-1]) for e in ends)) if ends else None


def _domains(place: int, columns: int, rows: int) -> tuple[tuple[float, float], tuple[float, float]]:
    across, down = place % columns, place // columns
    width = (1 - GAP * (columns - 1)) / columns
    block = 1 / rows
    share = ROW_HEIGHT / (ROW_HEIGHT + TITLE_HEIGHT + 26)
    bottom = 1 - (down + 1) * block + block * 26 / (ROW_HEIGHT + TITLE_HEIGHT + 26)
    left = across * (width + GAP)
    return (left, left + width), (bottom, bottom + block * share)


def _add_files(figure: go.Figure, view: VariableView, suffix: str, colours: Palette) -> None:
    files = [("Original", view.original, colours.reference), ("Masked", view.masked, colours.masked)]
    for name, counts, colour in files:
        if counts is None:
            continue
        shares = _shares(counts)
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
    figure: go.Figure,
    view: VariableView,
    suffix: str,
    domain: tuple[tuple[float, float], tuple[float, float]],
    top: float,
    across: tuple[float, float] | None,
    *,
    first: bool,
) -> None:
    plain: dict[str, object] = {"domain": domain[0], "anchor": f"y{suffix}", "showgrid": False, "showline": True}
    if view.edges is not None:
        horizontal = axis(**plain, range=across, nticks=MOST_TICKS, tickangle=0, tickfont={"size": 10})
    else:
        shown = range(0, len(view.labels), max(1, -(-len(view.labels) // MOST_TICKS)))
        horizontal = axis(
            **plain,
            range=(-0.5, len(view.labels) - 0.5),
            tickvals=list(shown),
            ticktext=[escaped(shortened(view.labels[i], LONGEST_TICK)) for i in shown],
            tickangle=0,
            tickfont={"size": 10},
        )
    vertical = axis(
        domain=domain[1], anchor=f"x{suffix}", range=(0, 1.05 * top), tickformat=".0%", nticks=3,
        showticklabels=first, tickfont={"size": 10},
    )  # fmt: skip
    figure.update_layout({f"xaxis{suffix}": horizontal, f"yaxis{suffix}": vertical})
