"""The standardised residuals of a cross-table: which cells hold more or fewer records than independence would."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from core.charts.drawing import Drawing
from core.charts.message import message_figure
from core.charts.tables.cross_table import NUMBERS_UP_TO, Which, add_table_axes, in_thousands, shade_cells, table_frame
from core.charts.text import escaped
from core.charts.theme import FONT_SIZE, colour_at, palette, text_on
from core.views import CellResiduals

SMALLEST_END = 4.0
"""The colours reach at least so far: a residual of 2 is about what chance gives in one cell of twenty."""


def residual_table_figure(
    residuals: CellResiduals, which: Which = "masked", *, width: int = 560, dark: bool = False
) -> go.Figure:
    """Draw the residuals of one file, or masked minus original, on a scale that is symmetric about 0.

    Parameters
    ----------
    residuals : CellResiduals
    which : {"masked", "original", "difference"}

    Returns
    -------
    plotly Figure
        Blue: more records than independence would give; orange: fewer. Without a masked table, a
        figure that says why.
    """
    if residuals.masked is None and which != "original":
        return message_figure(residuals.reason)
    colours = palette(dark)
    z = _shown(residuals, which)
    tables = [t for t in (residuals.original, residuals.masked) if t is not None]
    end = max(SMALLEST_END, *(float(np.abs(t).max(initial=0.0)) for t in tables))
    down, across = in_thousands(residuals.a, residuals.row_labels), in_thousands(residuals.b, residuals.column_labels)
    frame, tilted = table_frame(down[1], across[1], width)
    figure = Drawing(frame)
    shade_cells(figure, z, (-end, end), colours.difference, _hover(residuals))
    if z.shape[1] <= NUMBERS_UP_TO:
        rows, columns = np.indices(z.shape)
        inks = [text_on(colour_at(colours.difference, (v + end) / (2 * end))) for v in z.flat]
        figure.add_scatter(
            x=columns.ravel().astype(np.int16),
            y=rows.ravel().astype(np.int16),
            mode="text",
            text=[f"{v:+.1f}" for v in z.flat],
            textfont={"size": FONT_SIZE - 1, "color": inks},
            hoverinfo="skip",
        )
    add_table_axes(figure, down[0], across[0], down[1], across[1], tilted=tilted)
    return figure.finished()


def _shown(residuals: CellResiduals, which: Which) -> NDArray[np.float64]:
    if which == "original" or residuals.masked is None:
        return residuals.original
    return residuals.masked if which == "masked" else residuals.masked - residuals.original


def _hover(residuals: CellResiduals) -> list[list[str]]:
    return [
        [
            f"<b>{escaped(row)} × {escaped(column)}</b><br>Original: {residuals.original[i, j]:+.2f}"
            + ("" if residuals.masked is None else f"<br>Masked: {residuals.masked[i, j]:+.2f}")
            for j, column in enumerate(residuals.column_labels)
        ]
        for i, row in enumerate(residuals.row_labels)
    ]
