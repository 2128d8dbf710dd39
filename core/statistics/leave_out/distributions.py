"""The distribution of one variable in two files without some records: counts less theirs, and what lies below."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Counts, Floats, Integers
from core.statistics.distributions import DenseCodes, Distribution, Steps


def distribution_without(codes: DenseCodes, left_out: Integers) -> tuple[Distribution, Counts]:
    """Return the distribution of the records that are left, and how many of them have each code (k,).

    Parameters
    ----------
    codes : DenseCodes (n,)
    left_out : int64 array
        Rows.
    """
    left, without_value = _counts_left(codes.codes, codes.counts, left_out)
    present = np.flatnonzero(left)
    return Distribution(codes.values[present], left[present], len(codes.missing) - without_value), left


def steps_left(points: Floats, left: tuple[Counts, Counts], places: tuple[Counts, Counts]) -> Steps:
    """Return how many records of either file lie at or below each of the points (p,) where some file has one.

    Parameters
    ----------
    points : float64 array (p,)
        Ascending.
    left : (int64 array (k,), int64 array (l,))
        Records of each code, as ``distribution_without`` has them.
    places : (int64 array (p,), int64 array (p,))
        How many codes of either file lie at or below each point; ascending.
    """
    there, first, second = _below(*left, *places)
    return Steps(points[there], first, second)


@njit(cache=True, nogil=True)
def _counts_left(codes: NDArray[np.int32], counts: Counts, left_out: Integers) -> tuple[Counts, int]:
    """Take records off the counts of their codes; return them, and how many of the records have no value."""
    left, without_value = counts.copy(), 0
    for row in left_out:
        if codes[row] >= 0:
            left[codes[row]] -= 1
        else:
            without_value += 1
    return left, without_value


@njit(cache=True, nogil=True)
def _below(first: Counts, second: Counts, first_places: Counts, second_places: Counts) -> tuple[Any, Any, Any]:
    """Add up both files' counts while walking over the points; keep those where one of the sums has grown."""
    n = len(first_places)
    there, below = np.empty(n, dtype=np.int64), np.empty((2, n), dtype=np.int64)
    kept = passed = other_passed = total = other_total = 0
    for p in range(n):
        before, other_before = total, other_total
        while passed < first_places[p]:
            total += first[passed]
            passed += 1
        while other_passed < second_places[p]:
            other_total += second[other_passed]
            other_passed += 1
        if total > before or other_total > other_before:
            there[kept], below[0, kept], below[1, kept] = p, total, other_total
            kept += 1
    return there[:kept].copy(), below[0, :kept].copy(), below[1, :kept].copy()
