"""Counts, sums and rank sums without a group of records: those of the remaining records, counted anew."""

from __future__ import annotations

import numpy as np
import pytest

from core.statistics.distributions import (
    category_codes,
    dense_codes,
    kruskal_wallis,
    rank_table,
    spearman,
    without_records,
)
from core.statistics.leave_out import (
    counts_without,
    deviations_by_row,
    in_order,
    joint_counts_without,
    joint_rank_sums_without,
    ranges_by_row,
    rank_pairs_without,
    rank_products_without,
    rank_sums_without,
    sums_by_row,
    walked_together,
)


def test_counts_by_hand():
    codes, groups = np.array([0, 1, 1, -1, 0], dtype=np.int32), np.array([0, 0, 1, 1, 1])
    assert [counts.tolist() for counts in counts_without(codes, 2, groups, 3)] == [[1, 1], [1, 1], [2, 2]]


def test_joint_counts_by_hand():
    a, b = np.array([0, 1, 1, -1], dtype=np.int32), np.array([1, 0, 0, 0], dtype=np.int32)
    groups = np.array([0, 0, 1, 1])
    assert joint_counts_without(a, b, (2, 2), groups, 2).tolist() == [[[0, 0], [1, 0]], [[0, 1], [1, 0]]]


def test_rank_sums_by_hand():
    # without the first record: values 2, 2, 9 of categories 1, 0, 0; doubled centred mid-ranks -1, -1, 2
    values, categories = dense_codes(np.array([5.0, 2.0, 2.0, 9.0])), np.array([0, 1, 0, 0], dtype=np.int32)
    groups = np.array([0, 1, 1, 1])
    sums = rank_sums_without(category_codes(categories, 2), in_order(values, groups, 2))
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
    sums = rank_sums_without(category_codes(codes, 4), in_order(dense_codes(values), groups, 5))
    for g in range(5):
        left = groups != g
        counted = kruskal_wallis(category_codes(codes[left], 4), dense_codes(values[left]))
        assert sums.sizes[g].tolist() == counted.group_size.tolist()
        assert sums.sums[g].tolist() == counted.rank_sum_doubled.tolist()
        complete = left & (codes >= 0) & ~np.isnan(values)
        assert sums.squares[g] == dense_codes(values[complete]).ranked.squares


def test_rank_sums_of_several_variables_at_once_are_those_of_each():
    random = np.random.default_rng(5)
    variables = [category_codes(random.integers(0, k, 200).astype(np.int32), k) for k in (5, 2, 9, 3)]
    blocks = walked_together(variables, 30)
    assert [[c.distinct for c in block] for block in blocks] == [[2, 3, 5], [9]]
    values = random.integers(0, 40, 200).astype(np.float64)
    values[random.random(200) < 0.1] = np.nan
    ordered = in_order(dense_codes(values), random.integers(0, 4, 200), 4)
    for block in blocks:
        for own, sums in zip(block, joint_rank_sums_without(block, ordered), strict=True):
            alone = rank_sums_without(own, ordered)
            assert all(np.array_equal(one, other) for one, other in zip(sums, alone, strict=True))


def test_sums_and_deviations_by_hand():
    groups, values = np.array([0, 1, 1, 2, 2]), np.array([1e9, 1.0, 3.0, np.nan, 5.0])
    amounts = [np.array([1.0, 2.0, 3.0, 4.0, 5.0])]
    assert sums_by_row(amounts, groups, 3).tolist() == [[15.0, 14.0, 10.0, 6.0]]
    assert sums_by_row(amounts, np.zeros(5, dtype=np.int64), 1).tolist() == [[15.0]]
    # of 1, 3 and 5: 2, although the group left out is a thousand million times as large
    found = deviations_by_row(values, groups, 3)
    assert found[1] == 2.0
    assert found[0] == pytest.approx(np.nanstd(values, ddof=1), rel=1e-12)
    assert ranges_by_row(values, groups, 3).tolist() == [1e9 - 1.0, 4.0, 1e9 - 5.0, 1e9 - 1.0]
    assert deviations_by_row(np.array([0.1, 0.1, 7.0]), np.array([0, 0, 1]), 2)[2] == 0.0


def test_products_of_ranks_by_hand():
    # without the first record: doubled centred ranks -1, -1, 2 and 2, 0, -2
    variables = [dense_codes(np.array(x)) for x in ([9.0, 1.0, 1.0, 4.0], [0.0, 3.0, 2.0, 1.0])]
    products = rank_products_without(variables, np.array([0, 1, 1, 1]), 2)
    assert products[0].tolist() == [[6.0, -6.0], [-6.0, 8.0]]
    assert products[1].tolist() == [[0.0, 0.0], [0.0, 0.0]]


def test_products_of_ranks_are_those_of_the_records_that_are_left():
    random = np.random.default_rng(6)
    values, groups = random.normal(size=(3, 90)).round(1), random.integers(0, 4, 90)
    products = rank_products_without([dense_codes(x) for x in values], groups, 4)
    for g in range(4):
        ranked = [dense_codes(x[groups != g]) for x in values]
        ranks = np.array([each.ranked.ranks[each.codes] for each in ranked])
        assert products[g].tolist() == (ranks @ ranks.T).tolist()


def test_pairs_of_ranks_by_hand():
    # without the first record: doubled centred ranks -1, -1, 2 and 2, 0, -2; the last record has one value alone
    one, other = (dense_codes(np.array(x)) for x in ([9.0, 1.0, 1.0, 4.0, 7.0], [0.0, 3.0, 2.0, 1.0, np.nan]))
    groups = np.array([0, 1, 1, 1, 1])
    without = [each.tolist() for each in rank_pairs_without(one, in_order(other, groups, 2))]
    assert without == [[3, 1], [-6, 0], [6, 0], [8, 0]]


@pytest.mark.parametrize(("decimals", "other_decimals"), [(0, 1), (1, 9), (9, 0), (9, 9)])
def test_pairs_of_ranks_are_those_of_the_records_that_are_left(decimals, other_decimals):
    random = np.random.default_rng(8)
    values = [random.normal(size=200).round(places) for places in (decimals, other_decimals)]
    for x in values:
        x[random.random(200) < 0.1] = np.nan
    groups, codes = random.integers(0, 4, 200), [dense_codes(x) for x in values]
    without = rank_pairs_without(codes[0], in_order(codes[1], groups, 5))
    for g in range(5):
        complete = (groups != g) & ~np.isnan(values).any(axis=0)
        left = [dense_codes(x[complete]) for x in values]
        x, y = (each.ranked.ranks[each.codes] for each in left)
        assert [int(each[g]) for each in without] == [complete.sum(), x @ y, x @ x, y @ y]


def test_records_are_left_out_without_sorting_again():
    random = np.random.default_rng(5)
    a, b = random.normal(size=80), random.normal(size=80).round(1)
    a[:7] = np.nan
    left_out = random.random(80) < 0.2
    rest = spearman(*(without_records(dense_codes(x), left_out) for x in (a, b)))
    assert rest == spearman(dense_codes(a[~left_out]), dense_codes(b[~left_out]))
    assert rank_table(np.array([1, 0, 2])).ranks.tolist() == [-2, -1, 1]
