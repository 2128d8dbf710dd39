"""K-means from given centres, the same on every processor: no matrix product decides which centre is nearest."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit

from core.statistics.arrays import Floats, Integers
from core.statistics.reproducible import comparable_number


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


def mini_batch_k_means(points: Floats, weights: Floats, centres: Floats, batches: Sequence[Integers]) -> Integers:
    """Move the centres by batches of points, then assign every point to the nearest (Sculley 2010).

    Parameters
    ----------
    points, weights, centres
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
        some, nearest = np.ascontiguousarray(points[batch]), np.empty(len(batch), dtype=np.int64)
        _assign(some, moved, nearest)
        _draw_near(some, weights[batch], nearest, moved, given)
    nearest = np.empty(len(points), dtype=np.int64)
    _assign(np.ascontiguousarray(points), moved, nearest)
    return nearest


@njit(cache=True, nogil=True)
def _draw_near(points: Floats, weights: Floats, nearest: Integers, centres: Floats, given: Floats) -> None:
    for i in range(len(points)):
        c = nearest[i]
        given[c] += weights[i]
        for j in range(len(centres)):
            centres[j, c] += (points[i, j] - centres[j, c]) * (weights[i] / given[c])


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
