"""The cells (distinct rows of codes) of a file, each once with how many records it has: counted block by block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.tables.cells import RADIX_LIMIT, Integers, codes_counted, first_rows, narrow_cell_ids
from core.statistics.tables.merged_counts import in_order, merged_counts
from core.statistics.tables.numbered_cells import numbered_cells
from core.statistics.tables.table_groups import FilledCells

Words = NDArray[np.int64]

MOST_LISTED = 2**20
"""Up to so many possible cells the place of each is listed: four bytes each."""


class CellTable(NamedTuple):
    """The cells of some records, in lexicographic order of their codes.

    Parameters
    ----------
    words : int64 array (m, w)
        Each cell as ``CellNumbers`` writes it.
    counts : int64 array (m,)
        Its records: at least 1.
    """

    words: Words
    counts: NDArray[np.int64]


@dataclass(frozen=True)
class CellNumbers:
    """How the codes of a row are written as whole numbers that are in the order of the rows.

    The codes are the digits of a mixed-radix number, the first one the highest; where it would not fit into 64 bits,
    of several, one after the other. Nothing is hashed, so it is exact, and blocks of one file can be put together.

    Parameters
    ----------
    sizes : tuple of int
        Of each column: its codes are -1 (missing) to size - 2.
    """

    sizes: tuple[int, ...]

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The columns of each number."""
        groups: list[list[int]] = [[]]
        for column, size in enumerate(self.sizes):
            if prod(self.sizes[c] for c in groups[-1]) * size >= RADIX_LIMIT:
                groups.append([])
            groups[-1].append(column)
        return tuple(map(tuple, groups))

    @property
    def n_possible(self) -> int:
        """How many cells there may be."""
        return prod(self.sizes)

    def words(self, columns: Sequence[Integers], n: int) -> Words:
        """Write the rows of a table of n codes a column as numbers (n, w)."""
        words = np.zeros((n, len(self.groups)), dtype=np.int64)
        for word, group in enumerate(self.groups):
            for column in group:
                words[:, word] *= self.sizes[column]
                words[:, word] += columns[column]
                words[:, word] += 1
        return words

    def codes(self, words: Words) -> NDArray[np.int32]:
        """Return the codes (n, columns) of numbers (n, w)."""
        codes = np.empty((len(words), len(self.sizes)), dtype=np.int32, order="F")
        for word, group in enumerate(self.groups):
            left = words[:, word]
            for column in reversed(group):
                left, digits = np.divmod(left, self.sizes[column])
                codes[:, column] = digits - 1
        return codes

    def digits(self, words: Words, column: int) -> NDArray[np.int64]:
        """Return the codes (n,) of one column of numbers (n, w), plus 1: 0 is a missing value."""
        word, group = next((w, group) for w, group in enumerate(self.groups) if column in group)
        digits = words[:, word] // prod(self.sizes[c] for c in group if c > column)
        digits %= self.sizes[column]
        return np.asarray(digits)


def counted_cells(columns: Sequence[Integers], n: int, numbers: CellNumbers) -> CellTable:
    """Count the cells of n records from their columns of codes."""
    if len(numbers.groups) == 1:
        cells, counts = numbered_cells(numbers.words(columns, n)[:, 0], numbers.n_possible)
        return CellTable(cells.astype(np.int64, copy=False)[:, None], counts.astype(np.int64, copy=False))
    ids, n_cells = narrow_cell_ids(columns, n)
    rows = first_rows(ids, n_cells)
    return CellTable(numbers.words([column[rows] for column in columns], n_cells), codes_counted(ids, n_cells))


def merged_cells(first: CellTable, second: CellTable) -> CellTable:
    """Count the cells of two blocks together."""
    words, counts = merged_counts((first.words, second.words), (first.counts, second.counts))
    return CellTable(words, counts.astype(np.int64, copy=False))


def cells_held(table: CellTable | FilledCells) -> int:
    """Return how many cells hold records: what a table grows by as blocks are put together."""
    return len(table.counts)


@dataclass(frozen=True, eq=False)
class CellPlaces:
    """Where records stand in a table of cells.

    Parameters
    ----------
    table : CellTable
    numbers : CellNumbers
        By which it was counted.
    """

    table: CellTable
    numbers: CellNumbers

    @cached_property
    def _by_number(self) -> NDArray[np.int32] | None:
        """The place of each possible cell, where they are few."""
        if self.numbers.n_possible > MOST_LISTED:
            return None
        places = np.full(self.numbers.n_possible, -1, dtype=np.int32)
        places[self.table.words[:, 0]] = np.arange(len(self.table.words))
        return places

    def of(self, columns: Sequence[Integers], n: int) -> Integers:
        """Return which cell each of n records is, from their columns of codes; -1 where it is none of the table."""
        if self._by_number is not None:
            return self._by_number[self.numbers.words(columns, n)[:, 0]]
        ids, n_cells = narrow_cell_ids(columns, n)
        rows = first_rows(ids, n_cells)
        return places_of(self.table.words, self.numbers.words([column[rows] for column in columns], n_cells))[ids]


def places_of(words: Words, wanted: Words) -> NDArray[np.int64]:
    """Return the place (m,) of each cell among others, -1 where it is none of them; both ascend."""
    places = np.empty(len(wanted), dtype=np.int64)
    _find(words, wanted, places)
    return places


@njit(cache=True, nogil=True)
def _find(words: Words, wanted: Words, places: NDArray[np.int64]) -> None:
    """Look up numbers that ascend, each from the place of the one before, by steps that double."""
    low: Any = 0
    for i in range(len(wanted)):
        high, step = low, 1
        while high < len(words) and in_order(words, high, wanted, i) < 0:
            low = high + 1
            high += step
            step *= 2
        high = min(high, len(words))
        while low < high:
            middle = (low + high) // 2
            if in_order(words, middle, wanted, i) < 0:
                low = middle + 1
            else:
                high = middle
        places[i] = low if low < len(words) and in_order(words, low, wanted, i) == 0 else -1
