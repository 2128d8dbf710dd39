"""Kolmogorov-Smirnov: hand-computed, against scipy, and the law of its p value."""

import numpy as np
import pytest
from scipy import stats

from core.statistics.distributions.dense_coding import dense_codes
from core.statistics.distributions.ecdf import KolmogorovSmirnov, kolmogorov_distance, kolmogorov_p_value


def compare(first, second):
    one, other = (dense_codes(np.array(x, dtype=np.float64)) for x in (first, second))
    distance = kolmogorov_distance(one, other)
    return KolmogorovSmirnov(distance, kolmogorov_p_value(distance, one.observed, other.observed))


def test_by_hand():
    # after 2: F1 = 2/4, F2 = 0
    found = compare([1, 2, 3, 4], [3, 4, 5, 6])
    assert found.statistic == 0.5
    # n m / (n + m) = 16 / 8 = 2
    assert found.p == stats.kstwo.sf(0.5, 2)


def test_ties_are_passed_at_once():
    # F1(1) = 3/4, F2(1) = 1/2
    found = compare([1, 1, 1, 2], [1, 2])
    assert found.statistic == 0.25


@pytest.mark.parametrize("times", [1, 2, 3, 7])
def test_copies_of_a_file_show_no_difference(times):
    values = [1, 2, 2, 5, 9]
    assert compare(values, np.tile(values, times)) == (0.0, 1.0)


def test_p_is_the_asymptotic_one_with_the_finite_n_law_not_the_exact_one():
    # n = 30 a file, D = 6/30: exact .594, asymptotic .522
    first, second = np.arange(30.0), np.arange(30.0) + 6
    found = compare(first, second)
    assert found.statistic == pytest.approx(0.2, abs=1e-15)
    assert found.p == pytest.approx(0.522, abs=5e-4)
    assert stats.ks_2samp(first, second, method="exact").pvalue == pytest.approx(0.594, abs=5e-4)


@pytest.mark.parametrize("seed", range(40))
def test_agrees_with_scipy(seed):
    random = np.random.default_rng(seed)
    n, m = (int(k) for k in random.integers(2, 300, 2))
    first = np.round(random.normal(size=n), int(random.integers(0, 4)))
    second = np.round(random.normal(0.2, size=m), int(random.integers(0, 4)))
    found, expected = compare(first, second), stats.ks_2samp(first, second, method="asymp")
    assert found.statistic == pytest.approx(expected.statistic, abs=1e-10)
    assert found.p == pytest.approx(expected.pvalue, abs=1e-10)


def test_missing_values_are_left_out():
    assert compare([np.nan, 1, 2, 3, 4], [3, 4, 5, 6, np.nan, np.nan]) == compare([1, 2, 3, 4], [3, 4, 5, 6])
