"""Estimates of several synthetic files combined: by hand, and how often the intervals hold the population's value."""

import numpy as np
import pytest
from scipy import stats

from core.statistics.estimates import Synthesis, across_sets, combine

ESTIMATES = np.array([[2.0], [3.0], [4.0], [3.0], [3.0]])
VARIANCES = np.array([[0.8], [1.0], [1.2], [1.0], [1.0]])
"""Of five files: mean 3, b = (1 + 0 + 1 + 0 + 0) / 4 = 0.5, v = 1."""


@pytest.mark.parametrize(
    ("rule", "k", "variance", "freedom"),
    [
        (Synthesis.COMPLETE, 50, 1 * (0.5 + 1 / 5), np.inf),
        (Synthesis.COMPLETE_BETWEEN, 50, 1 * 0.5 + 0.5 / 5, 4 * (1 + 0.5 / 0.1) ** 2),
        (Synthesis.PROPER, 50, 1 * (0.5 + 1.5 / 5), np.inf),
        (Synthesis.PARTIAL, 100, 1 + 0.5 / 5, 4 * (1 + 1 / 0.1) ** 2),
    ],
)
def test_five_files_by_hand(rule, k, variance, freedom):
    combined = combine(ESTIMATES, VARIANCES, 100, k, rule)
    assert combined.value[0] == pytest.approx(3, abs=1e-12)
    assert combined.between[0] == pytest.approx(0.5, abs=1e-12)
    assert combined.variance[0] == pytest.approx(variance, abs=1e-12)
    assert combined.degrees_of_freedom[0] == pytest.approx(freedom)
    t = 1.959963984540054 if np.isinf(freedom) else stats.t.ppf(0.975, freedom)
    assert combined.interval[1][0] == pytest.approx(3 + t * np.sqrt(variance), abs=1e-9)


def test_one_file_is_enough_where_the_spread_is_not_needed():
    combined = combine(ESTIMATES[:1], VARIANCES[:1], 100, 100, Synthesis.COMPLETE)
    assert combined.variance[0] == pytest.approx(0.8 * 2)
    with pytest.raises(ValueError, match="needs two or more"):
        combine(ESTIMATES[:1], VARIANCES[:1], 100, 100, Synthesis.PARTIAL)


def test_partly_synthetic_files_are_as_large_as_the_original():
    with pytest.raises(ValueError, match="50 are not 100"):
        combine(ESTIMATES, VARIANCES, 100, 50, Synthesis.PARTIAL)


def test_files_that_agree_have_no_spread():
    combined = combine(np.ones((3, 1)), np.ones((3, 1)), 10, 10, Synthesis.PARTIAL)
    assert (combined.variance[0], combined.degrees_of_freedom[0]) == (1, np.inf)


def test_a_figure_over_files_and_the_worst_of_them():
    over = across_sets(np.array([0.9, 0.7, 0.8]), higher_is_better=True)
    assert (over.mean, over.worst) == (pytest.approx(0.8), 1)
    assert over.spread == pytest.approx(0.1)
    assert over.standard_error == pytest.approx(0.1 / np.sqrt(3))
    assert across_sets(np.array([0.9, 0.7, 0.8]), higher_is_better=False).worst == 0
    with pytest.raises(ValueError, match="no spread"):
        across_sets(np.array([1.0]), higher_is_better=True)


def _mean_covered(rule, proper, k, repeats, random, m=5, n=200):
    """Return how often the interval of a mean holds 0: normal values, synthesised from a fitted normal model."""
    inside = 0
    for _ in range(repeats):
        original = random.normal(size=n)
        centre, spread = original.mean(), original.std(ddof=1)
        sets = []
        for _ in range(m):
            # proper: variance and mean drawn from their posterior
            s = spread * np.sqrt((n - 1) / random.chisquare(n - 1)) if proper else spread
            mu = random.normal(centre, s / np.sqrt(n)) if proper else centre
            sets.append(random.normal(mu, s, k))
        estimates = np.array([[x.mean()] for x in sets])
        variances = np.array([[x.var(ddof=1) / k] for x in sets])
        low, high = combine(estimates, variances, n, k, rule).interval
        inside += low[0] <= 0 <= high[0]
    return inside / repeats


@pytest.mark.parametrize(
    ("rule", "proper", "k"),
    [
        (Synthesis.COMPLETE, False, 200),
        (Synthesis.COMPLETE, False, 400),
        (Synthesis.COMPLETE_BETWEEN, False, 200),
        (Synthesis.PROPER, True, 200),
    ],
)
def test_combined_intervals_hold_the_populations_mean(rule, proper, k):
    # 600 repeats: a coverage of 95 % is seen as 92.5 to 97.5 % but for one time in two hundred
    covered = _mean_covered(rule, proper, k, 600, np.random.default_rng(8))
    assert 0.925 <= covered <= 0.975
