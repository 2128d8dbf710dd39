"""Linkage by distance by hand and against brute force."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from core.statistics.linkage.linkage import ValueDifference, link


def brute_force(originals, masked, parents, terms):
    correct, second = [], []
    for row, parent in zip(masked, parents, strict=True):
        distance = np.zeros(len(originals))
        for value, column, term in zip(row, originals.T, terms, strict=True):
            if np.isnan(value):
                continue
            difference = np.abs(column - value)
            terms_ = {
                ValueDifference.EQUAL: (difference != 0) * 1.0,
                ValueDifference.ABSOLUTE: difference,
                ValueDifference.SQUARED: difference**2,
            }
            distance += np.where(np.isnan(column), 1.0, terms_[term])
        nearer = (distance < distance[parent] * (1 - 1e-9)).sum()
        ties = np.isclose(distance, distance[parent], rtol=1e-9, atol=0).sum()
        correct.append(0.0 if nearer else 1 / ties)
        second.append(nearer < 2)
    return np.array(correct), np.array(second)


def test_three_records_by_hand() -> None:
    originals = np.array([[0.0], [1.0], [5.0]])
    masked = np.array([[0.1], [0.4], [2.0]])  # nearest 0; nearest 0; nearest 1, then 0
    found = link(originals, masked, np.array([0, 1, 2]), (ValueDifference.ABSOLUTE,))
    assert found.correct.tolist() == [1, 0, 0]
    assert found.second.tolist() == [True, True, False]


def test_equally_near_originals_share() -> None:
    originals = np.array([[1.0, 0.0], [1.0, 0.0], [2.0, 0.0], [1.0, 1.0]])
    found = link(originals, originals, np.arange(4), (ValueDifference.EQUAL, ValueDifference.SQUARED))
    assert found.correct.tolist() == [0.5, 0.5, 1, 1]


def test_a_suppressed_value_says_nothing_and_a_missing_original_differs() -> None:
    originals = np.array([[0.0, 0.0], [0.0, np.nan], [1.0, 0.0]])
    masked = np.array([[np.nan, 0.0], [0.0, 0.0]])
    found = link(originals, masked, np.array([0, 1]), (ValueDifference.EQUAL, ValueDifference.ABSOLUTE))
    assert found.correct.tolist() == [0.5, 0]


def test_no_masked_records() -> None:
    assert len(link(np.ones((3, 1)), np.ones((0, 1)), np.zeros(0, np.int64), (ValueDifference.EQUAL,)).correct) == 0


@given(
    st.integers(1, 40),
    st.lists(st.sampled_from(list(ValueDifference)), min_size=1, max_size=5),
    st.integers(0, 2**32 - 1),
)
def test_equals_brute_force(n: int, terms: list[ValueDifference], seed: int) -> None:
    rng = np.random.default_rng(seed)
    m = len(terms)
    originals = rng.integers(0, 4, (n, m)).astype(float) if seed % 2 else rng.random((n, m)).round(1)
    originals[rng.random((n, m)) < rng.choice([0, 0.15])] = np.nan
    parents = rng.permutation(n)[: max(1, n // 2)]
    masked = originals[parents] + (rng.random((len(parents), m)) < 0.3) * rng.normal(size=(len(parents), m)).round(1)
    masked[rng.random(masked.shape) < 0.1] = np.nan
    found = link(originals, masked, parents, tuple(terms))
    correct, second = brute_force(originals, masked, parents, terms)
    assert_allclose(found.correct, correct)
    assert_array_equal(found.second, second)
