"""Sums without rounding: as fractions give them, in any order and any blocks."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import add

import numpy as np
import pytest

from core.statistics.covariance import (
    exact_sums_by_group,
    grid_above,
    pairwise_correlation,
    rows_of_sums,
    sums_without_rounding,
)
from core.statistics.covariance.sums_without_rounding import ExactSums, exact_sums

MIXED = np.array([[1e-9, 0.1, -3e6, 5.0], [2e-9, -7.3, np.nan, 5.0], [np.nan, 20.1, 0.3, 5.0], [3.1e-9, 0.0, 8.0, 5.0]])


def grid_of(values: np.ndarray) -> np.ndarray:
    return grid_above(np.nanmax(np.abs(values), axis=0, initial=0.0))


def sums_of(values: np.ndarray) -> ExactSums:
    return exact_sums(values, grid_of(values))


def by_fractions(values: np.ndarray, i: int, j: int) -> float:
    """Return the covariance of two variables over their complete records, rounded once."""
    complete = ~np.isnan(values[:, i]) & ~np.isnan(values[:, j])
    x, y = ([Fraction(v) for v in values[complete, k]] for k in (i, j))
    n = len(x)
    return float((sum(a * b for a, b in zip(x, y, strict=True)) - sum(x) * sum(y) / n) / (n - 1))


def test_means_and_covariances_are_those_of_fractions():
    sums, grid = sums_of(MIXED), grid_of(MIXED)
    seen = [[Fraction(v) for v in column[~np.isnan(column)]] for column in MIXED.T]
    assert sums.means(grid).tolist() == [float(sum(values) / len(values)) for values in seen]
    expected = [[by_fractions(MIXED, i, j) for j in range(4)] for i in range(4)]
    assert sums.covariances(grid).tolist() == expected
    assert expected[3] == [0.0] * 4


def test_a_constant_that_no_binary_number_holds_varies_by_nothing():
    constant = np.full((5_001, 1), 0.1)
    assert sums_of(constant).means(grid_of(constant)) == [0.1]
    assert sums_of(constant).covariances(grid_of(constant)) == [[0.0]]
    assert sums_of(constant).correlations() == [[1.0]]


def test_order_and_blocks_change_no_bit(monkeypatch: pytest.MonkeyPatch):
    draw = np.random.default_rng(3)
    values = draw.lognormal(sigma=4.0, size=(5_000, 3))
    values[draw.random(values.shape) < 0.05] = np.nan
    whole, grid = sums_of(values), grid_of(values)
    shuffled = sums_of(values[draw.permutation(len(values))])
    parts = reduce(add, (exact_sums(values[a:b], grid) for a, b in ((4_000, 5_000), (0, 7), (7, 7), (7, 4_000))))
    monkeypatch.setattr(sums_without_rounding, "CHUNK", 100)
    monkeypatch.setattr(sums_without_rounding, "HELD_CHUNKS", 3)
    for other in (shuffled, parts, exact_sums(values, grid)):
        assert other.means(grid).tobytes() == whole.means(grid).tobytes()
        assert other.covariances(grid).tobytes() == whole.covariances(grid).tobytes()
        assert other.correlations().tobytes() == whole.correlations().tobytes()
    assert whole.correlations() == pytest.approx(pairwise_correlation(values, np.ones(len(values))), abs=1e-9)


def test_the_largest_slices_do_not_overflow():
    """All slices at their ends: 2^21 - 1 units and more of the first, in every record of all held products."""
    values = np.full((2**18, 1), np.nextafter(1.0, 0.0))
    sums, grid = sums_of(values), grid_of(values)
    assert int(sums.sums[0, 0]) == int(Fraction(float(values[0, 0])) * 2**63) * 2**18
    assert int(sums.products[0, 0]) == int(Fraction(float(values[0, 0])) ** 2 * 2**126) * 2**18
    assert sums.squares[0, 0] == sums.products[0, 0]
    assert sums.means(grid)[0] == values[0, 0]


def test_no_number_is_too_large_or_too_small():
    values = np.array([[1e308, 5e-324], [-1e308, 0.0], [5e307, 1e-323]])
    sums, grid = sums_of(values), grid_of(values)
    assert sums.means(grid).tolist() == [float(Fraction(5 * 10**307) / 3), 5e-324]
    assert np.isinf(sums.covariances(grid)[0, 0])
    assert sums.covariances(grid)[1, 1] == 0.0  # below the smallest number
    assert sums.correlations()[0, 1] == pytest.approx(np.corrcoef([2, -2, 1], [1, 0, 2])[0, 1])


def test_one_value_has_no_variance_and_none_no_mean():
    values = np.array([[1.0, np.nan], [np.nan, np.nan]])
    sums, grid = sums_of(values), grid_of(values)
    assert sums.means(grid)[0] == 1.0
    assert np.isnan(sums.means(grid)[1])
    assert np.isnan(sums.covariances(grid)).all()
    assert sums.correlations() is None


def test_sums_without_a_group_are_those_of_the_other_records():
    values, groups = np.random.default_rng(1).normal(size=(40, 3)).round(2), np.arange(40) % 4
    values[::7, 1] = np.nan
    grid = grid_of(values)
    whole, *without = rows_of_sums(exact_sums_by_group(values, grid, groups, 4))
    for sums, rest in zip((whole, *without), (values, *(values[groups != g] for g in range(4))), strict=True):
        counted = exact_sums(rest, grid)
        assert all(
            (getattr(sums, of) == getattr(counted, of)).all() for of in ("records", "sums", "squares", "products")
        )
    assert len(list(rows_of_sums(exact_sums_by_group(values, grid, np.zeros(40, dtype=np.int64), 1)))) == 1
