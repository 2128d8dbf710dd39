"""Distances counted in blocks of records: the same to the last bit, whatever the blocks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.data import Level, Pair, PairGroups, PairWeights
from core.measures import Measure, Outcome, Result, Scope
from core.statistics.tables import FilledCells, merged_cells
from core.tables import Blockwise, blocks_of, blockwise, variables
from core.utility.distances import MEASURES
from core.utility.distances.one_way import one_way_differences
from core.utility.distances.two_way import two_way_differences
from core.utility.tables import TableParameters
from core.utility.weighting import weighed
from tests.mixed_files import mixed_files
from tests.strategies import pair_of

PARAMETERS = TableParameters(bins=5)
STEPS = pytest.mark.parametrize("step", [one_way_differences, two_way_differences], ids=["one-way", "two-way"])


def measures_of(step: Blockwise) -> list[Measure]:
    return [m for m in MEASURES if m.prepare is step]


def outcomes(step: Blockwise, prepared: object) -> list[Outcome]:
    return [outcome for m in measures_of(step) for outcome in m.compute(prepared)]


@pytest.fixture(scope="module")
def pair():
    """Files of unequal lengths, with missing values, jackknife groups, and one variable that the masked one lacks."""
    whole = mixed_files(60, 6, 0.2)
    whole = pair_of(*whole.variables[:-1], replace(whole.variables[-1], masked=None))
    groups = np.random.default_rng(3).integers(0, 4, 60).astype(np.int32)
    return replace(whole, groups=PairGroups(groups, groups[::-1], 4)).take(np.arange(60), np.arange(7, 52))


@STEPS
@pytest.mark.parametrize("records", [1, 7, 59])
def test_any_blocks_give_the_same_bytes(pair, step, records, monkeypatch):
    whole = outcomes(step, step(pair, PARAMETERS))
    monkeypatch.setattr(blockwise, "BLOCK_RECORDS", records)
    assert sum(block.original.n_records for block in blocks_of(pair)) == 60
    assert outcomes(step, step(pair, PARAMETERS)) == whole


def test_the_order_in_which_blocks_are_merged_changes_nothing(pair, monkeypatch):
    monkeypatch.setattr(blockwise, "BLOCK_RECORDS", 7)
    for step in (one_way_differences, two_way_differences):
        known = step.look(pair, PARAMETERS)
        states = [step.states(block, known) for block in blocks_of(pair)]
        answers = [outcomes(step, step(pair, PARAMETERS))]
        for order in (states, states[::-1], states[3:] + states[:3]):
            merged = order[0]
            for state in order[1:]:
                merged = step.merged(merged, state)
            answers.append(outcomes(step, step.finish(pair, PARAMETERS, known, iter(merged))))
        assert all(answer == answers[0] for answer in answers)


@STEPS
def test_counts_too_large_for_memory_together_are_made_one_after_the_other(pair, step, monkeypatch):
    whole = outcomes(step, step(pair, PARAMETERS))
    monkeypatch.setattr(blockwise, "BLOCK_RECORDS", 7)
    assert outcomes(step, replace(step, small=lambda _: False)(pair, PARAMETERS)) == whole


def means(pair: Pair) -> dict[str, Result]:
    step = one_way_differences
    found = outcomes(step, step(pair, PARAMETERS))
    return {o.measure: o for o in found if not o.target and isinstance(o, Result)}


@pytest.mark.parametrize("weight", ["none", "ones", "whole", "fractions"])
def test_values_without_a_group_are_those_of_the_records_that_are_left(pair, weight):
    drawn = np.random.default_rng(5).gamma(4, 25, 105)
    chosen = {"ones": np.ones(105), "whole": np.ceil(drawn), "fractions": drawn}
    if weight != "none":
        weights = PairWeights("w", chosen[weight][:60], chosen[weight][60:])
        pair = weighed(replace(pair, weights=weights))[0]
    together = means(pair)
    assert len(together) == sum(m.scope is Scope.FILE for m in measures_of(one_way_differences))
    for group in range(4):
        left = pair.take(*(np.flatnonzero(of != group) for of in (pair.groups.original, pair.groups.masked)))
        left = left if weight == "none" else weighed(left)[0]
        for name, alone in means(replace(left, groups=None)).items():
            assert together[name].jackknife.replicates[group] == pytest.approx(alone.value, rel=1e-12)


def test_permuted_records_and_groups_give_the_same_values(pair):
    random = np.random.default_rng(8)
    shuffled = pair.take(random.permutation(60), random.permutation(45))
    renamed = replace(pair.groups, original=3 - pair.groups.original, masked=3 - pair.groups.masked)
    whole, other, turned = means(pair), means(shuffled), means(replace(pair, groups=renamed))
    assert other == whole
    for name, result in turned.items():
        assert result.jackknife.replicates == whole[name].jackknife.replicates[::-1]


def test_counts_of_values_are_in_memory_together_unless_numbers_hardly_repeat(monkeypatch):
    few = pair_of(*mixed_files(60, 6, 0.2).variables)
    known = one_way_differences.look(few, PARAMETERS)
    numbers = sum(v.original.level is Level.CONTINUOUS for v in few.variables)
    assert known.n_bytes >= 16 * 2 * 60 * numbers
    assert one_way_differences.small(known)
    monkeypatch.setattr(variables, "MOST_BYTES", known.n_bytes - 1)
    assert not one_way_differences.small(known)


def test_counts_of_two_blocks_by_hand():
    first = FilledCells(np.array([1, 4]), np.array([5, 1]))
    keys, counts = merged_cells(first, FilledCells(np.array([2, 4, 9]), np.array([1, 2, 3])))
    assert (keys.tolist(), counts.tolist()) == ([1, 2, 4, 9], [5, 1, 3, 3])
    assert merged_cells(first, FilledCells(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))) is first


def test_a_block_shares_the_memory_of_the_files(pair):
    block = pair.rows(slice(7, 14))
    assert (block.original.n_records, block.masked.n_records) == (7, 7)
    assert np.shares_memory(block.variables[0].original.values, pair.variables[0].original.values)
    assert isinstance(one_way_differences, Blockwise)
