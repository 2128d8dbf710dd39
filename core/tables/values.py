"""How often each value of a variable occurs in a file, by jackknife group: a table that adds over blocks of records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.data import Coded, Level
from core.statistics.arrays import Codes, Floats, Integers, WeightedCounts
from core.statistics.ordering import value_codes

CELLS = 2**18
"""Counts that are looked at together; of numbers that hardly repeat one jackknife replicate after the other is."""


class ValueCounts(NamedTuple):
    """A variable of one file.

    Parameters
    ----------
    values : float64 array (k,)
        Ascending; of categories their places 0, 1, ...
    counts : array (groups, k + 1)
        Records of each value, missing ones last; with weights their sums.
    records : int64 array (groups, 2)
        With a value, and without.
    """

    values: Floats
    counts: NDArray[Any]
    records: Integers

    def at(self, values: Floats) -> NDArray[Any]:
        """Return the counts at these values, among which are all of its own."""
        counts = np.zeros((len(self.counts), len(values) + 1), dtype=self.counts.dtype)
        counts[:, np.append(np.searchsorted(values, self.values), len(values))] = self.counts
        return counts


class BothValues(NamedTuple):
    """A variable of both files at the values (k,) of either, for the whole files and without each jackknife group.

    Parameters
    ----------
    values : float64 array (k,)
    original, masked : arrays (rows, k + 1)
        Missing values last. Row 0 is the whole file.
    records : (int64 array (rows, 2), int64 array (rows, 2))
        With a value, and without.
    """

    values: Floats
    original: WeightedCounts
    masked: WeightedCounts
    records: tuple[Integers, Integers]


def value_counts(coded: Coded, weights: Floats | None, groups: Codes | None, n_groups: int) -> ValueCounts:
    """Count the values of a variable in some records of a file.

    Parameters
    ----------
    coded : Coded (n,)
    weights : float64 array (n,) or None
        How many records each counts for; None: one.
    groups : int array (n,) or None
        Of each record, 0 .. n_groups - 1; None: all are of one group.
    n_groups : int
    """
    codes, values = coded.values, np.arange(len(coded.categories), dtype=np.float64)
    if coded.level is Level.CONTINUOUS:
        codes, values, _ = value_codes(np.asarray(codes, dtype=np.float64))
    size = len(values) + 1
    cells = np.where(codes < 0, size - 1, codes).astype(np.int64)
    if groups is not None:
        cells += groups.astype(np.int64) * size
    records = _counted(cells, None, (n_groups, size))
    seen = np.stack([records[:, :-1].sum(axis=1), records[:, -1]], axis=1)
    return ValueCounts(values, records if weights is None else _counted(cells, weights, (n_groups, size)), seen)


def _counted(cells: Integers, weights: Floats | None, shape: tuple[int, int]) -> NDArray[Any]:
    counts = np.bincount(cells, weights, shape[0] * shape[1]).reshape(shape)
    return counts.astype(np.int32) if weights is None else counts  # numbers that hardly repeat make large tables


def added_counts(first: ValueCounts, second: ValueCounts) -> ValueCounts:
    """Return the counts of two blocks of records together."""
    values = np.union1d(first.values, second.values)
    return ValueCounts(values, first.at(values) + second.at(values), first.records + second.records)


def both_values(files: tuple[ValueCounts, ValueCounts], to_records: tuple[bool, bool]) -> Iterator[BothValues]:
    """Yield both files side by side, some rows at a time, row 0 first; of one group there is no other row.

    Parameters
    ----------
    files : (ValueCounts, ValueCounts)
    to_records : (bool, bool)
        Whether a file's weights are scaled to the number of its records, without a group as in the whole file.
    """
    values = np.union1d(files[0].values, files[1].values)
    groups = len(files[0].counts)
    rows, at_once = 1 if groups == 1 else 1 + groups, max(1, CELLS // (len(values) + 1))
    for start in range(0, rows, at_once):
        left_out = np.arange(start, min(start + at_once, rows)) - 1
        sides = [_rows(file, values, left_out, scaled) for file, scaled in zip(files, to_records, strict=True)]
        (original, records), (masked, their_records) = sides
        yield BothValues(values, original, masked, (records, their_records))


def _rows(file: ValueCounts, values: Floats, left_out: Integers, scaled: bool) -> tuple[NDArray[Any], Integers]:
    """Return counts and records without each of these groups; -1 is none of them."""
    without = (left_out >= 0)[:, None]
    records = file.records.sum(axis=0) - np.where(without, file.records[left_out], 0)
    own = file.counts.sum(axis=0) - np.where(without, file.counts[left_out], 0)
    if scaled and len(own):
        totals = own.sum(axis=1, keepdims=True)
        with np.errstate(divide="ignore", invalid="ignore"):
            own = np.where(without, own * (records.sum(axis=1, keepdims=True) / totals), own)
    counts = np.zeros((len(own), len(values) + 1), dtype=own.dtype)
    counts[:, np.append(np.searchsorted(values, file.values), len(values))] = own
    return counts, records
