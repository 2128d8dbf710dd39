"""Two continuous variables as counts in two-dimensional bins, original and masked side by side."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from core.charts.drawing import Drawing, Properties
from core.charts.message import message_figure
from core.charts.text import escaped, shortened, text_width
from core.charts.theme import Frame, axis, colour_scale, palette
from core.views import PairView
from core.wording import percent, trimmed_percent

GAP_BETWEEN = 0.06
TICKS = 6
LONGEST_LABEL = 18


def binned_scatter_figure(view: PairView, *, width: int = 700, height: int = 330, dark: bool = False) -> go.Figure:
    """Draw the share of records in every cell of both files, on one colour scale.

    Parameters
    ----------
    view : PairView
        ``a`` goes upwards, ``b`` to the right. Bins of equal width (``cut="equal"``) look like a scatter plot.

    Returns
    -------
    plotly Figure
        Cells without records stay empty. The colour runs with the square root of the share, so that
        sparse cells can be seen.
    """
    tables = {"Original": view.original, "Masked": view.masked}
    if view.masked is None and not view.n_original:
        return message_figure(view.reason)
    colours = palette(dark)
    left = int(max(text_width(shortened(label, LONGEST_LABEL), 11) for label in view.row_labels)) + 30
    figure = Drawing(Frame(width, height, left, 56, 40, 74))
    shares = {name: t / max(1, int(t.sum())) for name, t in tables.items() if t is not None}
    most = max(float(s.max(initial=0.0)) for s in shares.values()) or 1.0
    middle = 0.5 - GAP_BETWEEN / 2, 0.5 + GAP_BETWEEN / 2
    for k, (name, domain) in enumerate(zip(tables, ((0, middle[0]), (middle[1], 1)), strict=True)):
        suffix = "" if k == 0 else "2"
        if name in shares:
            counts = tables[name]
            assert counts is not None
            scale = colour_scale(colours.loss[1:])
            figure.add_trace(_cells(view, name, counts, shares[name], most, scale, suffix))
            _add_title(figure, name, domain, f"n = {int(counts.sum()):,}")
        else:
            _add_title(figure, name, domain, escaped(view.reason))
        _add_axes(figure, view, suffix, domain)
    return figure.finished()


def _cells(
    view: PairView,
    name: str,
    counts: NDArray[np.int64],
    shares: NDArray[np.float64],
    most: float,
    scale: list[tuple[float, str]],
    suffix: str,
) -> Properties:
    marks = [0.0, most / 4, most]
    return Properties(
        type="heatmap",
        z=np.where(counts > 0, np.sqrt(shares), np.nan).astype(np.float32),
        zmin=0.0,
        zmax=float(np.sqrt(most)),
        colorscale=scale,
        xgap=0.5,
        ygap=0.5,
        hoverongaps=False,
        hovertext=[
            [
                f"<b>{name}</b><br>{escaped(view.a)}: {escaped(row)}<br>{escaped(view.b)}: {escaped(column)}"
                f"<br>{percent(shares[i, j], 2)} ({counts[i, j]:,})"
                for j, column in enumerate(view.column_labels)
            ]
            for i, row in enumerate(view.row_labels)
        ],
        hoverinfo="text",
        xaxis=f"x{suffix}",
        yaxis=f"y{suffix}",
        showscale=suffix == "",
        colorbar={
            "title": {"text": "Share", "side": "top", "font": {"size": 11}},
            "tickvals": [float(np.sqrt(m)) for m in marks],
            "ticktext": [trimmed_percent(m, 2) for m in marks],
            "tickfont": {"size": 11},
            "thickness": 9,
            "len": 0.85,
            "x": 1.01,
            "xpad": 2,
            "outlinewidth": 0,
        },
    )


def _add_title(figure: Drawing, name: str, domain: tuple[float, float], note: str) -> None:
    figure.add_annotation(
        xref="paper",
        yref="paper",
        x=domain[0],
        y=1.0,
        xanchor="left",
        yanchor="bottom",
        showarrow=False,
        text=f"<b>{name}</b><br><span style='font-size:11px;opacity:0.75'>{note}</span>",
        align="left",
    )


def _add_axes(figure: Drawing, view: PairView, suffix: str, domain: tuple[float, float]) -> None:
    across, down = _ticks(view.column_labels), _ticks(view.row_labels)
    figure.update_layout(
        {
            f"xaxis{suffix}": axis(
                domain=domain,
                anchor=f"y{suffix}",
                range=(-0.5, len(view.column_labels) - 0.5),
                tickvals=across,
                ticktext=[escaped(shortened(view.column_labels[k], LONGEST_LABEL)) for k in across],
                tickangle=-40,
                tickfont={"size": 11},
                showgrid=False,
                title={"text": f"<b>{escaped(view.b)}</b>", "standoff": 4},
            ),
            f"yaxis{suffix}": axis(
                anchor=f"x{suffix}",
                range=(-0.5, len(view.row_labels) - 0.5),
                tickvals=down,
                ticktext=[escaped(shortened(view.row_labels[k], LONGEST_LABEL)) for k in down],
                tickfont={"size": 11},
                showgrid=False,
                showticklabels=suffix == "",
                title={"text": f"<b>{escaped(view.a)}</b>" if suffix == "" else "", "standoff": 4},
            ),
        }
    )


def _ticks(labels: tuple[str, ...]) -> list[int]:
    """Return at most six of the labels' places, evenly spread."""
    return list(range(0, len(labels), max(1, -(-len(labels) // TICKS))))
