"""Estimates with influences: by hand, against statsmodels, against the jackknife and the derivative itself."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.regression.linear_model import WLS
from statsmodels.stats.weightstats import DescrStatsW

from core.statistics.estimates.linearised import gini, mean, poverty_rate, ratio, standard_error, t_quantile, total


def sample(n=400, seed=1):
    random = np.random.default_rng(seed)
    return np.sort(np.exp(random.normal(8, 0.7, n))), random.uniform(1, 9, n)


def jackknife(estimate, weights):
    """The delete-one jackknife's standard error, as sqrt((n - 1) / n sum (x_i - mean)^2)."""
    found = np.array([estimate(np.where(np.arange(len(weights)) == i, 0.0, weights)) for i in range(len(weights))])
    n = len(weights)
    return float(np.sqrt((n - 1) / n * ((found - found.mean()) ** 2).sum()))


def test_a_mean_by_hand():
    found = mean(np.array([1.0, 2.0, 6.0]), np.ones(3))
    assert found.value == 3
    # s^2 = (4 + 1 + 9) / 2 = 7, se = sqrt(7 / 3)
    assert standard_error(found.influence, np.ones(3)) == pytest.approx(np.sqrt(7 / 3))


def test_a_weighted_mean_by_hand():
    values, weights = np.array([1.0, 5.0]), np.array([3.0, 1.0])
    found = mean(values, weights)
    assert found.value == 2
    # w z = 3 (-1) / 4, 1 (3) / 4: variance 2 / 1 (.5625 + .5625)
    assert standard_error(found.influence, weights) == pytest.approx(1.5)


def test_a_total_by_hand():
    values, weights = np.array([1.0, 5.0, 0.0]), np.array([3.0, 1.0, 2.0])
    found = total(values, weights)
    assert found.value == 8
    # w y = 3, 5, 0 with mean 8/3: 3/2 ((1/3)^2 + (7/3)^2 + (8/3)^2)
    assert standard_error(found.influence, weights) == pytest.approx(np.sqrt(19))


def test_a_ratio_by_hand():
    found = ratio(np.array([1.0, 3.0]), np.array([1.0, 1.0]), np.ones(2))
    assert found.value == 2
    assert standard_error(found.influence, np.ones(2)) == pytest.approx(1.0)  # z = -1/2, 1/2


@pytest.mark.parametrize(
    ("values", "weights", "expected"),
    [
        ([1.0, 1.0, 1.0], [1, 1, 1], 0.0),
        ([0.0, 0.0, 0.0, 8.0], [1, 1, 1, 1], 0.75),  # (n - 1) / n
        ([1.0, 2.0, 3.0], [1, 1, 1], 8 / 36),  # sum |a - b| = 8, 2 n^2 mean = 36
        ([1.0, 3.0], [2, 1], 8 / 30),  # 2 * 2 * 1 * 2 = 8, 2 N Y = 2 * 3 * 5
    ],
)
def test_gini_by_hand(values, weights, expected):
    assert gini(np.array(values), np.array(weights, dtype=float)).value == pytest.approx(expected)


def test_the_standard_error_of_a_mean_is_that_of_statsmodels():
    values, weights = sample()
    plain = mean(values, np.ones(len(values)))
    described = DescrStatsW(values)
    error = standard_error(plain.influence, np.ones(len(values)))
    assert error == pytest.approx(described.std_mean, rel=1e-12)
    reach = t_quantile(len(values)) * error
    assert (plain.value - reach, plain.value + reach) == pytest.approx(described.tconfint_mean(), rel=1e-12)
    robust = WLS(values, np.ones(len(values)), weights=weights).fit(cov_type="HC1")
    weighted = mean(values, weights)
    assert weighted.value == pytest.approx(robust.params[0], rel=1e-12)
    assert standard_error(weighted.influence, weights) == pytest.approx(robust.bse[0], rel=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
def test_the_standard_error_of_gini_is_near_that_of_the_jackknife(weighted):
    values, weights = sample()
    weights = weights if weighted else np.ones(len(values))
    found = gini(values, weights)
    expected = jackknife(lambda w: gini(values, w).value, weights)
    assert standard_error(found.influence, weights) == pytest.approx(expected, rel=0.05)


@pytest.mark.parametrize("seed", range(4))
def test_influences_are_derivatives_by_the_weight(seed):
    random = np.random.default_rng(seed)
    values, weights = random.integers(1, 20, 30).astype(float), random.uniform(1, 4, 30)
    for estimate in (mean, total, gini, lambda y, w: ratio(y, y**2, w)):
        found = estimate(values, weights)
        for i in (0, 7, 29):
            step = np.zeros(30)
            step[i] = 1e-5
            slope = (estimate(values, weights + step).value - estimate(values, weights - step).value) / 2e-5
            assert found.influence[i] == pytest.approx(slope, rel=1e-6, abs=1e-9)


def test_a_poverty_rate_by_hand():
    values = np.array([1.0, 2.0, 5.0, 6.0, 7.0, 9.0, 10.0])  # median 6, line 3.6
    assert poverty_rate(values, np.ones(7), np.ones(7, dtype=bool), 0.5, 0.6).value == 2 / 7
    inside = np.array([True, False, False, True, True, False, False])
    assert poverty_rate(values, np.ones(7), inside, 0.5, 0.6).value == 1 / 3


def test_the_standard_error_of_a_poverty_rate_is_near_that_of_many_samples():
    random = np.random.default_rng(5)
    n, everyone = 800, np.ones(800, dtype=bool)
    draws = [np.sort(np.exp(random.normal(0, 0.8, n))) for _ in range(400)]
    found = [poverty_rate(y, np.ones(n), everyone, 0.5, 0.6) for y in draws]
    errors = [standard_error(f.influence, np.ones(n)) for f in found]
    assert np.mean(errors) == pytest.approx(np.std([f.value for f in found]), rel=0.1)


@given(st.lists(st.integers(0, 50), min_size=2, max_size=20).filter(any), st.randoms())
def test_gini_lies_between_nothing_and_all_and_minds_no_order(values, random):
    y = np.array(values, dtype=float)
    found = gini(y, np.ones(len(y)))
    assert -1e-12 <= found.value <= 1 - 1 / len(y) + 1e-12
    assert found.influence.sum() == pytest.approx(0, abs=1e-9)
    mixed = y.copy()
    random.shuffle(mixed)
    assert gini(mixed, np.ones(len(y))).value == pytest.approx(found.value)
    assert gini(3 * y, np.ones(len(y))).value == pytest.approx(found.value)


def test_an_income_at_the_line_but_for_rounding_is_not_poor():
    # the line is 0.6 times the median of 0.5, which is 0.3, and 0.1 + 0.2 - 5e-17 ... is at it
    values = np.array([0.1, 0.3 * (1 - 1e-16), 0.3, 0.5, 0.5, 0.6, 0.7])
    assert poverty_rate(values, np.ones(7), np.ones(7, dtype=bool), 0.5, 0.6).value == pytest.approx(1 / 7)
