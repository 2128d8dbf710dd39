"""Two results agree to a thousand millionth, and in all else exactly."""

import math

import pytest

from core.reports import disagreements


@pytest.mark.parametrize("second", [1.0 + 5e-10, 1.0 - 5e-10])
def test_figures_agree_to_a_thousand_millionth(second):
    assert not any(disagreements({"a": [1.0, "x", 3, None]}, {"a": [second, "x", 3, None]}))


def test_rounding_about_nothing_is_nothing():
    assert not any(disagreements(3e-16, -2e-16))
    assert any(disagreements(0.0, 1e-11))


@pytest.mark.parametrize(
    "second",
    [
        {"measure": "gdu", "value": 1 + 3e-9, "n": 3},
        {"measure": "gdu", "value": 1.0, "n": 4},
        {"measure": "gdu", "value": None, "n": 3},
        {"measure": "gdu", "value": math.nan, "n": 3},
        {"measure": "grc", "value": 1.0, "n": 3},
        {"measure": "gdu", "value": 1.0},
        {"measure": "gdu", "value": 1.0, "n": 3.0},
    ],
)
def test_anything_else_that_differs_is_named(second):
    first = {"measure": "gdu", "value": 1.0, "n": 3}
    assert any(disagreements([first], [second]))
