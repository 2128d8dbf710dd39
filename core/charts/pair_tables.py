"""A pair of variables cross-tabulated in several ways, side by side on one colour scale."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
import plotly.graph_objects as go

from core.charts.drawing import Drawing
from core.charts.text import escaped, shortened, text_width, wrapped
from core.charts.theme import Frame, Palette, axis, colour_scale, palette
from core.statistics.arrays import Counts, Floats
from core.views import PairView
from core.wording import percent

Which = Literal["original", "masked"]
Panel = tuple[str, PairView, Which]
"""A title, both files' tables, and which of them is drawn."""

WIDTH, GAP = 1090, 16
TALLEST, LEAST, MOST = 420, 15, 34
"""Pixels of a table at most, and of its rows."""

LONGEST, SIZE = 16, 11
"""Characters of a label, and its size in pixels."""

NUMBERED_FROM = 30
"""Pixels of a cell from which on it has room for its number."""

MOVED = 0.02
"""From which change of a row's share a cell is marked."""


def pair_tables_figure(panels: Sequence[Panel], *, by_row: bool = True, dark: bool = False) -> go.Figure:
    """Draw tables of one pair of variables.

    Parameters
    ----------
    panels : sequence of (str, PairView, {"original", "masked"})
    by_row : bool
        Shares of each row; else of all records, as of a scatter plot in bins: the first row at the bottom, sparse
        cells to be seen.

    Returns
    -------
    plotly Figure
        Dots mark cells of a masked file whose share of the row moved by more than 2 points.
    """
    colours, most = palette(dark), max(len(view.row_labels) for _title, view, _which in panels)
    room = int(max(_widest(view.row_labels) for _title, view, _which in panels)) + 10
    wide = (WIDTH - (len(panels) - 1) * GAP) / len(panels) - room
    lean = max(_widest(view.column_labels) - wide / len(view.column_labels) + 4 for _t, view, _w in panels) > 0
    above = int(0.75 * max(_widest(view.column_labels) for _t, view, _w in panels)) + 10 if lean else 22
    row = min(MOST, max(LEAST, TALLEST // most))
    figure = Drawing(Frame(WIDTH, 24 + above + row * most + 4, 0, 0, 24 + above, 4))
    shares = [_shares(_counts(view, which), by_row=by_row) for _title, view, which in panels]
    end = max((float(np.nanmax(share, initial=0.0)) for share in shares if share is not None), default=0.0) or 1.0
    for place, ((title, view, which), share) in enumerate(zip(panels, shares, strict=True)):
        left = (place * (wide + room + GAP) + room) / WIDTH
        suffix = str(place + 1) if place else ""
        _add_axes(figure, view, suffix, (left, left + wide / WIDTH), most, lean=lean, upwards=not by_row)
        _add_title(figure, title, left - room / WIDTH, above, colours)
        if share is None:
            _add_reason(figure, view.reason, suffix, wide, colours)
            continue
        numbered = by_row and wide / len(view.column_labels) >= NUMBERED_FROM
        _add_cells(figure, view, _counts(view, which), share, suffix, end, numbered, by_row, colours)
        if by_row and which == "masked":
            _add_marks(figure, view, suffix, colours)
    return figure.finished()


def _widest(labels: Sequence[str]) -> float:
    return max(text_width(shortened(label, LONGEST), SIZE) for label in labels)


def _counts(view: PairView, which: Which) -> Counts | None:
    return view.original if which == "original" else view.masked


def _shares(counts: Counts | None, *, by_row: bool) -> Floats | None:
    """Return shares of each row, NaN in rows without records, or of all records, NaN in cells without."""
    if counts is None:
        return None
    if not by_row:
        return np.where(counts > 0, counts / max(1, int(counts.sum())), np.nan)
    totals = counts.sum(axis=1, keepdims=True)
    return np.where(totals > 0, counts / np.maximum(totals, 1), np.nan)


def _add_cells(
    figure: Drawing, view: PairView, counts: Counts | None, share: Floats, suffix: str, end: float, numbered: bool,
    by_row: bool, colours: Palette,
) -> None:  # fmt: skip
    assert counts is not None
    drawn = share if by_row else np.sqrt(share)
    figure.add_heatmap(
        z=drawn.astype(np.float32), zmin=0.0, zmax=end if by_row else end**0.5, showscale=False, xgap=1, ygap=1,
        colorscale=colour_scale(colours.loss), xaxis=f"x{suffix}", yaxis=f"y{suffix}", hoverinfo="text",
        hovertext=_said(view, counts, share), hoverongaps=False,
        **({"text": _numbers(share), "texttemplate": "%{text}", "textfont": {"size": SIZE}} if numbered else {}),
    )  # fmt: skip


def _numbers(share: Floats) -> list[list[str]]:
    return [["–" if np.isnan(x) else f"{100 * x:.0f}" for x in row] for row in share]


def _said(view: PairView, counts: Counts, share: Floats) -> list[list[str]]:
    rows = zip(view.row_labels, counts.tolist(), share.tolist(), strict=True)
    return [
        [
            f"<b>{escaped(row)} × {escaped(column)}</b><br>"
            + ("no records in this row" if np.isnan(x) else f"{percent(x)} ({n:,} of {sum(ns):,})")
            for column, n, x in zip(view.column_labels, ns, xs, strict=True)
        ]
        for row, ns, xs in rows
    ]


def _add_marks(figure: Drawing, view: PairView, suffix: str, colours: Palette) -> None:
    before, after = (_shares(counts, by_row=True) for counts in (view.original, view.masked))
    if before is None or after is None:
        return
    rows, columns = np.nonzero(np.nan_to_num(np.abs(after - before)) > MOVED)
    figure.add_scatter(
        x=(columns + 0.38).astype(np.float32), y=(rows - 0.28).astype(np.float32), mode="markers", hoverinfo="skip",
        marker={"symbol": "circle", "size": 6, "color": colours.chosen}, xaxis=f"x{suffix}", yaxis=f"y{suffix}",
    )  # fmt: skip


def _add_axes(
    figure: Drawing, view: PairView, suffix: str, domain: tuple[float, float], most: int, *, lean: bool, upwards: bool
) -> None:
    across, down = len(view.column_labels), len(view.row_labels)
    plain = {"showgrid": False, "tickfont": {"size": SIZE}}
    ends = (-0.5, down - 0.5) if upwards else (down - 0.5, -0.5)
    figure.update_layout({
        f"xaxis{suffix}": axis(
            **plain, side="top", domain=domain, anchor=f"y{suffix}", range=(-0.5, across - 0.5),
            tickvals=list(range(across)), ticktext=_texts(view.column_labels), tickangle=-45 if lean else 0,
        ),
        f"yaxis{suffix}": axis(
            **plain, domain=(1 - down / most, 1), anchor=f"x{suffix}", range=ends, tickvals=list(range(down)),
            ticktext=_texts(view.row_labels),
        ),
    })  # fmt: skip


def _texts(labels: Sequence[str]) -> list[str]:
    return [escaped(shortened(label, LONGEST)) for label in labels]


def _add_title(figure: Drawing, title: str, left: float, above: int, colours: Palette) -> None:
    figure.add_annotation(
        xref="paper", yref="paper", x=left, y=1, xanchor="left", yanchor="bottom", yshift=above, showarrow=False,
        text=f"<b>{escaped(title)}</b>", font={"size": 12, "color": colours.muted},
    )  # fmt: skip


def _add_reason(figure: Drawing, reason: str, suffix: str, wide: float, colours: Palette) -> None:
    lines: list[str] = wrapped(reason, wide - 20, SIZE)
    figure.add_annotation(
        xref=f"x{suffix} domain", yref=f"y{suffix} domain", x=0.02, y=0.95, xanchor="left", yanchor="top",
        align="left", showarrow=False, text="<br>".join(map(escaped, lines)), font={"color": colours.muted},
    )  # fmt: skip
