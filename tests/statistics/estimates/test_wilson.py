"""Wilson's interval of a share, by hand and as published."""

import pytest

from core.statistics.estimates import wilson, wilson_interval


def test_centre_and_half_of_ten_in_a_hundred() -> None:
    # z^2 = 3.8415: centre (10 + 1.9207) / 103.8415, half 1.96 / 103.8415 * sqrt(9 + .9604)
    assert wilson(0.1, 100) == pytest.approx((0.1147970, 0.0595683), abs=1e-6)


def test_as_published() -> None:
    # 81 of 263 as in Newcombe (1998, Statistics in Medicine 17, 857-872): .2553 to .3662
    assert wilson_interval(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson_interval(0.0, 20) == pytest.approx((0, 0.1611), abs=5e-5)
