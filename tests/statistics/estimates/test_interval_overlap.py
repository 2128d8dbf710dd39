"""Overlap of two intervals: worked by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.estimates.interval_overlap import interval_overlap


@pytest.mark.parametrize(
    ("original", "masked", "expected"),
    [
        ((0.0, 2.0), (0.0, 2.0), 1.0),
        ((0.0, 2.0), (1.0, 3.0), 0.5),  # 1/2 (1/2 + 1/2)
        ((0.0, 4.0), (1.0, 3.0), 0.75),  # 1/2 (2/4 + 2/2)
        ((0.0, 1.0), (2.0, 4.0), -0.75),  # 1/2 (-1/1 - 1/2)
        ((3.0, 3.0), (3.0, 3.0), 1.0),
        ((3.0, 3.0), (2.0, 4.0), None),
        ((2.0, 4.0), (3.0, 3.0), None),
    ],
)
def test_overlap_by_hand(original, masked, expected):
    assert interval_overlap(original, masked) == expected


ends = st.floats(-1e6, 1e6)


@given(ends, st.floats(0.001, 1e3), ends, st.floats(0.001, 1e3))
def test_overlap_is_symmetric_at_most_one_and_positive_only_where_they_meet(a, width_a, b, width_b):
    one, other = (a, a + width_a), (b, b + width_b)
    found = interval_overlap(one, other)
    assert found == pytest.approx(interval_overlap(other, one))
    assert found <= 1
    assert (found > 0) == (min(one[1], other[1]) > max(one[0], other[0]))
