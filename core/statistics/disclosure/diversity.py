"""What a group of records alike gives away: l-diversity and t-closeness of a sensitive variable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Floats
from core.statistics.reproducible import below
from core.statistics.tables import MISSING, cells_of

Integers = NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class Diversity:
    """How diverse a sensitive variable is among the records like each one.

    Parameters
    ----------
    distinct, recursive : int64 arrays (n,)
    entropy : float64 array (n,)
        exp of the entropy: the number of equally frequent values that would be as diverse.
    """

    distinct: NDArray[np.int64]
    entropy: Floats
    recursive: NDArray[np.int64]


def diversity(
    classes: NDArray[np.int64], values: Integers, recursive_c: float, *, missing: Literal["value", "each", "ignored"]
) -> Diversity:
    """Measure l-diversity (Machanavajjhala et al. 2007, ACM Transactions on Knowledge Discovery from Data 1(1)).

    Parameters
    ----------
    classes : int64 array (n,)
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
    wide = np.asarray(values, dtype=np.int64)
    if missing == "each":
        wide = np.where(wide == MISSING, -2 - np.arange(len(wide)), wide)
    counted = wide != MISSING if missing == "ignored" else np.ones(len(wide), dtype=bool)
    rows = np.column_stack([classes[counted], wide[counted]])
    of_row, first = cells_of(rows)
    count, owner = np.bincount(of_row, minlength=len(first)), rows[first, 0]
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
    return Diversity(distinct[classes], np.where(distinct > 0, entropy, 0.0)[classes], recursive[classes])


def closeness(classes: NDArray[np.int64], values: Integers, *, ordered: bool) -> Floats:
    """Measure how far the distribution of a sensitive variable in each class is from that in the file.

    Earth mover's distance (Li, Li and Venkatasubramanian 2007, ICDE, section 4): total variation of nominal
    values, sum of absolute cumulative differences / (v - 1) of v ordered ones. Missing values are left out.

    Parameters
    ----------
    classes : int64 array (n,)
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
    known = values != MISSING
    if not known.any():
        return np.full(n_classes, np.nan)
    distinct, ranks = np.unique(values[known], return_inverse=True)
    order = np.lexsort((ranks, classes[known]))
    owners, ranks = classes[known][order], ranks[order]
    starts = np.searchsorted(owners, np.arange(n_classes + 1))
    overall = np.bincount(ranks, minlength=len(distinct)) / len(ranks)
    if not ordered:
        return _total_variation(starts, ranks, overall)
    cumulative = np.cumsum(overall)
    return _ordered_distance(starts, ranks, cumulative, np.concatenate([[0.0], np.cumsum(cumulative)]))


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
            middle = min(max(np.searchsorted(cumulative, level), first), last)
            total += level * (middle - first) - (summed[middle] - summed[first])
            total += summed[last] - summed[middle] - level * (last - middle)
        distance[g] = total / top if top else 0.0
    return distance
