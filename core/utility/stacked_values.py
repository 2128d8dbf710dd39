"""The values of one variable in a file, or in two that stand one below the other: looked up where they lie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.data import (
    NO_WHOLE,
    Coded,
    PackedDecimals,
    PackedNumbers,
    Store,
    Translated,
    cells_of,
    codes_counted,
    store_of,
)
from core.statistics.arrays import Counts, Floats
from core.statistics.ordering import ValueCodes, decimal_codes, value_codes
from core.statistics.tables import codes_counted as codes_of_cells

NO_TABLE = np.empty(0)


class StackedValues(NamedTuple):
    """The values of a file, as its cells and what those mean.

    Parameters
    ----------
    cells : array (n,)
        As they lie in memory.
    table : float64 array (k + 1,)
        What each cell stands for; the last one is that of -1. Empty: a cell is a number.
    divisor : int
        By which cells without a table are divided; 0: they are the values.
    """

    cells: NDArray[Any]
    table: Floats
    divisor: int = 0

    def at(self, rows: NDArray[Any]) -> Floats:
        """Return the values of some rows, NaN where missing."""
        cells = self.cells[rows]
        if len(self.table):
            return np.asarray(self.table[cells])
        if not self.divisor:
            return np.asarray(cells + 0.0)  # -0 is 0
        return np.where(cells == NO_WHOLE, np.nan, cells / np.float64(self.divisor))

    def ascending(self) -> Floats:
        """Return the values that are not missing in ascending order; where they are few or decimals, by their cells."""
        if len(self.table):
            counts, there = self.counted()
            order = np.argsort(self.table[there], kind="stable")
            return np.repeat(self.table[there][order], counts[there][order])
        if self.divisor:
            return np.sort(self.cells[self.cells != NO_WHOLE]) / np.float64(self.divisor)
        values = self.at(np.arange(len(self.cells)))
        seen = values[~np.isnan(values)]
        return np.sort(seen)

    def counted(self) -> tuple[Counts, NDArray[np.bool_]]:
        """Return how many records have each of the table's values, and which values occur (k + 1,)."""
        counts = codes_of_cells(self.cells, len(self.table))[: len(self.table)]
        return counts, (counts > 0) & ~np.isnan(self.table)


def coded_alone(values: StackedValues) -> ValueCodes:
    """Return the values of a file by their place among the distinct ones: what ``value_codes`` gives of them."""
    if len(values.table):
        return _codes_of_tables([values])
    if values.divisor:
        return decimal_codes(values.cells, values.divisor, NO_WHOLE)
    return value_codes(values.cells.astype(np.float64, copy=False))


def coded_together(first: StackedValues, second: StackedValues) -> ValueCodes | None:
    """Return the values of two files, the first one's before the other's, by their place among the distinct ones.

    None where their cells are neither those of tables nor decimals of the same kind: they are to be sorted.
    """
    files = first, second
    if all(len(file.table) for file in files):
        return _codes_of_tables(files)
    if first.divisor and first.divisor == second.divisor and not (len(first.table) or len(second.table)):
        return decimal_codes(np.concatenate([first.cells, second.cells]), first.divisor, NO_WHOLE)
    return None


def _codes_of_tables(files: Sequence[StackedValues]) -> ValueCodes:
    counted = [file.counted() for file in files]
    distinct = np.unique(np.concatenate([f.table[there] for f, (_, there) in zip(files, counted, strict=True)]))
    counts, codes = np.zeros(len(distinct), dtype=np.int64), np.empty(sum(len(f.cells) for f in files), np.int32)
    begin = 0
    for file, (own, there) in zip(files, counted, strict=True):
        place = np.full(len(file.table), -1, dtype=np.int32)
        place[there] = np.searchsorted(distinct, file.table[there])
        np.add.at(counts, place[there], own[there])
        codes[begin : begin + len(file.cells)] = place[file.cells]
        begin += len(file.cells)
    return ValueCodes(codes, distinct, counts)


def stacked_numbers(coded: Coded, codes: Floats | None = None) -> StackedValues:
    """Return the values of a variable of one file.

    Parameters
    ----------
    coded : Coded
    codes : float64 array (k + 1,) or None
        What each code of a category stands for, NaN at last; None: a number.
    """
    store = store_of(coded, "values")
    if codes is None:
        return _stacked_number(store)
    table = codes[store.meanings] if isinstance(store, Translated) else codes
    return StackedValues(cells_of(store), table)


def _stacked_number(store: Store) -> StackedValues:
    if isinstance(store, PackedNumbers):
        # -0 is 0
        return StackedValues(store.cells, store.table + 0.0)
    if isinstance(store, PackedDecimals):
        return StackedValues(store.cells, NO_TABLE, store.divisor)
    return StackedValues(cells_of(store), NO_TABLE)


def codes_seen(coded: Coded, width: int) -> NDArray[np.bool_]:
    """Return (width,) true for each code that occurs in a file."""
    store = store_of(coded, "values")
    if not isinstance(store, Translated):
        return np.asarray(codes_counted(store, width)[:width] > 0)
    meanings = store.meanings[:-1]
    meant = meanings[codes_counted(store, len(meanings))[: len(meanings)] > 0]
    seen = np.zeros(width, dtype=bool)
    seen[meant[meant >= 0]] = True
    return seen
