"""The nearest other cluster of each: a search over a k-d tree that also knows the least W / n below each node.

The distance of two clusters is |c_A - c_B|^2 + W_A / n_A + W_B / n_B: c centroid, W sum of squares within, n size.

Discrete data are full of clusters that are equally near, and their sums differ in the last bits only. Distances are
therefore compared rounded (see ``ties``), and of equally near clusters the one with the smaller number is taken. Every
distance is summed dimension by dimension in their order: the same bits on every processor.

Exact: what is compared with a node, its gap from the box plus W_A / n_A plus the least W / n below, is summed in the
same order as a distance, from terms that are no larger; rounding keeps that order, so no computed distance below the
node is smaller. Only nodes beyond the nearest, rounded, are passed over: all clusters equally near are looked at, and
the shape of the tree changes nothing.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from core.statistics.arrays import Floats, Integers
from core.statistics.neighbours.kd_order import depth_for, kd_sort
from core.statistics.reproducible import TOLERANCE, comparable_number

BUDGETS_TO_STOP = 1.5
"""The search ends early where the probes of a round show that it would take more than 1.5 times the budget."""

PROBES = 256
"""Clusters, spread over the tree, whose search estimates the work of a round."""

LEAF = 64
"""Records in a leaf: with many dimensions most leaves are looked through, and small ones cost more tests of boxes."""

REACH = 1 + 2 * TOLERANCE
"""What lies this much farther than the nearest, rounded, is not as near by any rounding."""


@njit(cache=True, nogil=True)
def find_nearest(
    centroid: Floats, spread: Floats, alive: Integers, nearest: Integers, distance: Floats, budget: float
) -> int:
    """Find the nearest cluster of each that has none, over a k-d tree of all.

    Parameters
    ----------
    centroid : float64 array (m, d)
    spread : float64 array (m,)
        W / n of each cluster.
    alive : int64 array
        The clusters that there are, as row numbers of ``centroid``.
    nearest, distance : int64, float64 arrays (m,)
        The nearest cluster of each, -1 where it is to be found, and how far it is, rounded; written in place.
    budget : float
        Coordinates that may be compared.

    Returns
    -------
    int
        Coordinates that were compared; more than the budget where the search was given up.
    """
    n, d = len(alive), centroid.shape[1]
    work: int = n * d
    depth = depth_for(n, LEAF)
    order = np.empty(n, dtype=np.int64)
    for p in range(n):
        order[p] = alive[p]
    # no literals in calls here: what takes them would be compiled once for the literal, and once for numbers
    kd_sort(centroid, order, int(np.int64(0)), n, depth)
    low, high = np.empty((2 << depth, d)), np.empty((2 << depth, d))
    least = np.empty(2 << depth)
    packed, columns, packed_spread = np.empty((n, d)), np.empty((d, n)), np.empty(n)
    _pack(centroid, spread, order, packed, columns, packed_spread)
    _bound(packed, packed_spread, depth, low, high, least)
    stack = np.empty(2 * depth + 4, dtype=np.int64)  # depth first: one node waits on each level
    gap, far = np.empty(2 * depth + 4), np.empty(LEAF)
    probes = min(n, PROBES)
    for turn in range(probes + n):
        # some points all over the tree come first: they show what the round will take
        place = turn * n // probes if turn < probes else turn - probes
        if nearest[order[place]] < 0:
            work += d * _nearest_to(
                place,
                packed,
                columns,
                packed_spread,
                order,
                depth,
                low,
                high,
                least,
                stack,
                gap,
                far,
                nearest,
                distance,
            )
        if work > budget or (turn <= probes < n and (work - n * d) * (n / probes) > BUDGETS_TO_STOP * budget):
            return int(max(work, budget + 1))
    return work


@njit(cache=True, nogil=True)
def _pack(
    centroid: Floats, spread: Floats, order: Integers, packed: Floats, columns: Floats, packed_spread: Floats
) -> None:
    """Write the clusters in this order, by rows and by columns; one by one, since arrays taken apart compile slowly."""
    for p in range(len(order)):
        packed_spread[p] = spread[order[p]]
        for k in range(packed.shape[1]):
            packed[p, k] = columns[k, p] = centroid[order[p], k]


@njit(cache=True, nogil=True)
def _bound(points: Floats, spread: Floats, depth: int, low: Floats, high: Floats, least: Floats) -> None:
    """Write each node's box and the least W / n in it; node 1 is the root, 2v and 2v + 1 the halves of v."""
    n, leaves = len(points), 1 << depth
    for leaf in range(leaves):
        v, a, b = leaves + leaf, (n * leaf) >> depth, (n * (leaf + 1)) >> depth
        least[v] = np.inf
        for k in range(points.shape[1]):
            low[v, k], high[v, k] = np.inf, -np.inf
        for p in range(a, b):
            least[v] = min(least[v], spread[p])
            for k in range(points.shape[1]):
                low[v, k], high[v, k] = min(low[v, k], points[p, k]), max(high[v, k], points[p, k])
    for v in range(leaves - 1, 0, -1):
        least[v] = min(least[2 * v], least[2 * v + 1])
        for k in range(points.shape[1]):
            low[v, k], high[v, k] = min(low[2 * v, k], low[2 * v + 1, k]), max(high[2 * v, k], high[2 * v + 1, k])


