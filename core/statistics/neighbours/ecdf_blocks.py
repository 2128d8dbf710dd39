"""Records assigned to blocks of neighbours (k-d order), each with its sorted order in every dimension."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Floats, Integers
from core.statistics.neighbours.kd_order import depth_for, kd_sort

Ranks = NDArray[np.int32]
Places = NDArray[np.int16]

BLOCK = 512
"""Most records in a block."""


class Blocks(NamedTuple):
    """Records in blocks of at most 512 neighbours, and per block and dimension their sorted order."""

    start: Integers  # (b + 1,) first record of each block
    segment: Integers  # (cells + 1,) first block of each cell
    target: Integers  # (n,) the point that each record is
    ranks: Ranks  # (d, n) ascending within each block
    place: Places  # (d, n) place within the block, in that order


def assign_blocks(ranks: Ranks, cell: Integers, points: Integers) -> Blocks:
    """Deal records, given as points in the order of their cells, into blocks."""
    d, n_cells = len(ranks), int(cell[-1]) + 1 if len(cell) else 0
    ends = np.searchsorted(cell[points], np.arange(n_cells + 1))
    spread = np.maximum(ranks.max(axis=1, initial=1), 1) if d else np.ones(0)
    scaled = np.ascontiguousarray((ranks / spread[:, None]).T)
    order = points.copy()
    start, segment = _assign(scaled, order, ends.astype(np.int64))
    sorted_ranks = np.empty((d, len(order)), dtype=np.int32)
    place = np.empty((d, len(order)), dtype=np.int16)
    block = np.repeat(np.arange(len(start) - 1), np.diff(start))
    for own, in_order, places in zip(ranks, sorted_ranks, place, strict=True):
        of_points = own[order]
        rows = np.argsort(block * (int(own.max(initial=0)) + 1) + of_points)
        in_order[:], places[:] = of_points[rows], rows - start[block]
    return Blocks(start, segment, order, sorted_ranks, place)


@njit(cache=True, nogil=True)
def _assign(scaled: Floats, order: Integers, ends: Integers) -> tuple[Integers, Integers]:
    """Return where each block starts, and the first block of each cell: 2^depth equal parts of its k-d order."""
    n_cells = len(ends) - 1
    segment = np.zeros(n_cells + 1, dtype=np.int64)
    for c in range(n_cells):
        size = ends[c + 1] - ends[c]
        blocks = 1 << depth_for(size, BLOCK) if size else 0
        segment[c + 1] = segment[c] + blocks
    start = np.zeros(segment[-1] + 1, dtype=np.int64)
    for c in range(n_cells):
        size, first = ends[c + 1] - ends[c], segment[c]
        depth = depth_for(size, BLOCK)
        if depth:
            kd_sort(scaled, order, ends[c], ends[c + 1], depth)
        for b in range(segment[c + 1] - first):
            start[first + b] = ends[c] + ((size * b) >> depth)
    start[-1] = len(order)
    return start, segment
