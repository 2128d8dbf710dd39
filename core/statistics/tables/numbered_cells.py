"""Cells counted from the number of each record's cell."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.statistics.arrays import Counts, Integers
from core.statistics.ordering import keys_ascending
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
    cells = numbers[: len(counts)]
    # of a few cells the numbers of all records need not stay in memory
    return FilledCells(cells if 2 * len(cells) > len(numbers) else cells.copy(), counts)


def summed_counts(numbers: Integers, counts: Counts, size: int) -> Counts:
    """Return the sum of the counts of each number that occurs, in ascending order of these.

    Parameters
    ----------
    numbers : int64 array (n,)
        0 .. size - 1; written over where there are too many to be counted in one array.
    counts : int64 array (n,)
    size : int
    """
    if size <= max(2**16, len(numbers)):
        sums = np.zeros(size, dtype=np.int64)
        _add(numbers, counts, sums)
        return np.asarray(sums[sums > 0])
    ordered, rows = keys_ascending(numbers.view(np.uint64))
    return np.asarray(np.add.reduceat(counts[rows], np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1]))))


@njit(cache=True, nogil=True)
def _add(numbers: Integers, counts: Counts, sums: Counts) -> None:
    for i in range(len(numbers)):
        sums[numbers[i]] += counts[i]


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
