"""K-means from given centres, the same on every processor: no matrix product decides which centre is nearest."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Floats, Integers
from core.statistics.neighbours.sparse_points import SparsePoints
from core.statistics.reproducible import comparable_number

NEARLY = 1e-8
"""Of the squared lengths of a point and the longest centre: centres this much farther than the nearest, by a sum in
another order, may be as near. What rounding can do to such a sum, and ``comparable_number`` to a distance, is less."""


def k_means(points: Floats, weights: Floats, centres: Floats, rounds: int) -> Integers:
    """Assign weighted points to the nearest centre and move the centres to their means, in rounds (Lloyd 1982).

    Parameters
    ----------
    points : float64 array (m, d)
    weights : float64 array (m,)
        How many records lie at each point; positive.
    centres : float64 array (k, d)
        Where it starts from; a centre without points stays where it is.
    rounds : int
        At most; at least 1. The search ends earlier where no point changes its centre: further rounds change nothing.

    Returns
    -------
    int64 array (m,)
        The centre, 0 .. k - 1, of each point in the last round; of equally near ones the first.
    """
    moved = np.ascontiguousarray(centres.T, dtype=np.float64)
    nearest = np.full(len(points), -1, dtype=np.int64)
    for _ in range(rounds):
        before = nearest.copy()
        _assign(np.ascontiguousarray(points), moved, nearest)
        if np.array_equal(before, nearest):
            break
        _move(points, weights, nearest, moved)
    return nearest


def mini_batch_k_means(points: SparsePoints, weights: Floats, centres: Floats, batches: Sequence[Integers]) -> Integers:
    """Move the centres by batches of points, then assign every point to the nearest (Sculley 2010).

    Parameters
    ----------
    points : SparsePoints
    weights, centres
        As ``k_means`` takes them.
    batches : sequence of int64 array
        Points of each batch; each moves its centre by its share of the weight that the centre was given so far.

    Returns
    -------
    int64 array (m,)
        The centre, 0 .. k - 1, of each point; of equally near ones the first.
    """
    moved = np.ascontiguousarray(centres.T, dtype=np.float64)
    given = np.zeros(moved.shape[1])
    for batch in batches:
        some = points.take(batch)
        _draw_near(some.dense(), weights[batch], _nearest_of_sparse(some, moved), moved, given)
    return _nearest_of_sparse(points, moved)


def _nearest_of_sparse(points: SparsePoints, centres: Floats) -> Integers:
    nearest = np.empty(points.m, dtype=np.int64)
    _assign_sparse(points.at, points.numbers, points.number_of, centres, nearest)
    return nearest


@njit(cache=True, nogil=True)
def _draw_near(points: Floats, weights: Floats, nearest: Integers, centres: Floats, given: Floats) -> None:
    for i in range(len(points)):
        c = nearest[i]
        given[c] += weights[i]
        for j in range(len(centres)):
            centres[j, c] += (points[i, j] - centres[j, c]) * (weights[i] / given[c])


@njit(cache=True, nogil=True)
def _assign_sparse(
    at: NDArray[np.int32], numbers: Floats, number_of: Integers, centres: Floats, nearest: Integers
) -> None:
    """Write the nearest of the centres (d, k), as ``_assign`` would.

    |x - c|^2 = |c|^2 - 2 x c + |x|^2 takes the coordinates alone that are not 0. Where that leaves more than one centre
    that may be the nearest, their distances are summed in the order of the dimensions.
    """
    d, k = centres.shape
    length, far, point = np.zeros(k), np.empty(k), np.zeros(d)
    longest = _add_squares(centres, length)
    for i in range(len(at)):
        own = 0.0
        for c in range(k):
            far[c] = length[c]
        for s in range(at.shape[1]):
            column, value = centres[at[i, s]], 1.0 if number_of[s] < 0 else numbers[i, number_of[s]]
            own += value * value
            twice = 2.0 * value
            for c in range(k):
                far[c] -= twice * column[c]
        limit = _least(far) + NEARLY * (own + longest)
        may_be = 0
        for c in range(k):
            if far[c] <= limit:
                may_be += 1
                nearest[i] = c
        if may_be != 1:
            _fill(point, at[i], numbers[i], number_of)
            nearest[i] = _nearest_among(point, centres, far, limit)
            point[:] = 0.0


@njit(cache=True, nogil=True)
def _add_squares(centres: Floats, length: Floats) -> float:
    """Add |c|^2 of each of the centres (d, k); return the largest."""
    longest = 0.0
    for c in range(centres.shape[1]):
        for j in range(len(centres)):
            length[c] += centres[j, c] * centres[j, c]
        longest = max(longest, length[c])
    return longest


@njit(cache=True, nogil=True)
def _least(values: Floats) -> float:
    """Return the least of some values; what numpy has for it takes longer to compile."""
    least = np.inf
    for value in values:
        least = min(least, value)
    return least


@njit(cache=True, nogil=True)
def _fill(point: Floats, at: NDArray[np.int32], numbers: Floats, number_of: Integers) -> None:
    for s in range(len(at)):
        point[at[s]] = 1.0 if number_of[s] < 0 else numbers[number_of[s]]


@njit(cache=True, nogil=True)
def _nearest_among(point: Floats, centres: Floats, far: Floats, limit: float) -> int:
    """Return the nearest of the centres that are not farther than a limit."""
    best, closest = np.inf, 0
    for c in range(len(far)):
        if not far[c] <= limit:
            continue
        exact = 0.0
        for j in range(len(point)):
            step = centres[j, c] - point[j]
            exact += step * step
        distance = comparable_number(exact)
        if distance < best:
            best, closest = distance, c
    return closest


@njit(cache=True, nogil=True)
def _assign(points: Floats, centres: Floats, nearest: Integers) -> None:
    """Write the nearest of the centres (d, k); each distance is summed in the order of the dimensions."""
    d, k = centres.shape
    far = np.empty(k)
    for i in range(len(points)):
        far[:] = 0.0
        for j in range(d):
            column, at = centres[j], points[i, j]
            for c in range(k):
                step = column[c] - at
                far[c] += step * step
        best, closest = np.inf, 0
        for c in range(k):
            distance = comparable_number(far[c])
            if distance < best:
                best, closest = distance, c
        nearest[i] = closest


@njit(cache=True, nogil=True)
def _move(points: Floats, weights: Floats, nearest: Integers, centres: Floats) -> None:
    d, k = centres.shape
    total, size = np.zeros((d, k)), np.zeros(k)
    for i in range(len(points)):
        c = nearest[i]
        size[c] += weights[i]
        for j in range(d):
            total[j, c] += weights[i] * points[i, j]
    for c in range(k):
        if size[c] > 0:
            for j in range(d):
                centres[j, c] = total[j, c] / size[c]
