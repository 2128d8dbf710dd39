"""Wald tests of means, ranks and correlations: by hand, and against the classical tests."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.regression.linear_model import WLS

from core.statistics.survey import compare_groups, correlation_test, first_stage, mid_ranks, wald_f


def alone(n):
    return first_stage(np.arange(n), np.zeros(n, dtype=int))


def test_two_estimates_by_hand():
    found = wald_f(np.array([1.0, 2.0]), np.diag([1.0, 4.0]), 10)
    assert found.statistic == pytest.approx((1 + 1) / 2)
    assert found.freedom == (2, 8)
    assert found.p == pytest.approx(stats.f.sf(1, 2, 8))


def test_too_few_units_have_no_test():
    assert wald_f(np.ones(3), np.eye(3), 3).p is None


def test_what_has_no_variance_is_certain_or_nothing():
    flat = np.diag([1.0, 0.0])
    assert wald_f(np.array([1.0, 1.0]), flat, 9).p == 0
    assert wald_f(np.array([1.0, 0.0]), flat, 9) == wald_f(np.array([1.0]), np.eye(1), 9)


def ranks_of(values):
    return mid_ranks(np.unique(values, return_inverse=True)[1], np.ones(len(values)))


def test_weighted_mid_ranks_by_hand():
    ranks = mid_ranks(np.array([1, 0, 1, -1, 2]), np.array([1.0, 2.0, 1.0, 1.0, 0.0]))
    assert ranks[:3] == pytest.approx([0.75, 0.25, 0.75])
    assert np.isnan(ranks[3:]).all()


def test_mid_ranks_of_equal_weights_are_the_ordinary_ones():
    values = np.random.default_rng(1).integers(0, 8, 40)
    assert mid_ranks(values, np.full(40, 3.0)) * 40 + 0.5 == pytest.approx(stats.rankdata(values))


def test_two_groups_of_whole_records_by_hand():
    scores = np.array([1.0, 2, 3, 4, 5, 4.0, 5, 6, 7, 8])
    groups = np.repeat([0, 1], 5)
    found = compare_groups(scores, groups, 2, np.ones(10), alone(10))
    # each mean has sum e^2 / 25 = 10 / 25; times n / (n - 1) = 10 / 9
    assert found.statistic == pytest.approx(9 / (10 / 9 * 20 / 25))
    assert found.freedom == (1, 8)


def test_groups_are_near_the_analysis_of_variance_and_kruskal_wallis():
    random = np.random.default_rng(7)
    groups = random.integers(0, 3, 900)
    values = random.normal(size=900) + 0.12 * groups
    parts = [values[groups == g] for g in range(3)]
    found = compare_groups(values, groups, 3, np.full(900, 2.0), alone(900))
    assert found.p == pytest.approx(stats.f_oneway(*parts).pvalue, rel=0.15)
    ranked = compare_groups(ranks_of(values), groups, 3, np.ones(900), alone(900))
    assert ranked.p == pytest.approx(stats.kruskal(*parts).pvalue, rel=0.15)


def test_a_group_of_few_records_is_left_out():
    scores = np.array([1.0, 2, 3, 4, 5, 4.0, 5, 6, 7, 8, 100])
    found = compare_groups(scores, np.array([0] * 5 + [2] * 5 + [1]), 3, np.ones(11), alone(11))
    assert found.freedom[0] == 1


def test_one_group_or_one_value_has_no_test():
    assert compare_groups(np.arange(9.0), np.zeros(9, dtype=int), 1, np.ones(9), alone(9)).p is None
    assert compare_groups(np.ones(12), np.repeat([0, 1], 6), 2, np.ones(12), alone(12)).p is None


def test_a_correlation_and_its_slope_against_statsmodels():
    random = np.random.default_rng(4)
    x, unit = random.normal(size=120), np.repeat(np.arange(30), 4)
    y, weights = 0.2 * x + random.normal(size=30)[unit] + random.normal(size=120), random.uniform(1, 4, 120)
    r, found, n = correlation_test(x, y, weights, first_stage(unit, np.zeros(120, dtype=int)))
    fitted = WLS(y, np.column_stack([np.ones(120), x]), weights=weights).fit()
    clustered = fitted.get_robustcov_results("cluster", groups=unit, use_correction=False)
    assert r**2 == pytest.approx(fitted.rsquared)
    assert n == 120
    # units / (units - 1), which statsmodels is told to leave out
    assert found.statistic == pytest.approx(clustered.tvalues[1] ** 2 * 29 / 30)
    assert found.freedom == (1, 28)


def test_ranks_of_equal_weights_give_spearmans_rho():
    random = np.random.default_rng(9)
    x, y = random.integers(0, 9, 500).astype(float), random.normal(size=500)
    y += 0.03 * x
    ones = np.ones(500)
    r, found, _ = correlation_test(ranks_of(x), ranks_of(y), ones, alone(500))
    classical = stats.spearmanr(x, y)
    assert r == pytest.approx(classical.statistic)
    assert found.p == pytest.approx(classical.pvalue, rel=0.1)


def test_a_perfect_correlation_is_certain():
    r, found, _ = correlation_test(np.arange(9.0), 3 - np.arange(9.0), np.ones(9), alone(9))
    assert r == -1
    assert found.p == pytest.approx(0, abs=1e-12)


def test_constants_and_too_few_records_have_no_correlation():
    assert correlation_test(np.ones(9), np.arange(9.0), np.ones(9), alone(9))[:2] == (None, (None, None, (0, 0)))
    assert correlation_test(np.arange(2.0), np.arange(2.0), np.ones(2), alone(2))[0] is None


def test_two_groups_of_ranks_as_svyranktest_writes_it():
    random = np.random.default_rng(6)
    n, unit = 300, np.repeat(np.arange(20), 15)
    strata, groups, weights = unit % 4, random.integers(0, 2, n), random.uniform(1, 5, n)
    values = random.normal(size=n) + random.normal(size=20)[unit] + 0.3 * groups
    order = np.argsort(values)
    ranks = np.empty(n)
    ranks[order] = (np.cumsum(weights[order]) - weights[order] / 2) / weights.sum()
    x = np.column_stack([np.ones(n), groups])
    bread = np.linalg.inv(x.T @ (x * weights[:, None]))
    beta = bread @ x.T @ (weights * ranks)
    influence = (x * (weights * (ranks - x @ beta))[:, None]) @ bread
    variance = 0.0
    for h in range(4):
        sums = np.array([influence[unit == u, 1].sum() for u in np.unique(unit[strata == h])])
        variance += len(sums) / (len(sums) - 1) * ((sums - sums.mean()) ** 2).sum()
    t = beta[1] / np.sqrt(variance)
    scores = mid_ranks(np.argsort(order), weights)
    found = compare_groups(scores, groups, 2, weights, first_stage(unit, strata))
    assert found.statistic == pytest.approx(t**2)
    # its degrees of freedom: units minus strata, less 1
    assert found.p == pytest.approx(2 * stats.t.sf(abs(t), 20 - 4 - 1))
