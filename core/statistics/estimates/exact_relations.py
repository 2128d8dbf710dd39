"""Sums and ratios that hold exactly between columns of numbers."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

FEWEST = 20
"""Complete records, and distinct values of each column, below which a relation may be chance."""

PROBE = 256
"""Records that a relation must hold in before all are looked at."""

TOLERANCE = 1e-9
"""Relative error of numbers that were written with a decimal point."""

Array = NDArray[np.float64]


def exact_sums(columns: Array) -> list[tuple[int, int, int]]:
    """Find a = b + c that holds in every record where all three are known.

    Parameters
    ----------
    columns : float array (k, n)
        NaN where missing.

    Returns
    -------
    list of (a, b, c)
        Positions, b < c. Columns with fewer than ``FEWEST`` distinct values are left out.
    """
    usable = _varied(columns)
    probe = columns[:, _spread(columns.shape[1])]
    sums = []
    for b, c in combinations(usable, 2):
        likely = _agree(probe[usable], probe[b] + probe[c]).all(axis=1)
        sums += [(a, b, c) for a in np.array(usable)[likely] if a not in {b, c} and _holds(columns, a, b, c)]
    return [(int(a), b, c) for a, b, c in sums]


def exact_ratios(columns: Array) -> list[tuple[int, int, float]]:
    """Find a = r b with one r in every record where both are known.

    Parameters
    ----------
    columns : float array (k, n)

    Returns
    -------
    list of (a, b, r)
        Positions, a < b; r is not 0.
    """
    ratios = []
    for a, b in combinations(_varied(columns), 2):
        known = ~np.isnan(columns[a]) & ~np.isnan(columns[b]) & (columns[b] != 0)
        if known.sum() < FEWEST:
            continue
        ratio = float(columns[a][known][0] / columns[b][known][0])
        if ratio and _agree(columns[a], ratio * columns[b]).all():
            ratios.append((a, b, ratio))
    return ratios


def broken(total: Array, expected: Array, tolerance: float = TOLERANCE) -> tuple[int, int]:
    """Count the records where both are known, and those among them where they differ.

    Parameters
    ----------
    total, expected : float arrays (n,)
    tolerance : float
        Relative.

    Returns
    -------
    (int, int)
        Differing, known.
    """
    known = ~np.isnan(total) & ~np.isnan(expected)
    return int(np.sum(~_agree(total, expected, tolerance))), int(known.sum())


def _varied(columns: Array) -> list[int]:
    return [i for i, column in enumerate(columns) if len(np.unique(column[~np.isnan(column)])) >= FEWEST]


def _spread(n: int) -> NDArray[np.int64]:
    return np.unique(np.linspace(0, max(n - 1, 0), min(n, PROBE)).astype(np.int64))


def _agree(x: Array, y: Array, tolerance: float = TOLERANCE) -> NDArray[np.bool_]:
    """Return whether two numbers are the same; where either is missing nothing speaks against it."""
    return np.asarray(~(np.abs(x - y) > tolerance * np.maximum(1.0, np.abs(y))))


def _holds(columns: Array, a: int, b: int, c: int) -> bool:
    differing, known = broken(columns[a], columns[b] + columns[c])
    return known >= FEWEST and not differing
