"""Records dealt into blocks of neighbours (k-d order), each with its sorted order in every dimension."""

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

FEW = 24
"""Records that are put in order by comparing them sooner than by counting their bytes."""


class Blocks(NamedTuple):
    """Records in blocks of at most 512 neighbours, and per block and dimension their sorted order."""

    start: Integers  # (b + 1,) first record of each block
    segment: Integers  # (cells + 1,) first block of each cell
    target: Integers  # (n,) the point that each record is
    ranks: Ranks  # (d, n) ascending within each block
    place: Places  # (d, n) place within the block, in that order


def deal_blocks(ranks: Ranks, cell: Integers, points: Integers) -> Blocks:
    """Deal records, given as points in the order of their cells, into blocks."""
    d, n_cells = len(ranks), int(cell[-1]) + 1 if len(cell) else 0
    ends = np.searchsorted(cell[points], np.arange(n_cells + 1))
    spread = np.maximum(ranks.max(axis=1, initial=1), 1) if d else np.ones(0)
    scaled = np.ascontiguousarray((ranks / spread[:, None]).T)
    order = points.copy()
    start, segment = _deal(scaled, order, ends.astype(np.int64))
    sorted_ranks = np.empty((d, len(order)), dtype=np.int32)
    place = np.empty((d, len(order)), dtype=np.int16)
    _sort_blocks(ranks, order, start, sorted_ranks, place)
    return Blocks(start, segment, order, sorted_ranks, place)


@njit(cache=True, nogil=True)
def _deal(scaled: Floats, order: Integers, ends: Integers) -> tuple[Integers, Integers]:
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


@njit(cache=True, nogil=True)
def _sort_blocks(ranks: Ranks, order: Integers, start: Integers, sorted_ranks: Ranks, place: Places) -> None:
    values, other = np.empty(BLOCK, dtype=np.int32), np.empty(BLOCK, dtype=np.int32)
    places, other_places = np.empty(BLOCK, dtype=np.int16), np.empty(BLOCK, dtype=np.int16)
    for k in range(len(ranks)):
        own, in_order, its_place = ranks[k], sorted_ranks[k], place[k]
        for b in range(len(start) - 1):
            low, size = start[b], start[b + 1] - start[b]
            if size <= FEW:
                _insert(own, order, low, size, in_order, its_place)
                continue
            for i in range(size):
                values[i] = own[order[low + i]]
                places[i] = i
            of_block = _sort_bytes(size, values, places, other, other_places)
            for i in range(size):
                in_order[low + i] = of_block[0][i]
                its_place[low + i] = of_block[1][i]


@njit(cache=True, nogil=True)
def _insert(own: Ranks, order: Integers, low: int, size: int, values: Ranks, places: Places) -> None:
    """Write the ranks of the records of a block in ascending order, and their places; equal ones as they come.

    Records of rare combinations of categories are alone in their cells, or nearly so: most blocks hold one or two.
    """
    for i in range(low, low + size):
        value, at = own[order[i]], i
        while at > low and values[at - 1] > value:
            values[at], places[at] = values[at - 1], places[at - 1]
            at -= 1
        values[at], places[at] = value, i - low


@njit(cache=True, nogil=True)
def _sort_bytes(size: int, values: Ranks, places: Places, other: Ranks, other_places: Places) -> tuple[Ranks, Places]:
    """Sort the first values, none negative, and their places: by one byte after the other, the lowest first.

    Values of a block lie close together: what their bytes have in common with the smallest is taken off first, and
    bytes above those of the largest are not looked at. Each pass keeps the order of equal bytes.
    """
    least = most = values[0]
    for i in range(size):
        least, most = min(least, values[i]), max(most, values[i])
    held = np.empty(257, dtype=np.int16)
    shift = 0
    while (most - least) >> shift:
        held[:] = 0
        for i in range(size):
            held[(((values[i] - least) >> shift) & 255) + 1] += 1
        for byte in range(256):
            held[byte + 1] += held[byte]
        for i in range(size):
            byte = ((values[i] - least) >> shift) & 255
            other[held[byte]], other_places[held[byte]] = values[i], places[i]
            held[byte] += 1
        values, other, places, other_places = other, values, other_places, places
        shift += 8
    return values, places
