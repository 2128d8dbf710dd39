"""A pair's cross-table as a shaded table: row percentages, and the cells that moved."""

from __future__ import annotations

import re
from typing import Literal

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from core.charts.drawing import Drawing
from core.charts.message import message_figure
from core.charts.text import escaped, shortened, text_width
from core.charts.theme import (
    FONT_SIZE,
    Frame,
    axis,
    colour_at,
    colour_scale,
    palette,
    text_on,
)
from core.views import PairView, small_cells

Which = Literal["masked", "original", "difference"]

MOVED = 2.0
"""Percentage points from which a cell is marked as moved."""

ONE_DECIMAL_UP_TO = 6
NUMBERS_UP_TO = 14
"""Columns with one decimal, with whole numbers; with more columns the numbers stand in the hover text only."""

CELL_HEIGHT = 34
NARROWEST = 340
"""Pixels of a table on a phone, and beside another chart on a desk: its labels are made for it."""
LABEL_GAP = 4
NUMBER = re.compile(r"\d[\d,.]*")
THOUSANDS = re.compile(r",000(?![\d,.])")
LONGEST_LABEL = 20


def cross_table_figure(
    view: PairView, which: Which = "masked", *, threshold: int = 0, width: int = 560, dark: bool = False
) -> go.Figure:
    """Draw one cross-table as row percentages.

    Parameters
    ----------
    view : PairView
    which : {"masked", "original", "difference"}
        Difference: masked minus original, in percentage points.
    threshold : int
        Cells with fewer records (but not none), and one more of their row, are not shown.

    Returns
    -------
    plotly Figure
        Dots mark cells whose row percentage moved by more than 2 points. Where the masked table does not
        exist, a figure that says why.
    """
    if view.masked is None and which != "original":
        return message_figure(view.reason)
    colours = palette(dark)
    z = _shown(view, which)
    hidden = _hidden(view, threshold)
    rows, columns = in_thousands(view.a, view.row_labels), in_thousands(view.b, view.column_labels)
    frame, tilted = table_frame(rows[1], columns[1], width)
    figure = Drawing(frame)
    if which == "difference":
        end = max(5.0, float(np.nanmax(np.abs(np.where(hidden, 0.0, z)), initial=0.0)))
        low, high, scale = -end, end, colours.difference
    else:
        low, high, scale = 0.0, max(10.0, float(np.nanmax(np.where(hidden, 0.0, z), initial=0.0))), colours.loss
    z = np.where(hidden, np.nan, z)
    shade_cells(figure, z, (low, high), scale, _hover(view, hidden))
    inks = np.full(z.shape, colours.muted, dtype=object)
    for cell in zip(*np.nonzero(~np.isnan(z)), strict=True):
        inks[cell] = text_on(colour_at(scale, (z[cell] - low) / (high - low)))
    _add_numbers(figure, z, hidden, inks, signed=which == "difference")
    _add_marks(figure, view, hidden, inks)
    add_table_axes(figure, rows[0], columns[0], rows[1], columns[1], tilted=tilted)
    return figure.finished()


