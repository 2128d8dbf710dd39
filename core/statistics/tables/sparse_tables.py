"""Contingency tables of many categories by their observed cells alone: work grows with the records, not the cells.

Most cells of two variables with thousands of categories are empty. Of an empty cell only the product of its
margins matters, and sums of such products over *all* cells have a closed form; the observed cells correct it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.statistics.arrays import Codes, Counts, Floats, WeightedCounts
from core.statistics.tables.contingency import ChiSquared, tested_statistic


class SparseTable(NamedTuple):
    """The observed cells of a table.

    Parameters
    ----------
    cells : int64 array (m,)
        row x number of columns + column of each observed cell, ascending.
    counts : int64 array (m,)
    rows, columns : int64 arrays (r,), (c,)
        Margins, of empty categories too.
    n : int
    """

    cells: Counts
    counts: Counts | Floats
    rows: Counts | Floats
    columns: Counts | Floats
    n: float


class ResidualShift(NamedTuple):
    """How residuals of two tables differ: sum |first|, sum |second - first|, and the cosine of both."""

    own: float
    distance: float
    cosine: float | None


def sparse_table(a: Codes, b: Codes, rows: int, columns: int) -> SparseTable:
    """Count the observed cells of two coded variables over their complete records (negative: missing)."""
    complete = (a >= 0) & (b >= 0)
    cells = a[complete].astype(np.int64) * columns + b[complete]
    distinct, counts = np.unique(cells, return_counts=True)
    return sparse_table_of_cells(distinct, counts, rows, columns)


def sparse_table_of_cells(cells: Counts, counts: WeightedCounts, rows: int, columns: int) -> SparseTable:
    """Return a table of so many rows and columns from its observed cells (m,), ascending, and what they hold (m,)."""
    row, column = np.divmod(cells, columns)
    margins = np.bincount(row, counts, rows), np.bincount(column, counts, columns)
    if counts.dtype.kind == "f":
        return SparseTable(cells, counts, *margins, float(counts.sum()))
    counts, of_rows, of_columns = (each.astype(np.int64) for each in (counts, *margins))
    return SparseTable(cells, counts, of_rows, of_columns, int(counts.sum()))


def sparse_chi_squared(table: SparseTable) -> ChiSquared:
    """Test independence as ``chi_squared`` does.

    An empty cell adds its expected count, and all expected counts add up to n: chi^2 is
    sum (O - E)^2 / E over the observed cells + n - sum E over the observed cells. No term is negative.
    """
    shape = int((table.rows > 0).sum()), int((table.columns > 0).sum())
    if min(shape) < 2:
        return tested_statistic(None, table.n, shape)
    row, column = np.divmod(table.cells, len(table.columns))
    expected = table.rows[row] * table.columns[column] / table.n
    empty = max(0.0, table.n - float(expected.sum()))
    return tested_statistic(float(((table.counts - expected) ** 2 / expected).sum()) + empty, table.n, shape)


def residual_shift(first: SparseTable, second: SparseTable, scale: tuple[float, float]) -> ResidualShift:
    """Compare the Pearson residuals / sqrt(n) of two tables over the same categories.

    Parameters
    ----------
    first, second : SparseTable
    scale : (float, float)
        Factor on the residuals / sqrt(n) of either table: sqrt(n) gives the residuals themselves.

    Notes
    -----
    With shares o of cells, a and b of rows and columns, a residual / sqrt(n) is (o - ab) / sqrt(ab), in
    an empty cell -sqrt(a) sqrt(b): a product of a row and a column term. Sums over all cells are taken as
    if every cell were empty, then the cells observed in either table are put right.
    """
    cells = np.union1d(first.cells, second.cells)
    x, empty_x = _residuals(first, cells, scale[0])
    y, empty_y = _residuals(second, cells, scale[1])
    (u, v), (s, t) = _roots(first, scale[0]), _roots(second, scale[1])
    own = float(u.sum() * v.sum() + (np.abs(x) - np.abs(empty_x)).sum())
    distance = _all_cells_distance(u, v, s, t) + float((np.abs(y - x) - np.abs(empty_y - empty_x)).sum())
    product = float((u @ s) * (v @ t) + (x * y - empty_x * empty_y).sum())
    squares = [
        float((w @ w) * (z @ z) + (r**2 - e**2).sum()) for w, z, r, e in ((u, v, x, empty_x), (s, t, y, empty_y))
    ]
    norms = float(np.sqrt(max(squares[0], 0.0)) * np.sqrt(max(squares[1], 0.0)))
    cosine = min(1.0, max(-1.0, product / norms)) if norms > 0 else None
    return ResidualShift(own, max(distance, 0.0), cosine)


def _roots(table: SparseTable, scale: float) -> tuple[Floats, Floats]:
    """Return the row terms (with the scale) and column terms of empty cells, without their sign."""
    n = max(table.n, 1)
    return scale * np.sqrt(table.rows / n), np.sqrt(table.columns / n)


def _residuals(table: SparseTable, cells: Counts, scale: float) -> tuple[Floats, Floats]:
    """Return the residuals / sqrt(n) at these cells, and what they would be if the cells were empty."""
    row, column = np.divmod(cells, len(table.columns))
    u, v = _roots(table, scale)
    empty = -u[row] * v[column]
    position = np.minimum(np.searchsorted(table.cells, cells), max(len(table.cells) - 1, 0))
    observed = np.zeros(len(cells))
    if len(table.cells):
        observed = np.where(table.cells[position] == cells, table.counts[position], 0) / table.n
    root = np.where(empty < 0, -empty, 1.0)
    return scale**2 * observed / root + empty, empty


def _all_cells_distance(u: Floats, v: Floats, s: Floats, t: Floats) -> float:
    """Return sum over i, j of |s_i t_j - u_i v_j|, all terms not negative, without forming the products.

    The sign inside depends on whether t_j / v_j exceeds u_i / s_i: with the columns sorted by their ratio, every
    row splits them into two stretches, summed from running totals.
    """
    angle = np.arctan2(t, v)
    order = np.argsort(angle, kind="stable")
    below_t, below_v = (np.concatenate([[0.0], np.cumsum(w[order])]) for w in (t, v))
    split = np.searchsorted(angle[order], np.arctan2(u, s))
    negative = u * below_v[split] - s * below_t[split]
    positive = s * (below_t[-1] - below_t[split]) - u * (below_v[-1] - below_v[split])
    return float((negative + positive).sum())
