"""Ranks of the records outside each jackknife group, for all groups at once.

Without group g the doubled centred mid-rank of a value is 2 below + at - n over the complete records of the others.
All are whole numbers: their sums are exact, whatever the order of the records.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from core.statistics.arrays import Codes, Integers

MOST_RECORDS = 2_000_000
"""Sums of squared ranks, n^3 / 3, fit into 64 bits up to here."""


class RanksByGroup(NamedTuple):
    """The ranks of one variable among the records that have another one too, without each of G groups.

    Parameters
    ----------
    ranks : int32 array (k, G)
        ``RankTable.ranks`` of each code.
    records, squares : int64 arrays (G,)
        Records that have both, and the sum of their squared ranks: (n^3 - n - sum (t^3 - t)) / 3, t of which are alike.
    """

    ranks: Codes
    records: Integers
    squares: Integers


class RankSums(NamedTuple):
    """Of one variable with few categories beside the ranks of another, without each of G groups.

    Parameters
    ----------
    sizes, sums : int64 arrays (G, C)
        Complete records of each category, and the sums of their ``RankTable.ranks`` among the complete records.
    squares : int64 array (G,)
        Sums of all squared ranks.
    """

    sizes: Integers
    sums: Integers
    squares: Integers


def ranks_by_group(codes: Codes, distinct: int, other: Codes, groups: Integers, n_groups: int) -> RanksByGroup:
    """Rank codes (n,) below ``distinct`` among the records that have another variable's code (n,), negative for none.

    ``groups``: int64 array (n,) of 0 .. n_groups - 1; n at most ``MOST_RECORDS``.
    """
    ranks = np.zeros((distinct, n_groups), dtype=np.int32)
    left, ties = _rank(codes, other, groups, ranks)
    return RanksByGroup(ranks, left, (left**3 - left - ties) // 3)


@njit(cache=True, nogil=True)
def _rank(codes: Codes, other: Codes, groups: Integers, ranks: Codes) -> tuple[Integers, Integers]:
    """Fill in the rank of each code without each group; return records, and the sum of t^3 - t, without each."""
    n_groups = ranks.shape[1]
    inside, whole = np.zeros(n_groups, dtype=np.int64), 0
    for i in range(len(codes)):
        if codes[i] >= 0 and other[i] >= 0:
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


def rank_sums(categories: Codes, n_categories: int, codes: Codes, ranked: RanksByGroup, groups: Integers) -> RankSums:
    """Sum the ranks of codes (n,) by category (n,), over the complete records outside each group."""
    shape = n_categories, len(ranked.records)
    inside, sums = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    _add(categories, codes, groups, ranked.ranks, inside, sums)
    return RankSums((inside.sum(axis=1, keepdims=True) - inside).T, sums.T, ranked.squares)


@njit(cache=True, nogil=True)
def _add(categories: Codes, codes: Codes, groups: Integers, ranks: Codes, inside: Integers, sums: Integers) -> None:
    for i in range(len(codes)):
        if categories[i] >= 0 and codes[i] >= 0:
            row, total, own = ranks[codes[i]], sums[categories[i]], groups[i]
            for g in range(len(row)):
                total[g] += row[g]
            total[own] -= row[own]
            inside[categories[i], own] += 1


@njit(cache=True, nogil=True)
def rank_products(a: Codes, b: Codes, x: Codes, y: Codes, groups: Integers) -> Integers:
    """Return the sums (G,) of products of the ranks x (k, G), y (l, G) of codes over the records outside each group."""
    products = np.zeros(x.shape[1], dtype=np.int64)
    for i in range(len(a)):
        if a[i] >= 0 and b[i] >= 0:
            first, second, own = x[a[i]], y[b[i]], groups[i]
            for g in range(len(products)):
                products[g] += np.int64(first[g]) * np.int64(second[g])
            products[own] -= np.int64(first[own]) * np.int64(second[own])
    return products
