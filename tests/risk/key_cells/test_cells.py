"""Combinations of keys, counted in blocks: the figures of whole files, whatever the blocks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from core.data import Coded, KeySet, Level, PackedCodes, Release, numbers_by_code, packed_numbers
from core.risk import RiskParameters, prepare
from core.risk.key_cells.cells import KeyCells
from core.risk.key_cells.coding import categories, key_codes
from core.statistics.tables import wildcard_frequencies
from core.tables import blocks_of, blockwise

N = 97


def column(random: np.random.Generator, categories: int, missing: float) -> Coded:
    codes = np.where(random.random(N) < missing, -1, random.integers(0, categories, N)).astype(np.int32)
    return Coded(Level.NOMINAL, codes, tuple(map(str, range(categories))))


@pytest.fixture(scope="module")
def file() -> Release:
    random = np.random.default_rng(5)
    age = np.where(random.random(N) < 0.1, np.nan, random.integers(0, 4, N) / 10)
    columns = {"a": column(random, 3, 0.1), "b": column(random, 2, 0.0), "age": Coded(Level.CONTINUOUS, age)}
    sets = (KeySet("both", ("a", "b")), KeySet("all", ("age", "a", "gone", "b")), KeySet("none", ("gone",)))
    return Release("file", N, columns, {"w": random.uniform(0.5, 9, N)}, keysets=sets)


@pytest.mark.parametrize("weighted", [True, False], ids=["weighted", "unweighted"])
@pytest.mark.parametrize("rule", ["wildcard", "category", "drop"])
def test_figures_of_each_record_are_those_of_the_whole_file(file: Release, rule: str, *, weighted: bool) -> None:
    file = file if weighted else replace(file, weights={})
    for keyset in prepare(file, RiskParameters(missing=rule)):
        rows, of = np.arange(N)[keyset.cells.rows()], keyset.cells.of_records
        codes = key_codes(file.columns, keyset.keys, N)
        assert_array_equal(keyset.cells.codes[of], codes[rows])
        assert_array_equal(rows, np.flatnonzero((codes >= 0).all(axis=1)) if rule == "drop" else np.arange(N))
        keys = codes if rule == "wildcard" else codes + 1  # no code is -1: a missing key is one more category
        whole = wildcard_frequencies(keys[rows], file.weights["w"][rows] if weighted else None)
        assert_array_equal(keyset.cell_frequencies.sample[of], whole.sample)
        if weighted:
            assert_array_equal(keyset.cell_frequencies.population[of], whole.population)
        figures = np.arange(len(keyset.cells)) / 7
        assert keyset.cells.records(figures > 1) == (figures[of] > 1).sum()
        assert keyset.cells.mean(figures) == pytest.approx(figures[of].mean(), rel=1e-12)


@pytest.mark.parametrize("rule", ["wildcard", "drop"])
@pytest.mark.parametrize("records", [1, 7, 96])
def test_any_blocks_give_the_same_bytes(file: Release, rule: str, records: int, monkeypatch) -> None:
    whole = prepare(file, RiskParameters(missing=rule))
    monkeypatch.setattr(blockwise, "BLOCK_RECORDS", records)
    assert sum(block.n_records for block in blocks_of(file)) == N
    for mine, theirs in zip(prepare(file, RiskParameters(missing=rule)), whole, strict=True):
        assert (mine.n_used, mine.n_missing, mine.flags) == (theirs.n_used, theirs.n_missing, theirs.flags)
        for a, b in (
            (mine.cells.table.cells, theirs.cells.table.cells),
            (mine.cells.counts, theirs.cells.counts),
            (mine.cell_frequencies.sample, theirs.cell_frequencies.sample),
            (mine.cell_frequencies.population, theirs.cell_frequencies.population),
            (mine.cell_risks, theirs.cell_risks),
            (mine.cells.of_records, theirs.cells.of_records),
            (np.arange(N)[mine.cells.rows()], np.arange(N)[theirs.cells.rows()]),
        ):
            assert a.tobytes() == b.tobytes()


def test_the_order_in_which_blocks_are_merged_changes_nothing(file: Release, monkeypatch) -> None:
    monkeypatch.setattr(blockwise, "BLOCK_RECORDS", 7)
    known = prepare.look(file, RiskParameters())
    states = [prepare.states(block, known) for block in blocks_of(file)]
    expected = [keyset.cells.table for keyset in prepare(file, RiskParameters())]
    for order in (states, states[::-1], states[5:] + states[:5]):
        for mine, theirs in zip(prepare.merging().all_of(order), expected, strict=True):
            assert mine.cells.tobytes() == theirs.cells.tobytes()
            assert mine.counts.tobytes() == theirs.counts.tobytes()


def test_continuous_keys_are_coded_alike_however_they_are_held() -> None:
    numbers = np.array([2.5, np.nan, -1.25, 2.5, 0.0])
    many = np.tile(numbers, 2**14)
    decimals = packed_numbers(np.arange(len(many)) / 8 - 100)
    held = {
        "plain": (numbers, [2, -1, 0, 2, 1]),
        "table": (packed_numbers(many), [2, -1, 0, 2, 1] * 2**14),
        "emptied": (numbers_by_code(np.tile([0, 1, 2, 0, 3], 2**14), np.array([2.5, np.nan, -1.25, 0.0])), None),
        "decimals": (decimals, list(range(len(many)))),
        "codes": (PackedCodes(np.array([1, -1], dtype=np.int8)), [1, -1]),
    }
    for name, (store, expected) in held.items():
        level = Level.NOMINAL if name == "codes" else Level.CONTINUOUS
        coded = Coded.of(level, store, ("x", "y") if name == "codes" else ())
        codes = key_codes({"v": coded}, ("v",), len(coded))[:, 0]
        assert_array_equal(codes, categories(coded))
        if expected is not None:
            assert codes.tolist() == expected


def test_combinations_as_columns_have_the_values_of_the_file(file: Release) -> None:
    cells: KeyCells = prepare(file, RiskParameters(missing="category"))[1].cells
    assert list(cells.columns) == ["age", "a", "b"]
    for name, each in cells.columns.items():
        assert_array_equal(each.values[cells.of_records], file.columns[name].values)
        assert (each.level, each.categories) == (file.columns[name].level, file.columns[name].categories)


def test_a_share_of_the_population_stands_for_a_weight_of_each_record(file: Release) -> None:
    alone = replace(file, weights={})
    (counted, *_) = prepare(alone, RiskParameters(sampling_fraction=0.25))
    weighted = replace(file, weights={"w": np.full(N, 4.0)})
    (by_weights, *_) = prepare(weighted, RiskParameters())
    assert_allclose(counted.cell_frequencies.population, by_weights.cell_frequencies.population, rtol=1e-12)
    assert counted.weight.people(N) == by_weights.weight.people(N) == 4 * N
