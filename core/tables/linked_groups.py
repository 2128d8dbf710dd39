"""The records of both files with their jackknife groups: sums in rows, over all and over those outside each group."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.data import Pair
from core.statistics.arrays import Floats, Integers
from core.statistics.leave_out import deviations_by_row, ranges_by_row, sums_by_row

Rows = tuple[Integers, Integers]
"""Of the original and of the masked file."""


class GroupedRecords(NamedTuple):
    """The jackknife groups (n,) of some records, and how many there are."""

    groups: Integers
    number: int

    def sums(self, *amounts: NDArray[np.generic]) -> Floats:
        """Return (k, rows) sums of amounts of the records."""
        return sums_by_row(amounts, *self)

    def shares(self, flags: NDArray[np.bool_]) -> Floats:
        """Return (rows,) the share of the records that have a flag; NaN without records."""
        n, flagged = self.sums(np.ones(len(flags)), flags)
        with np.errstate(invalid="ignore"):
            return np.asarray(flagged / n)

    def others(self) -> Iterator[Integers]:
        """Yield the places of the records outside each group; nothing where all are one."""
        return (self.other_than(g) for g in range(self.number if self.number > 1 else 0))

    def other_than(self, group: int) -> Integers:
        """Return the places of the records outside a group."""
        return np.flatnonzero(self.groups != group)

    def deviations(self, values: Floats) -> Floats:
        """Return (rows,) standard deviations of values (n,)."""
        return deviations_by_row(values, *self)

    def ranges(self, values: Floats) -> Floats:
        """Return (rows,) ranges of values (n,)."""
        return ranges_by_row(values, *self)


class LinkedGroups(NamedTuple):
    """The records of both files that belong together (l,), their groups, and those of all of the original's records."""

    rows: Rows
    linked: GroupedRecords
    original: GroupedRecords

    @property
    def n(self) -> int:
        """How many records are linked."""
        return len(self.linked.groups)


BothFiles = tuple[GroupedRecords, GroupedRecords]
"""The records of the original and of the masked file."""


def groups_of(pair: Pair) -> BothFiles:
    """Return the jackknife groups of both files; all records are one group where the pair has none."""
    if pair.groups is None:
        original, masked = (np.zeros(of.n_records, dtype=np.int64) for of in (pair.original, pair.masked))
        return GroupedRecords(original, 1), GroupedRecords(masked, 1)
    original, masked = (of.astype(np.int64) for of in (pair.groups.original, pair.groups.masked))
    return GroupedRecords(original, pair.groups.number), GroupedRecords(masked, pair.groups.number)


def linked_by_group(pair: Pair) -> LinkedGroups | None:
    """Return the linked records with the groups of the pair, or all as one group; None without any."""
    if pair.links is None or not len(rows := np.flatnonzero(pair.links >= 0)):
        return None
    original, parents = groups_of(pair)[0], pair.links[rows]
    return LinkedGroups((parents, rows), original._replace(groups=original.groups[parents]), original)
