"""Rows in the order of one variable, and records that occur in another file."""

import numpy as np
import pytest

from core.statistics.attacks import equal_records, occur_in
from core.statistics.attacks.column_order import codes_in_order, place_of, rows_in_order, runs


@pytest.mark.parametrize(
    "column",
    [
        np.array([2.0, 0, np.nan, 2, 1, np.nan]),  # whole: counted
        np.array([2.5, -0.0, np.nan, 2.5, 1e9, 0, np.nan]),  # sorted
        np.array([np.inf, 3.0, -np.inf, 3]),
        np.full(3, np.nan),
    ],
)
def test_rows_runs_and_codes_are_those_of_sorted_values(column):
    rows = rows_in_order(column)
    assert sorted(rows.tolist()) == list(range(len(column)))
    assert np.array_equal(column[rows], np.sort(column), equal_nan=True)
    distinct, first, inverse = np.unique(column, return_index=True, return_inverse=True, equal_nan=True)
    begins, firsts = runs(column, rows)
    assert firsts.tolist() == first.tolist()
    assert np.array_equal(np.sort(column)[begins], distinct, equal_nan=True)
    codes = np.empty_like(rows)
    codes_in_order(column, rows, codes)
    assert codes.tolist() == inverse.tolist()
    for asked in column[~np.isnan(column)]:
        assert place_of(column, rows, asked, False) == (column < asked).sum()
        assert place_of(column, rows, asked, True) == (column <= asked).sum()


RECORDS, OTHERS = np.array([[1.0, 0], [1, 2], [3, -0.0], [9, 9]]), np.array([[3, 0.0], [1, 2], [0, 1]])


def test_records_that_occur_in_another_file():
    assert occur_in(RECORDS, OTHERS).tolist() == [False, True, True, False]
    assert occur_in(RECORDS, OTHERS[:0]).tolist() == [False] * 4


def test_records_with_one_number_are_compared_value_by_value(monkeypatch):
    monkeypatch.setattr(equal_records, "_numbers", lambda records: np.zeros(len(records), dtype=np.uint64))
    assert occur_in(RECORDS, OTHERS).tolist() == [False, True, True, False]
