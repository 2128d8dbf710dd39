"""What is done block by block in large files gives what is done at once in small ones."""

from types import SimpleNamespace

import numpy as np
import pytest

from core.data import Coded, Level, PackedCodes, PackedDecimals, PackedNumbers, Translated
from core.statistics.ordering import value_codes
from core.utility.propensity import merged as merging
from core.utility.propensity import numbers, scores
from core.utility.propensity.comparison import compare_propensities
from core.utility.propensity.merged import merge
from core.utility.propensity.numbers import few_or_knots, numbers_seen
from core.utility.propensity.parameters import PropensityParameters
from core.utility.propensity.scores import score_statistics
from core.utility.propensity.terms import PENALISED_KNOTS, make_block
from core.utility.stacked import stack
from core.utility.stacked_values import coded_alone, codes_seen, stacked_numbers
from tests.utility.whole_file.pairs import copied, mixed_columns, pair_of, shuffled

PARAMETERS = PropensityParameters(replicates=0)


def test_equal_records_found_in_blocks_are_those_of_the_files(monkeypatch):
    columns = {name: mixed_columns(500)[name] for name in ("health", "status")}
    stacked = stack(shuffled(columns))
    whole = merge(stacked)
    monkeypatch.setattr(merging, "BLOCK", 64)
    monkeypatch.setattr(merging, "FEW", 2)
    blocks = merge(stacked, in_blocks=True)
    assert sorted(zip(whole.original, whole.masked, strict=True)) == sorted(
        zip(blocks.original, blocks.masked, strict=True)
    ), "few kinds of records are merged over all blocks"
    monkeypatch.setattr(merging, "FEW", 1000)
    more = merge(stacked, in_blocks=True)
    assert len(more.row) > len(whole.row)
    assert np.bincount(more.row < 500, more.size).sum() == 1000
    assert more.size.dtype == np.uint8


def test_a_model_of_points_found_in_blocks_is_that_of_all(monkeypatch):
    pair = shuffled(mixed_columns(600))
    whole = compare_propensities(pair, PARAMETERS)
    monkeypatch.setattr(merging, "BLOCK", 100)
    blocks = compare_propensities(pair, PARAMETERS)
    assert blocks.value == pytest.approx(whole.value, rel=1e-9)
    assert [blocks.facts[key] for key in ("estimable", "u")] == [whole.facts[key] for key in ("estimable", "u")]


def test_a_copy_in_another_order_scores_0_in_blocks_too(monkeypatch):
    columns = mixed_columns(600)
    order = np.random.default_rng(1).permutation(600)
    pair = copied(columns, **{name: [cells[i] for i in order] for name, (_, cells) in columns.items()})
    monkeypatch.setattr(merging, "BLOCK", 100)
    assert compare_propensities(pair, PARAMETERS).value == 0.0


@pytest.mark.parametrize("values", [[None, 3.0, 1.0, 2.0] * 50, [float(i * i % 97) for i in range(200)]])
@pytest.mark.parametrize("knots", [3, 20])
def test_knots_of_all_records_are_those_of_the_records_in_order(monkeypatch, values, knots):
    stacked = stack(pair_of(x=("continuous", values, [*values[:150], *([4.0] * 50)])))
    points, variable = merge(stacked), stacked.variables[0]
    seen = numbers_seen(variable, points.row, points.size)
    in_order = few_or_knots(variable, points.row, points.size, seen, knots)
    monkeypatch.setattr(numbers, "CHUNK", 0)
    of_all = few_or_knots(variable, points.row, points.size, seen, knots)
    assert (in_order[0] is None) == (of_all[0] is None)
    assert in_order[0] is None or np.array_equal(in_order[0], of_all[0])
    assert np.array_equal(in_order[1], of_all[1])


@pytest.mark.parametrize("distinct", range(8, 27))
def test_no_spline_has_more_columns_than_its_values_carry(distinct):
    # most records have the highest values: knots stand side by side there
    values = [float(v) for v in range(distinct) for _ in range(1 + v * v)]
    stacked = stack(pair_of(x=("continuous", values, values[::-1])))
    points, variable = merge(stacked), stacked.variables[0]
    block = make_block(variable, points.row, points.size, PENALISED_KNOTS)
    inner, with_one = len(block.shape.knots) - 8, np.column_stack([np.ones(len(points.row)), block.spline.columns])
    assert inner <= distinct - 4
    assert np.linalg.matrix_rank(with_one, tol=1e-8) == with_one.shape[1]


