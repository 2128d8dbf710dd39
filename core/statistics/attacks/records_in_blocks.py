"""Records that are laid out as numbers block by block, so that a file is never in memory a second time as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.statistics.arrays import Floats, Integers

LAID_OUT = 2**14
"""Records that are laid out at once: of 20 variables 2.6 MB."""

Rows = slice | Integers
Column = Callable[[Rows], Floats]
"""Gives the numbers of some rows of a variable."""


@dataclass(frozen=True, eq=False)
class RecordBlocks:
    """The records of a file.

    Parameters
    ----------
    n : int
    columns : tuple of callables
        Of each variable: (rows) -> its numbers.
    """

    n: int
    columns: tuple[Column, ...]

    @staticmethod
    def of(values: Floats) -> RecordBlocks:
        """Return records (n, m) that lie in memory."""
        return RecordBlocks(len(values), tuple(column.__getitem__ for column in np.ascontiguousarray(values.T)))

    def take(self, rows: Integers) -> Floats:
        """Return some records (k, m), one row of memory each."""
        taken = np.empty((len(rows), len(self.columns)))
        for j, column in enumerate(self.columns):
            taken[:, j] = column(rows)
        return taken

    def blocks(self) -> Iterator[tuple[int, Floats]]:
        """Yield where each block begins, and its records (m, k), one row of memory a variable."""
        for begin in range(0, self.n, LAID_OUT):
            yield begin, self.block(begin)

    def block(self, begin: int) -> Floats:
        """Return the records (m, k) of the block that begins here."""
        end = min(begin + LAID_OUT, self.n)
        laid_out = np.empty((len(self.columns), end - begin))
        for row, column in zip(laid_out, self.columns, strict=True):
            row[:] = column(slice(begin, end))
        return laid_out

    def of_variables(self, places: Integers | Sequence[int]) -> RecordBlocks:
        """Return the records with some of the variables alone."""
        return replace(self, columns=tuple(self.columns[place] for place in places))

    def in_order(self, rows: Integers) -> RecordBlocks:
        """Return these rows, in their order, as records."""
        return RecordBlocks(len(rows), tuple(_of_rows(column, rows) for column in self.columns))

    def above(self, others: RecordBlocks) -> RecordBlocks:
        """Return these records and, below them, those of another file with the same variables."""
        both = zip(self.columns, others.columns, strict=True)
        return RecordBlocks(self.n + others.n, tuple(_of_both(one, other, self.n) for one, other in both))


def _of_rows(column: Column, rows: Integers) -> Column:
    return lambda asked: column(rows[asked])


def _of_both(above: Column, below: Column, n: int) -> Column:
    def numbers(asked: Rows) -> Floats:
        rows = np.arange(asked.start, asked.stop) if isinstance(asked, slice) else asked
        numbers_of = np.empty(len(rows))
        first = rows < n
        numbers_of[first], numbers_of[~first] = above(rows[first]), below(rows[~first] - n)
        return numbers_of

    return numbers
