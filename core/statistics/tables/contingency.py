"""Contingency tables and their tests."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy import special

from core.statistics.arrays import Codes, Counts, WeightedCounts


class ChiSquared(NamedTuple):
    """Pearson's chi-squared; None where the table has fewer than two non-empty rows or columns.

    ``shape`` counts the non-empty rows and columns.
    """

    statistic: float | None
    p: float | None
    degrees_of_freedom: int
    cramers_v_squared: float | None
    n: float
    shape: tuple[int, int]


@njit(cache=True, nogil=True)
def _cross_count(a: Codes, b: Codes, times: Codes, table: Counts) -> None:
    for i in range(len(a)):
        if a[i] >= 0 and b[i] >= 0:
            table[a[i], b[i]] += times[i] if len(times) else 1


def cross_table(a: Codes, b: Codes, rows: int, columns: int) -> Counts:
    """Count two coded variables over their complete records.

    Parameters
    ----------
    a, b : int32 arrays (n,)
        Codes, negative for missing.
    rows, columns : int
        Numbers of categories.

    Returns
    -------
    int64 array (rows, columns)
    """
    return repeated_table(a, b, (rows, columns), np.zeros(0, dtype=np.int32))


def repeated_table(a: Codes, b: Codes, shape: tuple[int, int], times: Codes) -> Counts:
    """Count as ``cross_table`` does records of which each stands for several; without ``times`` for itself alone."""
    table = np.zeros(shape, dtype=np.int64)
    _cross_count(a, b, times, table)
    return table


def frequencies_of(codes: Codes | Counts, categories: int) -> Counts:
    """Count each category, missing (negative) left out: int64 array (categories,)."""
    return np.bincount(codes[codes >= 0], minlength=categories).astype(np.int64)


def chi_squared(table: WeightedCounts) -> ChiSquared:
    """Test independence of rows and columns (Pearson, no continuity correction).

    Parameters
    ----------
    table : int or float array (r, c)
        Counts, whole or weighted; empty rows and columns are left out.

    Returns
    -------
    ChiSquared
        V^2 = (chi^2 / n) / min(r - 1, c - 1) over non-empty rows and columns (Cramer 1946).
    """
    rows, columns = table.sum(axis=1), table.sum(axis=0)
    full = table[rows > 0][:, columns > 0].astype(np.float64)
    n, shape = rows.sum().item(), (int((rows > 0).sum()), int((columns > 0).sum()))
    if min(shape) < 2:
        return tested_statistic(None, n, shape)
    expected = rows[rows > 0][:, None] * columns[columns > 0] / n
    return tested_statistic(float(((full - expected) ** 2 / expected).sum()), n, shape)


def tested_statistic(statistic: float | None, n: float, shape: tuple[int, int]) -> ChiSquared:
    """Give a chi-squared statistic its degrees of freedom, p value and V^2."""
    if statistic is None:
        return ChiSquared(None, None, 0, None, n, shape)
    freedom = (shape[0] - 1) * (shape[1] - 1)
    p = float(special.chdtrc(freedom, statistic))
    return ChiSquared(statistic, p, freedom, min(1.0, statistic / n / (min(shape) - 1)), n, shape)


def pearson_residuals(table: Counts) -> NDArray[np.float64]:
    """Return (O - E) / sqrt(E) of every cell, 0 where E = 0 (Sharpe 2015): float array (r, c)."""
    n = table.sum()
    if n == 0:
        return np.zeros(table.shape)
    expected = table.sum(axis=1)[:, None] * table.sum(axis=0) / n
    safe = np.where(expected > 0, expected, 1.0)
    return np.where(expected > 0, (table - expected) / np.sqrt(safe), 0.0)


def breaks_cochran(rows: WeightedCounts, columns: WeightedCounts) -> bool:
    """Tell whether Cochran's (1954) rule is broken: more than 20% of cells with E < 5, or any E < 1.

    Parameters
    ----------
    rows, columns : int64 arrays (r,), (c,)
        Margins of the table; empty ones are left out.
    """
    full, ordered = rows[rows > 0], np.sort(columns[columns > 0])
    if len(full) == 0:
        return False
    n = int(full.sum())
    if int(full.min()) * int(ordered[0]) < n:
        return True
    # E < 5 is r c < 5 n, so c <= (5 n - 1) // r: counted by row, without a table of expected counts
    small = int(np.searchsorted(ordered, (5 * n - 1) // full, side="right").sum())
    return 5 * small > len(full) * len(ordered)


def bias_corrected_v_squared(tested: ChiSquared) -> float | None:
    """Return Bergsma's (2013) bias-corrected Cramer's V, squared, in [0, 1]; None where it is not defined."""
    n, (r, c) = tested.n, tested.shape
    if tested.statistic is None or n < 2:
        return None
    phi = max(0.0, tested.statistic / n - (r - 1) * (c - 1) / (n - 1))
    smaller = min(r - (r - 1) ** 2 / (n - 1), c - (c - 1) ** 2 / (n - 1)) - 1
    return min(1.0, phi / smaller) if smaller > 0 else None
