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


def _whole_span(values: Floats) -> tuple[float, int]:
    """Return the lowest value and how many whole numbers there are up to the highest; -1 where one is not whole.

    2^53 is the first whole number whose next one is no float64: beyond it a span could not be counted.
    """
    known = values[~np.isnan(values)]
    if not len(known):
        return 0.0, 0
    lowest, highest = float(known.min()), float(known.max())
    if max(abs(lowest), abs(highest)) > 2.0**53 or (known != np.floor(known)).any():
        return 0.0, -1
    return lowest, int(highest - lowest) + 1


def _codes_of_whole(values: Floats, lowest: float, span: int) -> tuple[Codes, Floats, Counts]:
    """Count whole numbers in a table of their span, whose entries that hold none are then closed up."""
    known = ~np.isnan(values)
    entries = (values[known] - lowest).astype(np.int64)
    held = np.bincount(entries, minlength=span)
    codes = np.full(len(values), -1, dtype=np.int32)
    codes[known] = (np.cumsum(held > 0, dtype=np.int32) - 1)[entries]
    filled = np.flatnonzero(held)
    # + 0: the lowest may be -0
    return codes, np.asarray(lowest + filled + 0.0, dtype=np.float64), held[filled].astype(np.int64)


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
