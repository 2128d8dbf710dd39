"""Linked records with their jackknife groups: sums in rows, over all of them and over those outside each group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.data import Pair
from core.statistics.arrays import Floats, Integers
from core.statistics.leave_out import deviations_by_row, ranges_by_row, sums_by_row
from core.utility.loss.numbers import linked_rows

Rows = tuple[Integers, Integers]
"""Of the original and of the masked file."""


@dataclass(frozen=True, eq=False)
class LinkedGroups:
    """The records of both files that belong together, and their jackknife groups.

    Parameters
    ----------
    rows : (int64 array (l,), int64 array (l,))
    groups : int64 array (l,)
    of_original : int64 array (n,)
        Groups of all records of the original.
    n_groups : int
    """

    rows: Rows
    groups: Integers
    of_original: Integers
    n_groups: int

    def linked(self) -> Integers:
        """Return (rows,) how many records are linked, in all and outside each group."""
        return np.asarray(self.sums(np.ones(len(self.groups)))[0], dtype=np.int64)

    def sums(self, *amounts: NDArray[np.generic]) -> Floats:
        """Return (k, rows) sums of amounts of the linked records."""
        return sums_by_row(amounts, self.groups, self.n_groups)

    def deviations(self, values: Floats) -> Floats:
        """Return (rows,) standard deviations of the original's values (n,)."""
        return deviations_by_row(values, self.of_original, self.n_groups)

    def ranges(self, values: Floats) -> Floats:
        """Return (rows,) ranges of the original's values (n,)."""
        return ranges_by_row(values, self.of_original, self.n_groups)


class GroupedRecords(NamedTuple):
    """The jackknife groups (n,) of the records of one file, and how many there are."""

    groups: Integers
    n_groups: int

    def sums(self, *amounts: NDArray[np.generic]) -> Floats:
        """Return (k, rows) sums of amounts of the records."""
        return sums_by_row(amounts, self.groups, self.n_groups)


def groups_of(pair: Pair) -> tuple[GroupedRecords, GroupedRecords]:
    """Return the jackknife groups of both files; all records are one group where the pair has none."""
    if pair.groups is None:
        original, masked = (np.zeros(of.n_records, dtype=np.int64) for of in (pair.original, pair.masked))
        return GroupedRecords(original, 1), GroupedRecords(masked, 1)
    original, masked = (of.astype(np.int64) for of in (pair.groups.original, pair.groups.masked))
    return GroupedRecords(original, pair.groups.number), GroupedRecords(masked, pair.groups.number)


def linked_by_group(pair: Pair) -> LinkedGroups | None:
    """Return the linked records with the groups of the pair, or all as one group; None without any."""
    rows, (original, _) = linked_rows(pair), groups_of(pair)
    return None if rows is None else LinkedGroups(rows, original.groups[rows[0]], *original)
