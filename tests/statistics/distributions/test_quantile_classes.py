"""Classes at pooled quantiles."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.distributions.quantile_classes import counts_in_classes, quantile_classes, quantile_cuts


def cuts_of(values, classes):
    return quantile_cuts(*np.unique(values, return_counts=True), classes)


NUMBERS = st.lists(st.floats(-1e6, 1e6), max_size=60)


def test_few_values_are_a_class_each():
    cuts = cuts_of(np.array([3.0, 1, 1, 2]), 5)
    assert cuts.tolist() == [2, 3]
    assert quantile_classes(np.array([1.0, 2, 3, np.nan]), cuts).tolist() == [0, 1, 2, 3]


def test_quintiles_of_one_to_eleven():
    # positions 10 k / 5: the values 3, 5, 7, 9; a cut belongs to the class above it
    cuts = cuts_of(np.arange(1.0, 12), 5)
    assert cuts.tolist() == [3, 5, 7, 9]
    assert np.bincount(quantile_classes(np.arange(1.0, 12), cuts)).tolist() == [2, 2, 2, 2, 3]


def test_heaps_take_fewer_classes():
    cuts = cuts_of(np.array([0.0] * 90 + list(range(1, 11))), 5)
    assert cuts.tolist() == []
    assert cuts_of(np.zeros(0), 5).tolist() == []


@given(NUMBERS, st.integers(2, 12))
def test_cuts_are_numpys_quantiles(values, classes):
    pooled = np.array(values)
    cuts = cuts_of(pooled, classes)
    if len(np.unique(pooled)) > classes:
        expected = np.quantile(pooled, np.arange(1, classes) / classes)
        assert all(np.isclose(expected, cut, rtol=1e-9, atol=1e-9).any() for cut in cuts)
    codes = quantile_classes(pooled, cuts)
    assert (codes >= 0).all()
    assert (codes <= len(cuts)).all()
    assert (np.diff(codes[np.argsort(pooled)]) >= 0).all()


def test_each_row_has_classes_of_its_own_and_missing_values_come_last():
    points = np.arange(4.0)
    first = np.array([[2, 0, 2, 0, 1], [0, 1, 1, 1, 0]])
    second = np.array([[0, 0, 4, 0, 0], [0, 1, 1, 1, 2]])
    # two values are a class each; three are cut at the median, which belongs to the class above it
    found = counts_in_classes(points, first, second, 2)
    assert found[0].tolist() == [[2, 2, 1], [1, 2, 0]]
    assert found[1].tolist() == [[0, 4, 0], [1, 2, 2]]


def test_a_quantile_that_is_a_value_stays_one_whatever_the_rounding_of_a_sum():
    exact, rounded = (quantile_cuts(np.arange(21.0), np.full(21, weight), 20) for weight in (1.0, 1 - 1e-15))
    assert exact.tolist() == rounded.tolist() == list(range(1, 20))
