"""Cells counted by their number: few in one array, many in order."""

import numpy as np
import pytest

from core.statistics.tables import numbered_cells


@pytest.mark.parametrize("size", [4, 2**40])
def test_by_hand(size: int) -> None:
    last = size - 1
    cells, counts = numbered_cells(np.array([2, last, 0, 2, last, 2]), size)
    assert cells.tolist() == [0, 2, last]
    assert counts.tolist() == [1, 3, 2]


@pytest.mark.parametrize("size", [4, 2**40])
def test_no_records_fill_no_cells(size: int) -> None:
    assert [len(part) for part in numbered_cells(np.zeros(0, dtype=np.int64), size)] == [0, 0]
