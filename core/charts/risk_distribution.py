"""Records by individual risk on a logarithmic scale: the original, then one panel a version, with the threshold."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import plotly.graph_objects as go

from core.charts.binned_shares import hover_bars, shares_of, steps
from core.charts.compare.columns import FIRST, HEAD, WIDTH, ColumnHead, add_heads, domains
from core.charts.drawing import Drawing
from core.charts.theme import Frame, Palette, axis, palette
from core.statistics.arrays import Floats, Integers
from core.views import RiskBins
from core.wording import counted, percent, trimmed_percent

HEIGHT, BELOW = 150, 34
MOST_TICKS = 3
ROOM = 0.15
"""Of a decade, left of all risks: the first tick is clear of the panel before."""


def risk_distribution_figure(
    bins: RiskBins, heads: Sequence[ColumnHead], *, threshold: float | None = None, dark: bool = False
) -> go.Figure:
    """Draw the share of records in every bin of individual risk.

    Parameters
    ----------
    bins : RiskBins
        Of the original and every version, in this order; a file without records has no risks.
    heads : sequence of ColumnHead
        One a version.
    threshold : float or None
        In (0, 1); what lies above it is shaded.

    Returns
    -------
    plotly Figure
        Original grey, also behind each version; one scale to the right and one upwards; counts only.
    """
    colours, ends = palette(dark), np.log10(bins.edges)
    figure = Drawing(Frame(WIDTH, HEAD + HEIGHT + BELOW, 0, 0, HEAD, BELOW))
    original, *_ = bins.counts
    top = max(float(shares_of(counts).max(initial=0.0)) for counts in bins.counts) or 1.0
    for place, (counts, across) in enumerate(
        zip(bins.counts, [(0.0, FIRST - 0.015), *domains(len(heads))], strict=True)
    ):
        panel = str(place + 1) if place else ""
        drawn = [steps(ends, shares_of(original), colours.reference, filled=True)]
        drawn += [steps(ends, shares_of(counts), colours.masked, filled=False)] if place and counts.sum() else []
        drawn.append(hover_bars(ends, top, _hovers(bins.edges, original, counts if place else None)))
        figure.add_traces({**trace, "xaxis": f"x{panel}"} for trace in drawn)
        figure.layout[f"xaxis{panel}"] = _risk_axis(ends, across)
        if threshold is not None:
            _add_threshold(figure, threshold, panel, colours)
        if not counts.sum():
            figure.add_annotation(
                xref=f"x{panel} domain", yref="paper", x=0.02, y=0.98, xanchor="left", yanchor="top", showarrow=False,
                text="no individual risk", font={"size": 11, "color": colours.muted},
            )  # fmt: skip
    figure.update_yaxes(axis(range=[0, top * 1.06], tickformat=".0%", nticks=4, showticklabels=False))
    figure.add_annotation(
        xref="paper", yref="paper", x=0, y=1, yshift=6, xanchor="left", yanchor="bottom", align="left",
        showarrow=False, text=f"<b>Original</b><br>share of records,<br>at most {percent(top, 0)}", font={"size": 12},
    )  # fmt: skip
    add_heads(figure, heads, colours)
    figure.update_layout(barmode="overlay")
    return figure.finished()


def _hovers(edges: Floats, original: Integers, masked: Integers | None) -> list[str]:
    lines = [[f"<b>Risk {_bound(low)} to {_bound(high)}</b>"] for low, high in pairwise(edges)]
    for name, counts in (("Original", original), ("Masked", masked)):
        if counts is not None:
            for line, count, share in zip(lines, counts, shares_of(counts), strict=True):
                line.append(f"{name}: {counted(int(count), 'record', 'records')} ({percent(share)})")
    return ["<br>".join(line) for line in lines]


def _bound(risk: float) -> str:
    return trimmed_percent(risk, 2) if risk < 0.995 else "100%"


def _add_threshold(figure: Drawing, threshold: float, panel: str, colours: Palette) -> None:
    place = float(np.log10(threshold))
    ends = {"xref": f"x{panel}", "yref": "paper", "y0": 0, "y1": 1, "layer": "below"}
    figure.add_shape(type="rect", x0=place, x1=0.0, line={"width": 0}, fillcolor=colours.limit_area, **ends)
    line = {"color": colours.limit, "width": 1.5, "dash": "dot"}
    figure.add_shape(type="line", x0=place, x1=place, line=line, **ends)


def _risk_axis(ends: Floats, across: tuple[float, float]) -> dict[str, object]:
    decades = np.arange(np.ceil(float(ends[0]) - 1e-9), 1)
    ticks = decades[:: -max(1, len(decades) // MOST_TICKS)][::-1]
    return axis(
        domain=list(across), anchor="y", range=[float(ends[0]) - ROOM, 0.0], tickvals=ticks.tolist(), tickangle=0,
        ticktext=[trimmed_percent(float(10.0**t)) for t in ticks], showline=True,
    )  # fmt: skip
