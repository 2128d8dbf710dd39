"""The cells (distinct rows of codes) of a file, each once with how many records it has: counted block by block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Counts, Floats, Integers, WeightedCounts
from core.statistics.tables.cells import MISSING, RADIX_LIMIT, cells_of_columns

Numbers = NDArray[Any]
"""Of cells: whole numbers, or arrays of bytes that are in the same order."""

BYTES = 8
"""Of one code, where the codes of a row do not fit into one whole number."""


class FilledCells(NamedTuple):
    """The cells (c,) of a table that hold records, ascending, and how many they hold."""

    cells: Numbers
    counts: NDArray[Any]


@dataclass(frozen=True)
class CellNumbers:
    """How the codes of a row are written as one number that is in the order of the rows.

    The codes are the digits of a mixed-radix number, the first one the highest; where it would not fit into 64 bits
    its digits are written as bytes, one after the other. Nothing is hashed, so it is exact, and blocks of one file can
    be put together.

    Parameters
    ----------
    sizes : tuple of int
        How many codes each column may have.
    lowest : int
        The lowest code of every column.
    """

    sizes: tuple[int, ...]
    lowest: int = MISSING

    @property
    def n_possible(self) -> int:
        """How many cells there may be."""
        return prod(self.sizes)

    @property
    def fits(self) -> bool:
        """Whether cells are whole numbers of 64 bits."""
        return self.n_possible < RADIX_LIMIT

    def of(self, columns: Sequence[NDArray[Any]], n: int) -> Numbers:
        """Return the cells (n,) of rows from their columns of n codes."""
        if not self.fits:
            digits = np.empty((n, len(self.sizes)), dtype=f">i{BYTES}")
            for own, column in zip(digits.T, columns, strict=True):
                own[:] = column
            digits -= self.lowest
            return _joined(digits)
        numbers = np.zeros(n, dtype=np.int64)
        for column, size in zip(columns, self.sizes, strict=True):
            numbers *= size
            numbers += column
            if self.lowest:
                numbers -= self.lowest
        return numbers

    def digits(self, cells: Numbers, column: int) -> Integers:
        """Return the codes (n,) of one column of cells, counted from the lowest: 0 is that of a missing value."""
        if not self.fits:
            return np.asarray(self._written(cells)[:, column], dtype=np.int64)
        digits = cells // prod(self.sizes[column + 1 :])
        digits %= self.sizes[column]
        return np.asarray(digits)

    def codes(self, cells: Numbers) -> NDArray[np.int32]:
        """Return the codes (n, columns) of cells (n,)."""
        codes = np.empty((len(cells), len(self.sizes)), dtype=np.int32, order="F")
        for column in range(len(self.sizes)):
            codes[:, column] = self.digits(cells, column) + self.lowest
        return codes

    def without_last(self, cells: Numbers) -> Numbers:
        """Return the number of all columns but the last (n,)."""
        return cells // self.sizes[-1] if self.fits else _joined(self._written(cells)[:, :-1])

    def _written(self, cells: Numbers) -> NDArray[Any]:
        return cells.view(f">i{BYTES}").reshape(len(cells), len(self.sizes))


def _joined(digits: NDArray[Any]) -> Numbers:
    """Return the digits (n, k) of each row as one array of bytes, of which the first that differ decide the order."""
    rows = np.ascontiguousarray(digits)
    return rows.view(np.dtype((np.void, BYTES * rows.shape[1]))).reshape(len(rows))


def counted_cells(
    columns: Sequence[NDArray[Any]], n: int, numbers: CellNumbers, weights: Floats | None = None
) -> FilledCells:
    """Count the cells of n records from their columns of codes; with weights (n,) add these up."""
    if numbers.fits:
        return counted_numbers(numbers.of(columns, n), numbers.n_possible, weights)
    distinct, of_row = _distinct(columns, n, numbers)
    return FilledCells(distinct, np.bincount(of_row, weights, len(distinct)))


def counted_numbers(numbers: Integers, size: int, weights: WeightedCounts | None = None) -> FilledCells:
    """Count whole numbers (n,) from 0 to size - 1; with weights (n,) add these up."""
    if size <= max(2**16, len(numbers)):
        records = np.bincount(numbers, minlength=size)
        filled = np.flatnonzero(records)
        return FilledCells(filled, (records if weights is None else np.bincount(numbers, weights, size))[filled])
    if weights is None:
        return FilledCells(*np.unique(numbers, return_counts=True))
    distinct, place = np.unique(numbers, return_inverse=True)
    return FilledCells(distinct, np.bincount(place, weights, len(distinct)))


def _distinct(columns: Sequence[NDArray[Any]], n: int, numbers: CellNumbers) -> tuple[Numbers, Integers]:
    """Return the cells that occur, ascending, and which of them each row is: bytes are put in order once each."""
    of_row, rows = cells_of_columns(columns, n)
    return numbers.of([column[rows] for column in columns], len(rows)), of_row


def merged_cells(first: FilledCells, second: FilledCells) -> FilledCells:
    """Count the cells of two blocks together: of records, since sums of weights would depend on where blocks end."""
    if not (len(first.cells) and len(second.cells)):
        return first if len(first.cells) else second
    size = len(first.cells) + len(second.cells)
    if first.cells.dtype.kind == "V":
        distinct, place = np.unique(np.concatenate([first.cells, second.cells]), return_inverse=True)
        counts = np.zeros(len(distinct), dtype=np.int64)
        np.add.at(counts, place, np.concatenate([first.counts, second.counts]))
        return FilledCells(distinct, counts)
    into, sums = np.empty(size, dtype=first.cells.dtype), np.empty(size, dtype=np.int64)
    size = _merge(first.cells, second.cells, first.counts, second.counts, into, sums)
    into.resize(size, refcheck=False)  # a copy of the part in use would double it
    sums.resize(size, refcheck=False)
    return FilledCells(into, sums)


@njit(cache=True, nogil=True)
def _merge(a: Numbers, b: Numbers, a_counts: Counts, b_counts: Counts, into: Numbers, sums: Counts) -> int:
    """Go through both ascending arrays once: to put them in order together takes five times as long."""
    i, j, k = 0, 0, 0
    while i < len(a) or j < len(b):
        if j == len(b) or (i < len(a) and a[i] < b[j]):
            into[k], sums[k] = a[i], a_counts[i]
            i += 1
        elif i == len(a) or b[j] < a[i]:
            into[k], sums[k] = b[j], b_counts[j]
            j += 1
        else:
            into[k], sums[k] = a[i], a_counts[i] + b_counts[j]
            i += 1
            j += 1
        k += 1
    return k


def n_filled_cells(table: FilledCells) -> int:
    """Return how many cells hold records: what a table grows by as blocks are put together."""
    return len(table.counts)


def places_of_rows(
    table: FilledCells, numbers: CellNumbers, columns: Sequence[NDArray[Any]], n: int
) -> NDArray[np.signedinteger[Any]]:
    """Return which cell of a table each of n records is, from their columns of codes; -1 where it is none of them."""
    if numbers.fits:
        return places_of(table.cells, numbers.of(columns, n))
    distinct, of_row = _distinct(columns, n, numbers)
    return places_of(table.cells, distinct)[of_row]


def places_of(cells: Numbers, wanted: Numbers) -> NDArray[np.signedinteger[Any]]:
    """Return the place (m,) of each wanted cell among others, which ascend; -1 where it is none of them."""
    if not len(cells):
        return np.full(len(wanted), -1)
    if cells.dtype.kind != "V" and int(cells[-1]) < 4 * len(wanted):  # few numbers: the place of each is listed
        listed = np.full(int(cells[-1]) + 2, -1, dtype=np.int32)
        listed[cells] = np.arange(len(cells))
        return listed[np.minimum(wanted, len(listed) - 1)]
    at = np.minimum(np.searchsorted(cells, wanted), len(cells) - 1)
    return np.where(cells[at] == wanted, at, -1)
