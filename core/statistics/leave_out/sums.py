"""Sums, spreads and ranges of all records, and without one group of them at a time.

Groups are added up, never subtracted from the whole: where one group holds nearly all of a sum, nothing is lost of the
others.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Floats, Integers


def sums_by_row(amounts: Sequence[NDArray[np.generic]], groups: Integers, n_groups: int) -> Floats:
    """Add up amounts of all records, and of those outside each group.

    Parameters
    ----------
    amounts : sequence of arrays (n,)
        k of them.
    groups : int64 array (n,)
        0 .. n_groups - 1; of one group there is one row.
    n_groups : int

    Returns
    -------
    float64 array (k, 1 + n_groups) or (k, 1)
    """
    inside = np.array([np.bincount(groups, weights=amount, minlength=n_groups) for amount in amounts])
    return np.asarray(np.where(_kept(n_groups), inside[:, None, :], 0.0).sum(axis=-1))


def _kept(n_groups: int) -> NDArray[np.bool_]:
    """Return which groups count (rows, n_groups): in the first row all, in each other one all but one."""
    kept = ~np.eye(1 + n_groups, n_groups, k=-1, dtype=bool)
    return kept if n_groups > 1 else kept[:1]


def deviations_by_row(values: Floats, groups: Integers, n_groups: int) -> Floats:
    """Return (rows,) the standard deviation, divisor n - 1, of all values (n,) and of those outside each group.

    NaN is missing; exactly 0 where all values are the same, or there is but one.
    """
    n, totals, low, high = _by_group(values, groups, n_groups)
    kept = _kept(n_groups)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        # each group about its own mean: the square of an outlier costs no digits where it is left out
        means = totals / np.maximum(n, 1)
        squares = _squares_by_group(values, groups, means)
        left, sums = (np.where(kept, of, 0).sum(axis=1) for of in (n, n * means))
        apart = squares + n * (means - (sums / np.maximum(left, 1))[:, None]) ** 2
        deviations = np.sqrt(np.where(kept, apart, 0.0).sum(axis=1) / (left - 1))
    return np.asarray(np.where(_ranges(low, high) > 0, deviations, 0.0))


def ranges_by_row(values: Floats, groups: Integers, n_groups: int) -> Floats:
    """Return (rows,) largest less smallest of all values (n,) and of those outside each group; 0 without any."""
    return _ranges(*_by_group(values, groups, n_groups)[2:])


def _ranges(low: Floats, high: Floats) -> Floats:
    """Return the range in each row, by the lowest and the highest value of each group."""
    kept = _kept(len(low))
    lowest = np.where(kept, low, np.inf).min(axis=1)
    highest = np.where(kept, high, -np.inf).max(axis=1)
    with np.errstate(over="ignore", invalid="ignore"):
        return np.where(highest > lowest, highest - lowest, 0.0)


def _by_group(values: Floats, groups: Integers, n_groups: int) -> tuple[Integers, Floats, Floats, Floats]:
    """Return the number of values of each group, their sum, added up in the file's order, the lowest and the highest.

    NaN is missing; of no value the lowest is infinite, the highest minus infinite.
    """
    known = ~np.isnan(values)
    values, groups = values[known], groups[known]
    low, high = np.full(n_groups, np.inf), np.full(n_groups, -np.inf)
    np.minimum.at(low, groups, values)
    np.maximum.at(high, groups, values)
    n = np.bincount(groups, minlength=n_groups).astype(np.int64)
    return n, np.bincount(groups, values, n_groups).astype(np.float64), low, high


def _squares_by_group(values: Floats, groups: Integers, means: Floats) -> Floats:
    """Return the sum of the squares of each group's values from its mean, added up in the file's order."""
    known = ~np.isnan(values)
    squares = (values[known] - means[groups[known]]) ** 2
    return np.bincount(groups[known], squares, len(means)).astype(np.float64)
