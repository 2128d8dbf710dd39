"""What a masked file's records tell about original ones with the same keys, without links (Raab, Nowok and Dibben).

All figures are made of two tables of counts: of the combinations of keys with a target value, in either file. Each is
a number whose last digit is the target, so that the values of one combination stand together, and ascend.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Counts, Floats, Integers
from core.statistics.reproducible import above
from core.statistics.tables import CellNumbers, FilledCells, Numbers, counted_numbers, places_of


@dataclass(frozen=True, eq=False)
class TargetTable:
    """How many records of one file have each combination of keys with each target value.

    Parameters
    ----------
    table : FilledCells
    numbers : CellNumbers
        Of the keys and, last, the target.
    """

    table: FilledCells
    numbers: CellNumbers

    @cached_property
    def starts(self) -> Integers:
        """Where the values of each combination of keys begin (k + 1,)."""
        keys = self.numbers.without_last(self.table.cells)
        return np.append(np.flatnonzero(np.append(len(keys) > 0, keys[1:] != keys[:-1])), len(keys))

    @cached_property
    def records(self) -> Counts:
        """The records of each combination of keys (k,)."""
        return self.of_keys(self.table.counts)

    @property
    def n(self) -> int:
        """The records of the file."""
        return int(self.records.sum())

    @property
    def alone(self) -> NDArray[np.bool_]:
        """Which combinations of keys (k,) have one target value."""
        return np.asarray(np.diff(self.starts) == 1)

    @property
    def keys(self) -> Numbers:
        """The numbers (k,) of the combinations of keys."""
        return self.numbers.without_last(self.table.cells[self.starts[:-1]])

    @property
    def lacking(self) -> int:
        """How many records lack one of the keys."""
        first, lacking = self.table.cells[self.starts[:-1]], np.zeros(len(self.records), dtype=bool)
        for column in range(len(self.numbers.sizes) - 1):
            lacking |= self.numbers.digits(first, column) == 0
        return int(self.records[lacking].sum())

    def targets(self, rows: Integers | slice) -> Integers:
        """Return the target of some rows of the table, 0 where it is missing."""
        return self.numbers.digits(self.table.cells[rows], len(self.numbers.sizes) - 1)

    @property
    def base_cap(self) -> float:
        """Return how probable it is that two records, drawn with replacement, have the same target value: baseCAPd."""
        totals = counted_numbers(self.targets(slice(None)), self.numbers.sizes[-1], self.table.counts).counts
        return float(((totals / self.n) ** 2).sum())

    def of_keys(self, figures: Counts) -> Counts:
        """Return the sum (k,) of a figure of each row (m,) over the rows of each combination of keys."""
        return np.asarray(np.add.reduceat(figures, self.starts[:-1]))


@dataclass(frozen=True, eq=False)
class SharedKeys:
    """The combinations of keys of two files beside each other.

    Parameters
    ----------
    original, masked : TargetTable
        Numbered alike.
    base_cap : float
        Of the original: it puts all its values in order, for which there is more memory while its table lies alone.
    """

    original: TargetTable
    masked: TargetTable
    base_cap: float

    @cached_property
    def at(self) -> Integers:
        """The place (k,) of each of the original's combinations among those of the masked file; -1: it has none."""
        return places_of(self.masked.keys, self.original.keys)

    @cached_property
    def same(self) -> Integers:
        """The row (m,) of the masked file's table that is each row of the original's; -1: it has none."""
        return places_of(self.masked.table.cells, self.original.table.cells)

    @cached_property
    def masked_counts(self) -> Counts:
        """The masked file's records (m,) with the keys and the target of each row of the original's table."""
        return np.where(self.same >= 0, self.masked.table.counts[self.same], 0)

    @cached_property
    def masked_records(self) -> Counts:
        """The masked file's records with each of the original's combinations (k,)."""
        return np.where(self.at >= 0, self.masked.records[self.at], 0)


class Uniques(TypedDict):
    """Shares of uniques: UiO and UiOiS of the original's records, UiS of the masked file's."""

    uniques_in_original: float
    uniques_in_masked: float
    uniques_of_original_in_masked: float


@dataclass(frozen=True, eq=False)
class Attribution:
    """Attribute disclosure by agreement on the keys; shares of the original's records unless named otherwise.

    Parameters
    ----------
    disclosive_original, disclosive_masked : float
        Dorig, Dsyn: the record's keys point to one target value within its own file (Dsyn: of the masked file).
    in_masked, disclosive_in_masked, correct, correct_and_original : float
        iS: the keys occur in the masked file; DiS: they point to one value there; DiSCO: to the true one;
        DiSDiO: and within the original too.
    right : int64 array (c,)
        The rows of the original's table whose records DiSCO counts: one at most of each combination of keys.
    denominators : int64 array (c,)
        Their records.
    base_cap, cap_original, cap_masked, dcap : float
        baseCAPd, CAPd, CAPs, DCAP (keys not in the masked file count 0).
    tcap : float or None
        TCAP; None where no key of the original is in the masked file.
    """

    disclosive_original: float
    disclosive_masked: float
    in_masked: float
    disclosive_in_masked: float
    correct: float
    correct_and_original: float
    right: Integers
    denominators: Counts
    base_cap: float
    cap_original: float
    cap_masked: float
    dcap: float
    tcap: float | None


