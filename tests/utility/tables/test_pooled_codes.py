"""Codes of many records take a byte where they fit, and every table is what it is with four."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from core.statistics.tables import marginal_distances
from core.utility.tables import categories, pooled_codes
from tests.strategies import continuous, nominal, pair_of, paired

N = 60


@pytest.mark.parametrize(("n_categories", "kind"), [(3, np.uint8), (255, np.uint8), (256, np.int32)])
def test_a_byte_is_taken_where_categories_and_the_one_of_missing_values_fit(monkeypatch, n_categories, kind):
    random = np.random.default_rng(1)
    codes = [random.integers(-1, 3, N) for _ in range(2)]
    codes[0][0] = n_categories - 1
    numbers = [random.normal(size=N) for _ in range(2)]
    pair = pair_of(
        paired("x", continuous(numbers[0]), continuous(numbers[1])),
        paired("c", nominal(codes[0], n_categories), nominal(codes[1], n_categories)),
        paired("gone", nominal(codes[1], n_categories), None),
    )
    wide = pooled_codes(pair, pair.variables, 4)
    monkeypatch.setattr(categories, "PACKED_FROM", N)
    narrow = pooled_codes(pair, pair.variables, 4)
    assert (wide.original.dtype, narrow.original.dtype, narrow.masked.dtype) == (np.int32, kind, kind)
    tables = np.array([[0, 1], [0, 2], [1, 2]])
    for one, other in zip(wide, narrow, strict=True):
        assert_array_equal(one, other)
    for one, other in zip(marginal_distances(*wide, tables), marginal_distances(*narrow, tables), strict=True):
        assert_array_equal(one, other)