def row_percentages(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return (r, c) percentages of each row; NaN in rows without records."""
    totals = counts.sum(axis=1, keepdims=True)
    return np.where(totals > 0, 100 * counts / np.maximum(totals, 1), np.nan)


def _shown(view: PairView, which: Which) -> NDArray[np.float64]:
    original = row_percentages(view.original)
    if which == "original" or view.masked is None:
        return original
    masked = row_percentages(view.masked)
    return masked if which == "masked" else masked - original


def _hidden(view: PairView, threshold: int) -> NDArray[np.bool_]:
    """Return the cells that must not be shown; marks and hover texts compare, so either table hides a cell."""
    hidden = small_cells(view.original, threshold)
    if view.masked is not None:
        hidden = hidden | small_cells(view.masked, threshold)
    return hidden


def in_thousands(name: str, labels: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return a variable's name and its bands; in thousands where all their ends are whole thousands."""
    numbers = [number for label in labels for number in NUMBER.findall(label)]
    if not numbers or not all(NUMBER.search(label) for label in labels):
        return name, labels
    if not all(number.endswith(",000") or number == "0" for number in numbers):
        return name, labels
    shorter = tuple(THOUSANDS.sub("", label) for label in labels)
    return f"{name}, in thousands", shorter


def table_frame(row_labels: tuple[str, ...], column_labels: tuple[str, ...], width: int) -> tuple[Frame, bool]:
    """Return the size of a shaded table with these labels and its margins, and whether its columns' labels lean."""
    left = int(max(text_width(shortened(label, LONGEST_LABEL), FONT_SIZE) for label in row_labels)) + 34
    widest = max(text_width(shortened(label, LONGEST_LABEL), FONT_SIZE) for label in column_labels)
    slanted = int(0.75 * widest) + 8
    tilted = widest > (min(width, NARROWEST) - left - 8) / len(column_labels) - LABEL_GAP
    left, top = (max(left, slanted), 30 + slanted) if tilted else (left, 50)
    height = max(15, min(CELL_HEIGHT, 620 // len(row_labels))) * len(row_labels)
    return Frame(width, top + height + 8, left, 8, top, 8), tilted


def shade_cells(
    figure: Drawing,
    z: NDArray[np.float64],
    ends: tuple[float, float],
    colours: tuple[str, ...],
    hovertext: list[list[str]],
) -> None:
    """Shade cells by their values, from one end of the colours to the other."""
    figure.add_heatmap(
        z=z.astype(np.float32),
        zmin=ends[0],
        zmax=ends[1],
        colorscale=colour_scale(colours),
        showscale=False,
        xgap=1.5,
        ygap=1.5,
        hovertext=hovertext,
        hoverinfo="text",
    )


def _add_numbers(
    figure: Drawing, z: NDArray[np.float64], hidden: NDArray[np.bool_], inks: NDArray[np.object_], *, signed: bool
) -> None:
    if z.shape[1] > NUMBERS_UP_TO:
        return
    digits = 1 if z.shape[1] <= ONE_DECIMAL_UP_TO else 0
    unit = "%" if digits and not signed else ""
    form = f"{'+' if signed else ''}.{digits}f"
    rows, columns = np.indices(z.shape)
    texts = [
        "×" if h else "–" if np.isnan(v) else f"{v:{form}}{unit}" for v, h in zip(z.flat, hidden.flat, strict=True)
    ]
    figure.add_scatter(
        x=columns.ravel().astype(np.int16),
        y=rows.ravel().astype(np.int16),
        mode="text",
        text=texts,
        textfont={"size": FONT_SIZE if digits else 11, "color": list(inks.flat)},
        hoverinfo="skip",
    )


def _add_marks(figure: Drawing, view: PairView, hidden: NDArray[np.bool_], inks: NDArray[np.object_]) -> None:
    """Dot the cells whose row percentage moved, in their upper right corner."""
    if view.masked is None:
        return
    change = np.abs(row_percentages(view.masked) - row_percentages(view.original))
    rows, columns = np.nonzero((np.nan_to_num(change) > MOVED) & ~hidden)
    figure.add_scatter(
        x=(columns + 0.4).astype(np.float32),
        y=(rows - 0.3).astype(np.float32),
        mode="markers",
        marker={"symbol": "circle", "size": 5, "color": [inks[i, j] for i, j in zip(rows, columns, strict=True)]},
        hoverinfo="skip",
    )


def add_table_axes(
    figure: Drawing, a: str, b: str, row_labels: tuple[str, ...], column_labels: tuple[str, ...], *, tilted: bool
) -> None:
    """Write the categories of two variables at the rows and columns of a shaded table.

    Tilted ones end at their column, so that the last ones have room: they lean over the names of the rows.
    """
    rows, columns = ([escaped(shortened(x, LONGEST_LABEL)) for x in s] for s in (row_labels, column_labels))
    plain = {"showgrid": False, "tickfont": {"size": FONT_SIZE}}
    figure.update_xaxes(
        axis(
            **plain,
            side="top",
            range=(-0.5, len(columns) - 0.5),
            tickvals=list(range(len(columns))),
            ticktext=columns,
            tickangle=45 if tilted else 0,
            title={"text": f"<b>{escaped(b)}</b>", "standoff": 6},
        )
    )
    figure.update_yaxes(
        axis(
            **plain,
            range=(len(rows) - 0.5, -0.5),
            tickvals=list(range(len(rows))),
            ticktext=rows,
            title={"text": f"<b>{escaped(a)}</b>", "standoff": 4},
        )
    )


def _hover(view: PairView, hidden: NDArray[np.bool_]) -> list[list[str]]:
    tables = {"Original": view.original}
    if view.masked is not None:
        tables["Masked"] = view.masked
    shares = {name: row_percentages(counts) for name, counts in tables.items()}
    texts: list[list[str]] = []
    for i, row in enumerate(view.row_labels):
        texts.append([])
        for j, column in enumerate(view.column_labels):
            lines = [f"<b>{escaped(row)} × {escaped(column)}</b>"]
            if hidden[i, j]:
                lines.append("not shown: too few records")
            for name, counts in tables.items() if not hidden[i, j] else ():
                share = "no records in this row" if np.isnan(shares[name][i, j]) else f"{shares[name][i, j]:.1f}%"
                lines.append(f"{name}: {share} ({counts[i, j]:,} of {counts[i].sum():,})")
            texts[-1].append("<br>".join(lines))
    return texts
