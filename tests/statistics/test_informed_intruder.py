"""Duncan and Lambert's intruder by hand and against the formula written out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.informed_intruder import identification


def test_one_worked_example() -> None:
    # released 0 and 2, true value .5, noise of 1: exp(-.125) : exp(-1.125) = 1 : 1/e
    surest, guess = identification(np.array([[0.0], [2.0]]), np.array([[0.5]]), np.array([1.0]))
    assert surest[0] == pytest.approx(1 / (1 + np.exp(-1)), rel=1e-14)
    assert guess.tolist() == [0]


def test_a_value_released_as_it_is_must_be_equal() -> None:
    released = np.array([[0.0, 1.0], [0.0, 2.0], [0.0, 2.0]])
    targets = np.array([[9.0, 1.0], [9.0, 2.0], [9.0, 3.0]])
    surest, guess = identification(released, targets, np.array([5.0, 0.0]))
    assert surest.tolist() == [1, 0.5, 0]
    assert guess.tolist() == [0, 1, -1]


def test_a_suppressed_value_says_nothing() -> None:
    surest, _ = identification(np.array([[np.nan], [0.0]]), np.array([[0.0]]), np.array([1.0]))
    assert surest[0] == 0.5


@given(st.integers(1, 20), st.integers(1, 4), st.floats(0.05, 3), st.integers(0, 2**32 - 1))
def test_equals_the_formula(n: int, m: int, noise: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    truth = rng.normal(size=(n, m))
    released = truth + noise * rng.normal(size=(n, m))
    surest, _ = identification(released, truth, np.full(m, noise))
    logs = -((released[None] - truth[:, None]) ** 2).sum(axis=2) / (2 * noise**2)
    likelihood = np.exp(logs - logs.max(axis=1, keepdims=True))
    np.testing.assert_allclose(surest, 1 / likelihood.sum(axis=1), rtol=1e-10)
