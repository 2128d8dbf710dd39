"""One variable's distribution, original against masked: histograms as steps, categories as bars."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from core.charts.binned_shares import shares_of
from core.charts.drawing import Drawing
from core.charts.legend import add_legend, original, original_and_masked
from core.charts.text import escaped, shortened, text_width
from core.charts.theme import Frame, Palette, axis, palette, transparent
from core.statistics.distributions import number_text
from core.views import VariableView
from core.wording import percent

LONGEST_REASON = 40
LONGEST_LABEL = 26
BAR = 13
CUMULATIVE_TICKS = 6


def distribution_figure(
    view: VariableView, *, cumulative: bool = False, width: int = 560, dark: bool = False
) -> go.Figure:
    """Draw the share of records by bin or category in both files.

    Parameters
    ----------
    view : VariableView
    cumulative : bool
        Of numbers: the share of records below the end of each bin, best of bins of about equal frequency.

    Returns
    -------
    plotly Figure
        Original grey, masked in colour, both named at the top; without a masked file the reason stands there.
    """
    colours = palette(dark)
    if view.edges is None:
        figure = _bars(view, width, colours)
    else:
        figure = (_cumulative if cumulative else _histogram)(view, width, colours)
    if view.masked is None:  # from the chart's edge on: beside long names of categories there is no room on a phone
        said = f"{original(colours)}   {escaped(shortened(view.reason, LONGEST_REASON))}"
        add_legend(figure, said, 4, from_edge=True)
    else:
        add_legend(figure, original_and_masked(colours), 4)
    return figure.finished()


def _files(view: VariableView) -> list[tuple[str, NDArray[np.int64]]]:
    files = [("Original", view.original)]
    return files if view.masked is None else [*files, ("Masked", view.masked)]


def _hover(view: VariableView) -> list[str]:
    lines = [[f"<b>{escaped(label)}</b>"] for label in view.labels]
    for name, counts in _files(view):
        for line, share, count in zip(lines, shares_of(counts), counts, strict=True):
            line.append(f"{name}: {percent(share)} ({count:,})")
    return ["<br>".join(line) for line in lines]


def _histogram(view: VariableView, width: int, colours: Palette) -> Drawing:
    """Draw steps over the bins; open bins at the ends are drawn as wide as their neighbours."""
    figure = Drawing(Frame(width, 300, 56, 10, 26, 48))
    ends = drawn_ends(view.edges if view.edges is not None else np.zeros(0))
    for name, counts in _files(view):
        shares = np.append(shares_of(counts), 0.0)
        colour = colours.reference if name == "Original" else colours.masked
        figure.add_scatter(
            x=np.concatenate([ends[:1], ends]),
            y=np.concatenate([[0.0], shares]),
            mode="lines",
            line={"shape": "hv", "color": colour, "width": 1.2 if name == "Original" else 2},
            fill="tozeroy" if name == "Original" else "none",
            fillcolor=transparent(colour, 0.22),
            hoverinfo="skip",
        )
    _add_hover_bars(figure, view, ends)
    figure.update_xaxes(
        axis(title={"text": f"<b>{escaped(view.name)}</b>", "standoff": 6}, showgrid=False, showline=True)
    )
    figure.update_yaxes(axis(tickformat=".0%", rangemode="tozero", title={"text": "Share of records", "standoff": 6}))
    return figure


def _cumulative(view: VariableView, width: int, colours: Palette) -> Drawing:
    """Draw the shares of records below the end of each bin, all bins equally wide: no part is squeezed."""
    figure = Drawing(Frame(width, 300, 56, 10, 26, 48))
    edges = view.edges if view.edges is not None else np.zeros(0)
    places = np.arange(len(edges))
    ends = ["all values" if np.isinf(e) and e > 0 else f"below {number_text(e)}" for e in edges]
    for name, counts in _files(view):
        shares = np.concatenate([[0.0], np.cumsum(shares_of(counts))])
        figure.add_scatter(
            x=places,
            y=shares,
            mode="lines",
            line={"color": colours.reference if name == "Original" else colours.masked, "width": 2},
            hovertext=[f"{name}: {percent(s)} {end}" for s, end in zip(shares, ends, strict=True)],
            hoverinfo="text",
        )
    shown = [i for i in range(0, len(edges), max(1, -(-len(edges) // CUMULATIVE_TICKS))) if np.isfinite(edges[i])]
    title = {"text": f"<b>{escaped(view.name)}</b>", "standoff": 6}
    texts = [number_text(edges[i]) for i in shown]
    figure.update_xaxes(axis(title=title, showgrid=False, showline=True, tickvals=shown, ticktext=texts, tickangle=0))
    figure.update_yaxes(axis(tickformat=".0%", range=(0, 1.02), title={"text": "Records below", "standoff": 6}))
    return figure


def drawn_ends(edges: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the ends of the bins with the open ones closed at the width of a neighbour."""
    ends = edges.copy()
    inner = ends[np.isfinite(ends)]
    width = float(inner[1] - inner[0]) if len(inner) > 1 else 1.0
    first = inner[0] if len(inner) else width / 2
    last = inner[-1] if len(inner) else -width / 2
    ends[0] = first - width if np.isinf(ends[0]) else ends[0]
    ends[-1] = last + width if np.isinf(ends[-1]) else ends[-1]
    return ends


def _add_hover_bars(figure: Drawing, view: VariableView, ends: NDArray[np.float64]) -> None:
    """Lay invisible bars over the bins, so that hovering tells both files at once."""
    shares = np.max([shares_of(counts) for _, counts in _files(view)], axis=0)
    figure.add_bar(
        x=(ends[:-1] + ends[1:]) / 2,
        y=shares,
        width=np.diff(ends),
        marker={"color": "rgba(0,0,0,0)", "line": {"width": 0}},
        hovertext=_hover(view),
        hoverinfo="text",
    )


def _bars(view: VariableView, width: int, colours: Palette) -> Drawing:
    """Draw horizontal bars, both files' side by side, first category on top."""
    files = _files(view)
    left = int(max(text_width(shortened(label, LONGEST_LABEL), 12) for label in view.labels)) + 14
    height = (BAR * len(files) + 9) * len(view.labels) + 26 + 48
    figure = Drawing(Frame(width, max(150, height), left, 14, 26, 48))
    places = np.arange(len(view.labels))
    for k, (name, counts) in enumerate(files):
        figure.add_bar(
            x=shares_of(counts),
            y=places,
            orientation="h",
            offset=(k / len(files) - 0.5) * 0.72,
            width=0.72 / len(files),
            marker={"color": transparent(colours.reference, 0.55) if name == "Original" else colours.masked},
            hovertext=_hover(view),
            hoverinfo="text",
        )
    figure.update_xaxes(axis(tickformat=".0%", rangemode="tozero", title={"text": "Share of records", "standoff": 6}))
    figure.update_yaxes(
        axis(
            showgrid=False,
            range=(len(places) - 0.5, -0.5),
            tickvals=places,
            ticktext=[escaped(shortened(label, LONGEST_LABEL)) for label in view.labels],
        )
    )
    return figure
