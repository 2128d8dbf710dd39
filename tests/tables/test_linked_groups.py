"""Sums, spreads and ranges in rows: of all records, and of those outside each jackknife group."""

from __future__ import annotations

import numpy as np
import pytest

from core.tables import GroupedRecords


def test_sums_and_deviations_by_hand():
    records, values = GroupedRecords(np.array([0, 1, 1, 2, 2]), 3), np.array([1e9, 1.0, 3.0, np.nan, 5.0])
    amount = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    assert records.sums(amount).tolist() == [[15.0, 14.0, 10.0, 6.0]]
    assert GroupedRecords(np.zeros(5, dtype=np.int64), 1).sums(amount).tolist() == [[15.0]]
    # of 1, 3 and 5: 2, although the group left out is a thousand million times as large
    deviations = records.deviations(values)
    assert deviations[1] == pytest.approx(2.0, rel=1e-12)
    assert deviations[0] == pytest.approx(np.nanstd(values, ddof=1), rel=1e-12)
    assert records.ranges(values).tolist() == [1e9 - 1.0, 4.0, 1e9 - 5.0, 1e9 - 1.0]
    assert GroupedRecords(np.array([0, 0, 1]), 2).deviations(np.array([0.1, 0.1, 7.0]))[2] == 0.0


def test_places_of_records():
    records = GroupedRecords(np.array([0, 1, 0]), 2)
    assert [rows.tolist() for rows in records.inside()] == [[0, 2], [1]]
    assert [rows.tolist() for rows in records.others()] == [[1], [0, 2]]
