"""Agreement patterns: what pairs of an original and a masked record do on each variable, counted exactly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Codes, Floats, Integers

DIFFER, AGREE, UNKNOWN = 0, 1, 2
"""What a pair of records does on one variable (a digit of its agreement pattern); unknown where a value is missing."""

MISSING = -1
"""The code of a missing value."""

MOST_VARIABLES = 12
"""A pattern is a number of up to twelve digits to base 3: 531,441 of them."""

BLOCK = 4096
"""Original records compared at a time, so that they stay in the processor's cache."""


@dataclass(frozen=True, eq=False)
class ComparedRecords:
    """The records of one file as they are compared.

    Parameters
    ----------
    codes : int32 array (n, a)
        Variables compared for equality; -1 where missing.
    numbers : float64 array (n, b)
        Variables compared within a width; NaN where missing.
    """

    codes: Codes
    numbers: Floats


def pattern_counts(
    originals: ComparedRecords, counts: Integers, masked: ComparedRecords, repeats: Integers, widths: Floats
) -> Integers:
    """Count the pairs of an original and a masked record by agreement pattern, exactly.

    Parameters
    ----------
    originals : ComparedRecords of n distinct originals
    counts : int64 array (n,)
        How many records each stands for.
    masked : ComparedRecords of t distinct masked records
    repeats : int64 array (t,)
        How many records each stands for.
    widths : float64 array (b,)
        Numbers agree where they lie no farther apart.

    Returns
    -------
    int64 array (3^m,)
        Pattern k has the digits (to base 3, the first variable lowest) of what the pair does on each variable.
    """
    m = originals.codes.shape[1] + originals.numbers.shape[1]
    pairs = np.zeros(3**m, dtype=np.int64)
    _count(*_side_by_side(originals), counts, masked.codes, masked.numbers, repeats, widths, pairs)
    return pairs


def states_of(patterns: Integers, m: int) -> NDArray[np.int8]:
    """Return (p, m) the digits of the patterns."""
    return np.asarray((patterns[:, None] // 3 ** np.arange(m)) % 3, dtype=np.int8)


def best_matches(
    originals: ComparedRecords,
    counts: Integers,
    masked: ComparedRecords,
    parents: Integers,
    widths: Floats,
    rank: NDArray[np.int32],
) -> tuple[Floats, NDArray[np.int32]]:
    """Link each masked record to the original with which it has the heaviest pattern.

    Parameters
    ----------
    originals : ComparedRecords of n distinct originals
    counts : int64 array (n,)
    masked : ComparedRecords of t masked records
    parents : int64 array (t,)
        Which of the distinct originals each stems from; -1: none, or not known.
    widths : float64 array (b,)
    rank : int32 array (3^m,)

    Returns
    -------
    correct : float64 array (t,)
        The chance that the link is right: 1/k where k originals share the heaviest pattern and the parent is one of
        them, else 0.
    best : int32 array (t,)
        The rank of the heaviest pattern.
    """
    return _link(*_side_by_side(originals), counts, masked.codes, masked.numbers, parents, widths, rank)


def _side_by_side(originals: ComparedRecords) -> tuple[Codes, Floats, NDArray[np.bool_]]:
    """Return the records variable by variable, each contiguous, and which variables lack values."""
    absent = np.concatenate([(originals.codes == MISSING).any(axis=0), np.isnan(originals.numbers).any(axis=0)])
    return np.ascontiguousarray(originals.codes.T), np.ascontiguousarray(originals.numbers.T), absent


@njit(cache=True, nogil=True)
def _patterns(
    codes: Codes,
    numbers: Floats,
    absent: NDArray[np.bool_],
    wanted: Codes,
    target: Floats,
    widths: Floats,
    begin: int,
    end: int,
    patterns: Codes,
) -> None:
    """Write the pattern of one masked record with each of a block of originals, in plain sums, which are fast."""
    a, unknown = len(wanted), 0
    for j in range(a):
        unknown += 3**j * UNKNOWN if wanted[j] == MISSING else 0
    for j in range(len(target)):
        unknown += 3 ** (a + j) * UNKNOWN if np.isnan(target[j]) else 0
    some = patterns[: end - begin]
    for i in range(len(some)):
        some[i] = unknown
    for j in range(a):
        if wanted[j] != MISSING:
            _add(some, codes[j, begin:end], wanted[j], np.int32(3**j), absent[j])
    for j in range(len(target)):
        if not np.isnan(target[j]):
            _add_near(some, numbers[j, begin:end], target[j], widths[j], np.int32(3 ** (a + j)), absent[a + j])


@njit(cache=True, nogil=True)
def _add(patterns: Codes, values: Codes, wanted: np.int32, power: np.int32, absent: bool) -> None:
    for i in range(len(patterns)):
        patterns[i] += power * np.int32(values[i] == wanted)
    if absent:
        for i in range(len(patterns)):
            patterns[i] += power * np.int32(UNKNOWN) * np.int32(values[i] == MISSING)


@njit(cache=True, nogil=True)
def _add_near(patterns: Codes, values: Floats, wanted: float, width: float, power: np.int32, absent: bool) -> None:
    for i in range(len(patterns)):
        patterns[i] += power * np.int32(abs(values[i] - wanted) <= width)
    if absent:
        for i in range(len(patterns)):
            patterns[i] += power * np.int32(UNKNOWN) * np.int32(np.isnan(values[i]))


@njit(cache=True, nogil=True)
def _count(
    codes: Codes,
    numbers: Floats,
    absent: NDArray[np.bool_],
    counts: Integers,
    masked_codes: Codes,
    masked_numbers: Floats,
    repeats: Integers,
    widths: Floats,
    pairs: Integers,
) -> None:
    block = np.empty(BLOCK, dtype=np.int32)
    for begin in range(0, len(counts), BLOCK):
        end = min(begin + BLOCK, len(counts))
        for t in range(len(repeats)):
            _patterns(codes, numbers, absent, masked_codes[t], masked_numbers[t], widths, begin, end, block)
            for i in range(end - begin):
                pairs[block[i]] += counts[begin + i] * repeats[t]


@njit(cache=True, nogil=True)
def _link(
    codes: Codes,
    numbers: Floats,
    absent: NDArray[np.bool_],
    counts: Integers,
    masked_codes: Codes,
    masked_numbers: Floats,
    parents: Integers,
    widths: Floats,
    rank: NDArray[np.int32],
) -> tuple[Floats, NDArray[np.int32]]:
    correct = np.zeros(len(parents))
    best = np.empty(len(parents), dtype=np.int32)
    block = np.empty(BLOCK, dtype=np.int32)
    for t in range(len(parents)):
        least, ties, own = np.int32(np.iinfo(np.int32).max), 0, np.int32(np.iinfo(np.int32).max)
        for begin in range(0, len(counts), BLOCK):
            end = min(begin + BLOCK, len(counts))
            _patterns(codes, numbers, absent, masked_codes[t], masked_numbers[t], widths, begin, end, block)
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
