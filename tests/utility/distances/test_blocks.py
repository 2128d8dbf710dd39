"""Distances counted in blocks of records: the same to the last bit, whatever the blocks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.data import Level
from core.measures import Blockwise, blocks_of, blockwise
from core.statistics.tables import merged_counts
from core.utility.distances import counted_values
from core.utility.distances.one_way import one_way_differences
from core.utility.distances.two_way import two_way_differences
from core.utility.tables import TableParameters
from tests.benchmarks.test_gdu_benchmark import mixed_files
from tests.strategies import pair_of

PARAMETERS = TableParameters(bins=5)


@pytest.fixture(scope="module")
def pair():
    """Files of unequal lengths, with missing values, and one variable that the masked one lacks."""
    whole = mixed_files(60, 6, 0.2)
    whole = pair_of(*whole.variables[:-1], replace(whole.variables[-1], masked=None))
    return whole.take(np.arange(60), np.arange(7, 52))


@pytest.mark.parametrize("step", [one_way_differences, two_way_differences], ids=["one-way", "two-way"])
@pytest.mark.parametrize("records", [1, 7, 59])
def test_any_blocks_give_the_same_bytes(pair, step, records, monkeypatch):
    whole = step(pair, PARAMETERS)
    monkeypatch.setattr(blockwise, "BLOCK_RECORDS", records)
    assert sum(block.original.n_records for block in blocks_of(pair)) == 60
    assert step(pair, PARAMETERS) == whole


def test_the_order_in_which_blocks_are_merged_changes_nothing(pair, monkeypatch):
    monkeypatch.setattr(blockwise, "BLOCK_RECORDS", 7)
    for step in (one_way_differences, two_way_differences):
        known = step.look(pair, PARAMETERS)
        states = [step.states(block, known) for block in blocks_of(pair)]
        found = []
        for order in (states, states[::-1], states[3:] + states[:3]):
            merged = order[0]
            for state in order[1:]:
                merged = step.merged(merged, state)
            found.append(step.finish(pair, PARAMETERS, known, iter(merged)))
        assert found[0] == found[1] == found[2] == step(pair, PARAMETERS)


@pytest.mark.parametrize("step", [one_way_differences, two_way_differences], ids=["one-way", "two-way"])
def test_counts_too_large_to_be_held_together_are_made_one_after_the_other(pair, step, monkeypatch):
    whole = step(pair, PARAMETERS)
    monkeypatch.setattr(blockwise, "BLOCK_RECORDS", 7)
    assert replace(step, small=lambda _: False)(pair, PARAMETERS) == whole


def test_counts_of_values_are_held_together_unless_numbers_hardly_repeat(monkeypatch):
    few = pair_of(*mixed_files(60, 6, 0.2).variables)
    known = one_way_differences.look(few, PARAMETERS)
    numbers = sum(v.original.level is Level.CONTINUOUS for v in few.variables)
    assert known.n_bytes >= 16 * 2 * 60 * numbers
    assert one_way_differences.small(known)
    monkeypatch.setattr(counted_values, "HELD", known.n_bytes - 1)
    assert not one_way_differences.small(known)


def test_counts_of_two_blocks_by_hand():
    keys, counts = merged_counts((np.array([1, 4]), np.array([2, 4, 9])), (np.array([5, 1]), np.array([1, 2, 3])))
    assert (keys.tolist(), counts.tolist()) == ([1, 2, 4, 9], [5, 1, 3, 3])
    keys, counts = merged_counts((np.array([1.5]), np.array([])), (np.array([2]), np.array([], dtype=np.int64)))
    assert (keys.tolist(), counts.tolist()) == ([1.5], [2])


def test_a_block_shares_the_memory_of_the_files(pair):
    block = pair.rows(slice(7, 14))
    assert (block.original.n_records, block.masked.n_records) == (7, 7)
    assert np.shares_memory(block.variables[0].original.values, pair.variables[0].original.values)
    assert isinstance(one_way_differences, Blockwise)
