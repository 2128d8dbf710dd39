"""Minimal sample uniques: the smallest sets of keys on which a record is alone (the search of SUDA2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.tables import cells_of

Integers = NDArray[np.integer[Any]]

MOST_KEYS = 20
"""With more keys there are over a million subsets, and the search is refused."""


CHUNK = 16
"""Length of the pieces that minimal uniques are stored in (one cache line): how many, the next piece, 14 sets."""

SINGLE = np.int64(2**31)
"""Added to a count for every cell of a single record; above any number of cells, so that both counts fit in one."""


@dataclass(frozen=True, eq=False)
class MinimalUniques:
    """Every minimal sample unique of a file: a set of keys on which a record is alone, and on no subset of it.

    Parameters
    ----------
    n_records, n_keys : int
    n_pairs : int
        Pairs of records that agree on all keys (missing with missing too), and with which no third one does.
    record : int64 array (u,)
        The record of each minimal unique.
    keys : int64 array (u,)
        Its keys as bits: bit j is set where key j belongs to it.
    """

    n_records: int
    n_keys: int
    n_pairs: int
    record: NDArray[np.int64]
    keys: NDArray[np.int64]

    def sizes(self) -> NDArray[np.int64]:
        """Return (u,) the number of keys of each."""
        return np.bitwise_count(self.keys).astype(np.int64)


def minimal_uniques(codes: Integers, max_size: int) -> MinimalUniques:
    """Find the minimal sample uniques (Manning, Haglin and Keane 2008, Data Mining and Knowledge Discovery 16).

    All subsets of keys are visited depth first, in the order of their numbers as bit sets, so that
    every subset comes before its supersets. A branch refines the groups of records that agree so far;
    a record that is alone leaves the branch, for it equals no other on any superset. Records alike on
    all keys are one cell that is never alone, and groups of such cells only are dropped.
    A missing key belongs to no minimal unique and agrees with nothing.

    Exact: where a record leaves the branch of a subset S before a superset T is visited, it is alone on S,
    so T is not minimal for it. Where it is found alone on T, all subsets of T have had their turn, and each on
    which it is alone contains a set stored for it: T is minimal if it contains none of these.

    Parameters
    ----------
    codes : integer array (n, m)
        -1 where missing, else 0 or more.
    max_size : int
        Largest set of keys searched.

    Raises
    ------
    ValueError
        More than 20 keys.
    """
    n, m = codes.shape
    if m > MOST_KEYS:
        raise ValueError(f"at most {MOST_KEYS} keys")
    of_row, first = cells_of(codes)
    counts = np.bincount(of_row, minlength=len(first))
    cells = codes[first]
    # keys with many categories in high bits: they are fixed first and leave few records to the rest
    highest = cells.max(axis=0, initial=0) if n else np.zeros(m, dtype=np.int64)
    order = np.argsort(highest, kind="stable")
    ordered = np.ascontiguousarray(cells[:, order].T.astype(np.int32))
    rows, masks = _search(ordered, counts == 1, int(highest.max(initial=-1)) + 2, min(max_size, m))
    keys = np.zeros(len(masks), dtype=np.int64)
    for bit, key in enumerate(order.tolist()):
        keys |= ((masks >> bit) & 1) << key
    record = first[rows]
    arranged = np.lexsort((keys, record))
    return MinimalUniques(n, m, int((counts == 2).sum()), record[arranged], keys[arranged])


@njit(cache=True, nogil=True)
def _search(
    codes: NDArray[np.int32], single: NDArray[np.bool_], n_values: int, max_size: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the cell and the keys (as bits) of every minimal unique; codes are (m, cells), from -1 to n_values - 2.

    At depth d ``masks[d]`` is the set of keys fixed, and ``elements[d]``, cut at ``starts[d]``, are the groups of cells
    that agree on them: below the root of two or more cells, one at least of a single record. A child adds one key
    below the lowest, in ascending order: each set is met once, after all its subsets. The groups of a level are
    disjoint, so that it needs no more room than one entry for each cell.
    """
    m, n = codes.shape
    elements = np.empty((m + 1, n), dtype=np.int32)
    starts = np.empty((m + 1, n + 1), dtype=np.int32)
    n_groups = np.zeros(m + 1, dtype=np.int64)
    for cell in range(n):
        elements[0, cell] = cell
    starts[0, 0], starts[0, 1] = 0, n
    n_groups[0] = min(n, 1)
    counts = np.zeros(n_values, dtype=np.int64)
    alone = np.empty(n, dtype=np.int32)
    head = np.full(n, -1, dtype=np.int32)
    chunks = np.empty((1024, CHUNK), dtype=np.int32)
    used = int(np.int64(0))  # not the literal 0, for which all that takes it would be compiled once more
    next_key, lowest = np.zeros(m + 1, dtype=np.int64), np.zeros(m + 1, dtype=np.int64)
    masks = np.zeros(m + 1, dtype=np.int64)
    lowest[0] = m
    depth = 0
    while depth >= 0:
        if depth >= max_size or next_key[depth] >= lowest[depth] or n_groups[depth] == 0:
            depth -= 1
            continue
        key = next_key[depth]
        next_key[depth] += 1
        mask = masks[depth] | (1 << key)
        parent, child = (elements[depth], starts[depth]), (elements[depth + 1], starts[depth + 1])
        n_alone, n_groups[depth + 1] = _split(codes[key], single, parent, n_groups[depth], child, counts, alone)
        # each cell that is alone needs at most one new chunk
        if used + n_alone > len(chunks):
            chunks = _enlarged(chunks, used, 2 * (used + n_alone))
        for a in range(n_alone):
            if _is_minimal(chunks, head[alone[a]], mask):
                used = _stored(chunks, head, used, alone[a], mask)
        depth += 1
        masks[depth], lowest[depth], next_key[depth] = mask, key, 0
    return _unpacked(chunks, head)


