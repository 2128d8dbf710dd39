import numpy as np
import pytest

from core.statistics.reproducible.ties import (
    TOLERANCE,
    above,
    below,
    comparable,
    comparable_number,
    first_largest,
    multiples,
    power_of_ten,
    sign_of,
    sort_value,
)

THIRD = 0.1 + 0.2  # one unit in the last place above 0.3


def test_sums_that_differ_in_the_last_bits_are_one_number():
    assert THIRD != 0.3
    assert comparable([THIRD])[0] == comparable([0.3])[0]
    assert abs(comparable([0.3])[0] - 0.3) <= TOLERANCE * 0.3


def test_what_differs_by_more_than_the_tolerance_stays_two_numbers_in_their_order():
    values = np.array([-1e100, -1.0 - 4e-9, -1.0, -1e-300, 0.0, 5e-324, 2.0, 2.0 + 4e-9, 1e100])
    assert (np.diff(comparable(values)) >= 0).all()
    assert len(np.unique(comparable(values))) >= len(values) - 1


def test_numbers_without_digits_stay():
    assert np.array_equal(comparable([np.nan, np.inf, -np.inf, 0.0]), [np.nan, np.inf, -np.inf, 0.0], equal_nan=True)
    assert not np.signbit(comparable([-0.0])[0])


def test_a_sum_that_cancels_is_compared_at_the_scale_of_its_terms():
    residue = 0.1 + 0.2 - 0.3  # 5.6e-17 where it should be 0
    assert comparable([residue])[0] != 0
    assert comparable([residue], scale=0.3)[0] == 0
    assert comparable([residue, 7.0], scale=np.array([0.0, 0.0])).tolist() == [0.0, 0.0]


@pytest.mark.parametrize("value", [0.0, 1.0, -1.5, THIRD, 1e300, 123456789.123456789])
def test_compiled_loops_round_alike(value):
    assert comparable_number(value) == comparable([value])[0]


def test_a_limit_is_passed_only_beyond_the_tolerance():
    assert not above(THIRD, 0.3)
    assert not below(0.3, THIRD)
    assert above(0.3 * (1 + 1e-8), 0.3)
    assert below(0.3 * (1 - 1e-8), 0.3)
    assert above(1e-300, 0.0)
    assert not above(0.0, 0.0)


def test_of_the_largest_that_are_equal_the_first_is_named():
    assert first_largest([0.1, 0.3, THIRD, 0.2]) == 1
    assert first_largest([-1e-17, 0.0, 1e-17], scale=1.0) == 0


def test_values_of_an_array_are_held_against_limits_one_by_one():
    assert above([0.1, THIRD, 0.4], 0.3).tolist() == [False, False, True]
    assert below([0.1, 0.3, 0.4], [0.3, THIRD, 0.3]).tolist() == [True, False, False]


@pytest.mark.parametrize(
    ("value", "power"),
    [(1.0, 1.0), (9.99, 1.0), (1000.0, 1000.0), (1000 * (1 - 1e-15), 1000.0), (0.001, 0.001), (0.3 - 0.2, 0.1)],
)
def test_powers_of_ten_are_decimals(value, power):
    assert power_of_ten(value) == power


def test_below_the_smallest_power_there_is_none():
    assert power_of_ten(0.0) == power_of_ten(5e-324) == 1e-300


def test_multiples_have_no_noise():
    assert multiples([0.31, 2e-15, 1e6 + 0.26], 0.1).tolist() == [0.3, 0.0, 1000000.3]
    assert multiples([3.2e-15, 7.4e-15], 1e-15).tolist() == [3e-15, 7e-15]


def test_an_eigenvector_points_the_same_way_whatever_its_solver():
    assert sign_of(np.array([-0.8, 0.6])) == -1.0
    half = np.sqrt(0.5)
    # the sum of these is nothing but rounding: the first element decides
    assert sign_of(np.array([half * (1 - 1e-16), -half])) == sign_of(np.array([half, -half * (1 + 2e-16)])) == 1.0
    assert sign_of(np.array([-half, half])) == -1.0


def test_what_figures_are_sorted_by():
    assert sort_value(THIRD) == sort_value(0.3)
