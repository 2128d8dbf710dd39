"""Cells of a file counted in blocks: by hand, and whatever the blocks."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_array_equal

from core.statistics.tables import (
    CellNumbers,
    FilledCells,
    counted_cells,
    counted_numbers,
    merged_cells,
    places_of,
    places_of_rows,
)

FIVE = np.array([[0, 0], [0, 0], [0, -1], [1, 0], [-1, 1]])
WIDE = CellNumbers((2**31 - 1, 2**31 - 1, 3, 4))
"""Of four columns that one number of 64 bits cannot hold."""


def table_of(codes: np.ndarray, numbers: CellNumbers) -> FilledCells:
    return counted_cells(list(codes.T), len(codes), numbers)


def same(first: FilledCells, second: FilledCells) -> bool:
    return all(a.tobytes() == b.tobytes() and a.dtype == b.dtype for a, b in zip(first, second, strict=True))


def test_five_records_by_hand() -> None:
    # missing is digit 0: -1 1 is 0 x 3 + 2, 0 -1 is 1 x 3 + 0, and so on
    numbers = CellNumbers((3, 3))
    table = table_of(FIVE, numbers)
    assert (table.cells.tolist(), table.counts.tolist()) == ([2, 3, 4, 7], [1, 1, 2, 1])
    assert numbers.codes(table.cells).tolist() == [[-1, 1], [0, -1], [0, 0], [1, 0]]
    assert places_of_rows(table, numbers, list(FIVE.T), 5).tolist() == [2, 2, 1, 3, 0]
    others = np.array([[1, 1], [0, 0], [-1, -1]])
    assert places_of_rows(table, numbers, list(others.T), 3).tolist() == [-1, 2, -1]


def test_what_does_not_fit_into_one_number_is_written_as_bytes_in_the_same_order() -> None:
    assert [CellNumbers(sizes).fits for sizes in (WIDE.sizes, (2, 3), ())] == [False, True, True]
    highest = np.array([[2**31 - 3, 2**31 - 3, 1, 2], [2**31 - 3, -1, 1, 2], [2**31 - 3, 2**31 - 3, -1, 2]])
    table = table_of(highest, WIDE)
    assert WIDE.codes(table.cells).tolist() == highest[[1, 2, 0]].tolist()
    assert places_of_rows(table, WIDE, list(highest.T), 3).tolist() == [2, 0, 1]


@pytest.mark.parametrize(
    "numbers", [CellNumbers((4, 4, 3, 4)), CellNumbers((4, 4, 3, 2**20)), WIDE], ids=["few", "many", "bytes"]
)
@given(arrays(np.int8, st.tuples(st.integers(0, 30), st.just(4)), elements=st.integers(-1, 1)), st.data())
def test_any_blocks_in_any_order_give_the_same_bytes(numbers: CellNumbers, codes: np.ndarray, data) -> None:
    ends = sorted(data.draw(st.lists(st.integers(0, len(codes)), max_size=4)))
    blocks = [table_of(block, numbers) for block in np.split(codes, ends)]
    merged = table_of(codes[:0], numbers)
    for block in data.draw(st.permutations(blocks)):
        merged = merged_cells(merged, block)
    whole = table_of(codes, numbers)
    assert same(merged, whole)
    rows, counts = np.unique(codes, axis=0, return_counts=True)
    assert_array_equal(numbers.codes(whole.cells), rows)
    assert_array_equal(whole.counts, counts)
    assert_array_equal(rows[places_of_rows(whole, numbers, list(codes.T), len(codes))], codes)


def test_records_without_columns_are_one_cell_and_no_records_none() -> None:
    nothing = CellNumbers(())
    assert counted_cells([], 4, nothing).counts.tolist() == [4]
    assert places_of_rows(counted_cells([], 4, nothing), nothing, [], 2).tolist() == [0, 0]
    assert len(table_of(FIVE[:0], CellNumbers((3, 3))).counts) == 0


@pytest.mark.parametrize("size", [4, 2**40])
def test_numbers_by_hand(size: int) -> None:
    last = size - 1
    numbers = np.array([2, last, 0, 2, last, 2])
    assert [part.tolist() for part in counted_numbers(numbers, size)] == [[0, 2, last], [1, 3, 2]]
    weighted = counted_numbers(numbers, size, np.array([1.0, 0.5, 0.0, 2.0, 0.25, 4.0]))
    assert [part.tolist() for part in weighted] == [[0, 2, last], [0, 7, 0.75]]
    assert [len(part) for part in counted_numbers(numbers[:0], size)] == [0, 0]


@pytest.mark.parametrize("highest", [9, 2**40], ids=["listed", "searched"])
def test_places_of_some_cells_among_others(highest: int) -> None:
    cells = np.array([1, 4, highest])
    assert places_of(cells, np.array([0, 1, 4, 5, highest, highest + 1])).tolist() == [-1, 0, 1, -1, 2, -1]
    assert places_of(cells[:0], cells).tolist() == [-1, -1, -1]


@pytest.mark.parametrize("sizes", [(3, 4), (2**40, 2**40)], ids=["number", "bytes"])
def test_the_columns_but_the_last_keep_their_order(sizes: tuple[int, int]) -> None:
    numbers = CellNumbers(sizes, lowest=0)
    cells = numbers.of([np.array([0, 1, 1, 2]), np.array([3, 0, 2, 1])], 4)
    heads = numbers.without_last(cells)
    assert (heads[1:] != heads[:-1]).tolist() == [True, False, True]
    assert numbers.digits(cells, 1).tolist() == [3, 0, 2, 1]
    assert numbers.codes(cells).tolist() == [[0, 3], [1, 0], [1, 2], [2, 1]]
