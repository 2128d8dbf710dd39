"""Frequencies of key combinations: how many records, and how many people, look alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Floats
from core.statistics.tables.cells import MISSING, Integers, cell_ids, cells_of

COMPARED_ONE_BY_ONE = 8
"""Up to this number of cells of one missing pattern are compared directly: cheaper than a hash table."""

_ZERO = np.uint64(0)
_HALF_WORD = np.uint64(32)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, eq=False)
class Frequencies:
    """How often each key combination occurs: that of each record, or each once.

    Parameters
    ----------
    sample : int64 array (n,)
        f, the number of records alike, the record itself included: at least 1.
    population : float64 array (n,) or None
        F, the sum of their weights; None: no weights were given.
    """

    sample: NDArray[np.int64]
    population: Floats | None


class _Cells(NamedTuple):
    """Cells, those with the same keys missing side by side; the records in each, and the sum of their weights."""

    words: NDArray[np.uint64]
    counts: NDArray[np.int64]
    weights: Floats


class _Sums(NamedTuple):
    """Of each cell: records and weights of the cells that are like it, as far as they were found; written in place."""

    counts: NDArray[np.int64]
    weights: Floats


def wildcard_frequencies(codes: Integers, weights: Floats | None = None) -> Frequencies:
    """Count the records that may be alike: a missing key (-1) agrees with any value.

    Two records are alike where they agree on every key that both have; a record without any key
    is like all. This is ``freqCalc`` of sdcMicro 5.8.1 with alpha = 1 (Templ, Kowarik and Meindl
    2015, Journal of Statistical Software 67(4)). Cells with the same keys missing are
    joined with those of every other missing pattern on the keys that both patterns have.

    Parameters
    ----------
    codes : integer array (n, m)
        -1 where missing, else 0 or more.
    weights : float64 array (n,) or None

    Raises
    ------
    ValueError
        A code is smaller than -1.
    """
    if codes.size and codes.min() < MISSING:
        raise ValueError("codes must be -1 (missing) or not negative")
    of_row, rows = cells_of(codes)
    sums: Floats | None = None if weights is None else np.bincount(of_row, weights, len(rows)).astype(np.float64)
    joined = alike(codes[rows], np.bincount(of_row, minlength=len(rows)), sums)
    return Frequencies(joined.sample[of_row], None if joined.population is None else joined.population[of_row])


def alike(cells: Integers, counts: NDArray[np.int64], sums: Floats | None = None) -> Frequencies:
    """Count the records that may be alike, as ``wildcard_frequencies`` does, from the distinct rows of codes.

    Parameters
    ----------
    cells : integer array (m, keys)
        -1 where missing, else 0 or more.
    counts : int64 array (m,)
        Records of each.
    sums : float64 array (m,) or None
        Sums of their weights.

    Returns
    -------
    Frequencies
        Of each cell.
    """
    if (cells == MISSING).any():
        counts, sums = _joined(cells, counts, sums)
    return Frequencies(counts, sums)


def _joined(cells: Integers, counts: NDArray[np.int64], sums: Floats | None) -> tuple[NDArray[np.int64], Floats | None]:
    """Add to each cell what the cells of other missing patterns contribute."""
    observed = cells != MISSING
    pattern, n_patterns = cell_ids(observed.astype(np.int8))
    order = np.argsort(pattern, kind="stable")
    starts = np.searchsorted(pattern[order], np.arange(n_patterns + 1))
    words, fields = _packed(cells[order])
    masks = np.zeros((n_patterns, words.shape[1]), dtype=np.uint64)
    for key, (word, field) in enumerate(fields):
        masks[:, word] |= np.where(observed[order[starts[:-1]], key], field, _ZERO)
    weights = counts.astype(np.float64) if sums is None else sums
    joined = _Sums(counts[order], weights[order])
    _join_patterns(_Cells(words, counts[order], weights[order]), masks, starts, joined)
    back = np.empty_like(order)
    back[order] = np.arange(len(order))
    return joined.counts[back], None if sums is None else joined.weights[back]


def _packed(cells: Integers) -> tuple[NDArray[np.uint64], list[tuple[int, np.uint64]]]:
    """Write each cell's codes side by side into 64-bit words, so that keys are chosen by a bit mask.

    Returns
    -------
    words : uint64 array (n_cells, n_words)
    fields : list of (int, uint64), one per key
        The key's word, and the bits that it fills there.
    """
    places, word, shift = [], 0, 0
    for highest in cells.max(axis=0).tolist():
        width = (highest + 1).bit_length()
        if shift + width > 64:
            word, shift = word + 1, 0
        places.append((word, shift, width))
        shift += width
    words = np.zeros((len(cells), word + 1), dtype=np.uint64)
    for key, (word, shift, _) in enumerate(places):
        words[:, word] |= (cells[:, key].astype(np.int64) + 1).astype(np.uint64) << np.uint64(shift)
    return words, [(word, np.uint64(((1 << width) - 1) << shift)) for word, shift, width in places]


@njit(cache=True, nogil=True)
def _join_patterns(cells: _Cells, masks: NDArray[np.uint64], starts: NDArray[np.int64], joined: _Sums) -> None:
    """Join every two missing patterns on the keys that both have; add to the sums of each cell.

    Cells of one pattern have the same keys and differ on one of them: only cells of different patterns can be alike.
    """
    mask = np.empty(masks.shape[1], dtype=np.uint64)
    for a in range(len(masks)):
        for b in range(a):
            for w in range(len(mask)):
                mask[w] = masks[a, w] & masks[b, w]
            few, many = (a, b) if starts[a + 1] - starts[a] <= starts[b + 1] - starts[b] else (b, a)
            span = (starts[few], starts[few + 1], starts[many], starts[many + 1])
            if span[1] - span[0] <= COMPARED_ONE_BY_ONE:
                _compare(cells, mask, span, joined)
            else:
                _look_up(cells, mask, span, joined)


@njit(cache=True, nogil=True)
def _compare(cells: _Cells, mask: NDArray[np.uint64], span: tuple[int, int, int, int], joined: _Sums) -> None:
    """Compare every cell of one pattern with every cell of another."""
    (words, counts, weights), (sample, population) = cells, joined  # loops read plain arrays faster
    for i in range(span[0], span[1]):
        for j in range(span[2], span[3]):
            if _alike(words, mask, i, j):
                sample[i] += counts[j]
                sample[j] += counts[i]
                population[i] += weights[j]
                population[j] += weights[i]


@njit(cache=True, nogil=True)
def _look_up(cells: _Cells, mask: NDArray[np.uint64], span: tuple[int, int, int, int], joined: _Sums) -> None:
    """Group the cells of the smaller pattern in a hash table, then look up those of the larger.

    The first cell of each group is its leader and holds the group's sums; what the group met is given to all its cells
    at the end.
    """
    (words, counts, weights), (sample, population) = cells, joined
    start, stop = span[0], span[1]
    size = 2
    while size < 2 * (stop - start):
        size *= 2
    table = np.full(size, -1, dtype=np.int64)
    leaders = np.empty(stop - start, dtype=np.int64)
    own_counts, met_counts = np.zeros(stop - start, np.int64), np.zeros(stop - start, np.int64)
    own_weights, met_weights = np.zeros(stop - start), np.zeros(stop - start)
    for i in range(start, stop):
        slot = _slot(words, mask, table, i)
        if table[slot] < 0:
            table[slot] = i
        leader = table[slot] - start
        leaders[i - start] = leader
        own_counts[leader] += counts[i]
        own_weights[leader] += weights[i]
    for j in range(span[2], span[3]):
        matched = table[_slot(words, mask, table, j)]
        if matched >= 0:
            sample[j] += own_counts[matched - start]
            population[j] += own_weights[matched - start]
            met_counts[matched - start] += counts[j]
            met_weights[matched - start] += weights[j]
    for i in range(start, stop):
        sample[i] += met_counts[leaders[i - start]]
        population[i] += met_weights[leaders[i - start]]


@njit(cache=True, nogil=True)
def _slot(words: NDArray[np.uint64], mask: NDArray[np.uint64], table: NDArray[np.int64], i: int) -> np.int64:
    """Return the slot of the cell like cell i on the masked keys, else the free slot where it belongs.

    Exact whatever the hash: the keys themselves are compared. The table is never more than half full, so that the walk
    ends.
    """
    mixed = _ZERO
    for w in range(len(mask)):
        mixed = (mixed ^ (words[i, w] & mask[w])) * _SPREAD
        mixed ^= mixed >> _HALF_WORD
    slot = np.int64(mixed & np.uint64(len(table) - 1))
    while table[slot] >= 0 and not _alike(words, mask, i, table[slot]):
        slot = (slot + 1) & (len(table) - 1)
    return slot


@njit(cache=True, nogil=True)
def _alike(words: NDArray[np.uint64], mask: NDArray[np.uint64], i: int, j: int) -> bool:
    """Tell whether two cells agree on the masked keys."""
    for w in range(len(mask)):  # noqa: SIM110 - numba compiles no generators
        if (words[i, w] ^ words[j, w]) & mask[w] != _ZERO:
            return False
    return True
