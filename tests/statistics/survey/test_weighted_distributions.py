"""Effective sizes, the weighted K-S test and Woodruff's interval: by hand, and as the classical ones."""

import numpy as np
import pytest
from scipy import stats

from core.statistics.survey import (
    WeightedSample,
    design_effective_size,
    effective_size_of_share,
    first_stage,
    kish_effective_size,
    weighted_kolmogorov_smirnov,
)


def alone(n):
    return first_stage(np.arange(n), np.zeros(n, dtype=int))


def equal(values):
    return WeightedSample(values, np.full(len(values), 2.5), alone(len(values)))


def test_kish_by_hand():
    assert kish_effective_size(np.array([1.0, 1.0, 2.0])) == pytest.approx(16 / 6)
    assert kish_effective_size(np.full(7, 3.0)) == pytest.approx(7)


def test_equal_weights_and_records_as_units_are_worth_themselves():
    values = np.random.default_rng(1).normal(size=83)
    assert design_effective_size(values, np.full(83, 4.0), alone(83)) == pytest.approx(83)


def test_units_of_equal_records_are_worth_one_record_each():
    values = np.random.default_rng(2).normal(size=40)
    four = first_stage(np.repeat(np.arange(40), 4), np.zeros(160, dtype=int))
    # 40 units among 160 records: 160 / 4 with the factors n / (n - 1) of both
    assert design_effective_size(np.repeat(values, 4), np.ones(160), four) == pytest.approx(40 * 160 / 159 * 39 / 40)


def test_weights_that_tell_nothing_are_worth_about_kishs_size():
    random = np.random.default_rng(3)
    values, weights = random.normal(size=4000), np.exp(random.normal(0, 0.8, 4000))
    found = design_effective_size(values, weights, alone(4000))
    assert found == pytest.approx(kish_effective_size(weights), rel=0.06)


def test_a_constant_is_worth_its_records():
    assert design_effective_size(np.ones(5), np.ones(5), alone(5)) == 5


def test_equal_weights_are_the_unweighted_test():
    random = np.random.default_rng(4)
    x, y = random.normal(size=90), random.normal(0.2, 1, size=60)
    found = weighted_kolmogorov_smirnov(equal(x), equal(y))
    expected = stats.ks_2samp(x, y, method="asymp")
    assert found == pytest.approx((expected.statistic, expected.pvalue))


def test_a_weighted_distance_by_hand():
    first = WeightedSample(np.array([1.0, 2.0, np.nan]), np.array([3.0, 1.0, 9.0]), alone(3))
    second = WeightedSample(np.array([1.0, 2.0]), np.array([1.0, 1.0]), alone(2))
    assert weighted_kolmogorov_smirnov(first, second).statistic == pytest.approx(0.25)


def test_a_copy_in_another_order_and_scale_of_weights_is_the_same():
    random = np.random.default_rng(5)
    x, w, unit = random.normal(size=70), random.uniform(1, 9, 70), random.integers(0, 9, 70)
    order = random.permutation(70)
    first = WeightedSample(x, w, first_stage(unit, unit % 3))
    second = WeightedSample(x[order], 8 * w[order], first_stage(unit[order], unit[order] % 3))
    assert weighted_kolmogorov_smirnov(first, second) == (0, 1)


def test_a_share_of_whole_households_tells_as_much_as_few_records():
    households = first_stage(np.repeat(np.arange(4), 2), np.zeros(8, dtype=np.int64))
    found = np.array([1.0, 1, 0, 0, 1, 1, 0, 0])
    # totals of (x - 1/2) / 8 by household: +-1/8, so V = 4/3 (4 / 64) = 1/12; D = (1/4) / 7 * 12 = 3/7
    assert effective_size_of_share(found, households) == round(8 * 3 / 7 * (2.3646 / 3.1824) ** 2) == 2
    assert effective_size_of_share(found, alone(8)) == 8


@pytest.mark.parametrize("found", [np.zeros(8), np.ones(8), np.tile([0.0, 1.0], 4)], ids=["none", "all", "one each"])
def test_households_that_are_all_alike_count_as_so_many_records(found):
    households = first_stage(np.repeat(np.arange(4), 2), np.zeros(8, dtype=np.int64))
    assert effective_size_of_share(found, households) == 4


def test_one_household_tells_as_much_as_one_record():
    assert effective_size_of_share(np.array([1.0, 0, 0]), first_stage(np.zeros(3, int), np.zeros(3, int))) == 1
