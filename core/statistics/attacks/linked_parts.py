"""Whether the two parts of a person, in lists with other variables each, lead to one released record."""

from __future__ import annotations

from math import comb

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Floats, Integers
from core.statistics.attacks.block_distances import BLOCK, CELLS_KEPT, distances_of_block, find_few, n_blocks
from core.statistics.attacks.records_in_blocks import LAID_OUT, RecordBlocks
from core.statistics.reproducible import TOLERANCE


def linked_shares(
    targets: tuple[Floats, Floats], candidates: tuple[RecordBlocks, RecordBlocks], neighbours: int
) -> Floats:
    """Return the chance that the two parts of each target lead to one released record.

    An intruder has two lists of people without names, with other variables each. For an entry of either one takes the
    k nearest released records; where the two have one in common, the entries belong to one person. Of records equally
    near, at the edge of the k, every choice has the same chance.

    Parameters
    ----------
    targets : float64 arrays (t, a), (t, b)
        The parts of every person, coded as for ``nearest``.
    candidates : RecordBlocks
        The same n records with a and with b variables.
    neighbours : int
        k; at most n.

    Returns
    -------
    float64 array (t,)
    """
    n, t = candidates[0].n, len(targets[0])
    k, several = min(neighbours, n), max(CELLS_KEPT // n_blocks(n), 1)
    parts = [
        _near_either(targets[0][few], targets[1][few], candidates, k)
        for few in (slice(begin, begin + several) for begin in range(0, max(t, 1), several))
    ]
    distinct, place = np.unique(np.concatenate(parts), axis=0, return_inverse=True)
    return np.array([_chance(k, *(int(x) for x in row)) for row in distinct])[place.ravel()]


def _near_either(first: Floats, second: Floats, candidates: tuple[RecordBlocks, RecordBlocks], k: int) -> Integers:
    """Return (t, 8) how many records are among the k nearest by either part, certainly or as one of several."""
    a, b = np.ascontiguousarray(first), np.ascontiguousarray(second)
    n, t, nothing_yet = candidates[0].n, len(a), np.full(len(a), -1, dtype=np.int64)
    kept_a, kept_b = np.full((t, k), np.inf), np.full((t, k), np.inf)
    of_blocks_a, of_blocks_b = np.empty((n_blocks(n), t)), np.empty((n_blocks(n), t))
    blocks, begin = (np.empty((0, 0)), np.empty((0, 0))), 0
    for begin in range(0, n, LAID_OUT):
        blocks = candidates[0].block(begin), candidates[1].block(begin)
        find_few(a, blocks[0], begin, nothing_yet, TOLERANCE, kept_a, of_blocks_a[begin // BLOCK :])
        find_few(b, blocks[1], begin, nothing_yet, TOLERANCE, kept_b, of_blocks_b[begin // BLOCK :])
    last, counts = (begin, blocks), np.zeros((t, 8), dtype=np.int64)
    limits_a, limits_b = kept_a[:, -1].copy(), kept_b[:, -1].copy()
    edges_a, edges_b = (TOLERANCE * np.maximum(limits, 1.0) for limits in (limits_a, limits_b))
    for begin in range(0, n, LAID_OUT):
        own = slice(begin // BLOCK, (begin + LAID_OUT) // BLOCK)
        hit = (of_blocks_a[own] <= limits_a + edges_a) | (of_blocks_b[own] <= limits_b + edges_b)
        if hit.any():
            again = begin != last[0]
            blocks = (candidates[0].block(begin), candidates[1].block(begin)) if again else last[1]
            _count_near(a, b, blocks[0], blocks[1], hit, limits_a, edges_a, limits_b, edges_b, counts)
    return counts


def random_link_rate(n: int, neighbours: int) -> float:
    """Return the chance that two draws of k of n records, at random, have one in common."""
    k = min(neighbours, n)
    return 1 - comb(n - k, k) / comb(n, k)


def _chance(
    k: int, near_a: int, ties_a: int, near_b: int, ties_b: int, both: int, near_tied: int, tied_near: int, tied: int
) -> float:
    """Return the chance that both choices of k share a record.

    Parameters
    ----------
    near_a, ties_a, near_b, ties_b : int
        Records certainly among the k by either part, and those of which the rest is chosen.
    both, near_tied, tied_near, tied : int
        Records certain by both; certain by a and chosen from by b; the other way round; chosen from by both.
    """
    if both:
        return 1.0
    open_a, open_b = k - near_a, k - near_b
    apart = 0
    for j in range(min(open_a, tied) + 1):
        chosen = comb(tied, j) * comb(ties_a - tied_near - tied, open_a - j)
        apart += chosen * comb(ties_b - near_tied - j, open_b) if ties_b >= near_tied + j else 0
    return 1 - apart / (comb(ties_a, open_a) * comb(ties_b, open_b))


@njit(cache=True, nogil=True)
def _count_near(
    targets_a: Floats,
    targets_b: Floats,
    columns_a: Floats,
    columns_b: Floats,
    hit: NDArray[np.bool_],
    limits_a: Floats,
    edges_a: Floats,
    limits_b: Floats,
    edges_b: Floats,
    counts: Integers,
) -> None:
    """Count the records of the blocks that are hit by how near they are, by one part of a target and by the other."""
    a, b = np.empty(BLOCK), np.empty(BLOCK)
    for start in range(0, columns_a.shape[1], BLOCK):
        end = min(start + BLOCK, columns_a.shape[1])
        for t in range(len(targets_a)):
            if not hit[start // BLOCK, t]:
                continue
            far_a, far_b = limits_a[t] + edges_a[t], limits_b[t] + edges_b[t]
            if not distances_of_block(targets_a[t], columns_a, start, end, far_a, a):
                a[: end - start] = np.inf
            if not distances_of_block(targets_b[t], columns_b, start, end, far_b, b):
                b[: end - start] = np.inf
            for i in range(end - start):
                if a[i] > far_a and b[i] > far_b:
                    continue
                near_a, near_b = a[i] < limits_a[t] - edges_a[t], b[i] < limits_b[t] - edges_b[t]
                tied_a, tied_b = not near_a and a[i] <= far_a, not near_b and b[i] <= far_b
                counts[t, 0] += near_a
                counts[t, 1] += tied_a
                counts[t, 2] += near_b
                counts[t, 3] += tied_b
                counts[t, 4] += near_a and near_b
                counts[t, 5] += near_a and tied_b
                counts[t, 6] += tied_a and near_b
                counts[t, 7] += tied_a and tied_b
