"""Numbers coded 0, 1, ... by their place among the distinct ones."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Codes, Counts, Floats, Integers
from core.statistics.ordering.ascending_rows import NO_NUMBER, Keys, Rows, keys_ascending, keys_of, values_of

SMALL_TABLE = 2**16
"""Entries of a table that stays in the processor's cache; whole numbers in a wider span are counted in a table only
where it has no more entries than there are records."""


class ValueCodes(NamedTuple):
    """Numbers by their place among the distinct ones.

    Parameters
    ----------
    codes : int32 array (n,)
        -1 for NaN.
    distinct : float64 array (k,)
        Ascending; 0 where there was a -0.
    counts : int64 array (k,)
        Records with each.
    """

    codes: Codes
    distinct: Floats
    counts: Counts


def value_codes(values: Floats) -> ValueCodes:
    """Code numbers (n,), NaN for missing, by their place among the sorted distinct ones."""
    lowest, span = _whole_span(values)
    if 0 <= span <= max(SMALL_TABLE, len(values)):
        return ValueCodes(*_codes_of_whole(values, lowest, span))
    ordered = keys_ascending(keys_of(values))
    codes = np.empty(len(values), dtype=np.int32)
    keys, counts = _code_in_order(*ordered, codes)
    return ValueCodes(codes, values_of(keys), counts)


def decimal_codes(cells: Codes, divisor: int, missing: int) -> ValueCodes:
    """Code decimals that are given as whole numbers: what ``value_codes`` gives of the quotients.

    Half of the bytes of a whole number are the same for all, and need no sorting; those of a quotient never are.

    Parameters
    ----------
    cells : int32 array (n,)
    divisor : int
    missing : int
        The cell that stands for a missing value.
    """
    least = int(cells.min(initial=0))
    keys = (cells.astype(np.int64) - least).astype(np.uint64)
    keys[cells == missing] = NO_NUMBER
    codes = np.empty(len(cells), dtype=np.int32)
    distinct, counts = _code_in_order(*keys_ascending(keys), codes)
    return ValueCodes(codes, (distinct.astype(np.int64) + least) / np.float64(divisor), counts)


def whole_number_codes(numbers: Integers) -> tuple[Integers, int]:
    """Return the place (n,) of each whole number, none below 0, among the distinct ones, and how many those are."""
    codes = np.empty(len(numbers), dtype=np.int64)
    keys, _ = _code_in_order(*keys_ascending(numbers.astype(np.uint64)), codes)
    return codes, len(keys)


@njit(cache=True, nogil=True)
def _whole_span(values: Floats) -> tuple[float, int]:
    """Return the lowest value and how many whole numbers there are up to the highest; -1 where one is not whole.

    2^53 is the first whole number whose next one is no float64: beyond it a span could not be counted.
    """
    lowest, highest = np.inf, -np.inf
    for value in values:
        if np.isnan(value):
            continue
        if value != np.floor(value) or abs(value) > 2.0**53:
            return 0.0, -1
        lowest, highest = min(lowest, value), max(highest, value)
    return (lowest, int(highest - lowest) + 1) if lowest <= highest else (0.0, 0)


@njit(cache=True, nogil=True)
def _codes_of_whole(values: Floats, lowest: float, span: int) -> tuple[Codes, Floats, Counts]:
    """Count whole numbers in a table of their span, whose entries that hold none are then closed up."""
    held = np.zeros(span, dtype=np.int64)
    for value in values:
        if not np.isnan(value):
            held[int(value - lowest)] += 1
    place = np.empty(span, dtype=np.int32)
    k = 0
    for entry in range(span):
        place[entry] = k
        k += held[entry] > 0
    distinct, counts = np.empty(k), np.empty(k, dtype=np.int64)
    for entry in range(span):
        if held[entry]:
            # + 0: the lowest may be -0
            distinct[place[entry]] = lowest + entry + 0.0
            counts[place[entry]] = held[entry]
    codes = np.empty(len(values), dtype=np.int32)
    for i in range(len(values)):
        codes[i] = -1 if np.isnan(values[i]) else place[int(values[i] - lowest)]
    return codes, distinct, counts


@njit(cache=True, nogil=True)
def _code_in_order(keys: Keys, rows: Rows, codes: NDArray[np.signedinteger]) -> tuple[Keys, Counts]:
    """Fill the code of each row of ascending keys; return the distinct keys and how many rows have each."""
    k = 0
    for i in range(len(keys)):
        k += keys[i] != NO_NUMBER and (i == 0 or keys[i] != keys[i - 1])
    distinct, counts, k = np.empty(k, dtype=np.uint64), np.zeros(k, dtype=np.int64), -1
    for i in range(len(keys)):
        if keys[i] == NO_NUMBER:
            codes[rows[i]] = -1
            continue
        if k < 0 or keys[i] != distinct[k]:
            k += 1
            distinct[k] = keys[i]
        codes[rows[i]] = k
        counts[k] += 1
    return distinct, counts