def test_scores_put_in_order_in_parts_say_the_same(monkeypatch):
    random = np.random.default_rng(2)
    merged = SimpleNamespace(original=random.integers(0, 3, 2000), masked=random.integers(0, 3, 2000))
    found = random.normal(0.5, 0.1, 2000).round(3)
    whole = score_statistics(found, merged)
    monkeypatch.setattr(scores, "AT_ONCE", 100)
    assert score_statistics(found, merged) == whole


def test_scores_close_together_all_along_are_not_one_score():
    """10,001 scores from .45 to .4500002, 2e-11 apart: the lower half are originals, the upper half masked."""
    found = 0.45 + np.arange(10_001) * 2e-11
    low = (np.arange(10_001) < 5000).astype(np.int64)
    told = score_statistics(found, SimpleNamespace(original=low, masked=1 - low))
    assert told.specks == pytest.approx(1, abs=0.11), "scores reach no farther than 1e-8"


@pytest.mark.parametrize(
    "store",
    [
        PackedDecimals(np.array([15, 20, -(2**31), 0, 15], dtype=np.int32), 10),
        PackedNumbers(np.array([1, 0, 2, 3, 1], dtype=np.uint8), np.array([-0.0, 0.0, np.nan, np.nan])),
        PackedNumbers(np.array([3, 0, 4, 3, 1], dtype=np.uint16), np.array([-2.5, 1.0, 3.0, 7.5, np.nan])),
        np.array([0.25, -0.0, np.nan, 0.0, np.inf]),
        np.array([3, 1, 2, 1]),
    ],
    ids=["decimals", "zeros and emptied values", "a table of which not all occurs", "numbers", "whole numbers"],
)
def test_values_are_coded_where_they_lie(store):
    numbers = stacked_numbers(Coded.of(Level.CONTINUOUS, store))
    coded, sorted_ = coded_alone(numbers), value_codes(numbers.at(np.arange(len(numbers.cells))))
    assert [part.tolist() for part in coded] == [part.tolist() for part in sorted_]
    assert not np.signbit(coded.distinct[coded.distinct == 0]).any()
    assert coded.codes.dtype == np.int32


def test_values_are_looked_up_where_they_lie():
    rows = np.array([3, 0, 2, 3])
    decimals = PackedDecimals(np.array([15, 20, -(2**31), 0], dtype=np.int32), 10)
    numbers = stacked_numbers(Coded.of(Level.CONTINUOUS, decimals))
    assert np.array_equal(numbers.at(rows), [0.0, 1.5, np.nan, 0.0], equal_nan=True)
    table = PackedNumbers(np.array([0, 1, 2, 1], dtype=np.uint8), np.array([-0.0, 7.5, np.nan]))
    numbers = stacked_numbers(Coded.of(Level.CONTINUOUS, table))
    assert np.array_equal(numbers.at(rows), [7.5, 0.0, np.nan, 7.5], equal_nan=True)
    assert not np.signbit(numbers.at(rows)[1]), "-0 is 0"
    meaning = np.array([10.0, 11.0, 12.0, np.nan])
    codes = Coded.of(Level.NOMINAL, PackedCodes(np.array([2, -1, 0, 1], dtype=np.int8)), ("a", "b", "c"))
    assert np.array_equal(stacked_numbers(codes, meaning).at(np.arange(4)), [12, np.nan, 10, 11], equal_nan=True)
    assert codes_seen(codes, 3).tolist() == [True, True, True]
    of_others = Translated(np.array([0, -1, 1, 1], dtype=np.int8), np.array([2, 0, -1]))
    translated = Coded.of(Level.NOMINAL, of_others, ("a", "b", "c"))
    assert np.array_equal(stacked_numbers(translated, meaning).at(np.arange(4)), [12, np.nan, 10, 10], equal_nan=True)
    assert codes_seen(translated, 3).tolist() == [True, False, True]
