"""How many records of two files lie at or below each merged record, in all dimensions at once.

Exact, by counting bits: records are assigned to blocks of neighbours (k-d order). For a block of
points against a block of records most dimensions, and most pairs of blocks, are decided by their
boxes. In the dimensions that are left, both blocks are merged in sorted order while a bit set of
the records passed grows; the sets of all dimensions are intersected and their bits counted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from numba import njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from core.statistics.arrays import Floats, Integers, WeightedCounts
from core.statistics.neighbours.ecdf_blocks import BLOCK, Blocks, Ranks, assign_blocks
from core.statistics.ordering import value_codes
from core.statistics.tables import cells_of_columns, codes_counted

Numbers = Floats | NDArray[np.int32]

WORDS = BLOCK // 64
"""Words of 64 bits in the bit set of a block."""


class EcdfCounts(NamedTuple):
    """Counts at the m distinct merged points, in lexicographic order of (cell, values).

    Parameters
    ----------
    original, masked : int64 array (m,)
        Records of either file that are in the point's cell and at or below it in every dimension; the sums of their
        weights, as float64, where records are weighted.
    multiplicity : int64 array (m,)
        Merged records at the point itself, or the sum of their weights.
    row : int64 array (m,)
        One merged record at each point.
    point : int64 array (N,)
        The point of each merged record.
    work : int
        Comparisons of a point with a block of records in one dimension; about 10^8 a second.
    """

    original: WeightedCounts
    masked: WeightedCounts
    multiplicity: WeightedCounts
    row: Integers
    point: Integers
    work: int


class MergedPoints(NamedTuple):
    """The m distinct points of merged records, in lexicographic order of (cell, values).

    Parameters
    ----------
    point : int64 array (N,)
        The point of each record.
    row : int64 array (m,)
        One record at each point.
    cell : int64 array (m,)
    ranks : int32 array (d, m)
        In the dimensions that vary.
    queries : Blocks
        The points assigned to blocks.
    """

    point: Integers
    row: Integers
    cell: Integers
    ranks: Ranks
    queries: Blocks


class EcdfDifference(NamedTuple):
    """U_m, U_s (Woo et al. 2009, equations 4 and 5) and the first point at which U_m is reached."""

    maximum: float
    mean_square: float
    at: int


def ecdf_counts(
    values: Numbers, cells: Integers, is_masked: NDArray[np.bool_], weights: Floats | None = None
) -> EcdfCounts:
    """Count the records of two stacked files at or below each merged record.

    Parameters
    ----------
    values : float64 or int32 array (N, d)
        Merged records in the dimensions that are compared by <=; without NaN; d may be 0.
    cells : int64 array (N,)
        Records are compared within a cell only: one-hot indicators of nominal variables, all of
        them <=, say that the categories are equal.
    is_masked : bool array (N,)
    weights : float64 array (N,) or None
        How many records each counts for; None: one.

    Returns
    -------
    EcdfCounts
        Exact integers (Woo et al. 2009, equation 3, times the size of either file) without weights.
    """
    points = merged_points(values, cells)
    (original, work), (masked, more) = (
        counts_at(points, points.point[file], None if weights is None else weights[file])
        for file in (~is_masked, is_masked)
    )
    multiplicity = np.bincount(points.point, weights, len(points.row))
    return EcdfCounts(original, masked, multiplicity, points.row, points.point, work + more)


def merged_points(values: Numbers, cells: Integers) -> MergedPoints:
    """Find the distinct points of merged records, as ``ecdf_counts`` takes them, and deal them into blocks."""
    ranks = np.empty((values.shape[1] + 1, len(cells)), dtype=np.int32)
    for own, column in zip(ranks, (cells, *values.T), strict=True):
        own[:] = _in_order(column)
    point, row = cells_of_columns(ranks, len(cells))
    cell = ranks[0][row].astype(np.int64)
    # a dimension in which all records agree decides nothing
    varying = ranks[1:][ranks[1:].max(axis=1, initial=0) > 0][:, row]
    del ranks  # as large as the files
    return MergedPoints(point, row, cell, varying, assign_blocks(varying, cell, np.arange(len(row))))


def _in_order(column: NDArray[Any]) -> NDArray[Any]:
    """Return the place of each number among the distinct ones: whole numbers 0 to k - 1 that all occur are theirs."""
    whole = column.dtype.kind == "i" and len(column) and int(column.min()) == 0 and int(column.max()) < len(column)
    if whole and codes_counted(column).all():
        return column
    return value_codes(column.astype(np.float64)).codes


def counts_at(points: MergedPoints, of: Integers, weights: Floats | None = None) -> tuple[WeightedCounts, int]:
    """Count the records of a file at or below each point (m,), and the comparisons that takes.

    Parameters
    ----------
    points : MergedPoints
    of : int64 array (n,)
        The point that each record of the file is.
    weights : float64 array (n,) or None
    """
    n_points = len(points.row)
    if weights is None:
        whole = np.zeros(n_points, dtype=np.int64)
        data = assign_blocks(points.ranks, points.cell, np.sort(of))
        return whole, _count_cells(points.queries, data, whole, np.zeros(BLOCK, dtype=np.int64), None)
    sums = np.zeros(n_points)
    of_points = np.asarray(np.bincount(of, weights, n_points), dtype=np.float64)
    # one record stands for all at a point: their weights are added up
    data = assign_blocks(points.ranks, points.cell, np.flatnonzero(of_points))
    return sums, _count_cells(points.queries, data, sums, np.zeros(BLOCK), of_points[data.target])


def ecdf_difference(counts: EcdfCounts, n_original: float, n_masked: float) -> EcdfDifference:
    """Return the largest and the mean squared difference of the two distribution functions.

    Parameters
    ----------
    counts : EcdfCounts
    n_original, n_masked : float
        Records of either file, or the sums of their weights; neither 0.

    Returns
    -------
    EcdfDifference
        0 exactly where both functions agree at all N merged records.
    """
    difference = counts.original * n_masked - counts.masked * n_original  # exact integers without weights
    size = np.abs(difference)
    at = int(size.argmax())
    scaled = difference / (n_original * n_masked)
    mean_square = float((counts.multiplicity * scaled**2).sum() / counts.multiplicity.sum())
    return EcdfDifference(float(size[at] / (n_original * n_masked)), mean_square, at)


@njit(cache=True, nogil=True)
def _count_cells(
    queries: Blocks, data: Blocks, at_or_below: WeightedCounts, count: WeightedCounts, weight: Floats | None
) -> int:
    """Count the records at or below each point, or add up their weights (n,); return the comparisons made.

    ``count`` has room for a block, of the type of ``at_or_below``.
    """
    work = 0
    q_ranks, q_place, d_ranks, d_place = queries.ranks, queries.place, data.ranks, data.place
    below = np.zeros((BLOCK, WORDS), dtype=np.uint64)
    undecided = np.zeros(max(len(q_ranks), 1), dtype=np.int64)
    for c in range(len(queries.segment) - 1):
        for q in range(queries.segment[c], queries.segment[c + 1]):
            q_low, q_high = queries.start[q], queries.start[q + 1]
            here = count[: q_high - q_low]
            here[:] = 0
            for b in range(data.segment[c], data.segment[c + 1]):
                low, high = data.start[b], data.start[b + 1]
                left = _undecided(q_ranks, q_low, q_high, d_ranks, low, high, undecided)
                work += max(left, 0) * (q_high - q_low)
                if left == 0:
                    here += high - low if weight is None else weight[low:high].sum()
                elif left == 1:
                    k = undecided[0]
                    _count_one(q_ranks[k], q_place[k], q_low, q_high, d_ranks[k], d_place[k], low, high, weight, here)
                elif left > 1:
                    _intersect(q_ranks, q_place, q_low, q_high, d_ranks, d_place, low, high, undecided[:left], below)
                    _count_bits_of(below[: q_high - q_low], weight, low, here)
            for i in range(q_high - q_low):
                at_or_below[queries.target[q_low + i]] = here[i]
    return work


@njit(cache=True, nogil=True)
def _undecided(
    q_ranks: Ranks, q_low: int, q_high: int, d_ranks: Ranks, low: int, high: int, undecided: Integers
) -> int:
    """List the dimensions that the boxes leave open; -1: no record lies at or below any of the points.

    Ranks ascend within a block, so its ends bound it: where the smallest point is no smaller than the largest record,
    all records are at or below all points, and the dimension decides nothing.
    """
    left = 0
    for k in range(len(q_ranks)):
        if q_ranks[k, q_high - 1] < d_ranks[k, low]:
            return -1
        if q_ranks[k, q_low] < d_ranks[k, high - 1]:
            undecided[left] = k
            left += 1
    return left


@njit(cache=True, nogil=True)
def _count_one(
    q_ranks: Ranks,
    q_place: NDArray[np.int16],
    q_low: int,
    q_high: int,
    d_ranks: Ranks,
    d_place: NDArray[np.int16],
    low: int,
    high: int,
    weight: Floats | None,
    count: WeightedCounts,
) -> None:
    """Add, for each point, the records at or below it in the only dimension that is open."""
    passed, total = low, 0.0
    for s in range(q_low, q_high):
        while passed < high and d_ranks[passed] <= q_ranks[s]:
            if weight is not None:
                total += weight[low + d_place[passed]]
            passed += 1
        if weight is None:
            count[q_place[s]] += passed - low
        else:
            count[q_place[s]] += total


@njit(cache=True, nogil=True)
def _count_bits_of(below: NDArray[np.uint64], weight: Floats | None, low: int, count: WeightedCounts) -> None:
    """Add, for each point, the records in its bit set, the lowest bit being record ``low``."""
    for i in range(len(below)):
        for w in range(WORDS):
            if weight is None:
                count[i] += _popcount(below[i, w])
            else:
                count[i] += _weight_of(below[i, w], weight, low + 64 * w)


@njit(cache=True, nogil=True)
def _weight_of(word: np.uint64, weight: Floats, first: int) -> float:
    """Add up the weights of the records whose bits are set; that of the lowest bit is the first."""
    total, left = 0.0, word
    while left:
        without_lowest = left & (left - np.uint64(1))
        total += weight[first + _popcount((left ^ without_lowest) - np.uint64(1))]
        left = without_lowest
    return total


@njit(cache=True, nogil=True)
def _intersect(
    q_ranks: Ranks,
    q_place: NDArray[np.int16],
    q_low: int,
    q_high: int,
    d_ranks: Ranks,
    d_place: NDArray[np.int16],
    low: int,
    high: int,
    undecided: Integers,
    below: NDArray[np.uint64],
) -> None:
    """Write, for each point of a block, the bit set of the records that lie at or below it.

    Points and records are walked in ascending order: at each point ``passed_set`` holds the records whose rank is at
    most the point's, bit i for the record at place i of its block. ``below`` is the intersection over the dimensions
    so far.
    """
    passed_set = np.zeros(WORDS, dtype=np.uint64)
    for place in range(len(undecided)):
        k = undecided[place]
        passed_set[:] = 0
        passed = low
        for s in range(q_low, q_high):
            rank = q_ranks[k, s]
            while passed < high and d_ranks[k, passed] <= rank:
                bit = np.uint64(d_place[k, passed])
                passed_set[bit >> np.uint64(6)] |= np.uint64(1) << (bit & np.uint64(63))
                passed += 1
            i = q_place[k, s]
            if place == 0:
                for w in range(WORDS):
                    below[i, w] = passed_set[w]
            else:
                for w in range(WORDS):
                    below[i, w] &= passed_set[w]


def _count_bits(typing: Any, word: Any) -> tuple[Any, Callable[..., Any]]:  # noqa: ARG001
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


_popcount = cast(Callable[[Any], int], intrinsic(_count_bits))
"""Number of ones in a 64-bit word: one instruction of the processor."""