@njit(cache=True, nogil=True)
def _enlarged(chunks: NDArray[np.int32], used: int, room: int) -> NDArray[np.int32]:
    """Copy the chunks in use, one number after the other: what assigns slices takes seconds to compile."""
    larger = np.empty((room, CHUNK), dtype=np.int32)
    for c in range(used):
        for i in range(CHUNK):
            larger[c, i] = chunks[c, i]
    return larger


@njit(cache=True, nogil=True)
def _is_minimal(chunks: NDArray[np.int32], chunk: int, mask: int) -> bool:
    """Tell whether none of a cell's minimal uniques so far is a subset of the mask."""
    while chunk >= 0:
        for i in range(2, 2 + chunks[chunk, 0]):
            if chunks[chunk, i] & ~mask == 0:
                return False
        chunk = chunks[chunk, 1]
    return True


@njit(cache=True, nogil=True)
def _stored(chunks: NDArray[np.int32], head: NDArray[np.int32], used: int, cell: int, mask: int) -> int:
    """Add a minimal unique of a cell; return how many chunks are in use."""
    if head[cell] < 0 or chunks[head[cell], 0] == CHUNK - 2:
        chunks[used, 0], chunks[used, 1] = 0, head[cell]
        head[cell] = used
        used += 1
    chunk = head[cell]
    chunks[chunk, 2 + chunks[chunk, 0]] = mask
    chunks[chunk, 0] += 1
    return used


@njit(cache=True, nogil=True)
def _unpacked(chunks: NDArray[np.int32], head: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    total = 0
    for chunk in head:
        at = chunk
        while at >= 0:
            total += chunks[at, 0]
            at = chunks[at, 1]
    cells, masks = np.empty(total, dtype=np.int64), np.empty(total, dtype=np.int64)
    place = 0
    for cell in range(len(head)):
        at = head[cell]
        while at >= 0:
            for i in range(2, 2 + chunks[at, 0]):
                cells[place], masks[place] = cell, chunks[at, i]
                place += 1
            at = chunks[at, 1]
    return cells, masks


@njit(cache=True, nogil=True)
def _split(
    codes: NDArray[np.int32],
    single: NDArray[np.bool_],
    parent: tuple[NDArray[np.int32], NDArray[np.int32]],
    n_groups: int,
    child: tuple[NDArray[np.int32], NDArray[np.int32]],
    counts: NDArray[np.int64],
    alone: NDArray[np.int32],
) -> tuple[int, int]:
    """Refine groups by one key: write those that can still hold a unique; return how many are alone, how many groups.

    ``counts`` is 0 before and after. In between it holds, by value (0: missing), how many of the group's cells have it,
    plus SINGLE for each of a single record; then 0 where these are done with, or -1 minus the place of the next one.
    """
    elements, starts = parent
    new_elements, new_starts = child
    n_alone, n_made, filled = 0, 0, 0
    new_starts[0] = 0
    for g in range(n_groups):
        begin, end = starts[g], starts[g + 1]
        for i in range(begin, end):
            value = codes[elements[i]] + 1
            counts[value] += SINGLE + 1 if single[elements[i]] else 1
        counts[0] = 0  # a missing value agrees with nothing, and is alone on no set of keys
        for i in range(begin, end):
            value = codes[elements[i]] + 1
            count = counts[value]
            if count > 0:
                size = count % SINGLE
                if size == 1 or count < SINGLE:  # alone here, or never alone: neither is needed further down
                    if size == 1 and count > SINGLE:
                        alone[n_alone] = elements[i]
                        n_alone += 1
                    counts[value] = 0
                    continue
                n_made += 1
                new_starts[n_made] = filled + size
                counts[value] = -filled - 1
                filled += size
            if counts[value] < 0:
                new_elements[-counts[value] - 1] = elements[i]
                counts[value] -= 1
        for i in range(begin, end):
            counts[codes[elements[i]] + 1] = 0
    return n_alone, n_made
