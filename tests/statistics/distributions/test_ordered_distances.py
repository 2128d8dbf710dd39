"""Kolmogorov-Smirnov and Wasserstein distances of files with missing values."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from core.statistics.distributions.ecdf import kolmogorov_p_value
from core.statistics.distributions.ordered_distances import (
    counts_of_sums,
    distribution_of,
    distribution_of_counts,
    greatest_gap,
    mean_move,
    steps,
)

NUMBERS = st.lists(st.integers(-20, 20).map(float), min_size=2, max_size=30)


def both(first, second):
    return tuple(distribution_of(np.array(x, dtype=float)) for x in (first, second))


def test_a_distribution_by_hand():
    found = distribution_of(np.array([3.0, np.nan, 1, 3, -0.0, 0.0]))
    assert found.values.tolist() == [0, 1, 3]
    assert (found.counts.tolist(), found.missing, found.observed) == ([2, 1, 2], 1, 5)
    assert found.middle() == 1
    assert found.deviation() == pytest.approx(np.std([3, 1, 3, 0, 0], ddof=1))
    assert distribution_of(np.array([2.0, 2.0])).deviation() is None


def test_categories_stand_at_their_places():
    found = distribution_of_counts(np.array([2, 0, 3]), 1)
    assert found.values.tolist() == [0, 2]
    assert found.counts.tolist() == [2, 3]


def test_missing_values_lie_below_nothing_and_count_where_they_are_put():
    first, second = both([1.0, 2, 3, 4], [1.0, np.nan, np.nan, 4])
    at = steps(first, second)
    # known to lie at or below 3: three quarters, one quarter
    assert greatest_gap(at, 4, 4) == 0.5
    # put at 2, the third value has moved by 1
    assert mean_move(at, 4, 4, 2.0) == 0.25


def test_nothing_is_observed():
    first, second = both([1.0, 2], [np.nan, np.nan])
    at = steps(first, second)
    assert greatest_gap(at, 2, 2) == 1.0
    assert mean_move(at, 2, 2, 1.0) == 0.5
    assert greatest_gap(steps(second, second), 2, 2) == 0.0


@given(NUMBERS, NUMBERS)
def test_scipy_says_the_same(x, y):
    at = steps(*both(x, y))
    tested = stats.ks_2samp(x, y, method="asymp")
    gap = greatest_gap(at, len(x), len(y))
    assert gap == pytest.approx(tested.statistic, abs=1e-12)
    assert kolmogorov_p_value(gap, len(x), len(y)) == pytest.approx(tested.pvalue, abs=1e-12)
    assert mean_move(at, len(x), len(y), 0.0) == pytest.approx(stats.wasserstein_distance(x, y), abs=1e-12)


@given(NUMBERS, st.integers(1, 4))
def test_copies_of_a_file_are_exactly_nothing_apart(x, times):
    at = steps(*both(x, x * times))
    assert greatest_gap(at, len(x), times * len(x)) == 0.0
    assert mean_move(at, len(x), times * len(x), 0.0) == 0.0


def test_the_middle_is_the_smallest_value_with_half_of_the_records_at_or_below_it():
    assert distribution_of(np.array([1.0, 1, 2, 2])).middle() == 1
    assert distribution_of(np.array([1.0, 2, 2])).middle() == 2


@pytest.mark.parametrize("counts", [[], [3], [3, 0, 2, 7], [0.5, 1.25, 0.0]])
def test_counts_come_back_from_their_sums(counts):
    assert counts_of_sums(np.cumsum(counts)).tolist() == counts
