import numpy as np
import pytest
from scipy import stats

from core.data import Coded, Level, Pair, PairedVariable, Release, Variable
from core.views.drill_down import pair_view
from core.views.pair_residuals import MOST_GROUPS, cell_residuals, group_levels


def paired(name, level, original, masked, categories=()):
    first = Coded(level, np.asarray(original, dtype=float if level is Level.CONTINUOUS else np.int32), categories)
    second = None if masked is None else Coded(level, np.asarray(masked, dtype=first.values.dtype), categories)
    return PairedVariable(Variable(name, level), first, first, second)


def make_pair(*variables):
    return Pair("s", variables, Release("o", 0, {}), Release("m", 0, {}))


def test_residuals_by_hand_and_scaled_to_the_original():
    # original [[3, 1], [1, 3]]: every expected count is 2; masked: the same table twice over
    a, b = [0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 0, 1, 0, 1, 1, 1]
    pair = make_pair(paired("a", Level.NOMINAL, a, a * 2, ("x", "y")), paired("b", Level.NOMINAL, b, b * 2, ("p", "q")))
    found = cell_residuals(pair_view(pair, "a", "b"))
    expected = np.array([[1, -1], [-1, 1]]) / np.sqrt(2)
    np.testing.assert_allclose(found.original, expected)
    np.testing.assert_allclose(found.masked, expected)
    assert (found.row_labels, found.column_labels) == (("x", "y"), ("p", "q"))


def test_squares_sum_to_chi_squared():
    random = np.random.default_rng(2)
    a, b = random.integers(0, 3, 200), random.integers(0, 4, 200)
    pair = make_pair(paired("a", Level.NOMINAL, a, None, "xyz"), paired("b", Level.NOMINAL, b, b, "pqrs"))
    found = cell_residuals(pair_view(pair, "a", "b"))
    table = pair_view(pair, "a", "b").original
    assert float((found.original**2).sum()) == pytest.approx(stats.chi2_contingency(table, correction=False).statistic)
    assert found.masked is None
    assert found.reason == "a was removed"


def test_mean_ranks_by_hand():
    # ranks 1, 2, 3, 4: group x has 1 and 2, mean 1.5, of 4 records (1.5 - .5) / 4 = .25; y .75
    pair = make_pair(
        paired("g", Level.NOMINAL, [0, 0, 1, 1], [0, 1, 0, 1], ("x", "y", "z")),
        paired("v", Level.CONTINUOUS, [10, 20, 30, 40], [10, 20, 30, 40]),
    )
    found = group_levels(pair, "v", "g", "rank")
    assert (found.groups, found.values, found.labels) == ("g", "v", ("x", "y", "z"))
    np.testing.assert_allclose(found.original, [0.25, 0.75, np.nan])
    np.testing.assert_allclose(found.masked, [0.375, 0.625, np.nan])
    assert found.n_original.tolist() == [2, 2, 0]


def test_mean_ranks_with_ties_and_missing_equal_scipy():
    random = np.random.default_rng(3)
    g = random.integers(-1, 3, 300)
    v = random.integers(0, 7, 300).astype(float)
    v[random.random(300) < 0.1] = np.nan
    pair = make_pair(paired("g", Level.NOMINAL, g, g, "xyz"), paired("v", Level.CONTINUOUS, v, v))
    complete = (g >= 0) & ~np.isnan(v)
    ranks = stats.rankdata(v[complete])
    expected = [(ranks[g[complete] == k].mean() - 0.5) / len(ranks) for k in range(3)]
    found = group_levels(pair, "g", "v", "rank")
    np.testing.assert_allclose(found.original, expected)
    np.testing.assert_allclose(found.masked, expected)


def test_means_by_hand():
    pair = make_pair(
        paired("g", Level.NOMINAL, [0, 0, 1, 1, -1], [0, 0, 1, 1, 1], ("x", "y")),
        paired("v", Level.CONTINUOUS, [1, 3, 5, 9, 100], [1, 3, 5, 9, np.nan]),
    )
    found = group_levels(pair, "g", "v", "mean")
    np.testing.assert_allclose(found.original, [2, 7])
    np.testing.assert_allclose(found.masked, [2, 7])


def test_of_many_groups_the_largest_are_kept():
    g = [k for k in range(40) for _ in range(k + 1)]
    pair = make_pair(
        paired("g", Level.NOMINAL, g, None, tuple(f"c{k:02d}" for k in range(40))),
        paired("v", Level.CONTINUOUS, range(len(g)), range(len(g))),
    )
    found = group_levels(pair, "g", "v", "rank")
    assert len(found.labels) == MOST_GROUPS
    assert found.labels[0] == "c10"
    assert found.masked is None


def test_two_ordered_variables_have_no_groups():
    v = paired("v", Level.CONTINUOUS, [1, 2], [1, 2])
    w = paired("w", Level.CONTINUOUS, [1, 2], [1, 2])
    with pytest.raises(ValueError, match="one nominal"):
        group_levels(make_pair(v, w), "v", "w", "rank")
