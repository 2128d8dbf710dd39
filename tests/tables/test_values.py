"""Counts of values by jackknife group: worked out by hand, added over blocks, and without each group."""

from __future__ import annotations

from functools import reduce

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from core.data import Coded, Level
from core.tables import values
from core.tables.values import added_counts, both_values, value_counts
from tests.strategies import continuous, nominal

NUMBERS = [2.5, np.nan, 1.0, 2.5, 4.0, 1.0]
GROUPS = np.array([0, 0, 1, 1, 0, 1])


def test_counts_by_hand():
    found = value_counts(continuous(NUMBERS), None, GROUPS, 2)
    assert found.values.tolist() == [1, 2.5, 4]
    assert found.counts.tolist() == [[0, 1, 1, 1], [2, 1, 0, 0]]
    assert found.records.tolist() == [[2, 1], [3, 0]]


def test_weights_are_added_up():
    found = value_counts(continuous(NUMBERS), np.array([1, 2, 3, 4, 5, 6.0]), GROUPS, 2)
    assert found.counts.tolist() == [[0, 1, 5, 2], [9, 4, 0, 0]]
    assert found.records.tolist() == [[2, 1], [3, 0]]


def test_categories_stand_at_their_places_and_weights_of_one_are_none():
    coded = nominal([2, 0, -1, 2], 3)
    found = value_counts(coded, None, None, 1)
    assert (found.values.tolist(), found.counts.tolist()) == ([0, 1, 2], [[1, 0, 2, 1]])
    weighted = value_counts(coded, np.ones(4), None, 1)
    assert_array_equal(weighted.counts, found.counts)


@pytest.mark.parametrize("size", [1, 4, 6])
def test_blocks_add_up_in_any_order(size):
    blocks = [slice(start, start + size) for start in range(0, 6, size)]
    whole = value_counts(continuous(NUMBERS), None, GROUPS, 2)
    for order in (blocks, blocks[::-1]):
        counted = (value_counts(continuous(NUMBERS[rows]), None, GROUPS[rows], 2) for rows in order)
        for part, expected in zip(reduce(added_counts, counted), whole, strict=True):
            assert_array_equal(part, expected)


@pytest.mark.parametrize("cells", [1, 2**18])
def test_rows_without_a_group_are_the_records_that_are_left(cells, monkeypatch):
    monkeypatch.setattr(values, "CELLS", cells)
    other = [4.0, 9.0, np.nan, 1.0]
    of_other = np.array([1, 0, 1, 0])
    files = value_counts(continuous(NUMBERS), None, GROUPS, 2), value_counts(continuous(other), None, of_other, 2)
    parts = list(both_values(files, (False, False)))
    assert len(parts) == (3 if cells == 1 else 1)
    assert parts[0].values.tolist() == [1, 2.5, 4, 9]
    first, second = (np.concatenate([part[place] for part in parts]) for place in (1, 2))
    assert first.tolist() == [[2, 2, 1, 0, 1], [2, 1, 0, 0, 0], [0, 1, 1, 0, 1]]
    assert second.tolist() == [[1, 0, 1, 1, 1], [0, 0, 1, 0, 1], [1, 0, 0, 1, 0]]
    records = np.concatenate([part.records[0] for part in parts])
    assert records.tolist() == [[5, 1], [3, 0], [2, 1]]


def test_weights_that_are_scaled_add_up_to_the_records_that_are_left():
    weights = np.array([0.5, 1.5, 0.25, 1.75, 1.25, 0.75])
    file = value_counts(continuous(NUMBERS), weights, GROUPS, 2)
    (found,) = both_values((file, file), (True, False))
    assert found.original.sum(axis=1) == pytest.approx([6, 3, 3])
    assert found.masked.sum(axis=1) == pytest.approx([6, 2.75, 3.25])
    assert found.original[1] == pytest.approx(found.masked[1] * 3 / 2.75)


def test_no_group_is_one_row():
    file = value_counts(Coded(Level.CONTINUOUS, np.array([1.0, 2.0])), None, None, 1)
    (found,) = both_values((file, file), (False, False))
    assert found.original.tolist() == [[1, 1, 0]]
