"""Gower's distances of a target to the records of a block, summed as far as they can matter."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.statistics.arrays import Floats, Integers

BLOCK = 2048
"""Records compared at a time, so that they stay in the processor's cache."""

LOOKED_AT = 6
"""After so many variables each time, a multiple of three, it is looked whether any record of a block can be near
enough yet."""

CELLS_KEPT = 2**22
"""Of so many pairs of a block and a target it is kept how near the one comes to the other."""


def n_blocks(n: int) -> int:
    """Return how many blocks n records are."""
    return -(-n // BLOCK)


@njit(cache=True, nogil=True)
def distances_of_block(target: Floats, columns: Floats, begin: int, end: int, limit: float, out: Floats) -> bool:
    """Write the distances of a block of records, unless all are beyond the limit; tell whether one is not.

    They are plain sums, three variables at a time, which is fast. Whether all of a block are beyond the limit is looked
    at after some variables already: a sum of terms that are not negative never falls, also as it is rounded.
    """
    n, m = end - begin, len(target)
    threes = m - m % 3
    out[:n] = 0.0
    for j in range(0, threes, 3):
        one, two, three = target[j], target[j + 1], target[j + 2]
        ones, twos, threes_of = columns[j, begin:end], columns[j + 1, begin:end], columns[j + 2, begin:end]
        for i in range(n):
            distance = out[i] + min(abs(ones[i] - one), 1.0)
            distance += min(abs(twos[i] - two), 1.0)
            out[i] = distance + min(abs(threes_of[i] - three), 1.0)
        if (j + 3) % LOOKED_AT == 0 and j + 3 < m and not _any_within(out, n, limit):
            return False
    for j in range(threes, m):
        value, column = target[j], columns[j, begin:end]
        for i in range(n):
            out[i] += min(abs(column[i] - value), 1.0)
    return _any_within(out, n, limit)


@njit(cache=True, nogil=True)
def _any_within(distances: Floats, n: int, limit: float) -> bool:
    """Tell whether a distance is within the limit; counting all of them is faster than stopping at the first."""
    within = 0
    for i in range(n):
        within += distances[i] <= limit
    return within > 0


@njit(cache=True, nogil=True)
def find_few(
    targets: Floats, columns: Floats, begin: int, without: Integers, tie: float, kept: Floats, of_blocks: Floats
) -> None:
    """Keep the k smallest distances (t, k) of each target, ascending; with how near each block of records comes.

    ``begin`` is the row of the first record; a block that is too far has infinity, and so has the record that a target
    is ``without`` (t,).
    """
    block, last = np.empty(BLOCK), kept.shape[1] - 1
    for start in range(0, columns.shape[1], BLOCK):
        end = min(start + BLOCK, columns.shape[1])
        for t in range(len(targets)):
            # what is beyond the nearest so far is beyond the nearest in the end
            limit, own = kept[t, last], without[t] - begin
            of_blocks[start // BLOCK, t] = np.inf
            if distances_of_block(targets[t], columns, start, end, limit + tie * max(limit, 1.0), block):
                if start <= own < end:
                    block[own - start] = np.inf
                least = np.inf
                for i in range(end - start):
                    least = min(least, block[i])
                of_blocks[start // BLOCK, t] = least
                if least < limit:
                    _keep_smallest(block, end - start, kept[t])


@njit(cache=True, nogil=True)
def _keep_smallest(distances: Floats, n: int, kept: Floats) -> None:
    """Put what is smaller than one of the k smallest so far, ascending, in its place among them."""
    last = len(kept) - 1
    for i in range(n):
        if distances[i] < kept[last]:
            place = last
            while place > 0 and kept[place - 1] > distances[i]:
                kept[place] = kept[place - 1]
                place -= 1
            kept[place] = distances[i]
