"""The records of both files with their jackknife groups: sums in rows, over all and over those outside each group."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.data import Pair
from core.statistics.arrays import Floats, Integers

Rows = tuple[Integers, Integers]
"""Of the original and of the masked file."""


class GroupedRecords(NamedTuple):
    """The jackknife groups (n,) of some records, and how many there are."""

    groups: Integers
    number: int

    def sums(self, *amounts: NDArray[np.generic]) -> Floats:
        """Return (k, rows) sums of amounts of the records.

        Groups are added up, never subtracted from the whole: where one holds nearly all of a sum, nothing is lost of
        the others.
        """
        inside = np.array([np.bincount(self.groups, weights=each, minlength=self.number) for each in amounts])
        return np.asarray(np.where(self._kept(), inside[:, None, :], 0.0).sum(axis=-1))

    def _kept(self) -> NDArray[np.bool_]:
        """Return which groups count (rows, groups): in the first row all, in each other one all but one."""
        kept = ~np.eye(1 + self.number, self.number, k=-1, dtype=bool)
        return kept if self.number > 1 else kept[:1]

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

    def inside(self) -> Iterator[Integers]:
        """Yield the places of the records of each group."""
        return (np.flatnonzero(self.groups == g) for g in range(self.number))

    def deviations(self, values: Floats) -> Floats:
        """Return (rows,) standard deviations, divisor n - 1, of values (n,), NaN for missing.

        Exactly 0 where all values are the same, or there is but one.
        """
        known = ~np.isnan(values)
        values, groups, kept = values[known], self.groups[known], self._kept()
        n = np.bincount(groups, minlength=self.number)
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            # each group about its own mean: the square of an outlier costs no digits where it is left out
            means = np.bincount(groups, values, self.number) / np.maximum(n, 1)
            squares = np.bincount(groups, (values - means[groups]) ** 2, self.number)
            left, sums = (np.where(kept, of, 0).sum(axis=1) for of in (n, n * means))
            apart = squares + n * (means - (sums / np.maximum(left, 1))[:, None]) ** 2
            deviations = np.sqrt(np.where(kept, apart, 0.0).sum(axis=1) / (left - 1))
        return np.asarray(np.where(self._range(values, groups) > 0, deviations, 0.0))

    def ranges(self, values: Floats) -> Floats:
        """Return (rows,) largest less smallest of values (n,), NaN for missing; 0 without any."""
        known = ~np.isnan(values)
        return self._range(values[known], self.groups[known])

    def _range(self, values: Floats, groups: Integers) -> Floats:
        low, high = np.full(self.number, np.inf), np.full(self.number, -np.inf)
        np.minimum.at(low, groups, values)
        np.maximum.at(high, groups, values)
        lowest = np.where(self._kept(), low, np.inf).min(axis=1)
        highest = np.where(self._kept(), high, -np.inf).max(axis=1)
        with np.errstate(over="ignore", invalid="ignore"):
            return np.where(highest > lowest, highest - lowest, 0.0)


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
