"""The distribution of one variable in two files without some records: counts less theirs, and what lies below."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from core.statistics.arrays import Codes, Counts, Floats, Integers
from core.statistics.distributions import DenseCodes, Distribution, Steps


class AtPoints(NamedTuple):
    """One variable of a file at points where this file or another one has a value.

    Parameters
    ----------
    of_records : int32 array (n,)
        The point of each record, -1 where the value is missing.
    counts : int64 array (p,)
        Records at each point.
    missing : int
    """

    of_records: Codes
    counts: Counts
    missing: int


def at_points(codes: DenseCodes, points: Floats) -> AtPoints:
    """Return a file's records at ascending points (p,), among which are all its values."""
    place = np.searchsorted(points, codes.values).astype(np.int32)
    counts = np.zeros(len(points), dtype=np.int64)
    counts[place] = codes.counts
    return AtPoints(np.append(place, np.int32(-1))[codes.codes], counts, len(codes.missing))


def distributions_without(
    points: Floats, files: tuple[AtPoints, AtPoints], left_out: tuple[Integers, Integers]
) -> tuple[Distribution, Distribution, Steps]:
    """Return the distributions of the records that are left in two files, and both at every value of either.

    Parameters
    ----------
    points : float64 array (p,)
        Ascending.
    files : (AtPoints, AtPoints)
    left_out : (int64 array, int64 array)
        Rows of either.
    """
    (first, first_missing), (second, second_missing) = (
        _counts_left(file.of_records, file.counts, rows) for file, rows in zip(files, left_out, strict=True)
    )
    (values, counts), (other_values, other_counts), both = _walked(points, first, second)
    return (
        Distribution(values, counts, files[0].missing - first_missing),
        Distribution(other_values, other_counts, files[1].missing - second_missing),
        Steps(*both),
    )


@njit(cache=True, nogil=True)
def _counts_left(of_records: Codes, counts: Counts, left_out: Integers) -> tuple[Counts, int]:
    """Take records off the counts of their points; return them, and how many of the records have no value."""
    left, without_value = counts.copy(), 0
    for row in left_out:
        if of_records[row] >= 0:
            left[of_records[row]] -= 1
        else:
            without_value += 1
    return left, without_value


@njit(cache=True, nogil=True)
def _walked(points: Floats, first: Counts, second: Counts) -> tuple[Any, Any, Any]:
    """Return the points and counts of either file where it has records, and both sums where one of them grows."""
    n = len(points)
    own, own_counts, other, other_counts = np.empty(n), np.empty(n, np.int64), np.empty(n), np.empty(n, np.int64)
    there, below, other_below = np.empty(n), np.empty(n, np.int64), np.empty(n, np.int64)
    k = m = kept = total = other_total = 0
    for p in range(n):
        # written in any case, and kept where there is a record: nothing is to be foreseen
        own[k], own_counts[k], other[m], other_counts[m] = points[p], first[p], points[p], second[p]
        total += first[p]
        other_total += second[p]
        there[kept], below[kept], other_below[kept] = points[p], total, other_total
        k += first[p] > 0
        m += second[p] > 0
        kept += (first[p] > 0) | (second[p] > 0)
    return (own[:k], own_counts[:k]), (other[:m], other_counts[:m]), (there[:kept], below[:kept], other_below[:kept])
