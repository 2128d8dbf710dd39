"""Step 2 on its own: the published difference of sums, its tolerance, and the cosine."""

import numpy as np
import pytest

from core.utility.gdu import GduParameters
from core.utility.gdu.association import Association, AssociationTest
from core.utility.gdu.direction import compare_directions, direction_changed

GROUPS = AssociationTest.ANOVA


def found(direction, n=100, size_power=1.0):
    return Association(n, 1.0, 0.001, 0.5, np.array(direction), size_power)


def changed(before, after, test=GROUPS, **settings):
    parameters = GduParameters(**settings)
    return direction_changed(test, compare_directions(found(before), found(after), parameters), parameters)


def test_sums_and_cosine_by_hand():
    # |3| + |-4| = 7; |-3 - 3| + |-4 + 4| = 6; cosine (-9 + 16) / (5 x 5) = .28
    shift = compare_directions(found([3.0, -4.0]), found([-3.0, -4.0]), GduParameters())
    assert (shift.own, shift.distance) == (7.0, 6.0)
    assert shift.cosine == pytest.approx(0.28, abs=1e-15)


def test_published_sizes_enter_before_the_sums():
    # n^1: 3 x 10 against 3 x 20
    parameters = GduParameters(direction="published")
    shift = compare_directions(found([3.0], n=10), found([3.0], n=20), parameters)
    assert (shift.own, shift.distance, shift.cosine) == (30.0, 30.0, 1.0)


def test_a_difference_of_exactly_zero_is_the_same_direction():
    # no association left, or twice the original's own differences: the sums are equal
    assert not changed([1.0, -1.0], [0.0, 0.0])
    assert not changed([1.0, -1.0], [2.0, -2.0])
    assert changed([1.0, -1.0], [2.01, -2.01])
    # within rounding of zero
    assert not changed([1.0, -1.0], [2.0 + 1e-10, -2.0])


def test_the_cosine_asks_only_for_the_side():
    # a little less than a right angle, and a little more
    assert not changed([1.0, 0.0], [0.1, 1.0], direction="cosine")
    assert changed([1.0, 0.0], [-0.1, 1.0], direction="cosine")
    assert not changed([1.0, 0.0], [0.0, 0.0], direction="cosine")


@pytest.mark.parametrize("direction", ["normalised", "published", "cosine"])
def test_correlations_look_at_the_sign_alone(direction):
    for test in (AssociationTest.SPEARMAN, AssociationTest.PEARSON):
        assert changed([0.1], [-0.9], test, direction=direction)
        assert not changed([0.1], [0.9], test, direction=direction)
