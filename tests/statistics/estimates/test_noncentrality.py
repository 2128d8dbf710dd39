"""Noncentralities of many chi-squared statistics by empirical Bayes."""

import numpy as np
import pytest

from core.statistics.estimates import Noncentralities


def mean_of_draws(statistics, freedoms, draws=200):
    found = Noncentralities(np.asarray(statistics, dtype=float), np.asarray(freedoms, dtype=float))
    random = np.random.default_rng(1)
    return np.mean([found.draw_factors(random) ** 2 for _ in range(draws)], axis=0) * statistics


@pytest.mark.parametrize("freedom", [1, 4, 24])
def test_of_unrelated_variables_nothing_is_left(freedom):
    statistics = np.random.default_rng(2).chisquare(freedom, 60)
    assert mean_of_draws(statistics, np.full(60, freedom)).mean() < 0.15 * freedom


@pytest.mark.parametrize("freedom", [1, 4, 24])
def test_the_mean_noncentrality_is_found(freedom):
    true = np.repeat([0.0, 9.0, 64.0], 40)
    statistics = np.random.default_rng(3).noncentral_chisquare(freedom, np.maximum(true, 1e-9))
    found = mean_of_draws(statistics, np.full(120, freedom)).reshape(3, 40).mean(axis=1)
    assert found == pytest.approx([0, 9, 64], abs=4)


def test_a_very_large_statistic_speaks_for_itself():
    assert mean_of_draws(np.array([1e6, 2.0]), np.array([3, 3]), 5)[0] == pytest.approx(1e6 - 3)


def test_nothing_and_zero():
    empty = Noncentralities(np.zeros(0), np.zeros(0))
    assert empty.draw_factors(np.random.default_rng(1)).shape == (0,)
    assert mean_of_draws(np.zeros(2), np.ones(2)).tolist() == [0, 0]
