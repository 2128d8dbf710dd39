"""Predicates put to as many other people as the original has."""

from itertools import combinations

import numpy as np
import pytest

from core.statistics.attacks import alone_in_their_place


def test_with_equal_numbers_whoever_alone_meets_a_predicate_is_singled_out():
    others = alone_in_their_place(np.array([0, 1, 2, 1]), np.array([1, 0, 1, 7]), 9, 9)
    assert others.tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize(("met", "met_by_control"), [(0, 1), (1, 1), (2, 1), (4, 1), (1, 2), (0, 0)])
def test_a_small_control_takes_the_places_of_originals_by_all_draws(met, met_by_control):
    # of 6 originals any 3 give their places to the 3 controls
    draws = [set(places) for places in combinations(range(6), 3)]
    alone = [met_by_control == 1 and set(range(met)) <= gone for gone in draws]
    chance = alone_in_their_place(np.array([met_by_control]), np.array([met]), 3, 6)
    assert chance == pytest.approx(np.mean(alone))


def test_a_large_control_is_drawn_from_by_all_draws():
    # of 10 controls 2 meet the predicate: exactly one of them is among 5 of the 10 in 5/9 of the draws
    assert alone_in_their_place(np.array([2]), np.array([3]), 10, 5) == pytest.approx(5 / 9)


def test_strangers_are_singled_out_as_often_as_the_originals_people():
    random = np.random.default_rng(4)
    weights = random.uniform(0, 0.004, 40_000)
    original, control = random.binomial(1500, weights), random.binomial(300, weights)
    others = alone_in_their_place(control, original, 300, 1500).mean() * 1500 / 300
    assert others == pytest.approx((original == 1).mean(), rel=0.03)
