"""Ranks without a group of records: those of the remaining records, ranked anew."""

from __future__ import annotations

import numpy as np
import pytest

from core.statistics.distributions import (
    category_codes,
    complete_rank_products,
    dense_codes,
    kruskal_wallis,
    rank_products,
    rank_sums,
    ranks_by_group,
)


def ranked(values, other, groups, n_groups):
    codes = dense_codes(values)
    return codes, ranks_by_group(codes.codes, codes.distinct, other, groups, n_groups)


def test_rank_sums_by_hand():
    # without the first record: values 2, 2, 9 of categories 1, 0, 0; doubled centred mid-ranks -1, -1, 2
    categories, groups = np.array([0, 1, 0, 0], dtype=np.int32), np.array([0, 1, 1, 1])
    values = dense_codes(np.array([5.0, 2.0, 2.0, 9.0]))
    sums = rank_sums(categories, 2, values.codes, np.argsort(values.codes), groups, 2)
    assert (sums.sizes[0].tolist(), sums.sums[0].tolist(), int(sums.squares[0])) == ([2, 1], [1, -1], 6)
    assert (sums.sizes[1].tolist(), sums.sums[1].tolist(), int(sums.squares[1])) == ([1, 0], [0, 0], 0)


@pytest.mark.parametrize("decimals", [0, 1, 9])
def test_rank_sums_are_those_of_the_records_that_are_left(decimals):
    random = np.random.default_rng(4)
    n = 300
    values = np.round(random.normal(size=n), decimals)
    values[random.random(n) < 0.1] = np.nan
    codes = random.integers(-1, 4, n).astype(np.int32)
    groups = random.integers(0, 5, n)
    coded = dense_codes(values)
    sums = rank_sums(codes, 4, coded.codes, np.argsort(coded.codes)[len(coded.missing) :], groups, 5)
    for g in range(5):
        left = groups != g
        counted = kruskal_wallis(category_codes(codes[left], 4), dense_codes(values[left]))
        assert sums.sizes[g].tolist() == counted.group_size.tolist()
        assert sums.sums[g].tolist() == counted.rank_sum_doubled.tolist()
        complete = left & (codes >= 0) & ~np.isnan(values)
        assert sums.squares[g] == dense_codes(values[complete]).ranked.squares


def test_products_by_hand():
    # without the first record: doubled centred ranks -1, -1, 2 and 2, 0, -2; the last record has one value alone
    one, other = (np.array(x) for x in ([9.0, 1.0, 1.0, 4.0, 7.0], [0.0, 3.0, 2.0, 1.0, np.nan]))
    groups = np.array([0, 1, 1, 1, 1])
    (a, x), (b, y) = ranked(one, dense_codes(other).codes, groups, 2), ranked(other, dense_codes(one).codes, groups, 2)
    assert rank_products(a.codes, b.codes, x.ranks, y.ranks, groups).tolist() == [-6, 0]
    assert [each.tolist() for each in (x.records, x.squares, y.squares)] == [[3, 1], [6, 0], [8, 0]]


@pytest.mark.parametrize(("decimals", "other_decimals"), [(0, 1), (1, 9), (9, 0), (9, 9)])
def test_products_are_those_of_the_records_that_are_left(decimals, other_decimals):
    random = np.random.default_rng(8)
    values = [random.normal(size=200).round(places) for places in (decimals, other_decimals)]
    for x in values:
        x[random.random(200) < 0.1] = np.nan
    groups, (a, b) = random.integers(0, 4, 200), [dense_codes(x) for x in values]
    x = ranks_by_group(a.codes, a.distinct, b.codes, groups, 5)
    y = ranks_by_group(b.codes, b.distinct, a.codes, groups, 5)
    products = rank_products(a.codes, b.codes, x.ranks, y.ranks, groups)
    for g in range(5):
        complete = (groups != g) & ~np.isnan(values).any(axis=0)
        p, q = (each.ranked.ranks[each.codes] for each in (dense_codes(v[complete]) for v in values))
        assert [int(each[g]) for each in (x.records, products, x.squares, y.squares)] == [len(p), p @ q, p @ p, q @ q]


def test_products_of_complete_variables_are_those_of_each_pair():
    random = np.random.default_rng(8)
    groups, variables = random.integers(0, 3, 100), [dense_codes(random.normal(size=100).round(d)) for d in (0, 1, 9)]
    ranks = [ranks_by_group(v.codes, v.distinct, v.codes, groups, 4).ranks for v in variables]
    products = complete_rank_products(variables, groups, 4)
    for i, j in np.ndindex(3, 3):
        pair = rank_products(variables[i].codes, variables[j].codes, ranks[i], ranks[j], groups)
        assert products[:, i, j].tolist() == pair.tolist()
