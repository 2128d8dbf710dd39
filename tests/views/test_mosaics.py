"""Cross-classifications for mosaics: cells by hand, the rest lumped, missing values, recodes, removed variables."""

from dataclasses import replace

import numpy as np
import pytest

from core.data import Coded, Level, Pair, PairedVariable, Release, Variable
from core.views.mosaics import mosaic_views, original_mosaic


def nominal(name, before, after, categories, original=None):
    made = [
        None if c is None else Coded(Level.NOMINAL, np.array(c, dtype=np.int32), categories) for c in (before, after)
    ]
    own = made[0] if original is None else original
    return PairedVariable(Variable(name, Level.NOMINAL), own, made[0], made[1])


def pair_of(*variables):
    n = len(variables[0].original.values)
    return Pair("m", variables, Release("o", n, {}), Release("m", n, {}))


A = nominal("a", [0, 0, 1, 1], [0, 1, 1, 1], ("x", "y"))
B = nominal("b", [0, 1, 0, -1], [0, 1, -1, -1], ("p", "q"))


def test_cells_by_hand():
    before, after = mosaic_views(pair_of(A, B), ["a", "b"])
    assert before.labels == (("x", "y"), ("p", "q", "(missing)"))
    assert before.counts.tolist() == [[1, 1, 0], [1, 0, 1]]
    assert after.counts.tolist() == [[1, 0, 0], [0, 1, 2]]
    assert before.expected is None
    assert not before.change().any()
    assert after.change().tolist() == [[0, -0.25, 0], [-0.25, 0.25, 0.25]]
    assert after.n == 4


def test_the_order_of_the_variables_is_the_order_of_the_splits():
    swapped = mosaic_views(pair_of(A, B), ["b", "a"])[0]
    assert swapped.counts.tolist() == mosaic_views(pair_of(A, B), ["a", "b"])[0].counts.T.tolist()


def test_small_categories_are_counted_together_in_both_files():
    codes = np.repeat(np.arange(20), np.arange(1, 21))
    many = nominal("c", codes, codes[::-1], tuple(f"k{i}" for i in range(20)))
    before, after = mosaic_views(pair_of(many), ["c"])
    assert len(before.labels[0]) == 10
    assert before.labels[0][-1] == "other (11 categories)"
    assert before.labels == after.labels
    assert before.counts.sum() == after.counts.sum() == len(codes)
    assert before.counts[-1] == sum(range(1, 12))


def test_a_removed_variable_says_so_and_the_original_is_still_shown():
    gone = replace(A, masked=None)
    before, after = mosaic_views(pair_of(gone), ["a"])
    assert after.reason == "a was removed"
    assert before.counts.tolist() == [2, 2]


def test_the_original_as_it_stands_is_not_recoded():
    own = Coded(Level.NOMINAL, np.array([0, 1, 2, 2], dtype=np.int32), ("one", "two", "three"))
    pair = pair_of(nominal("a", [0, 0, 1, 1], [0, 0, 1, 1], ("small", "large"), original=own))
    assert mosaic_views(pair, ["a"])[0].labels == (("small", "large"),)
    found = original_mosaic(pair, ["a"])
    assert found.labels == (("one", "two", "three"),)
    assert found.counts.tolist() == [1, 1, 2]


def test_numbers_are_binned():
    x = Coded(Level.CONTINUOUS, np.arange(200.0))
    pair = pair_of(PairedVariable(Variable("x", Level.CONTINUOUS), x, x, x))
    before, after = mosaic_views(pair, ["x"])
    assert 2 <= len(before.labels[0]) <= 5
    assert before.counts.tolist() == after.counts.tolist()


@pytest.mark.parametrize("names", [[], ["a", "a"], ["a", "b", "c", "d"]])
def test_one_to_three_different_variables(names):
    with pytest.raises(ValueError, match="one to 3 different"):
        mosaic_views(pair_of(A, B), names)
