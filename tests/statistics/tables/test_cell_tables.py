"""Cells of a file counted in blocks: by hand, and whatever the blocks."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_array_equal

from core.statistics.tables import CellNumbers, CellPlaces, CellTable, counted_cells, merged_cells

FIVE = np.array([[0, 0], [0, 0], [0, -1], [1, 0], [-1, 1]])
WIDE = CellNumbers((2**31 - 1, 2**31 - 1, 3, 4))
"""Of four columns that one number of 64 bits cannot hold."""


def table_of(codes: np.ndarray, numbers: CellNumbers) -> CellTable:
    return counted_cells(list(codes.T), len(codes), numbers)


def same(first: CellTable, second: CellTable) -> bool:
    return all(a.tobytes() == b.tobytes() and a.dtype == b.dtype for a, b in zip(first, second, strict=True))


def test_five_records_by_hand() -> None:
    # missing is digit 0: -1 1 is 0 x 3 + 2, 0 -1 is 1 x 3 + 0, and so on
    numbers = CellNumbers((3, 3))
    table = table_of(FIVE, numbers)
    assert (table.words[:, 0].tolist(), table.counts.tolist()) == ([2, 3, 4, 7], [1, 1, 2, 1])
    assert numbers.codes(table.words).tolist() == [[-1, 1], [0, -1], [0, 0], [1, 0]]
    assert CellPlaces(table, numbers).of(list(FIVE.T), 5).tolist() == [2, 2, 1, 3, 0]
    others = np.array([[1, 1], [0, 0], [-1, -1]])
    assert CellPlaces(table, numbers).of(list(others.T), 3).tolist() == [-1, 2, -1]


def test_what_does_not_fit_into_one_number_is_written_as_several() -> None:
    assert (WIDE.groups, CellNumbers((2, 3)).groups, CellNumbers(()).groups) == (((0, 1), (2, 3)), ((0, 1),), ((),))
    highest = np.array([[2**31 - 3, 2**31 - 3, 1, 2], [2**31 - 3, -1, 1, 2], [2**31 - 3, 2**31 - 3, -1, 2]])
    table = table_of(highest, WIDE)
    assert WIDE.codes(table.words).tolist() == highest[[1, 2, 0]].tolist()
    assert CellPlaces(table, WIDE).of(list(highest.T), 3).tolist() == [2, 0, 1]


@pytest.mark.parametrize(
    "numbers", [CellNumbers((4, 4, 3, 4)), CellNumbers((4, 4, 3, 2**20)), WIDE], ids=["few", "many", "several numbers"]
)
@given(arrays(np.int8, st.tuples(st.integers(0, 30), st.just(4)), elements=st.integers(-1, 1)), st.data())
def test_any_blocks_in_any_order_give_the_same_bytes(numbers: CellNumbers, codes: np.ndarray, data) -> None:
    ends = sorted(data.draw(st.lists(st.integers(0, len(codes)), max_size=4)))
    blocks = [table_of(block, numbers) for block in np.split(codes, ends)]
    merged = CellTable(np.zeros((0, len(numbers.groups)), np.int64), np.zeros(0, np.int64))
    for block in data.draw(st.permutations(blocks)):
        merged = merged_cells(merged, block)
    whole = table_of(codes, numbers)
    assert same(merged, whole)
    rows, counts = np.unique(codes, axis=0, return_counts=True)
    assert_array_equal(numbers.codes(whole.words), rows)
    assert_array_equal(whole.counts, counts)
    assert_array_equal(rows[CellPlaces(whole, numbers).of(list(codes.T), len(codes))], codes)


def test_records_without_columns_are_one_cell_and_no_records_none() -> None:
    nothing = CellNumbers(())
    assert counted_cells([], 4, nothing).counts.tolist() == [4]
    assert CellPlaces(counted_cells([], 4, nothing), nothing).of([], 2).tolist() == [0, 0]
    assert len(table_of(FIVE[:0], CellNumbers((3, 3))).counts) == 0
