"""Points in the order of a balanced k-d tree: neighbours in space become neighbours in memory.

The tree has no pointers: with ``depth`` levels of splits, node j of level L holds the positions
n j // 2^L .. n (j + 1) // 2^L of the order, so its two halves are nodes 2j and 2j + 1 of level L + 1.
"""

from __future__ import annotations

from numba import njit

from core.statistics.arrays import Floats, Integers


@njit(cache=True, nogil=True)
def depth_for(n: int, leaf: int) -> int:
    """Return how many levels of halving leave at most ``leaf`` points in a node."""
    depth = 0
    while (n >> depth) + 1 > leaf:
        depth += 1
    return depth


@njit(cache=True, nogil=True)
def kd_sort(points: Floats, order: Integers, start: int, stop: int, depth: int) -> None:
    """Order the rows ``order[start:stop]`` of points as the leaves of a k-d tree, in place.

    Parameters
    ----------
    points : float64 array (n, d)
        Scaled so that spreads of different dimensions can be compared; without NaN.
    order : int64 array
        Row numbers; only start .. stop - 1 are moved.
    depth : int
        Levels of halving; each node is split at the median of its widest dimension.
    """
    n = stop - start
    for level in range(depth):
        for j in range(1 << level):
            low, high = start + ((n * j) >> level), start + ((n * (j + 1)) >> level)
            middle = start + ((n * (2 * j + 1)) >> (level + 1))
            if low < middle < high:
                _split(points, order, low, middle, high, _widest(points, order, low, high))


@njit(cache=True, nogil=True)
def _widest(points: Floats, order: Integers, low: int, high: int) -> int:
    widest, best = 0, -1.0
    for k in range(points.shape[1]):
        least = most = points[order[low], k]
        for i in range(low + 1, high):
            value = points[order[i], k]
            least, most = min(least, value), max(most, value)
        if most - least > best:
            widest, best = k, most - least
    return widest


@njit(cache=True, nogil=True)
def _split(points: Floats, order: Integers, low: int, middle: int, high: int, k: int) -> None:
    """Move the smaller values of dimension k before ``middle`` (Hoare's selection).

    All before ``left`` are at most, all after ``right`` at least, what lies between. Equal values may end on both
    sides of ``middle``: boxes of nodes touch, and a search must not take them for disjoint.
    """
    left, right = low, high - 1
    while left < right:
        pivot = points[order[(left + right) >> 1], k]
        i, j = left, right
        while i <= j:
            while points[order[i], k] < pivot:
                i += 1
            while pivot < points[order[j], k]:
                j -= 1
            if i <= j:
                order[i], order[j] = order[j], order[i]
                i += 1
                j -= 1
        if middle <= j:
            right = j
        elif middle >= i:
            left = i
        else:
            return