def uniques(keys: SharedKeys) -> tuple[float, Uniques]:
    """Return repU, the original's uniques that are unique in the masked file, and uniques of both files.

    Raab, Nowok and Dibben 2024, arXiv 2406.16826, section 2.1.
    """
    once, masked, n = keys.original.records == 1, keys.masked_records, keys.original.n
    shares: Uniques = {
        "uniques_in_original": float(once.sum() / n),
        "uniques_in_masked": float((keys.masked.records == 1).sum() / keys.masked.n),
        "uniques_of_original_in_masked": float((once & (masked > 0)).sum() / n),
    }
    return float((once & (masked == 1)).sum() / n), shares


def attribution(keys: SharedKeys) -> Attribution:
    """Measure attribute disclosure of one target (Raab, Nowok and Dibben 2024, 2.2; Taub et al. 2018 for CAP)."""
    original, masked, n = keys.original, keys.masked, keys.original.n
    matched = keys.at >= 0
    pointed = matched & masked.alone[keys.at]
    of_row = np.diff(original.starts)
    right = np.flatnonzero((keys.same >= 0) & np.repeat(pointed, of_row))
    denominators = original.table.counts[right]
    agreeing = original.of_keys(original.table.counts * keys.masked_counts)
    in_masked, correct = int(original.records[matched].sum()), int(denominators.sum())
    return Attribution(
        float(original.records[original.alone].sum() / n),
        float(masked.records[masked.alone].sum() / masked.n),
        in_masked / n,
        float(original.records[pointed].sum() / n),
        correct / n,
        float(denominators[np.repeat(original.alone, of_row)[right]].sum() / n),
        right,
        denominators,
        keys.base_cap,
        _own_cap(original),
        _own_cap(masked),
        float((agreeing / np.maximum(keys.masked_records, 1)).sum() / n),
        correct / in_masked if in_masked else None,
    )


def shares(keys: SharedKeys) -> Floats:
    """Return what each record of a row of the original's table (m,) adds to DCAP.

    That is the share of its value among masked records with its keys.
    """
    return np.asarray(keys.masked_counts / np.maximum(np.repeat(keys.masked_records, np.diff(keys.original.starts)), 1))


def most_of_one_value(keys: SharedKeys, attributed: Attribution) -> int:
    """Return how many of the records that DiSCO counts have the target value that most of them have."""
    targets = keys.original.targets(attributed.right)
    totals = counted_numbers(targets, keys.original.numbers.sizes[-1], attributed.denominators).counts
    return int(totals.max(initial=0))


def predicting_levels(keys: SharedKeys, attributed: Attribution, count: int, share: float) -> int:
    """Count levels of single keys that predict the target by themselves, so that being right discloses nothing.

    Among key combinations with more than ``count`` records that DiSCO counts: the pairs of a key's level and
    a target value that more than ``share`` of the original's records with that level have.
    """
    original = keys.original
    looked_at = attributed.right[attributed.denominators > count]
    if not len(looked_at):
        return 0
    targets = np.unique(original.targets(looked_at))
    rows, of_row = _places(targets, original.targets(slice(None)))
    combination = np.searchsorted(original.starts, rows, side="right") - 1
    in_rows = np.searchsorted(rows, looked_at)
    total = 0
    for column in range(len(original.numbers.sizes) - 1):
        level = original.numbers.digits(original.table.cells[original.starts[:-1]], column)
        levels, level = np.unique(level, return_inverse=True)
        in_level = np.bincount(level, original.records, len(levels))
        pair = level[combination] * len(targets) + of_row
        wanted = np.unique(pair[in_rows])
        which, place = _places(wanted, pair)
        in_pair = np.bincount(place, original.table.counts[rows[which]], len(wanted))
        total += int(above(in_pair, share * in_level[wanted // len(targets)]).sum())
    return total


def _places(wanted: Integers, numbers: Integers) -> tuple[Integers, Integers]:
    """Return which numbers are among some that ascend, and the place of each of those there."""
    place = np.minimum(np.searchsorted(wanted, numbers), len(wanted) - 1)
    which = np.flatnonzero(wanted[place] == numbers)
    return which, place[which]


def _own_cap(file: TargetTable) -> float:
    """Return the mean share of a record's value among the records of its own file with its keys."""
    return float((file.of_keys(file.table.counts**2) / file.records).sum() / file.n)
