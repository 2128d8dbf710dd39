"""The combinations of key values of one file, each once, with how many records have it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data import Coded, Release, code_type
from core.risk.key_cells.coding import KeyCoding
from core.statistics.arrays import Floats
from core.statistics.tables import MISSING, FilledCells, places_of_rows
from core.tables import blocks_of

SENT_CELLS = 2**20
"""Up to so many possible combinations of keys in all tables, blocks are counted by any process and sent: 16 MB."""

Figures = NDArray[Any]
Integers = NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class KeyCells:
    """The combinations of keys that records of one file have, in lexicographic order, missing before all values.

    What is measured of them is a figure of each, and how many records have it; which records those are is looked up
    block by block where somebody asks for it.

    Parameters
    ----------
    release : Release
        The file.
    coding : KeyCoding
    table : FilledCells
        Those in use: all, or those that lack no key.
    left_out : bool array (n,) or None
        Records of the file that are not in use although their combination may be.
    """

    release: Release
    coding: KeyCoding
    table: FilledCells
    left_out: NDArray[np.bool_] | None = None

    def __len__(self) -> int:
        return len(self.table.counts)

    @property
    def counts(self) -> NDArray[np.int64]:
        """Records of each combination (m,)."""
        return self.table.counts

    @cached_property
    def n_records(self) -> int:
        """The records in use."""
        return int(self.counts.sum())

    @property
    def codes(self) -> NDArray[np.int32]:
        """The keys of each combination as categories (m, keys), -1 where missing."""
        return self.coding.numbers.codes(self.table.cells)

    @property
    def columns(self) -> dict[str, Coded]:
        """The keys of each combination as columns of the file."""
        return self.coding.columns(self.codes, self.release.columns)

    def lacking(self) -> NDArray[np.bool_]:
        """Return (m,) true where a combination lacks a key."""
        if not any(self.coding.lacking):
            return np.zeros(len(self), dtype=bool)
        return np.asarray((self.codes == MISSING).any(axis=1))

    def without(self, left_out: NDArray[np.bool_]) -> KeyCells:
        """Return the combinations without some (m,)."""
        if not left_out.any():
            return self
        table = FilledCells(self.table.cells[~left_out], self.counts[~left_out])
        return KeyCells(self.release, self.coding, table, self.left_out)

    def without_records(self, left_out: NDArray[np.bool_]) -> KeyCells:
        """Return the combinations of the records that are not left out (n,)."""
        few = KeyCells(self.release, self.coding, self.table, left_out)
        records = np.bincount(np.concatenate([each[each >= 0] for _, each in few.blocks()]), minlength=len(self))
        return replace(few, table=FilledCells(self.table.cells, records)).without(records == 0)

    def records(self, chosen: NDArray[np.bool_]) -> int:
        """Return how many records have one of these combinations (m,)."""
        return int(self.counts[chosen].sum())

    def total(self, figures: Figures) -> float:
        """Return the sum over all records of a figure of each combination (m,)."""
        return float((figures * self.counts).sum())

    def mean(self, figures: Figures) -> float:
        """Return the mean over all records of a figure of each combination (m,)."""
        return self.total(figures) / self.n_records

    def of_block(self, block: Release) -> Integers:
        """Return the combination of each record of a block of the file, -1 where it is not in use."""
        return places_of_rows(self.table, self.coding.numbers, self.coding.codes(block.columns), block.n_records)

    def blocks(self) -> Iterator[tuple[slice, Integers]]:
        """Yield the rows of each block of the file, and the combination of each record, -1 where it is not in use."""
        start = 0
        for block in blocks_of(self.release):
            rows = slice(start, start + block.n_records)
            each = self.of_block(block)
            yield rows, each if self.left_out is None else np.where(self.left_out[rows], -1, each)
            start = rows.stop

    @cached_property
    def of_records(self) -> NDArray[np.signedinteger[Any]]:
        """The combination of each record in use (n,)."""
        of_records = np.empty(self.n_records, dtype=code_type(len(self)))
        start = 0
        for _, each in self.blocks():
            used = each[each >= 0]
            of_records[start : start + len(used)] = used
            start += len(used)
        return of_records

    def rows(self) -> NDArray[np.int64] | slice:
        """Return the rows of the file that are in use, ascending."""
        if self.n_records == self.release.n_records:
            return slice(None)
        return np.concatenate([np.flatnonzero(each >= 0) + rows.start for rows, each in self.blocks()])

    def summed(self, values: Floats) -> Floats:
        """Return the sum of each combination (m,) of a value of each record in use (n,), added in their order."""
        sums = np.zeros(len(self))
        start = 0
        for _, each in self.blocks():
            used = each[each >= 0]
            np.add.at(sums, used, values[start : start + len(used)])
            start += len(used)
        return sums
