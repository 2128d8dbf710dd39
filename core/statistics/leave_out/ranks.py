"""Rank sums without one group of records at a time.

Without group g the doubled centred mid-rank of a record, 2 below + at - n, is that among all records less what g adds
to it: 2 below + at - n of g alone. So one walk through the records in the order of their values, with a running count
of each group, gives the sums for all groups at once. All numbers are integers: the sums are exact, whatever the order
of the records.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.distributions import DenseCodes

Codes = NDArray[np.int32]
Integers = NDArray[np.int64]

MOST_RECORDS = 2_000_000
"""Sums of squared ranks, n^3 / 3, fit into 64 bits up to here."""


@dataclass(frozen=True, eq=False)
class OrderedRecords:
    """The records that have a value of one variable, lowest value first.

    Parameters
    ----------
    rows : int32 array (m,)
        Their places in the file.
    codes : int32 array (m,)
        Of their values, ascending.
    groups : int32 array (m,)
        Each record's group, 0 .. n_groups - 1.
    n_groups : int
    """

    rows: Codes
    codes: Codes
    groups: Codes
    n_groups: int


class RankSums(NamedTuple):
    """Of one variable with few categories beside the ranks of another, without each of G groups.

    Parameters
    ----------
    sizes : int64 array (G, C)
        Complete records of each category.
    sums : int64 array (G, C)
        Sums of their ``RankTable.ranks`` among the complete records.
    squares : int64 array (G,)
        Sums of all squared ranks: (n^3 - n - sum (t^3 - t)) / 3 over n records with t alike.
    """

    sizes: Integers
    sums: Integers
    squares: Integers


def in_order(values: DenseCodes, groups: Integers, n_groups: int) -> OrderedRecords:
    """Sort the records (n,) that have a value."""
    rows = _in_order(values.codes, values.counts)
    return OrderedRecords(rows, values.codes[rows], groups.astype(np.int32)[rows], n_groups)


@njit(cache=True, nogil=True)
def _in_order(codes: Codes, counts: Integers) -> Codes:
    """Return the places of the records with a value, lowest first, those with the same value in the file's order.

    How many records each code has says where its first one stands: nothing is compared.
    """
    place = np.cumsum(counts) - counts
    rows = np.empty(counts.sum(), dtype=np.int32)
    for i in range(len(codes)):
        code = codes[i]
        if code >= 0:
            rows[place[code]] = i
            place[code] += 1
    return rows


def rank_sums_without(categories: DenseCodes, values: OrderedRecords) -> RankSums:
    """Sum the ranks of values by category, over the complete records outside each group.

    Parameters
    ----------
    categories : DenseCodes (n,)
        n at most ``MOST_RECORDS``.
    values : OrderedRecords
    """
    return rank_sums_of_codes(categories.codes, categories.distinct, values)


def rank_sums_of_codes(codes: Codes, distinct: int, values: OrderedRecords) -> RankSums:
    """Do as ``rank_sums_without`` by the codes (n,) of so many categories, negative for missing."""
    inside, whole, of_group, ties = _walk(values.codes, codes[values.rows], values.groups, (distinct, values.n_groups))
    sizes = inside.sum(axis=1, keepdims=True) - inside
    n = sizes.sum(axis=0)
    sums = whole.sum(axis=1, keepdims=True) - whole - of_group - sizes * n
    return RankSums(sizes.T, sums.T, (n**3 - n - ties) // 3)


@njit(cache=True, nogil=True)
def _walk(
    values: Codes, categories: Codes, groups: Codes, shape: tuple[int, int]
) -> tuple[Integers, Integers, Integers, Integers]:
    """Walk through the complete records, values ascending; ``low[g]`` is 2 below + at of group g alone.

    It is raised half when records of a value are reached and half when they are passed. A record that is alone with
    its value ties with none and raises that of its own group only: nothing need be counted. Returns, by category and
    group, the records; the sum of their 2 below + at among all records; and what group g adds to that sum over the
    records outside g. And for each group the sum of t^3 - t without it.
    """
    inside, whole = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    of_group, n_groups = np.zeros(shape, dtype=np.int64), shape[1]
    low, at = np.zeros(n_groups, dtype=np.int64), np.zeros(n_groups, dtype=np.int64)
    ties = np.zeros(n_groups, dtype=np.int64)
    passed, start = 0, 0
    while start < len(values):
        if start + 1 == len(values) or values[start + 1] != values[start]:
            c, own = categories[start], groups[start]
            if c >= 0:
                low[own] += 1
                inside[c, own] += 1
                whole[c, own] += 2 * passed + 1
                row = of_group[c]
                for g in range(n_groups):
                    row[g] += low[g]
                row[own] -= low[own]
                low[own] += 1
                passed += 1
            start += 1
            continue
        end, tied = _count_alike(values, categories, groups, start, at)
        _half_way(low, at, ties, tied)
        for place in range(start, end):
            c, own = categories[place], groups[place]
            if c < 0:
                continue
            inside[c, own] += 1
            whole[c, own] += 2 * passed + tied
            row = of_group[c]
            for g in range(n_groups):
                row[g] += low[g]
            row[own] -= low[own]
        for g in range(n_groups):
            low[g] += at[g]
            at[g] = 0
        passed += tied
        start = end
    return inside, whole, of_group, ties


@njit(cache=True, nogil=True)
def _half_way(low: Integers, at: Integers, ties: Integers, tied: int) -> None:
    """Reach the records of one value, ``at`` of each group."""
    for g in range(len(low)):
        low[g] += at[g]
        left = tied - at[g]
        ties[g] += left * left * left - left


@njit(cache=True, nogil=True)
def _count_alike(values: Codes, categories: Codes, groups: Codes, start: int, at: Integers) -> tuple[int, int]:
    """Count the complete records with the value of ``start`` by group, into ``at``; return where they end, and all."""
    end, tied = start, 0
    while end < len(values) and values[end] == values[start]:
        if categories[end] >= 0:
            at[groups[end]] += 1
            tied += 1
        end += 1
    return end, tied
