"""Records that occur in another file, found by a number of each and compared value by value."""

import numpy as np

from core.statistics.attacks import RecordBlocks, equal_records, occur_in

RECORDS = RecordBlocks.of(np.array([[1.0, 0], [1, 2], [3, -0.0], [9, 9]]))
OTHERS = RecordBlocks.of(np.array([[3, 0.0], [1, 2], [0, 1]]))


def test_records_that_occur_in_another_file():
    assert occur_in(RECORDS, OTHERS).tolist() == [False, True, True, False]
    assert occur_in(RECORDS, RecordBlocks.of(np.empty((0, 2)))).tolist() == [False] * 4


def test_records_with_one_number_are_compared_value_by_value(monkeypatch):
    monkeypatch.setattr(equal_records, "_numbers", lambda records: np.zeros(records.n, dtype=np.uint64))
    assert occur_in(RECORDS, OTHERS).tolist() == [False, True, True, False]
