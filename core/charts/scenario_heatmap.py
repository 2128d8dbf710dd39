"""Scenarios by measures as a heatmap on the measures' fixed scales, the value in each cell."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from core.charts.drawing import Drawing
from core.charts.text import escaped, number, shortened, text_width
from core.charts.theme import Frame, Palette, axis, colour_at, colour_scale, palette, text_on
from core.views import Overview
from core.wording import percent

ROW, LONGEST_NAME, LONGEST_MEASURE = 26, 26, 42


def scenario_heatmap_figure(
    overview: Overview, *, chosen: str | None = None, width: int = 1040, dark: bool = False
) -> go.Figure:
    """Draw measures as rows and scenarios as columns; what stands out from the page is bad, a dash is no value.

    Parameters
    ----------
    overview : Overview
        With at least one measure.
    chosen : str or None
        The scenario to emphasise.

    Returns
    -------
    plotly Figure
        A click on a cell gives ``customdata == scenario``.
    """
    colours = palette(dark)
    names = [shortened(n, LONGEST_NAME) for n in overview.scenarios]
    rows = [shortened(c.name, LONGEST_MEASURE) for c in overview.columns]
    left = int(max(text_width(r, 11) for r in rows)) + 14
    top = int(0.8 * max(text_width(n, 11, bold=True) for n in names)) + 20
    figure = Drawing(Frame(width, top + ROW * len(rows) + 14, left, 46, top, 14))
    _add_cells(figure, overview, colours)
    _add_click_layer(figure, overview, colours)
    heads = zip(map(escaped, names), overview.scenarios, strict=True)
    _add_axes(figure, [f"<b>{head}</b>" if s == chosen else head for head, s in heads], rows)
    return figure.finished()


def _add_cells(figure: Drawing, overview: Overview, colours: Palette) -> None:
    figure.add_heatmap(
        z=overview.goodness.T,
        zmin=0.0,
        zmax=1.0,
        colorscale=colour_scale(colours.loss[::-1]),
        showscale=False,
        xgap=1.5,
        ygap=1.5,
        hoverinfo="skip",
    )


def _add_click_layer(figure: Drawing, overview: Overview, colours: Palette) -> None:
    """Lay the values and invisible markers over the cells: a heatmap's own clicks are not passed on."""
    cells = [(i, j) for j in range(len(overview.columns)) for i in range(len(overview.scenarios))]
    figure.add_scatter(
        x=[i for i, _ in cells],
        y=[j for _, j in cells],
        mode="text+markers",
        text=[_text(overview, i, j) for i, j in cells],
        textfont={"size": 10, "color": [_ink(overview, i, j, colours.loss[::-1], colours.muted) for i, j in cells]},
        marker={"size": ROW - 4, "opacity": 0.0, "symbol": "square"},
        customdata=[overview.scenarios[i] for i, _ in cells],
        hovertext=[_hover(overview, i, j) for i, j in cells],
        hoverinfo="text",
    )


def _add_axes(figure: Drawing, names: Sequence[str], rows: Sequence[str]) -> None:
    figure.update_xaxes(
        axis(
            side="top",
            showgrid=False,
            range=(-0.5, len(names) - 0.5),
            tickvals=list(range(len(names))),
            ticktext=list(names),
            tickangle=-50,
            tickfont={"size": 11},
        )
    )
    figure.update_yaxes(
        axis(
            showgrid=False,
            range=(len(rows) - 0.5, -0.5),
            tickvals=list(range(len(rows))),
            ticktext=[escaped(r) for r in rows],
            tickfont={"size": 11},
        )
    )


def _text(overview: Overview, i: int, j: int) -> str:
    """Return the value of a cell as it is written; in brackets where it does not hold."""
    x = float(overview.values[i, j])
    if np.isnan(x):
        return "–"
    shown = percent(x) if overview.columns[j].measure.is_share else number(x)
    return f"({shown})" if overview.reasons[i][j] else shown


def _ink(overview: Overview, i: int, j: int, scale: Sequence[str], none: str) -> str:
    x = overview.goodness[i, j]
    return none if np.isnan(x) else text_on(colour_at(tuple(scale), float(x)))


def _hover(overview: Overview, i: int, j: int) -> str:
    lines = [
        f"<b>{escaped(overview.scenarios[i])}</b>",
        f"{escaped(overview.columns[j].name)}: {_text(overview, i, j)}",
    ]
    if overview.reasons[i][j]:
        lines.append(escaped(shortened(overview.reasons[i][j], 120)))
    return "<br>".join(lines)
