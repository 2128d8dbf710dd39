"""Sums, spreads and ranges without one group of records at a time.

Groups are added up, never subtracted from the whole: where one group holds nearly all of a sum, nothing is lost of the
others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Floats, Integers

Parts = TypeVar("Parts", Floats, Integers)


def sums_without(amounts: Sequence[NDArray[np.generic]], groups: Integers, n_groups: int) -> Floats:
    """Add up amounts of records outside each group.

    Parameters
    ----------
    amounts : sequence of arrays (n,)
        k of them.
    groups : int64 array (n,)
        0 .. n_groups - 1.
    n_groups : int

    Returns
    -------
    float64 array (k, n_groups)
    """
    inside = np.array([np.bincount(groups, weights=amount, minlength=n_groups) for amount in amounts])
    return added_without(inside.T).T


def added_without(inside: Parts) -> Parts:
    """Return (G, ...) the sums of all parts (G, ...) but one at a time."""
    before, after = np.zeros_like(inside), np.zeros_like(inside)
    np.cumsum(inside[:-1], axis=0, out=before[1:])
    after[:-1] = np.cumsum(inside[:0:-1], axis=0)[::-1]
    return before + after


def deviations_without(values: Floats, groups: Integers, n_groups: int) -> Floats:
    """Return (n_groups,) the standard deviation, divisor n - 1, of the values (n,) outside each group.

    NaN is missing; exactly 0 where all values are the same, or there is but one.
    """
    n, totals, low, high = _by_group(values, groups, n_groups)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        # each group about its own mean: the square of an outlier costs no digits where it is left out
        means = totals / np.maximum(n, 1)
        squares = _squares_by_group(values, groups, means)
        left, of_all = added_without(n), added_without(n * means) / np.maximum(added_without(n), 1)
        between = np.where(np.eye(n_groups, dtype=bool), 0.0, n * (means - of_all[:, None]) ** 2).sum(axis=1)
        deviations = np.sqrt((added_without(squares) + between) / (left - 1))
    return np.asarray(np.where(_ranges(low, high) > 0, deviations, 0.0))


def ranges_without(values: Floats, groups: Integers, n_groups: int) -> Floats:
    """Return (n_groups,) largest less smallest of the values (n,) outside each group, 0 without any; NaN is missing."""
    return _ranges(*_by_group(values, groups, n_groups)[2:])


def _ranges(low: Floats, high: Floats) -> Floats:
    """Return the range of all groups but one, by the lowest and the highest value of each."""
    n_groups = len(low)
    others = ~np.eye(n_groups, dtype=bool)
    lowest = np.where(others, low, np.inf).min(axis=1)
    highest = np.where(others, high, -np.inf).max(axis=1)
    with np.errstate(over="ignore", invalid="ignore"):
        return np.where(highest > lowest, highest - lowest, 0.0)


def _by_group(values: Floats, groups: Integers, n_groups: int) -> tuple[Integers, Floats, Floats, Floats]:
    """Return the number of values of each group, their sum, added up in the file's order, the lowest and the highest.

    NaN is missing; of no value the lowest is infinite, the highest minus infinite.
    """
    held = ~np.isnan(values)
    values, groups = values[held], groups[held]
    low, high = np.full(n_groups, np.inf), np.full(n_groups, -np.inf)
    np.minimum.at(low, groups, values)
    np.maximum.at(high, groups, values)
    n = np.bincount(groups, minlength=n_groups).astype(np.int64)
    return n, np.bincount(groups, values, n_groups).astype(np.float64), low, high


def _squares_by_group(values: Floats, groups: Integers, means: Floats) -> Floats:
    """Return the sum of the squares of each group's values from its mean, added up in the file's order."""
    held = ~np.isnan(values)
    squares = (values[held] - means[groups[held]]) ** 2
    return np.bincount(groups[held], squares, len(means)).astype(np.float64)
