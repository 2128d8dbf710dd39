"""All tables of k variables at once: how far two files lie apart, and what a subsample would show."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy import special

from core.statistics.arrays import Codes, Floats, Integers

DENSE_CELLS = 2**23
"""Tables of up to this number of cells are counted in one array (two of 32 MB); larger ones by sorting."""


class MarginalDistances(NamedTuple):
    """Distances of the tables, and the sizes of the original's cells.

    Parameters
    ----------
    distances : float array (t,)
        L1 = sum |p - q| of each table, in [0, 2].
    cell_sizes : int64 array (n + 1,)
        How many cells of all tables hold 0, 1, 2 ... records of the original; that of 0 is not counted, and with
        weights none is.
    """

    distances: Floats
    cell_sizes: Integers


Weights = tuple[Floats, Floats] | tuple[None, None]


def marginal_distances(
    original: Codes, masked: Codes, sizes: Integers, tables: Integers, weights: Weights = (None, None)
) -> MarginalDistances:
    """Compare every table of some variables.

    Parameters
    ----------
    original, masked : int32 or uint8 arrays (p, n), (p, m)
        Codes 0 .. size - 1 of each variable, one row a variable.
    sizes : int64 array (p,)
        Categories of each variable.
    tables : int64 array (t, k)
        Variables of each table.
    weights : (float64 array (n,), float64 array (m,)) or (None, None)
        How many records each record of either file counts for; None: one.

    Returns
    -------
    MarginalDistances
        Summed as whole numbers |o m - s n| (without weights), so the order of records and categories changes nothing.
    """
    distances = np.zeros(len(tables))
    cell_sizes = np.zeros(original.shape[1] + 1, dtype=np.int64)
    cells = np.prod(sizes[tables].astype(np.float64), axis=1)
    dense = np.flatnonzero(cells <= DENSE_CELLS)
    width = int(cells[dense].max(initial=0))
    counts = np.zeros((2, width), dtype=np.int32 if weights[0] is None else np.float64)
    _count_tables(original, masked, sizes, tables, dense, weights[0], weights[1], counts, distances, cell_sizes)
    for t in np.flatnonzero(cells > DENSE_CELLS):
        distances[t] = _sorted_table(original, masked, sizes, tables[t], cell_sizes, weights)
    return MarginalDistances(distances, cell_sizes)


@njit(cache=True, nogil=True)
def _count_tables(
    original: Codes,
    masked: Codes,
    sizes: Integers,
    tables: Integers,
    dense: Integers,
    first: Floats | None,
    second: Floats | None,
    counts: NDArray[np.int32] | Floats,
    distances: Floats,
    cell_sizes: Integers,
) -> None:
    """Write the distances of the dense tables; ``counts`` is 0 before and after each, sums where there are weights."""
    n = original.shape[1] if first is None else first.sum()
    m = masked.shape[1] if second is None else second.sum()
    cell = np.zeros(max(original.shape[1], masked.shape[1]), dtype=np.int64)
    for t in dense:
        width = 1
        for v in tables[t]:
            width *= sizes[v]
        _cells_of(original, sizes, tables[t], cell)
        _fill(counts[0], cell[: original.shape[1]], first)
        _cells_of(masked, sizes, tables[t], cell)
        _fill(counts[1], cell[: masked.shape[1]], second)
        apart = 0 * n
        for c in range(width):
            o, s = counts[0, c], counts[1, c]
            apart += abs(o * m - s * n)
            if first is None and o:
                cell_sizes[np.int64(o)] += 1
            counts[0, c] = 0
            counts[1, c] = 0
        distances[t] = apart / (n * m)


@njit(cache=True, nogil=True)
def _fill(counts: NDArray[np.int32] | Floats, cell: Integers, weight: Floats | None) -> None:
    """Count the records of each cell, or add up their weights."""
    for i in range(len(cell)):
        if weight is None:
            counts[cell[i]] += 1
        else:
            counts[cell[i]] += weight[i]


@njit(cache=True, nogil=True)
def _cells_of(codes: Codes, sizes: Integers, table: Integers, cell: Integers) -> None:
    """Write the cell of each record: the number with its codes as digits, the base of each the variable's size."""
    n = codes.shape[1]
    first = codes[table[0]]
    for i in range(n):
        cell[i] = first[i]
    for j in range(1, len(table)):
        row, base = codes[table[j]], sizes[table[j]]
        for i in range(n):
            cell[i] = cell[i] * base + row[i]


def _sorted_table(
    original: Codes, masked: Codes, sizes: Integers, table: Integers, cell_sizes: Integers, weights: Weights
) -> float:
    """Return L1 of one table with more cells than are held in memory."""
    n, m = original.shape[1], masked.shape[1]
    joined = np.zeros(n + m, dtype=np.int64)
    size = 1
    for v in table:
        if size * int(sizes[v]) >= 2**62:  # before a cell's number overflows, number those that occur
            _, joined = np.unique(joined, return_inverse=True)
            size = n + m
        joined = joined * sizes[v] + np.concatenate([original[v], masked[v]])
        size *= int(sizes[v])
    distinct, cell = np.unique(joined, return_inverse=True)
    o = np.bincount(cell[:n], weights[0], len(distinct))
    s = np.bincount(cell[n:], weights[1], len(distinct))
    if weights[0] is not None and weights[1] is not None:
        n, m = weights[0].sum(), weights[1].sum()
        return float(np.abs(o * m - s * n).sum() / (n * m))
    cell_sizes += np.bincount(o[o > 0], minlength=len(cell_sizes))
    return float(np.abs(o * m - s * n).sum() / (n * m))


def subsample_distance(cell_sizes: Integers, tables: int, n: int, kept: int) -> float:
    """Return the mean L1 expected between a file and a simple random subsample of it.

    Parameters
    ----------
    cell_sizes : int64 array (n + 1,)
        How many cells hold 0, 1, 2 ... records.
    tables : int
        Tables that the cells belong to.
    n, kept : int
        Records of the file and of the subsample, 1 <= kept <= n.

    Returns
    -------
    float
        A cell of K records keeps X, hypergeometric; its mean absolute deviation is
        2 v (n - K - kept + v) P(X = v) / n with v the least whole number above kept K / n (Diaconis and
        Zabell 1991), so nothing is drawn at random.
    """
    k = np.flatnonzero(cell_sizes).astype(np.float64)
    v = np.floor(kept * k / n) + 1
    possible = (v <= k) & (v <= kept)
    k, v, times = k[possible], v[possible], cell_sizes[np.flatnonzero(cell_sizes)[possible]]
    log_p = _log_choose(k, v) + _log_choose(n - k, kept - v) - _log_choose(np.float64(n), np.float64(kept))
    deviation = 2 * v * (n - k - kept + v) / n * np.exp(log_p)
    return float((times * deviation).sum()) / kept / tables


def _log_choose(n: Floats | np.float64, k: Floats | np.float64) -> Floats:
    return np.asarray(special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1))


def subsample_equivalent(distance: float, cell_sizes: Integers, tables: int, n: int) -> float:
    """Return the share of the records that a subsample as far from the file as ``distance`` would hold, in (0, 1].

    The smallest subsample that is looked at has one record: distances beyond its own give 1 / n.
    """
    low, high = 1, n
    while low < high:
        kept = (low + high) // 2
        if subsample_distance(cell_sizes, tables, n, kept) <= distance:
            high = kept
        else:
            low = kept + 1
    return low / n
