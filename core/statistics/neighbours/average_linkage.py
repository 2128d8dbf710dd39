"""Average linkage on squared Euclidean distances, exact, in memory proportional to the points.

The mean squared distance between the members of two clusters is
|c_A - c_B|^2 + W_A / n_A + W_B / n_B (c centroid, W sum of squares within, n size), so centroids
are enough. Average linkage is reducible: merging all pairs of clusters that are each other's
nearest, round by round, gives the same tree as merging the nearest pair of all (Murtagh 1983).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from core.statistics.arrays import Floats, Integers
from core.statistics.neighbours.nearest_clusters import BUDGETS_TO_STOP, find_nearest

FIRST_ROUND = 0.4
"""Of the budget, what the first round may take: about this share of the work of all rounds, or more."""


TRIED = 16_384
"""Points that show, before anything is made of all of them, whether these alone would take too long."""

TRIED_PROBES = 64
"""Of which the nearest other one is looked for."""


class Dendrogram(NamedTuple):
    """The m - 1 merges of m weighted points, lowest first.

    Parameters
    ----------
    first, second : int64 array (m - 1,)
        A point of either cluster that is merged; ``first`` the smallest of its cluster.
    height : float64 array (m - 1,)
        Mean squared distance between the members of the two, rounded to ``TOLERANCE`` of ties.
    work : int
        Coordinates that were compared; about 3 10^9 a second.
    """

    first: Integers
    second: Integers
    height: Floats
    work: int


def average_linkage(points: Floats, weights: Floats, budget: float = np.inf) -> Dendrogram | None:
    """Cluster weighted points by average linkage on squared Euclidean distances.

    Parameters
    ----------
    points : float64 array (m, d)
        Distinct, without NaN, in an order of their own (not that of the file): of equally near
        clusters the one that holds the earlier point is taken.
    weights : float64 array (m,)
        How many records lie at each point; positive.
    budget : float
        Coordinates that may be compared: few where few dimensions vary widely; with dozens of them
        they grow with the square of the points.

    Returns
    -------
    Dendrogram or None
        None: the budget was used up.
    """
    centred = np.ascontiguousarray(points - points.mean(axis=0))
    first, second, height, work = _merge_all(centred, weights.astype(np.float64).copy(), budget)
    if work > budget:
        return None
    # of equally high merges the one found first comes first, so no cluster is merged before it is there
    order = np.argsort(height, kind="stable")
    return Dendrogram(first[order], second[order], height[order], int(work))


def takes_too_long(some: Floats, budget: float) -> bool:
    """Tell from a part of the points (k, d) whether ``average_linkage`` of this part alone would be given up.

    All points take more: what is refused here is not worth being laid out in full.
    """
    k, d = some.shape
    centred, nearest = np.ascontiguousarray(some - some.mean(axis=0)), np.zeros(k, dtype=np.int64)
    asked = np.arange(0, k, max(k // TRIED_PROBES, 1))
    nearest[asked] = -1
    work = find_nearest(centred, np.zeros(k), np.arange(k), nearest, np.empty(k), np.inf) - k * d
    return bool(work * (k / len(asked)) > BUDGETS_TO_STOP * FIRST_ROUND * budget)


def cut(linkage: Dendrogram, groups: int) -> Integers:
    """Return the cluster (0, 1, ...) of each point when merging stops at this many clusters.

    Parameters
    ----------
    linkage : Dendrogram
    groups : int
        At least 1; more than there are points: every point is a cluster.
    """
    m = len(linkage.first) + 1
    first, second = (points[: max(m - groups, 0)] for points in (linkage.first, linkage.second))
    merged = csr_array((np.ones(len(first)), (first, second)), shape=(m, m))
    return np.asarray(connected_components(merged, directed=False)[1], dtype=np.int64)


def _merge_all(centroid: Floats, size: Floats, budget: float) -> tuple[Integers, Integers, Floats, int]:
    """Merge round by round; return the merges as they are found, and the coordinates compared.

    Not compiled itself: it calls a few dozen times what takes long, which would be compiled once more as a part of it.
    ``alive`` are the clusters by the number of their first point; ``nearest`` of a cluster is -1, or still the
    nearest: a merged cluster is no nearer to a third one than the nearer of its parts was. Pairs of a round have
    no cluster in common, so that ``distance`` is still the one before any of them was merged.
    """
    m, work = len(centroid), 0
    spread = np.zeros(m)  # W / n of each cluster
    first, second, height = np.empty(m - 1, np.int64), np.empty(m - 1, np.int64), np.empty(m - 1)
    alive = np.arange(m)
    nearest, distance = np.full(m, -1), np.empty(m)
    done = 0
    while len(alive) > 1:
        allowed = budget - work if done else FIRST_ROUND * budget
        work += find_nearest(centroid, spread, alive, nearest, distance, allowed)
        if work > budget or (done == 0 and work > FIRST_ROUND * budget):
            work = max(work, int(min(budget + 1, 2.0**62)))
            break
        before = done
        done = _merge_pairs(centroid, spread, size, alive, nearest, distance, first, second, height, before)
        if done == before:
            # rounding hid every mutual pair among values kept from earlier rounds: look afresh
            nearest[alive] = -1
            continue
        alive = alive[: _survivors(alive, size, nearest, first[before:done])]
    return first, second, height, work


@njit(cache=True, nogil=True)
def _merge_pairs(
    centroid: Floats,
    spread: Floats,
    size: Floats,
    alive: Integers,
    nearest: Integers,
    distance: Floats,
    first: Integers,
    second: Integers,
    height: Floats,
    done: int,
) -> int:
    """Merge clusters that are each other's nearest, and note how; return how many merges there are now."""
    for i in alive:
        j = nearest[i]
        if i < j and nearest[j] == i:
            first[done], second[done], height[done] = i, j, distance[i]
            _merge(centroid, spread, size, i, j)
            size[j] = 0
            done += 1
    return done


@njit(cache=True, nogil=True)
def _merge(centroid: Floats, spread: Floats, size: Floats, i: int, j: int) -> None:
    """Put cluster j into i: W = W_i + W_j + n_i n_j / n |c_i - c_j|^2."""
    n = size[i] + size[j]
    between = 0.0
    for k in range(centroid.shape[1]):
        step = centroid[j, k] - centroid[i, k]
        between += step * step
        centroid[i, k] += step * (size[j] / n)
    spread[i] = (spread[i] * size[i] + spread[j] * size[j] + between * size[i] * size[j] / n) / n
    size[i] = n


@njit(cache=True, nogil=True)
def _survivors(alive: Integers, size: Floats, nearest: Integers, merged: Integers) -> int:
    """Move the clusters left to the front, return how many, and forget the nearest of those whose nearest was merged.

    One by one: arrays taken apart by other arrays are slow to compile.
    """
    changed = np.zeros(len(size), dtype=np.int64)
    for i in merged:
        nearest[i] = -1
        changed[i] = 1
    left = 0
    for i in alive:
        if size[i] > 0:
            alive[left] = i
            left += 1
            j = nearest[i]
            if j >= 0 and (size[j] == 0 or changed[j]):
                nearest[i] = -1
    return left
