"""The records of a file by the values of one variable: sorted once, or only counted where values are few."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Floats, Integers
from core.statistics.ordering import rows_ascending

Rows = NDArray[np.int32]


def rows_in_order(column: Floats) -> Rows:
    """Return the rows (n,) of a variable by ascending value, missing ones last; equal ones in any order."""
    size = _whole_below(column)
    if size < 0:
        return rows_ascending(column).astype(np.int32, copy=False)
    return _counted(column, size)


@njit(cache=True, nogil=True)
def _whole_below(column: Floats) -> int:
    """Return a number above all values where these are whole, not negative and below that of the records; else -1."""
    size = 0
    for value in column:
        if np.isnan(value):
            continue
        if not 0 <= value < len(column) or value != np.floor(value):
            return -1
        size = max(size, int(value) + 1)
    return size


@njit(cache=True, nogil=True)
def _counted(column: Floats, size: int) -> Rows:
    """Put rows in order by how many have each value: nothing is compared."""
    place = np.zeros(size + 2, dtype=np.int64)
    for value in column:
        place[(size if np.isnan(value) else int(value)) + 1] += 1
    for k in range(size + 1):
        place[k + 1] += place[k]
    rows = np.empty(len(column), dtype=np.int32)
    for i in range(len(column)):
        k = size if np.isnan(column[i]) else int(column[i])
        rows[place[k]] = i
        place[k] += 1
    return rows


@njit(cache=True, nogil=True)
def runs(column: Floats, rows: Rows) -> tuple[Integers, Integers]:
    """Return where each distinct value begins among the ordered rows (k,), and the first row of the file with it.

    Missing values, which come last, are one value; 0 and -0 are one too.
    """
    begins, firsts = np.empty(len(rows), dtype=np.int64), np.empty(len(rows), dtype=np.int64)
    k = -1
    for i in range(len(rows)):
        value = column[rows[i]]
        same = k >= 0 and (value == column[firsts[k]] or (np.isnan(value) and np.isnan(column[firsts[k]])))
        if not same:
            k += 1
            begins[k], firsts[k] = i, rows[i]
        firsts[k] = min(firsts[k], rows[i])
    return begins[: k + 1].copy(), firsts[: k + 1].copy()


@njit(cache=True, nogil=True)
def codes_in_order(column: Floats, rows: Rows, codes: Rows) -> None:
    """Write which distinct value each record (n,) has, ascending, a missing one last."""
    code = -1
    before = 0.0
    for i in range(len(rows)):
        value = column[rows[i]]
        if i == 0 or not (value == before or (np.isnan(value) and np.isnan(before))):
            code += 1
        codes[rows[i]] = code
        before = value


@njit(cache=True, nogil=True)
def place_of(column: Floats, rows: Rows, asked: float, after: bool) -> int:
    """Return how many values lie below what is asked, or, ``after``, at or below it; missing ones do not."""
    low, high = 0, len(rows)
    while low < high:
        middle = (low + high) // 2
        value = column[rows[middle]]
        if value < asked or (after and value == asked):
            low = middle + 1
        else:
            high = middle
    return low
