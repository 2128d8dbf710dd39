"""Key values of the original and of a masked file, coded alike and counted by distinct combination."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.statistics.arrays import Codes, Counts, Floats, Integers
from core.statistics.tables import cells_of, codes_counted


@dataclass(frozen=True, eq=False)
class KeyColumn:
    """One key variable in both files.

    Parameters
    ----------
    original : integer array (n,)
        Codes from 0 on, -1 where missing.
    masked : integer array (m,)
        In the same codes.
    values : float64 array (codes,) or None
        What two codes differ by is the difference of these, as Gower's distance takes it (range in the original 1);
        None: two codes are equal or differ by 1.
    """

    original: Codes
    masked: Codes
    values: Floats | None = None

    @classmethod
    def of_numbers(cls, original: Floats, masked: Floats) -> KeyColumn:
        """Code numbers, NaN where missing; differences are in units of the original's range (1 where it has none)."""
        known = original[~np.isnan(original)]
        width = float(np.ptp(known)) if len(known) else 0.0
        distinct = np.unique(np.concatenate([known, masked[~np.isnan(masked)]]))
        ours, theirs = (np.where(np.isnan(x), -1, np.searchsorted(distinct, x)) for x in (original, masked))
        return cls(ours.astype(np.int32), theirs.astype(np.int32), distinct / (width or 1.0))

    @classmethod
    def of_ranks(cls, original: Codes, masked: Codes, n_categories: int) -> KeyColumn:
        """Take ordered categories, which differ by their places among all."""
        return cls(original, masked, np.arange(n_categories) / max(n_categories - 1, 1))


@dataclass(frozen=True, eq=False)
class TargetCells:
    """The distinct combinations of key values in both files, and which of them are linked.

    A person of the original is a target; all with the same key values meet the same records.

    Parameters
    ----------
    original : integer array (k, keys)
        Codes of each combination of the original, -1 where missing.
    targets : int64 array (k,)
        Its people.
    masked : integer array (c, keys)
    records : int64 array (c,)
        Masked records of each combination.
    linked : int64 array (l, 3)
        Of each masked record with a known original: the person's combination, the record's, and the person's row.
    values : tuple of float64 array or None
        Of each key, as ``KeyColumn`` has them.
    """

    original: Codes
    targets: Counts
    masked: Codes
    records: Counts
    linked: Integers
    values: tuple[Floats | None, ...]

    @property
    def n_targets(self) -> int:
        """The people of the original."""
        return int(self.targets.sum())

    @cached_property
    def full_size(self) -> bool:
        """Whether every person of the original is linked to a record; False where nothing is linked."""
        return int(np.count_nonzero(np.bincount(self.linked[:, 2]))) == self.n_targets

    def of_keys(self, chosen: Sequence[int]) -> tuple[TargetCells, Integers]:
        """Return the combinations of some keys alone, and which of them each of these combinations is (k,)."""
        ours, theirs = cells_of(self.original[:, chosen]), cells_of(self.masked[:, chosen])
        linked = np.column_stack([ours.of_row[self.linked[:, 0]], theirs.of_row[self.linked[:, 1]], self.linked[:, 2]])
        cells = TargetCells(
            self.original[ours.rows][:, chosen],
            _summed(ours.of_row, self.targets, len(ours.rows)),
            self.masked[theirs.rows][:, chosen],
            _summed(theirs.of_row, self.records, len(theirs.rows)),
            linked,
            tuple(self.values[key] for key in chosen),
        )
        return cells, ours.of_row


def target_cells(columns: Sequence[KeyColumn], links: Integers | None) -> tuple[TargetCells, Integers]:
    """Count the combinations of key values of both files.

    Parameters
    ----------
    columns : sequence of KeyColumn
        At least one.
    links : int64 array (m,) or None
        The row of the original that each masked record comes from, -1 where unknown; None: nothing is linked.

    Returns
    -------
    TargetCells
    int64 array (n,)
        The combination of each person of the original.
    """
    ours = cells_of(np.column_stack([column.original for column in columns]))
    theirs = cells_of(np.column_stack([column.masked for column in columns]))
    rows = np.zeros(0, dtype=np.int64) if links is None else np.flatnonzero(links >= 0)
    parents = rows if links is None else links[rows]
    cells = TargetCells(
        np.column_stack([column.original[ours.rows] for column in columns]),
        codes_counted(ours.of_row, len(ours.rows)),
        np.column_stack([column.masked[theirs.rows] for column in columns]),
        codes_counted(theirs.of_row, len(theirs.rows)),
        np.column_stack([ours.of_row[parents], theirs.of_row[rows], parents]),
        tuple(column.values for column in columns),
    )
    return cells, ours.of_row


def _summed(places: Integers, counts: Counts, n: int) -> Counts:
    total = np.zeros(n, dtype=np.int64)
    np.add.at(total, places, counts)
    return total
