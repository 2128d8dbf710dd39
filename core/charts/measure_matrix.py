"""Spearman's correlations of measures with one another, as a triangle of shaded cells."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from core.charts.drawing import Drawing
from core.charts.text import escaped, shortened
from core.charts.theme import Frame, Palette, axis, colour_at, colour_scale, palette, text_on

ROW = 34
LONGEST_NAME = 10


def measure_matrix_figure(
    names: Sequence[str], correlations: dict[tuple[int, int], float | None], *, width: int = 460, dark: bool = False
) -> go.Figure:
    """Draw the correlation of every two measures.

    Parameters
    ----------
    names : sequence of str, (m,)
        Short names.
    correlations : mapping of (int, int) to float or None
        By places i < j: in [-1, 1]; None where it is not defined.

    Returns
    -------
    plotly Figure
        Dark: the two rank the areas alike, or (orange) the other way round; a dash stands where it is not defined.
    """
    colours = palette(dark)
    shown = [escaped(shortened(name, LONGEST_NAME)) for name in names]
    size = len(names)
    figure = Drawing(Frame(width, 34 + ROW * (size - 1) + 8, 56, 12, 30, 8))
    z: list[list[float | None]] = [[correlations.get((j, i)) for j in range(size - 1)] for i in range(1, size)]
    figure.add_heatmap(
        z=z,
        x=list(range(size - 1)),
        y=list(range(1, size)),
        zmin=-1.0,
        zmax=1.0,
        colorscale=colour_scale(colours.difference),
        showscale=False,
        xgap=1.5,
        ygap=1.5,
        hoverinfo="skip",
    )
    _add_values(figure, shown, correlations, colours)
    _add_axes(figure, shown)
    return figure.finished()


def _add_values(
    figure: Drawing, names: Sequence[str], correlations: dict[tuple[int, int], float | None], colours: Palette
) -> None:
    """Write the correlations into the cells, on markers that take the hover."""
    cells = [(i, j) for i in range(1, len(names)) for j in range(i)]
    coefficients = [correlations.get((j, i)) for i, j in cells]
    figure.add_scatter(
        x=[j for _, j in cells],
        y=[i for i, _ in cells],
        mode="text+markers",
        marker={"size": ROW - 6, "symbol": "square", "opacity": 0.0},
        text=["–" if rho is None else f"{rho:.2f}" for rho in coefficients],
        textfont={"size": 11, "color": [_ink(rho, colours) for rho in coefficients]},
        hovertext=[_hover(names[j], names[i], rho) for (i, j), rho in zip(cells, coefficients, strict=True)],
        hoverinfo="text",
    )


def _ink(rho: float | None, colours: Palette) -> str:
    return colours.muted if rho is None else text_on(colour_at(colours.difference, 0.5 + rho / 2))


def _hover(one: str, other: str, rho: float | None) -> str:
    words = "not defined: one is the same in every area" if rho is None else f"Spearman {rho:.4f}"
    return f"<b>{one} and {other}</b><br>{words}"


def _add_axes(figure: Drawing, names: Sequence[str]) -> None:
    size = len(names)
    figure.update_xaxes(
        axis(
            side="top", showgrid=False, range=(-0.5, size - 1.5), tickvals=list(range(size - 1)),
            ticktext=list(names[:-1]), tickangle=0,
        )
    )  # fmt: skip
    figure.update_yaxes(
        axis(showgrid=False, range=(size - 0.5, 0.5), tickvals=list(range(1, size)), ticktext=list(names[1:]))
    )
