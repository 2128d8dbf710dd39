"""Noncentralities of many chi-squared statistics by a hierarchical model."""

import numpy as np
import pytest

from core.statistics.estimates import Noncentralities


def mean_of_draws(statistics, freedoms, draws=30):
    found = Noncentralities(np.asarray(statistics, dtype=float), np.asarray(freedoms, dtype=float))
    random = np.random.default_rng(1)
    errors = random.normal(size=(draws, len(statistics)))
    return np.mean([found.draw_factors(each, random) ** 2 for each in errors], axis=0) * statistics


@pytest.mark.parametrize("freedom", [1, 4, 24])
def test_of_unrelated_variables_nothing_is_left(freedom):
    # no more than their mean leaves open: two of its standard errors, sqrt(2 freedom / 60)
    statistics = np.random.default_rng(2).chisquare(freedom, 60)
    assert mean_of_draws(statistics, np.full(60, freedom)).mean() < 2 * np.sqrt(2 * freedom / 60)


@pytest.mark.parametrize("freedom", [1, 4, 24])
def test_the_mean_noncentrality_is_found(freedom):
    true = np.repeat([0.0, 9.0, 64.0], 40)
    statistics = np.random.default_rng(3).noncentral_chisquare(freedom, np.maximum(true, 1e-9))
    found = mean_of_draws(statistics, np.full(120, freedom)).reshape(3, 40).mean(axis=1)
    assert found == pytest.approx([0, 9, 64], abs=4)


def test_a_very_large_statistic_speaks_for_itself():
    # and errs by its own error alone: sqrt(10,000 - 3) + 1.5
    found = Noncentralities(np.array([1e4, 2.0]), np.array([3.0, 3.0]))
    drawn = found.draw_factors(np.array([1.5, 0]), np.random.default_rng(1))
    assert drawn[0] * 100 == pytest.approx(np.sqrt(1e4 - 3) + 1.5)


def test_a_larger_error_takes_a_higher_quantile():
    statistics, random = np.array([4.0, 9, 30, 2, 400]), np.random.default_rng(2)
    found = Noncentralities(statistics, np.ones(5))
    low, high = (
        np.mean([found.draw_factors(np.full(5, z), random) for _ in range(20)], axis=0) * np.sqrt(statistics)
        for z in (-1.0, 1.0)
    )
    # of 20 with a flat prior: 20 - 1 and 20 + 1
    assert (low[4], high[4]) == pytest.approx((19, 21), abs=0.5)
    assert (low < high).all()


def test_the_prior_is_drawn_and_few_statistics_leave_it_open():
    def spread(many):
        found = Noncentralities(np.full(many, 3.0), np.ones(many))
        draws = [found.draw_factors(np.full(many, 0.5), np.random.default_rng(seed)).mean() for seed in range(30)]
        return np.std(draws)

    assert spread(2) > 1.5 * spread(60) > 0


def test_nothing_and_zero():
    empty = Noncentralities(np.zeros(0), np.zeros(0))
    assert empty.draw_factors(np.zeros(0), np.random.default_rng(1)).shape == (0,)
    assert mean_of_draws(np.zeros(2), np.ones(2)).tolist() == [0, 0]