@njit(cache=True, nogil=True)
def _nearest_to(
    place: int,
    points: Floats,
    columns: Floats,
    spread: Floats,
    order: Integers,
    depth: int,
    low: Floats,
    high: Floats,
    least: Floats,
    stack: Integers,
    gap: Floats,
    far: Floats,
    nearest: Integers,
    distance: Floats,
) -> int:
    """Write the nearest cluster of one and its distance, rounded; return how many clusters and boxes were looked at.

    ``stack`` holds the nodes still to be looked at, ``gap`` what no distance below each of them falls short of.
    """
    n, leaves = len(points), 1 << depth
    own, me = spread[place], order[place]
    # start in the own leaf: its neighbours bound the search at once
    home = leaves + _leaf_of(place, n, depth)
    nobody = int(np.int64(-1))
    best, closest = _scan(home - leaves, place, points, columns, spread, order, depth, far, np.inf, nobody)
    seen = LEAF
    top = 0
    stack[0], gap[0] = 1, 0.0
    while top >= 0:
        v, bound = stack[top], gap[top]
        top -= 1
        if bound > best * REACH or v == home:
            continue
        if v >= leaves:
            seen += LEAF
            best, closest = _scan(v - leaves, place, points, columns, spread, order, depth, far, best, closest)
            continue
        seen += 2  # a test of a box costs up to as much as a comparison
        enough = best * REACH
        left = _box_gap(points[place], low[2 * v], high[2 * v], enough) + (own + least[2 * v])
        right = _box_gap(points[place], low[2 * v + 1], high[2 * v + 1], enough) + (own + least[2 * v + 1])
        nearer, farther = (2 * v, 2 * v + 1) if left <= right else (2 * v + 1, 2 * v)
        # the nearer half is looked through first: what it finds may rule out the other one
        if max(left, right) <= enough:
            top += 1
            stack[top], gap[top] = farther, max(left, right)
        if min(left, right) <= enough:
            top += 1
            stack[top], gap[top] = nearer, min(left, right)
    nearest[me], distance[me] = closest, best
    return seen


@njit(cache=True, nogil=True)
def _leaf_of(place: int, n: int, depth: int) -> int:
    """Return the leaf of a place: the first guess is never too far to the right."""
    leaf = (place << depth) // n
    while (n * (leaf + 1)) >> depth <= place:
        leaf += 1
    return leaf


@njit(cache=True, nogil=True)
def _scan(
    leaf: int,
    place: int,
    points: Floats,
    columns: Floats,
    spread: Floats,
    order: Integers,
    depth: int,
    far: Floats,
    best: float,
    closest: int,
) -> tuple[float, int]:
    """Look through one leaf; of equally near clusters the one with the smaller number stays."""
    n = len(order)
    begin, end = (n * leaf) >> depth, (n * (leaf + 1)) >> depth
    _squared_distances(columns, begin, end, points[place], far)
    for p in range(begin, end):
        exact = far[p - begin] + (spread[place] + spread[p])
        if exact > best * REACH or p == place:
            continue
        squared = comparable_number(exact)
        if squared < best or (squared == best and order[p] < closest):
            best, closest = squared, order[p]
    return best, closest


@njit(cache=True, nogil=True)
def _squared_distances(columns: Floats, begin: int, end: int, point: Floats, far: Floats) -> None:
    """Write |x - point|^2 of some neighbours in memory: side by side, each summed in the order of the dimensions."""
    total = far[: end - begin]
    for i in range(len(total)):
        total[i] = 0.0
    for k in range(len(point)):
        column, at = columns[k, begin:end], point[k]
        for i in range(len(total)):
            step = column[i] - at
            total[i] += step * step


@njit(cache=True, nogil=True)
def _box_gap(point: Floats, low: Floats, high: Floats, enough: float) -> float:
    """Return the squared distance of a point from a box, or a part of it that is above ``enough`` already."""
    squared = 0.0
    for k in range(len(point)):
        if point[k] < low[k]:
            squared += (low[k] - point[k]) ** 2
        elif point[k] > high[k]:
            squared += (point[k] - high[k]) ** 2
        if squared > enough:
            return squared
    return squared
