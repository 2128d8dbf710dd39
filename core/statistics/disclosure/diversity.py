"""What a group of records alike gives away: l-diversity and t-closeness of a sensitive variable."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Codes, Counts, Floats
from core.statistics.reproducible import below
from core.statistics.tables import CHUNK, MISSING, FilledCells, counted_numbers

Integers = NDArray[np.integer[Any]]

COUNT_BITS = np.int64(32)
COUNT_MASK = np.int64(2**32 - 1)


class ClassTable(NamedTuple):
    """How many records of each class have each value of a sensitive variable; by class, then by value.

    Parameters
    ----------
    classes : int32 array (c,)
        0 .. n_classes - 1, ascending; every class has a record.
    values : int32 array (c,)
        Ascending in each class, -1 for missing.
    counts : int64 array (c,)
        At least 1.
    """

    classes: Codes
    values: Codes
    counts: Counts

    @property
    def starts(self) -> Counts:
        """Return (n_classes + 1,) where each class begins."""
        n_classes = int(self.classes[-1]) + 1 if len(self.classes) else 0
        return np.searchsorted(self.classes, np.arange(n_classes + 1)).astype(np.int64)


class Diversity(NamedTuple):
    """How diverse a sensitive variable is in each class.

    Parameters
    ----------
    distinct : int64 array (n_classes,)
        Its values.
    entropy : float64 array (n_classes,)
        exp of the entropy: the number of equally frequent values that would be as diverse.
    recursive : int64 array (n_classes,)
        The largest l for which the class is recursively (c, l)-diverse.
    """

    distinct: Counts
    entropy: Floats
    recursive: Counts


def values_of_classes(classes: Integers, values: Integers, n_classes: int, n_values: int) -> FilledCells:
    """Count the values of some records, so that the counts of blocks can be merged (``merged_cells``).

    Parameters
    ----------
    classes : integer array (n,)
        0 .. n_classes - 1: records with the same keys.
    values : integer array (n,)
        Codes of the sensitive variable, -1 where missing.
    n_classes, n_values : int
        Of all blocks; a missing value is one more.

    Returns
    -------
    FilledCells
        Their numbers class x n_values + value + 1.
    """
    numbers = classes.astype(np.int64)
    numbers *= n_values
    numbers += values
    numbers += 1
    return counted_numbers(numbers, n_classes * n_values)


def class_table_of(filled: FilledCells, n_values: int) -> ClassTable:
    """Return the table of what was counted in all blocks; the numbers are written over."""
    owners = np.empty(len(filled.cells), dtype=np.int32)
    np.floor_divide(filled.cells, n_values, out=owners, casting="unsafe")
    values = filled.cells
    values %= n_values
    return ClassTable(owners, values.astype(np.int32) - np.int32(1), filled.counts.astype(np.int64, copy=False))


def diversity(table: ClassTable, recursive_c: float, *, missing: Literal["value", "each", "ignored"]) -> Diversity:
    """Measure l-diversity (Machanavajjhala et al. 2007, ACM Transactions on Knowledge Discovery from Data 1(1)).

    Parameters
    ----------
    table : ClassTable
    recursive_c : float
        c: (c, l)-diverse is a class whose most frequent value has a count r_1 < c (r_l + ... + r_t).
    missing : "value", "each" or "ignored"
        Missing is one more value; each missing value is a value of its own (sdcMicro 5.8.1); or it is left out.

    Returns
    -------
    Diversity
        All 0 where the class has no value.
    """
    starts = table.starts
    n_classes = len(starts) - 1
    figures = Diversity(np.zeros(n_classes, np.int64), np.zeros(n_classes), np.zeros(n_classes, np.int64))
    for some, owners, part in _class_by_class(table, starts):
        of_values = _of_values(owners, part, missing)
        for whole, own in zip(figures, _diversity_of(*of_values, some.stop - some.start, recursive_c), strict=True):
            whole[some] = own
    return figures


def _class_by_class(table: ClassTable, starts: Counts) -> Iterator[tuple[slice, Counts, ClassTable]]:
    """Yield some classes after others, so that little is in memory: of their cells the class, from 0, and all else."""
    first, n_classes = 0, len(starts) - 1
    while first < n_classes:
        last = max(first + 1, int(np.searchsorted(starts, starts[first] + CHUNK, side="right")) - 1)
        rows = slice(starts[first], starts[last])
        part = ClassTable(table.classes[rows], table.values[rows], table.counts[rows])
        yield slice(first, last), part.classes.astype(np.int64) - first, part
        first = last


def _of_values(owners: Counts, part: ClassTable, missing: str) -> tuple[Counts, Counts]:
    """Return the class of each value, and its count, as the rule counts missing ones."""
    gone = part.values == MISSING
    if missing == "ignored":
        return owners[~gone], part.counts[~gone]
    if missing == "each" and gone.any():
        times = np.where(gone, part.counts, 1)
        return np.repeat(owners, times), np.repeat(np.where(gone, 1, part.counts), times)
    return owners, part.counts


def _diversity_of(owners: Counts, counts: Counts, n_classes: int, recursive_c: float) -> tuple[Counts, Floats, Counts]:
    # within each class the most frequent value first
    keys = (owners << COUNT_BITS) | (COUNT_MASK - counts)
    keys.sort()
    owner, count = keys >> COUNT_BITS, COUNT_MASK - (keys & COUNT_MASK)
    distinct = np.bincount(owner, minlength=n_classes)
    size = np.bincount(owner, count, minlength=n_classes)
    share = count / size[owner]
    entropy = np.exp(np.bincount(owner, -share * np.log(share), minlength=n_classes))
    start = np.cumsum(distinct) - distinct
    before = np.cumsum(count) - count
    tail = size[owner] - (before - before[start[owner]])
    within = below(count[start[owner]], recursive_c * tail)
    recursive = np.bincount(owner, within, minlength=n_classes).astype(np.int64)
    return distinct, np.where(distinct > 0, entropy, 0.0), recursive


def closeness(table: ClassTable, *, ordered: bool) -> Floats:
    """Measure how far the distribution of a sensitive variable in each class is from that in the file.

    Earth mover's distance (Li, Li and Venkatasubramanian 2007, ICDE, section 4): total variation of nominal
    values, sum of absolute cumulative differences / (v - 1) of v ordered ones. Missing values are left out.

    Parameters
    ----------
    table : ClassTable
    ordered : bool
        Whether the order of the values means something.

    Returns
    -------
    float64 array (n_classes,)
        In [0, 1]; NaN where a class has no value.
    """
    known = table.values != MISSING
    in_file = np.bincount(table.values[known], table.counts[known])
    overall = in_file / max(in_file.sum(), 1)
    distance_of = _ordered_distance if ordered else _total_variation
    starts = table.starts
    distances = np.empty(len(starts) - 1)
    for some, owners, part in _class_by_class(table, starts):
        known = part.values != MISSING
        of_values = owners[known], part.values[known], part.counts[known]
        distances[some] = distance_of(*of_values, some.stop - some.start, overall)
    return distances


def _total_variation(owners: Counts, values: Codes, counts: Counts, n_classes: int, overall: Floats) -> Floats:
    """Sum the positive differences, which only values of the class can have."""
    size = np.bincount(owners, counts, n_classes)
    total = np.bincount(owners, np.maximum(counts / size[owners] - overall[values], 0.0), n_classes)
    return np.where(size > 0, total, np.nan)


def _ordered_distance(owners: Counts, values: Codes, counts: Counts, n_classes: int, overall: Floats) -> Floats:
    """Sum |P - Q| over values: P is constant between two values of the class, Q crosses it once at most."""
    present = overall > 0
    rank, cumulative = np.cumsum(present) - 1, np.cumsum(overall[present])
    top, summed = len(cumulative) - 1, np.append(0.0, np.cumsum(cumulative))
    size, first = np.bincount(owners, counts, n_classes), rank[values]
    begins = np.append(len(owners) > 0, owners[1:] != owners[:-1])[: len(owners)]
    seen = np.cumsum(counts)
    level = (seen - (seen - counts)[begins][np.cumsum(begins) - 1]) / size[owners]
    last = np.where(np.append(begins[1:], True)[: len(owners)], top, np.append(first[1:], top)[: len(owners)])
    middle = np.clip(np.searchsorted(cumulative, level), first, last)
    apart = level * (middle - first) - (summed[middle] - summed[first])
    apart += summed[last] - summed[middle] - level * (last - middle)
    apart[begins] += summed[first[begins]]  # below the smallest value P is 0
    total = np.bincount(owners, apart, n_classes)
    return np.where(size > 0, total / top if top else 0.0, np.nan)
