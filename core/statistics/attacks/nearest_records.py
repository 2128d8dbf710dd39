"""The released records nearest to a person by Gower's distance, searched exactly, and what they give away."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit

from core.statistics.arrays import Floats, Integers
from core.statistics.attacks.block_distances import BLOCK, CELLS_KEPT, distances_of_block, find_few, n_blocks
from core.statistics.attacks.records_in_blocks import LAID_OUT, RecordBlocks
from core.statistics.reproducible import TOLERANCE

NOBODY = -1


@dataclass(frozen=True, eq=False)
class Guesses:
    """What the nearest records say.

    Parameters
    ----------
    distance : float64 array (t,)
        To the nearest record.
    right : float64 array (t,)
        The chance that one of the nearest records, taken at random, says what is true.
    ties : int64 array (t,)
        How many records are equally near.
    first : int64 array (t,)
        The first of them.
    """

    distance: Floats
    right: Floats
    ties: Integers
    first: Integers


def nearest(
    targets: Floats,
    candidates: RecordBlocks,
    said: Floats | None = None,
    truth: Floats | None = None,
    tolerance: float = 0.0,
    without: Integers | None = None,
    likely: Integers | None = None,
) -> Guesses:
    """Find the nearest record of each target, and whether it says what is true.

    Distance is the sum over variables of |a - b|, at most 1 each (Gower 1971, Biometrics 27, 857-871). Records whose
    distances differ by less than ``TOLERANCE`` are equally near, whatever their order.

    Parameters
    ----------
    targets : float64 array (t, m)
        Numbers scaled to a range of 1; categories as whole numbers; a missing value as a number 1 or more from all
        others. m may be 0: all are equally near.
    candidates : RecordBlocks
        n records of the same m variables.
    said, truth : float64 arrays (n,), (t,) or None
        What a candidate says, and what is true of the target; NaN is never right.
    tolerance : float
        What is said is right where it differs from the truth by no more than this share of itself.
    without : int64 array (t,) or None
        A candidate that is left out for each target; -1: none.
    likely : int64 array (t,) or None
        A row of the candidates that may be near to each target: where it is, others are sooner seen to be farther.
    """
    n, t = candidates.n, len(targets)
    said = np.zeros(n) if said is None else said
    truth = np.zeros(t) if truth is None else truth
    without = np.full(t, NOBODY, dtype=np.int64) if without is None else without
    start = np.full(t, np.inf) if likely is None else _to_likely(targets, candidates, likely, without)
    # how near each block comes is kept for each target: of a few million cells at a time
    several = max(CELLS_KEPT // n_blocks(n), 1)
    parts = [
        _nearest_of_few(targets[few], candidates, said, truth[few], tolerance, without[few], start[few])
        for few in (slice(begin, begin + several) for begin in range(0, max(t, 1), several))
    ]
    return Guesses(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def _to_likely(targets: Floats, candidates: RecordBlocks, likely: Integers, without: Integers) -> Floats:
    """Return how far away a record is that may be near; infinity where there is none, or it is left out."""
    distances, block = np.full(len(targets), np.inf), np.empty(1)
    usable = (likely >= 0) & (likely < candidates.n) & (likely != without)
    for t, row in zip(np.flatnonzero(usable), candidates.take(likely[usable]), strict=True):
        # as they are summed everywhere else, to the last bit
        distances_of_block(targets[t], row[:, None], 0, 1, np.inf, block)
        distances[t] = block[0]
    return distances


def _nearest_of_few(
    targets: Floats,
    candidates: RecordBlocks,
    said: Floats,
    truth: Floats,
    tolerance: float,
    without: Integers,
    start: Floats,
) -> tuple[Floats, Floats, Integers, Integers]:
    """Go through all blocks for what is nearest, and once more through those that come as near as that."""
    targets, t = np.ascontiguousarray(targets), len(targets)
    nearest_so_far, of_blocks = start[:, None].copy(), np.empty((n_blocks(candidates.n), t))
    last: tuple[int, Floats] = (NOBODY, np.empty((0, 0)))
    for last in candidates.blocks():
        find_few(targets, last[1], last[0], without, TOLERANCE, nearest_so_far, of_blocks[last[0] // BLOCK :])
    least = nearest_so_far[:, 0]
    ties, right = np.zeros(t, dtype=np.int64), np.zeros(t, dtype=np.int64)
    first = np.full(t, NOBODY, dtype=np.int64)
    limits = least + TOLERANCE * np.maximum(least, 1.0)
    for begin in range(0, candidates.n, LAID_OUT):
        of_block = of_blocks[begin // BLOCK : (begin + LAID_OUT) // BLOCK]
        if (of_block <= limits).any():
            block = last[1] if begin == last[0] else candidates.block(begin)
            kept = of_block, limits, TOLERANCE, ties, right, first
            _count_nearest(targets, block, begin, without, said, truth, tolerance, *kept)
    return least, right / ties, ties, first


@njit(cache=True, nogil=True)
def _count_nearest(
    targets: Floats,
    columns: Floats,
    begin: int,
    without: Integers,
    said: Floats,
    truth: Floats,
    tolerance: float,
    of_blocks: Floats,
    limits: Floats,
    tie: float,
    ties: Integers,
    right: Integers,
    first: Integers,
) -> None:
    """Count the records within each target's limit, how many are right, and find the first of all of them."""
    block = np.empty(BLOCK)
    for start in range(0, columns.shape[1], BLOCK):
        end = min(start + BLOCK, columns.shape[1])
        for t in range(len(targets)):
            if of_blocks[start // BLOCK, t] > limits[t]:
                continue
            if not distances_of_block(targets[t], columns, start, end, limits[t], block):
                continue
            if start <= without[t] - begin < end:
                block[without[t] - begin - start] = np.inf
            for i in range(end - start):
                if block[i] <= limits[t]:
                    row = begin + start + i
                    ties[t] += 1
                    if first[t] < 0:
                        first[t] = row
                    right[t] += abs(said[row] - truth[t]) <= tolerance * abs(said[row]) * (1 + tie)
