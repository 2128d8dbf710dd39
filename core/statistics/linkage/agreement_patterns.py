"""Agreement patterns: what pairs of an original and a masked record do on each variable, counted exactly."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Codes, Floats, Integers

DIFFER, AGREE, UNKNOWN = 0, 1, 2
"""What a pair of records does on one variable (a digit of its agreement pattern); unknown where a value is missing."""

MOST_VARIABLES = 12
"""A pattern is a number of up to twelve digits to base 3: 531,441 of them."""

BLOCK = 4096
"""Original records compared at a time, so that they stay in the processor's cache."""


def pattern_counts(originals: Floats, counts: Integers, masked: Floats, repeats: Integers, widths: Floats) -> Integers:
    """Count the pairs of an original and a masked record by agreement pattern, exactly.

    Parameters
    ----------
    originals : float64 array (n, m)
        Distinct originals: numbers, and categories as whole numbers; NaN where missing.
    counts : int64 array (n,)
        How many records each stands for.
    masked : float64 array (t, m)
        Distinct masked records.
    repeats : int64 array (t,)
        How many records each stands for.
    widths : float64 array (m,)
        Values agree where they lie no farther apart; 0: where they are equal.

    Returns
    -------
    int64 array (3^m,)
        Pattern k has the digits (to base 3, the first variable lowest) of what the pair does on each variable.
    """
    pairs = np.zeros(3 ** len(widths), dtype=np.int64)
    _count(np.ascontiguousarray(originals.T), counts, np.ascontiguousarray(masked), repeats, widths, pairs)
    return pairs


def states_of(patterns: Integers, m: int) -> NDArray[np.int8]:
    """Return (p, m) the digits of the patterns."""
    return np.asarray((patterns[:, None] // 3 ** np.arange(m)) % 3, dtype=np.int8)


def best_matches(
    originals: Floats, counts: Integers, masked: Floats, parents: Integers, widths: Floats, rank: NDArray[np.int32]
) -> tuple[Floats, NDArray[np.int32]]:
    """Link each masked record to the original with which it has the heaviest pattern.

    Parameters
    ----------
    originals : float64 array (n, m)
    counts : int64 array (n,)
    masked : float64 array (t, m)
    parents : int64 array (t,)
        Which of the distinct originals each comes from; -1: none, or not known.
    widths : float64 array (m,)
    rank : int32 array (3^m,)

    Returns
    -------
    correct : float64 array (t,)
        The chance that the link is right: 1/k where k originals share the heaviest pattern and the parent is one of
        them, else 0.
    best : int32 array (t,)
        The rank of the heaviest pattern.
    """
    return _link(np.ascontiguousarray(originals.T), counts, np.ascontiguousarray(masked), parents, widths, rank)


@njit(cache=True, nogil=True)
def _patterns(columns: Floats, begin: int, end: int, target: Floats, widths: Floats, patterns: Codes) -> None:
    """Write the pattern of one masked record with each of a block of originals, in plain sums, which are fast."""
    for j in range(len(target)):
        power, wanted, width, values = np.int32(3**j), target[j], widths[j], columns[j, begin:end]
        for i in range(len(values)):
            apart = abs(values[i] - wanted)
            state = power * (np.int32(apart <= width) + np.int32(UNKNOWN) * np.int32(np.isnan(apart)))
            patterns[i] = state + (patterns[i] if j else np.int32(0))


@njit(cache=True, nogil=True)
def _count(
    columns: Floats, counts: Integers, masked: Floats, repeats: Integers, widths: Floats, pairs: Integers
) -> None:
    block = np.empty(BLOCK, dtype=np.int32)
    for begin in range(0, len(counts), BLOCK):
        end = min(begin + BLOCK, len(counts))
        for t in range(len(repeats)):
            _patterns(columns, begin, end, masked[t], widths, block)
            for i in range(end - begin):
                pairs[block[i]] += counts[begin + i] * repeats[t]


@njit(cache=True, nogil=True)
def _link(
    columns: Floats, counts: Integers, masked: Floats, parents: Integers, widths: Floats, rank: NDArray[np.int32]
) -> tuple[Floats, NDArray[np.int32]]:
    correct = np.zeros(len(parents))
    best = np.empty(len(parents), dtype=np.int32)
    block = np.empty(BLOCK, dtype=np.int32)
    for t in range(len(parents)):
        least, ties, own = np.int32(np.iinfo(np.int32).max), 0, np.int32(np.iinfo(np.int32).max)
        for begin in range(0, len(counts), BLOCK):
            end = min(begin + BLOCK, len(counts))
            _patterns(columns, begin, end, masked[t], widths, block)
            for i in range(end - begin):
                place = rank[block[i]]
                if place < least:
                    least, ties = place, 0
                if place == least:
                    ties += counts[begin + i]
                if begin + i == parents[t]:
                    own = place
        best[t] = least
        if parents[t] >= 0 and own == least:
            correct[t] = 1.0 / ties
    return correct, best
