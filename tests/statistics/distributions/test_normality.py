"""Lilliefors' test: against statsmodels, and where it is not defined."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.diagnostic import lilliefors

from core.statistics.distributions.normality import lilliefors_p_value


def test_normal_scores_are_kept_and_exponential_ones_rejected():
    steps = (np.arange(100) + 0.5) / 100
    assert lilliefors_p_value(stats.norm.ppf(steps)) > 0.9
    # the smallest p value of the table
    assert lilliefors_p_value(stats.expon.ppf(steps)) == pytest.approx(0.001, abs=1e-12)


def test_one_sample_ks_with_estimated_moments_would_be_too_lenient():
    # rounded to whole SDs: Lilliefors rejects, K-S against a fitted normal does not see it at n = 60
    values = np.round(stats.norm.ppf((np.arange(60) + 0.5) / 60) * 1.5)
    naive = stats.kstest((values - values.mean()) / values.std(ddof=1), "norm").pvalue
    assert naive > 0.05 > lilliefors_p_value(values)


@pytest.mark.parametrize("seed", range(5))
def test_agrees_with_statsmodels(seed):
    values = np.random.default_rng(seed).gamma(5, size=30 * (seed + 1))
    assert lilliefors_p_value(values) == lilliefors(values, pvalmethod="table")[1]


@pytest.mark.parametrize("values", [[], [1.0, 2.0, 3.0], [2.0, 2.0, 2.0, 2.0, 2.0]])
def test_not_defined_for_constants_or_fewer_than_four_records(values):
    assert lilliefors_p_value(np.array(values, dtype=np.float64)) is None
