"""Weighted quantiles: by hand, against repeated records, and Woodruff's interval."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.distributions.weighted_quantiles import weighted_quantile, woodruff_interval


def quantile(values, weights, share):
    return weighted_quantile(np.array(values, dtype=float), np.array(weights, dtype=float), share)


@pytest.mark.parametrize(
    ("values", "weights", "share", "expected"),
    [
        ([1, 2, 3], [1, 1, 1], 0.5, 2),
        ([1, 2, 3, 4], [1, 1, 1, 1], 0.5, 2.5),  # exactly half lies at or below 2
        ([1, 2, 3, 4], [1, 1, 1, 3], 0.5, 3.5),
        ([1, 2, 3, 4], [1, 1, 1, 4], 0.5, 4),
        ([1, 2, 3, 4], [1, 1, 1, 1], 0.2, 1),
        ([1, 2, 3, 4], [1, 1, 1, 1], 1.0, 4),
        ([1, 2, 3, 4], [1, 1, 1, 1], 0.0, 1),
        ([1, 2, 3, 4], [0, 1, 0, 1], 0.5, 3),  # records without weight have no place
        ([1, 2, 3, 4], [0, 1, 1, 0], 0.0, 2),
        ([1, 2, 3, 4], [0, 1, 1, 0], 1.0, 3),
        ([7], [2], 0.3, 7),
    ],
)
def test_quantiles_by_hand(values, weights, share, expected):
    assert quantile(values, weights, share) == expected


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 4)), min_size=1, max_size=12), st.integers(1, 19))
def test_whole_weights_are_repeated_records(cells, twentieths):
    cells = sorted(cells)
    values, weights = [v for v, _ in cells], [w for _, w in cells]
    repeated = [v for v, w in cells for _ in range(w)]
    share = twentieths / 20
    assert quantile(values, weights, share) == quantile(repeated, [1] * len(repeated), share)


@given(st.lists(st.integers(0, 99), min_size=1, max_size=30))
def test_the_median_is_the_ordinary_one(values):
    assert quantile(sorted(values), [1] * len(values), 0.5) == np.median(values)


def test_woodruff_by_hand():
    # 100 records 1..100: se of the share .5 is sqrt(100/99 * 100 * .25) / 100 = .050252
    values, weights = np.arange(1.0, 101), np.ones(100)
    low, high = woodruff_interval(values, weights, 0.5, 1.96)
    assert (low, high) == (41, 60)  # shares .4015 and .5985
    assert woodruff_interval(values, 5 * weights, 0.5, 1.96) == (low, high)
