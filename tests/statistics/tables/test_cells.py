"""The cells of a table are numbered column by column, in chunks of rows: as its distinct rows are."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from core.statistics.tables import cells


@pytest.mark.parametrize("spread", [3, 50, 10**7, 2**62])
@pytest.mark.parametrize("n", [1, 7, 40])
def test_cells_are_the_distinct_rows_whatever_the_chunks(monkeypatch, n, spread):
    monkeypatch.setattr(cells, "CHUNK", 7)
    random = np.random.default_rng(n)
    few = random.integers(-spread, spread, 5)
    codes = few[random.integers(0, 5, (n, 3))]
    ids, first = cells.cells_of_columns(iter(codes.T), n)
    distinct, rows, inverse = np.unique(codes, axis=0, return_index=True, return_inverse=True)
    assert_array_equal(ids, inverse.reshape(-1))
    assert_array_equal(first, rows)
    assert cells.cell_ids(codes)[1] == len(distinct)
    assert_array_equal(cells.cell_ids(codes)[0], ids)
