"""Ranks of the records outside each jackknife group, for all groups at once.

Without group g the doubled centred mid-rank of a value is 2 below + at - n over the complete records of the others.
All are whole numbers: their sums are exact, whatever the order of the records.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit

from core.statistics.arrays import Codes, Integers
from core.statistics.distributions.dense_coding import DenseCodes, rank_table

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
    """Rank sums of one variable by the categories of another, without each of G groups.

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


def rank_sums(
    categories: Codes, n_categories: int, codes: Codes, rows: Integers, groups: Integers, n_groups: int
) -> RankSums:
    """Sum the ranks of codes (n,) by category (n,), over the complete records outside each group.

    ``rows``: int64 array (m,), the records that have a code, lowest first.
    """
    inside, sums = (np.zeros((n_categories, n_groups), dtype=np.int64) for _ in range(2))
    rows = rows[categories[rows] >= 0]
    ties = _add(categories[rows], codes[rows], groups[rows], inside, sums)
    sizes = inside.sum(axis=1, keepdims=True) - inside
    n = sizes.sum(axis=0)
    return RankSums(sizes.T, (sums - sizes * n).T, (n**3 - n - ties) // 3)


@njit(cache=True, nogil=True)
def _add(categories: Codes, codes: Codes, groups: Integers, inside: Integers, sums: Integers) -> Integers:
    """Add 2 below + at without each group, codes ascending, to each category's; return the sum of t^3 - t without each.

    ``low[g]`` is 2 below + at of group g alone: raised half when records of a code are reached, half when passed.
    """
    low, at, ties = np.zeros((3, sums.shape[1]), dtype=np.int64)
    start = 0
    while start < len(codes):
        end = start
        while end < len(codes) and codes[end] == codes[start]:
            low[groups[end]] += 1
            at[groups[end]] += 1
            end += 1
        if end - start > 1:
            for g in range(len(at)):
                others = end - start - at[g]
                ties[g] += others * others * others - others
        for i in range(start, end):
            total, own = sums[categories[i]], groups[i]
            for g in range(len(low)):
                total[g] += start + end - low[g]
            total[own] -= start + end - low[own]
            inside[categories[i], own] += 1
        for i in range(start, end):
            low[groups[i]] += 1
            at[groups[i]] = 0
        start = end
    return ties


def complete_rank_products(variables: Sequence[DenseCodes], groups: Integers, n_groups: int) -> Integers:
    """Return the sums (G, p, p) of products of the ranks of p variables that no record lacks, without each group.

    A matrix product of few enough records for each of its sums, of numbers below n, to be exact as a float64.
    """
    n, p = len(groups), len(variables)
    products, ranks, exact = np.zeros((n_groups, p, p), dtype=np.int64), np.empty((p, n)), 2**53 // max(n, 1) ** 2
    for g in range(n_groups):
        gone = np.flatnonzero(groups == g)
        for row, values in zip(ranks, variables, strict=True):
            counts = values.counts - np.bincount(values.codes[gone], minlength=values.distinct)
            np.take(rank_table(counts).ranks.astype(np.float64), values.codes, out=row, mode="clip")
        ranks[:, gone] = 0.0
        for first in range(0, n, exact):
            own = ranks[:, first : first + exact]
            products[g] += (own @ own.T).astype(np.int64)
    return products


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
