"""Cells counted from the number of each record's cell."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.statistics.arrays import Counts, Integers
from core.statistics.tables.cells import codes_counted
from core.statistics.tables.table_groups import FilledCells, filled_cells


def numbered_cells(numbers: Integers, size: int) -> FilledCells:
    """Return the cells that occur, ascending, and how many records each holds.

    Parameters
    ----------
    numbers : int64 array (n,)
        The cell of each record, 0 .. size - 1; written over where there are too many to be counted in one array.
    size : int
    """
    if size <= max(2**16, len(numbers)):
        return filled_cells(codes_counted(numbers, size))
    numbers.sort()
    counts = _close_up(numbers)
    return FilledCells(numbers[: len(counts)], counts)


@njit(cache=True, nogil=True)
def _close_up(ascending: Integers) -> Counts:
    """Write each number once to the beginning; return how often each occurs."""
    distinct = 0
    for i in range(len(ascending)):
        distinct += i == 0 or ascending[i] != ascending[i - 1]
    counts = np.zeros(distinct, dtype=np.int64)
    last = -1
    for number in ascending:
        if last < 0 or number != ascending[last]:
            last += 1
            ascending[last] = number
        counts[last] += 1
    return counts
