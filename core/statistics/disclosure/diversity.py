"""What a group of records alike gives away: l-diversity and t-closeness of a sensitive variable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Floats
from core.statistics.reproducible import below
from core.statistics.tables import CHUNK, MISSING, cells_of_columns, codes_counted, rows_by_cell

Integers = NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class Diversity:
    """How diverse a sensitive variable is among the records like each one.

    Parameters
    ----------
    classes : integer array (n,)
        The class of each record.
    distinct_of, recursive_of : int64 arrays (n_classes,)
    entropy_of : float64 array (n_classes,)
        exp of the entropy: the number of equally frequent values that would be as diverse.
    """

    classes: Integers
    distinct_of: NDArray[np.int64]
    entropy_of: Floats
    recursive_of: NDArray[np.int64]

    @property
    def distinct(self) -> NDArray[np.int64]:
        """Return (n,) the distinct values in the class of each record."""
        return self.distinct_of[self.classes]

    @property
    def entropy(self) -> Floats:
        """Return (n,) how many equally frequent values would be as diverse as the class of each record."""
        return self.entropy_of[self.classes]

    @property
    def recursive(self) -> NDArray[np.int64]:
        """Return (n,) the largest l for which the class of each record is recursively (c, l)-diverse."""
        return self.recursive_of[self.classes]


def diversity(
    classes: Integers, values: Integers, recursive_c: float, *, missing: Literal["value", "each", "ignored"]
) -> Diversity:
    """Measure l-diversity (Machanavajjhala et al. 2007, ACM Transactions on Knowledge Discovery from Data 1(1)).

    Parameters
    ----------
    classes : integer array (n,)
        0 .. n_classes - 1: records with the same keys.
    values : integer array (n,)
        The sensitive variable, -1 where missing.
    recursive_c : float
        c: (c, l)-diverse is a class whose most frequent value has a count r_1 < c (r_l + ... + r_t).
    missing : "value", "each" or "ignored"
        Missing is one more value; each missing value is a value of its own (sdcMicro 5.8.1); or it is left out.

    Returns
    -------
    Diversity
        Distinct values, exp(entropy) and the largest l of recursive (c, l)-diversity of each record's class;
        all 0 where the class has no value.
    """
    n_classes = int(classes.max(initial=-1)) + 1
    distinct, recursive = (np.zeros(n_classes, dtype=np.int64) for _ in range(2))
    entropy = np.zeros(n_classes)
    for some, owners, own in _class_by_class(classes, values, n_classes):
        figures = _diversity_of(owners, own, some.stop - some.start, recursive_c, missing)
        distinct[some], entropy[some], recursive[some] = figures
    return Diversity(classes, distinct, entropy, recursive)


def _class_by_class(
    classes: Integers, values: Integers, n_classes: int
) -> Iterator[tuple[slice, NDArray[np.int64], Integers]]:
    """Yield some classes after others, so that little is in memory: of their records the class, from 0, and value."""
    rows, starts = rows_by_cell(classes, n_classes)
    first = 0
    while first < n_classes:
        last = max(first + 1, int(np.searchsorted(starts, starts[first] + CHUNK, side="right")) - 1)
        owners = np.repeat(np.arange(last - first), np.diff(starts[first : last + 1]))
        yield slice(first, last), owners, values[rows[starts[first] : starts[last]]]
        first = last


def _diversity_of(
    owners: NDArray[np.int64], values: Integers, n_classes: int, recursive_c: float, missing: str
) -> tuple[NDArray[np.int64], Floats, NDArray[np.int64]]:
    if missing == "each":
        values = np.where(values == MISSING, -2 - np.arange(len(values)), values)
    elif missing == "ignored":
        owners, values = owners[values != MISSING], values[values != MISSING]
    of_row, first = cells_of_columns([owners, values], len(values))
    count, owner = np.bincount(of_row, minlength=len(first)), owners[first]
    # within each class the most frequent value first; cells of one class lie together
    order = np.lexsort((-count, owner))
    count, owner = count[order], owner[order]
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


def closeness(classes: Integers, values: Integers, *, ordered: bool) -> Floats:
    """Measure how far the distribution of a sensitive variable in each class is from that in the file.

    Earth mover's distance (Li, Li and Venkatasubramanian 2007, ICDE, section 4): total variation of nominal
    values, sum of absolute cumulative differences / (v - 1) of v ordered ones. Missing values are left out.

    Parameters
    ----------
    classes : integer array (n,)
        0 .. n_classes - 1.
    values : integer array (n,)
        Codes, in order where ``ordered``; -1 where missing.
    ordered : bool

    Returns
    -------
    float64 array (n_classes,)
        In [0, 1]; NaN where a class has no value.
    """
    n_classes = int(classes.max(initial=-1)) + 1
    counts = codes_counted(values)
    distances = np.full(n_classes, np.nan)
    if not counts.any():
        return distances
    rank = np.where(counts > 0, np.cumsum(counts > 0) - 1, MISSING)
    overall = counts[counts > 0] / counts.sum()
    cumulative = np.cumsum(overall)
    summed = np.concatenate([[0.0], np.cumsum(cumulative)])
    for some, owners, own in _class_by_class(classes, values, n_classes):
        starts, ranks = _ranks_in_order(owners, np.append(rank, MISSING)[own], some.stop - some.start)
        if ordered:
            distances[some] = _ordered_distance(starts, ranks, cumulative, summed)
        else:
            distances[some] = _total_variation(starts, ranks, overall)
    return distances


def _ranks_in_order(
    owners: NDArray[np.int64], ranks: NDArray[np.int64], n_classes: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where each class begins, and the ranks in it, ascending, without the missing ones."""
    known = ranks != MISSING
    keys = (owners[known] << np.int64(32)) | ranks[known]
    keys.sort()
    starts = np.append(0, np.cumsum(np.bincount(owners[known], minlength=n_classes)))
    return starts, keys & np.int64(2**32 - 1)


@njit(cache=True, nogil=True)
def _total_variation(starts: NDArray[np.int64], ranks: NDArray[np.int64], overall: Floats) -> Floats:
    """Sum the positive differences, which only values of the class can have."""
    distance = np.full(len(starts) - 1, np.nan)
    for g in range(len(distance)):
        begin, end = starts[g], starts[g + 1]
        if begin == end:
            continue
        total = 0.0
        i = begin
        while i < end:
            j = i
            while j < end and ranks[j] == ranks[i]:
                j += 1
            total += max((j - i) / (end - begin) - overall[ranks[i]], 0.0)
            i = j
        distance[g] = total
    return distance


@njit(cache=True, nogil=True)
def _ordered_distance(
    starts: NDArray[np.int64], ranks: NDArray[np.int64], cumulative: Floats, summed: Floats
) -> Floats:
    """Sum |P - Q| over values: P is constant between two values of the class, Q crosses it once at most."""
    top = len(cumulative) - 1
    distance = np.full(len(starts) - 1, np.nan)
    for g in range(len(distance)):
        begin, end = starts[g], starts[g + 1]
        if begin == end:
            continue
        total = summed[ranks[begin]]  # below the smallest value P is 0
        for i in range(begin, end):
            level = (i - begin + 1) / (end - begin)
            first, last = ranks[i], ranks[i + 1] if i + 1 < end else top
            middle = first + np.searchsorted(cumulative[first:last], level)
            total += level * (middle - first) - (summed[middle] - summed[first])
            total += summed[last] - summed[middle] - level * (last - middle)
        distance[g] = total / top if top else 0.0
    return distance
