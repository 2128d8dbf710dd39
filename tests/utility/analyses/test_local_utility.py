"""Local utility of coefficients: by hand, after Kocar's Figure 2."""

import pytest

from core.utility.analyses.local_utility import coefficient_utility, fit_utility, halves, smaller_over_larger


def test_smaller_over_larger_by_hand():
    assert smaller_over_larger(0.8, 0.6) == pytest.approx(0.75)
    assert smaller_over_larger(0.6, 0.8) == pytest.approx(0.75)
    assert smaller_over_larger(0.5, -0.5) == 0
    assert smaller_over_larger(0, 0) == 1
    assert smaller_over_larger(0, 0.4) == 0


@pytest.mark.parametrize(
    ("original", "masked", "significant", "expected"),
    [
        (0.5, 0.4, (True, True), 0.64),  # .16 / .25
        (0.5, -0.4, (True, True), 0),
        (0.5, 0.4, (True, False), 0),
        (0.5, 0.4, (False, True), 0),
        (0.5, -0.4, (False, False), 1),
    ],
)
def test_a_coefficient_by_hand(original, masked, significant, expected):
    assert coefficient_utility(original, masked, significant) == pytest.approx(expected)


def test_r_squared_is_squared_already():
    assert fit_utility(0.5, 0.4, (True, True)) == pytest.approx(0.8)
    assert fit_utility(-0.01, 0.4, (True, True)) == 0
    assert fit_utility(-0.01, -0.02, (True, True)) == 1
    assert fit_utility(0.5, 0.4, (False, False)) == 1


def test_halves():
    assert halves(0.8, [1.0, 0.0]) == pytest.approx(0.65)
    assert halves(0.8, []) == 0.8
