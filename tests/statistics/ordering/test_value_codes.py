"""Numbers by their place among the distinct ones: hand-worked values, then any numbers against numpy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.statistics.ordering import value_codes

NUMBERS = st.one_of(st.floats(), st.integers(-3, 3).map(float), st.sampled_from([0.0, -0.0, np.nan, 1e300, -5e-324]))


def test_codes_are_places_among_the_distinct_numbers():
    found = value_codes(np.array([2.5, np.nan, -1.0, 2.5, np.inf, -np.inf, -0.0, 0.0]))
    assert found.codes.tolist() == [3, -1, 1, 3, 4, 0, 2, 2]
    assert found.distinct.tolist() == [-np.inf, -1.0, 0.0, 2.5, np.inf]
    assert found.counts.tolist() == [1, 1, 2, 2, 1]


def test_whole_numbers_are_counted_and_come_out_alike():
    found = value_codes(np.array([7.0, -2.0, np.nan, 7.0, -0.0]))
    assert found.codes.tolist() == [2, 0, -1, 2, 1]
    assert found.distinct.tolist() == [-2.0, 0.0, 7.0]
    assert not np.signbit(value_codes(np.array([-0.0, 3.0])).distinct[0])


def test_the_span_of_numbers_may_be_wider_than_any_table():
    assert value_codes(np.array([1e18, -1e18, 0.0])).codes.tolist() == [2, 0, 1]
    assert value_codes(np.array([2.0**53 + 2, 2.0**53, 2.0**53 + 4])).codes.tolist() == [1, 0, 2]


@pytest.mark.parametrize("missing", [[], [np.nan, np.nan]])
def test_without_a_number_there_is_no_code(missing):
    found = value_codes(np.array(missing, dtype=float))
    assert (found.codes.tolist(), len(found.distinct), len(found.counts)) == ([-1] * len(missing), 0, 0)


@given(arrays(np.float64, st.integers(0, 40), elements=NUMBERS))
def test_codes_are_those_of_numpy(values):
    known = ~np.isnan(values)
    distinct, place, counts = np.unique(values[known] + 0.0, return_inverse=True, return_counts=True)
    found = value_codes(values)
    assert np.array_equal(found.codes[known], place)
    assert (found.codes[~known] == -1).all()
    assert np.array_equal(found.distinct, distinct)
    assert np.array_equal(found.counts, counts)
