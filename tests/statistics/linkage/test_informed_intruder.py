"""Duncan and Lambert's intruder by hand and against the formula written out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.linkage.informed_intruder import Category, Normal, identification


def one_by_one(n: int) -> np.ndarray:
    return np.ones(n, dtype=np.int64)


def codes(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int64)


def test_one_worked_example() -> None:
    # released 0 and 2, true value .5, noise of 1: exp(-.125) : exp(-1.125) = 1 : 1/e
    number = Normal(np.array([0.0, 2.0]), np.array([0.5]), 1.0)
    surest, right = identification([number], one_by_one(2), codes(0))
    assert surest[0] == pytest.approx(1 / (1 + np.exp(-1)), rel=1e-14)
    assert right.tolist() == [1]


def test_a_value_released_as_it_is_must_be_equal() -> None:
    number = Normal(np.zeros(2), np.full(3, 9.0), 5.0)
    key = Category(codes(0, 1), codes(0, 1, 2), np.array([0.4, 0.4, 0.2]))
    # the second stands for two records alike; the third target's value was not released
    surest, right = identification([number, key], codes(1, 2), codes(0, 1, 1))
    assert surest.tolist() == right.tolist() == [1, 0.5, 0]


def test_a_suppressed_value_says_nothing() -> None:
    number = Normal(np.array([np.nan, 0.0]), np.array([0.0, np.nan]), 1.0)
    assert identification([number], one_by_one(2), codes(0, 0))[0].tolist() == [0.5, 0.5]
    key = Category(codes(-1, 0, 1), codes(0, -1), np.array([0.5, 0.5]))
    assert identification([key], one_by_one(3), codes(0, 0))[0].tolist() == [1 / 2, 1 / 3]


def test_a_category_changed_with_known_chances() -> None:
    # true value 0, released as 0 with .9 and as 1 with .1: records 0, 0 and 1 are .9 : .9 : .1
    table = np.array([[0.9, 0.1], [0.0, 1.0]])
    key = Category(codes(0, 1), codes(0, 1), np.array([2 / 3, 1 / 3]), chances=table)
    surest, right = identification([key], codes(2, 1), codes(0, 1))
    assert surest == pytest.approx([0.9 / 1.9, 1])
    # one of two equally likely; and the only possible one
    assert right.tolist() == [0.5, 1]


def test_one_who_doubts_gives_every_category_a_chance() -> None:
    # 0 is believed, wrong with .2: then 1 or 2 as their shares .3 and .1 have it
    key = Category(codes(0, 1, 2), codes(0), np.array([0.6, 0.3, 0.1]), doubt=0.2)
    surest, _ = identification([key], one_by_one(3), codes(0))
    assert surest[0] == pytest.approx(0.8 / (0.8 + 0.15 + 0.05))
    # and where the released one may have been changed, both chances together: .8 x .9 + .15 x .5 for 0
    table = np.array([[0.9, 0.1, 0.0], [0.5, 0.5, 0.0], [0.0, 0.0, 1.0]])
    both = Category(codes(0, 1, 2), codes(0), np.array([0.6, 0.3, 0.1]), doubt=0.2, chances=table)
    assert identification([both], one_by_one(3), codes(0))[0][0] == pytest.approx(0.795)


def test_one_category_alone_cannot_be_doubted() -> None:
    key = Category(codes(0), codes(0), np.array([1.0]), doubt=0.2)
    assert identification([key], codes(4), codes(0))[0].tolist() == [0.25]


@given(st.integers(1, 20), st.integers(1, 4), st.floats(0.05, 3), st.integers(0, 2**32 - 1))
def test_equals_the_formula(n: int, m: int, noise: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    truth = rng.normal(size=(n, m))
    released = truth + noise * rng.normal(size=(n, m))
    variables = [Normal(released[:, j], truth[:, j], noise) for j in range(m)]
    surest, _ = identification(variables, one_by_one(n), np.arange(n))
    logs = -((released[None] - truth[:, None]) ** 2).sum(axis=2) / (2 * noise**2)
    likelihood = np.exp(logs - logs.max(axis=1, keepdims=True))
    np.testing.assert_allclose(surest, 1 / likelihood.sum(axis=1), rtol=1e-10)
