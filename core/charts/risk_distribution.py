"""Records by individual risk on a logarithmic scale, original against masked, with the officer's threshold."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from core.charts.binned_shares import hover_bars, shares_of, steps
from core.charts.drawing import Drawing
from core.charts.legend import add_legend
from core.charts.theme import Frame, Palette, axis, palette
from core.views import RiskBins
from core.wording import percent, trimmed_percent

NAMES = ("Original", "Masked")
ROOM = 0.08
"""Of a decade, left of a threshold that lies below all risks."""

DECADE_TICKS = 3
"""Up to this number of decades there are ticks between them too."""


def risk_distribution_figure(
    bins: RiskBins, *, threshold: float | None = None, width: int = 560, dark: bool = False
) -> go.Figure:
    """Draw the share of records in every bin of individual risk.

    Parameters
    ----------
    bins : RiskBins
        Of the original and one masked file, in this order; a file without records has no risks.
    threshold : float or None
        In (0, 1); what lies above it is shaded.

    Returns
    -------
    plotly Figure
        Original grey, masked in colour; counts only.
    """
    colours = palette(dark)
    figure = Drawing(Frame(width, 300, 50, 14, 46, 46))
    ends = np.log10(bins.edges)
    shown = [(name, counts, c) for (name, c), counts in zip(_colours(colours), bins.counts, strict=True)]
    for name, counts, colour in shown:
        if counts.sum():
            figure.add_trace(steps(ends, shares_of(counts), colour, filled=name == NAMES[0]))
    top = max(float(shares_of(counts).max(initial=0.0)) for _, counts, _ in shown) or 1.0
    figure.add_trace(hover_bars(ends, top, _hovers(bins, shown)))
    start = float(ends[0])
    if threshold is not None:
        _add_threshold(figure, threshold, colours)
        start = min(start, float(np.log10(threshold)) - ROOM)
    _add_axes(figure, start)
    _add_key(figure, shown)
    return figure.finished()


def _colours(colours: Palette) -> tuple[tuple[str, str], tuple[str, str]]:
    return (NAMES[0], colours.reference), (NAMES[1], colours.masked)


def _hovers(bins: RiskBins, shown: list[tuple[str, NDArray[np.int64], str]]) -> list[str]:
    lines = [
        [f"<b>Risk {_bound(low)} to {_bound(high)}</b>"]
        for low, high in zip(bins.edges[:-1], bins.edges[1:], strict=True)
    ]
    for name, counts, _colour in shown:
        for line, count, share in zip(lines, counts, shares_of(counts), strict=True):
            line.append(f"{name}: {int(count):,} {'record' if count == 1 else 'records'} ({percent(share)})")
    return ["<br>".join(line) for line in lines]


def _bound(risk: float) -> str:
    return trimmed_percent(risk, 2) if risk < 0.995 else "100%"


def _add_threshold(figure: Drawing, threshold: float, colours: Palette) -> None:
    place = float(np.log10(threshold))
    figure.add_shape(
        type="rect", x0=place, x1=0.0, y0=0, y1=1, yref="paper", layer="below", line={"width": 0},
        fillcolor=colours.limit_area,
    )  # fmt: skip
    line = {"color": colours.limit, "width": 1.5, "dash": "dot"}
    figure.add_shape(type="line", x0=place, x1=place, y0=0, y1=1, yref="paper", line=line)
    figure.add_annotation(
        x=place, y=1, yref="paper", yanchor="bottom", yshift=2, showarrow=False,
        xanchor="right" if place > np.log10(0.5) else "center",
        text=f"Threshold {trimmed_percent(threshold)}", font={"size": 11, "color": colours.limit},
    )  # fmt: skip


def _add_axes(figure: Drawing, start: float) -> None:
    decades = np.arange(np.ceil(start - 1e-9), 1)
    between = np.log10(np.array([0.5, 0.2]))
    ticks = decades
    if len(decades) <= DECADE_TICKS:
        ticks = np.concatenate([decades, (decades[:, None] + between).ravel()])
        ticks = np.sort(ticks[ticks >= start])
    figure.update_xaxes(
        axis(
            range=(start, 0.0),
            tickvals=ticks.tolist(),
            ticktext=[trimmed_percent(float(10.0**t)) for t in ticks],
            tickangle=0,
            showline=True,
            title={"text": "Individual risk of a record (logarithmic)", "standoff": 8},
        )
    )
    figure.update_yaxes(axis(rangemode="tozero", tickformat=".0%", nticks=6))


def _add_key(figure: Drawing, shown: list[tuple[str, NDArray[np.int64], str]]) -> None:
    parts = [
        f"<span style='color:{colour}'>■ <b>{name}</b></span>" + ("" if counts.sum() else " no individual risk")
        for name, counts, colour in shown
    ]
    add_legend(figure, "   ".join(parts) + "   share of records", 22)
