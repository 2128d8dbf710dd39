"""Linked records with their jackknife groups: sums over those outside each group."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.data import Pair
from core.statistics.arrays import Floats, Integers
from core.statistics.leave_out import deviations_without, ranges_without, sums_without
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

    def linked(self) -> list[int]:
        """Return how many linked records are outside each group."""
        return [int(n) for n in self.sums(np.ones(len(self.groups)))[0]]

    def sums(self, *amounts: NDArray[np.generic]) -> Floats:
        """Return (k, n_groups) sums of amounts of the linked records outside each group."""
        return sums_without(amounts, self.groups, self.n_groups)

    def deviations(self, values: Floats) -> Floats:
        """Return (n_groups,) standard deviations of the original's values (n,) outside each group."""
        return deviations_without(values, self.of_original, self.n_groups)

    def ranges(self, values: Floats) -> Floats:
        """Return (n_groups,) ranges of the original's values (n,) outside each group."""
        return ranges_without(values, self.of_original, self.n_groups)


def linked_groups(pair: Pair, groups: Rows, n_groups: int) -> LinkedGroups | None:
    """Return the linked records with their groups; None without any, or where linked ones are in different groups."""
    rows = linked_rows(pair)
    if rows is None or (groups[0][rows[0]] != groups[1][rows[1]]).any():
        return None
    return LinkedGroups(rows, groups[1][rows[1]], groups[0], n_groups)
