"""Kolmogorov-Smirnov and Wasserstein distances of files with missing values."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from core.statistics.distributions.ecdf import kolmogorov_p_value
from core.statistics.distributions.ordered_distances import deviations, ks_statistic, medians, wasserstein_of_counts

NUMBERS = st.lists(st.integers(-20, 20).map(float), min_size=2, max_size=30)


def counted(*files):
    """Return the values of all files, and a row of counts for each, NaN last."""
    values = np.unique([x for file in files for x in file if not np.isnan(x)])
    return values, *(np.array([[*(file.count(v) for v in values), np.isnan(file).sum()]]) for file in files)


def test_missing_values_lie_below_nothing_and_count_where_they_are_put():
    values, first, second = counted([1.0, 2, 3, 4], [1.0, np.nan, np.nan, 4])
    # known to lie at or below 3: three quarters, one quarter
    assert ks_statistic(first, second) == [0.5]
    # put at 2, the third value has moved by 1
    assert wasserstein_of_counts(values, first, second) == [0.25]


def test_nothing_is_observed():
    values, first, second = counted([1.0, 2], [np.nan, np.nan])
    assert ks_statistic(first, second) == [1.0]
    assert wasserstein_of_counts(values, first, second) == [0.5]
    assert ks_statistic(second, second) == [0.0]


@given(NUMBERS, NUMBERS)
def test_scipy_says_the_same(x, y):
    values, first, second = counted(x, y)
    tested = stats.ks_2samp(x, y, method="asymp")
    gap = ks_statistic(first, second)[0]
    assert gap == pytest.approx(tested.statistic, abs=1e-12)
    assert kolmogorov_p_value(gap, len(x), len(y)) == pytest.approx(tested.pvalue, abs=1e-12)
    assert wasserstein_of_counts(values, first, second)[0] == pytest.approx(stats.wasserstein_distance(x, y), abs=1e-12)


@given(NUMBERS, st.integers(1, 4))
def test_copies_of_a_file_are_exactly_nothing_apart(x, times):
    values, first, second = counted(x, x * times)
    assert ks_statistic(first, second) == [0.0]
    assert wasserstein_of_counts(values, first, second) == [0.0]


def test_the_middle_is_the_smallest_value_with_half_of_the_records_at_or_below_it():
    assert medians(np.array([[2, 2, 9], [1, 2, 0], [0, 1, 5]])).tolist() == [0, 1, 1]


def test_deviations_by_hand():
    values = np.array([0.0, 1.0, 3.0])
    counts = np.array([[2, 1, 2, 1], [0, 0, 2, 4], [1, 0, 1, 0]])
    found = deviations(values, counts, counts[:, :-1].sum(axis=1))
    assert found[[0, 2]] == pytest.approx([np.std([3, 1, 3, 0, 0], ddof=1), np.std([0, 3], ddof=1)])
    assert np.isnan(found[1])  # one value has no spread
    # weights of 3 records, W = 4.5: the divisor is W 2 / 3, the mean (1.5 + 4.5) / 4.5
    weighted = deviations(values, np.array([[1.5, 1.5, 1.5, 0.0]]), np.array([3]))
    assert weighted == pytest.approx(np.sqrt(1.5 * ((4 / 3) ** 2 + (1 / 3) ** 2 + (5 / 3) ** 2) / 3))
