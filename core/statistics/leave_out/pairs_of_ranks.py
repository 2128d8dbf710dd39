"""Sums of products of the ranks of two variables with missing values, without one group of records at a time.

Without group g the doubled centred mid-rank of a record is 2 below + at - n over the complete records of the others. Of
one variable it is held by value and group; the records are walked through in the order of the other, whose rank without
each group follows from how many of the group were passed. All numbers are integers: the sums are exact.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.distributions import DenseCodes
from core.statistics.leave_out.ranks import OrderedRecords

Codes = NDArray[np.int32]
Integers = NDArray[np.int64]


class RankPairs(NamedTuple):
    """Of the records that have both variables, without each of G groups.

    Parameters
    ----------
    records : int64 array (G,)
    products : int64 array (G,)
        Sums of products of both ``RankTable.ranks``.
    squares, other_squares : int64 arrays (G,)
        Sums of their squares: (n^3 - n - sum (t^3 - t)) / 3 over n records with t alike.
    """

    records: Integers
    products: Integers
    squares: Integers
    other_squares: Integers


def rank_pairs_without(values: DenseCodes, others: OrderedRecords) -> RankPairs:
    """Multiply the ranks of two variables over the complete records outside each group.

    Parameters
    ----------
    values : DenseCodes (n,)
        n at most ``MOST_RECORDS``; its values times the groups are held at once.
    others : OrderedRecords
        The records in the order of the other variable.
    """
    codes = values.codes[others.rows]
    ranks = np.zeros((values.distinct, others.n_groups), dtype=np.int32)
    left, ties = _rank(codes, others.groups, ranks)
    products, other_ties = _multiply(others.codes, others.groups, codes, ranks, left)
    cubes = left**3 - left
    return RankPairs(left, products, (cubes - ties) // 3, (cubes - other_ties) // 3)


@njit(cache=True, nogil=True)
def _rank(codes: Codes, groups: Codes, ranks: Codes) -> tuple[Integers, Integers]:
    """Fill in the rank of each code without each group; return records, and the sum of t^3 - t, without each."""
    n_groups = ranks.shape[1]
    inside, whole = np.zeros(n_groups, dtype=np.int64), 0
    for i in range(len(codes)):
        if codes[i] >= 0:
            ranks[codes[i], groups[i]] += 1
            inside[groups[i]] += 1
            whole += 1
    left, ties = whole - inside, np.zeros(n_groups, dtype=np.int64)
    below = -left  # twice the records below, less all
    for code in range(len(ranks)):
        row, at = ranks[code], 0
        for g in range(n_groups):
            at += row[g]
        for g in range(n_groups):
            others = at - row[g]
            if at > 1:
                ties[g] += others * others * others - others
            row[g] = below[g] + others
            below[g] += 2 * others
    return left, ties


@njit(cache=True, nogil=True)
def _multiply(values: Codes, groups: Codes, codes: Codes, ranks: Codes, left: Integers) -> tuple[Integers, Integers]:
    """Walk through the complete records, values ascending; return products, and the sum of t^3 - t, without each group.

    ``low[g]`` is what group g takes off 2 below + at, and the records without it. Of records that share a value it is
    lowered half when they are reached and half when they are passed.
    """
    n_groups = len(left)
    products, ties = np.zeros(n_groups, dtype=np.int64), np.zeros(n_groups, dtype=np.int64)
    low, at = (-left).astype(np.int32), np.zeros(n_groups, dtype=np.int64)
    passed, start = 0, 0
    while start < len(values):
        end, tied = start, 0
        while end < len(values) and values[end] == values[start]:
            tied += codes[end] >= 0
            end += 1
        if tied > 1:
            _reach(groups[start:end], codes[start:end], low, at)
            for g in range(n_groups):
                others = tied - at[g]
                ties[g] += others * others * others - others
                at[g] = 0
        shift = np.int32(2 * passed + tied)
        for place in range(start, end):
            if codes[place] < 0:
                continue
            row, own = ranks[codes[place]], groups[place]
            for g in range(n_groups):
                products[g] += np.int64(shift + low[g]) * np.int64(row[g])
            products[own] -= np.int64(shift + low[own]) * np.int64(row[own])
        for place in range(start, end):
            if codes[place] >= 0:
                low[groups[place]] -= 2 if tied == 1 else 1
        passed += tied
        start = end
    return products, ties


@njit(cache=True, nogil=True)
def _reach(groups: Codes, codes: Codes, low: Codes, at: Integers) -> None:
    for i in range(len(groups)):
        if codes[i] >= 0:
            at[groups[i]] += 1
            low[groups[i]] -= 1
