"""Counts and rank sums without a group of records: those of the remaining records, counted anew."""

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
from core.statistics.leave_out import counts_without, in_order, joint_counts_without, rank_sums_without


def test_counts_by_hand():
    codes, groups = np.array([0, 1, 1, -1, 0], dtype=np.int32), np.array([0, 0, 1, 1, 1])
    assert counts_without(codes, 2, groups, 3).tolist() == [[1, 1], [1, 1], [2, 2]]


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


def test_records_are_left_out_without_sorting_again():
    random = np.random.default_rng(5)
    a, b = random.normal(size=80), random.normal(size=80).round(1)
    a[:7] = np.nan
    left_out = random.random(80) < 0.2
    rest = spearman(*(without_records(dense_codes(x), left_out) for x in (a, b)))
    assert rest == spearman(dense_codes(a[~left_out]), dense_codes(b[~left_out]))
    assert rank_table(np.array([1, 0, 2])).ranks.tolist() == [-2, -1, 1]
