import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data import Coded, Level, Pair, PairedVariable, Release, Variable
from core.views.drill_down import pair_view
from core.views.variable_difference import largest_difference

NOMINAL, CONTINUOUS = Level.NOMINAL, Level.CONTINUOUS


def codes(values, categories):
    return Coded(NOMINAL, np.array(values, dtype=np.int32), tuple(categories))


def numbers(values):
    return Coded(CONTINUOUS, np.array(values, dtype=float))


def variable_view(pair, name, basis="recoded"):
    """Return the counts of one variable: the diagonal of its table with itself."""
    view = pair_view(pair, name, name, basis, "equal")
    masked = None if view.masked is None else np.diag(view.masked)
    return replace(view, original=np.diag(view.original), masked=masked)


def make_pair(**variables):
    """Make a pair of name=(original, masked) or (original, recoded, masked)."""
    paired = []
    for name, coded in variables.items():
        original, recoded, masked = coded if len(coded) == 3 else (coded[0], *coded)
        paired.append(PairedVariable(Variable(name, original.level), original, recoded, masked))
    release = Release("x", 0, {})
    return Pair("scenario", tuple(paired), release, release)


def test_counts_by_hand():
    pair = make_pair(
        sex=(codes([0, 0, 1, 1, -1], "mf"), codes([0, 1, 1, 1, 0], "mf")),
        work=(codes([0, 1, 1, -1, 0], "yn"), codes([0, 0, 1, 1, -1], "yn")),
    )
    view = pair_view(pair, "sex", "work")
    assert view.original.tolist() == [[1, 1], [0, 1]]
    assert view.masked.tolist() == [[1, 0], [1, 2]]
    assert (view.row_labels, view.column_labels) == (("m", "f"), ("y", "n"))
    assert (view.n_original, view.missing_original) == (3, 2)
    assert (view.n_masked, view.missing_masked) == (4, 1)


def test_the_table_of_the_original_alone_has_no_category_of_the_masked_file():
    school, work = codes([0, 1, 2, 2], ["1", "2", "3", "low"]), codes([0, 1, 1, 0], "yn")
    view = pair_view(make_pair(school=(school, school), work=(work, work)), "school", "work", "original").of_original()
    assert (view.row_labels, view.column_labels, view.masked) == (("1", "2", "3"), ("y", "n"), None)
    assert view.original.tolist() == [[1, 0], [0, 1], [1, 1]]


@given(st.lists(st.tuples(st.integers(-1, 3), st.integers(-1, 2)), min_size=1, max_size=60))
def test_counts_equal_pandas_crosstab(rows):
    a, b = zip(*rows, strict=True)
    one, two = codes(a, "wxyz"), codes(b, "rst")
    view = pair_view(make_pair(a=(one, one), b=(two, two)), "a", "b")
    frame = pd.DataFrame(
        {"a": pd.Categorical.from_codes(a, list("wxyz")), "b": pd.Categorical.from_codes(b, list("rst"))}
    )
    expected = pd.crosstab(frame["a"], frame["b"], dropna=False).reindex(
        index=list("wxyz"), columns=list("rst"), fill_value=0
    )
    assert np.array_equal(view.original, expected.to_numpy())
    assert np.array_equal(view.masked, expected.to_numpy())


def test_order_of_records_changes_nothing():
    random = np.random.default_rng(1)
    x, y = random.lognormal(8, 1, 500), random.integers(0, 90, 500).astype(float)
    rows = random.permutation(500)
    views = [
        pair_view(make_pair(x=(numbers(p), numbers(p)), y=(numbers(q), numbers(q))), "x", "y")
        for p, q in ((x, y), (x[rows], y[rows]))
    ]
    assert np.array_equal(views[0].original, views[1].original)
    assert views[0].row_labels == views[1].row_labels


@pytest.mark.parametrize("cut", ["quantile", "equal"])
def test_continuous_counts_equal_pandas_on_the_same_bins(cut):
    random = np.random.default_rng(2)
    x, z = random.lognormal(8, 1, 1000), random.integers(16, 99, 1000).astype(float)
    masked = x * random.uniform(0.5, 2, 1000)
    view = pair_view(make_pair(x=(numbers(x), numbers(masked)), z=(numbers(z), numbers(z))), "x", "z", cut=cut)
    assert view.original.shape[0] <= 12
    assert view.original.sum() == view.masked.sum() == 1000


def test_quantile_bins_hold_about_equal_shares():
    x = np.random.default_rng(3).lognormal(8, 1, 6000)
    pair = make_pair(x=(numbers(x), numbers(x)), g=(codes([0] * 6000, "a"), codes([0] * 6000, "a")))
    counts = pair_view(pair, "x", "g").original[:, 0]
    assert len(counts) == 12
    assert counts.min() > 300
    assert counts.max() < 700


def test_cuts_are_those_of_the_original_whatever_the_masked_file_holds():
    x = np.random.default_rng(3).normal(50, 10, 800)
    labels = [variable_view(make_pair(x=(numbers(x), numbers(x * factor))), "x").row_labels for factor in (1, 1.001)]
    assert labels[0] == labels[1]


def test_few_distinct_numbers_are_shown_one_by_one():
    x = np.repeat([0.0, 1.0, 2.0], 20)
    view = variable_view(make_pair(x=(numbers(x), numbers(x))), "x")
    assert view.row_labels == ("0", "1", "2")
    assert view.original.tolist() == [20, 20, 20]


def test_few_records_are_binned_not_listed():
    x = np.array([1017.25, 2393.5, 8121.75])
    view = variable_view(make_pair(x=(numbers(x), numbers(x))), "x")
    assert not any("1,017" in label or "8,121" in label for label in view.row_labels)
    assert view.original.sum() == 3


def test_whole_numbers_get_closed_labels():
    x = np.arange(0, 1000) % 100.0
    view = pair_view(make_pair(x=(numbers(x), numbers(x)), y=(numbers(x), numbers(x))), "x", "y", cut="equal")
    assert view.row_labels[:2] == ("0–19", "20–39")


@pytest.mark.parametrize("values", [[5.0] * 3, [np.nan] * 4, [0.0] * 990 + list(range(1, 11)), [], [-3.5, 1e9, 2.0]])
def test_odd_columns_lose_no_record(values):
    view = variable_view(make_pair(x=(numbers(values), numbers(values))), "x")
    assert view.original.sum() + view.missing_original == len(values)
    assert np.array_equal(view.original, view.masked)


@given(st.lists(st.floats(-1e6, 1e6) | st.just(float("nan")), max_size=40), st.lists(st.floats(-1e6, 1e6), max_size=40))
def test_every_record_is_counted_once(original, masked):
    pair = make_pair(x=(numbers(original), numbers(masked)))
    view = variable_view(pair, "x")
    assert view.original.sum() + view.missing_original == len(original)
    assert view.masked.sum() == len(masked)
    assert len(view.row_labels) == len(view.original) <= 14
    table = pair_view(pair, "x", "x")
    assert len(table.row_labels) <= 14
    assert table.masked.sum() == len(masked)


def test_a_recode_is_shown_on_either_basis():
    recoded = (codes([0, 1, 2, 2], "abc"), codes([0, 0, 1, 1], ("ab", "c")), codes([0, 1, 1, 1], ("ab", "c")))
    other = codes([0, 0, 0, 0], "z")
    pair = make_pair(x=recoded, y=(other, other))
    assert pair_view(pair, "x", "y").original.tolist() == [[2], [2]]
    view = pair_view(pair, "x", "y", basis="original")
    assert view.row_labels == ("a", "b", "c", "ab")
    assert view.original.tolist() == [[1], [1], [2], [0]]
    assert view.masked.tolist() == [[0], [0], [3], [1]]


def test_numbers_beside_bands_on_the_original_basis():
    age = numbers(np.repeat([20.0, 30.0, 40.0], 5))
    bands = codes(np.repeat([0, 1, 1], 5), ("20–29", "30+"))
    view = variable_view(make_pair(x=(age, bands, bands)), "x", basis="original")
    assert view.row_labels == ("20", "30", "40", "20–29", "30+")
    assert view.original.tolist() == [5, 5, 5, 0, 0]
    assert view.masked.tolist() == [0, 0, 0, 5, 10]


def test_a_removed_variable_has_no_masked_table():
    x = codes([0, 1], "ab")
    view = pair_view(make_pair(x=(x, None), y=(x, x)), "x", "y")
    assert view.masked is None
    assert view.reason == "x was removed"
    assert variable_view(make_pair(x=(x, None)), "x").masked is None


def test_a_problem_is_the_reason():
    x = codes([0, 1], "ab")
    variable = PairedVariable(Variable("x", NOMINAL), x, x, codes([0, 0], "q"), problem="unknown value")
    pair = Pair("s", (variable,), Release("x", 2, {}), Release("x", 2, {}))
    assert variable_view(pair, "x").reason == "x: unknown value"
    assert variable_view(pair, "x").masked is None


def test_many_categories_keep_the_largest_in_their_order():
    values = [i for i in range(40) for _ in range(i + 1)]
    x = codes(values, [f"c{i:02d}" for i in range(40)])
    view = variable_view(make_pair(x=(x, x)), "x")
    assert view.row_labels[0] == "c10"
    assert view.row_labels[-1] == "other (10 categories)"
    assert view.original[-1] == sum(range(1, 11))
    assert view.original.sum() == len(values)


def test_unknown_names_are_refused():
    x = codes([0], "a")
    with pytest.raises(KeyError):
        pair_view(make_pair(x=(x, x)), "x", "y")


def test_views_hold_counts_only():
    x = np.random.default_rng(1).lognormal(8, 1, 300)
    view = variable_view(make_pair(x=(numbers(x), numbers(x))), "x")
    text = json.dumps([view.row_labels, view.original.tolist()])
    assert not any(repr(float(v)) in text for v in x)


def test_codes_are_shown_with_what_they_mean():
    pair = make_pair(sex=(codes([0, 0, 1], "12"), codes([0, 1, 1], "12")), age=(numbers([1, 2, 3]), numbers([1, 2, 3])))
    labelled = replace(pair.variables[0], value_labels={"1": "Male", "2": "Male"})
    pair = replace(pair, variables=(labelled, pair.variables[1]))
    assert variable_view(pair, "sex").row_labels == ("1 · Male", "2 · Male")
    assert pair_view(pair, "sex", "age").row_labels == ("1 · Male", "2 · Male")
    assert largest_difference(pair, "sex").place in {"1 · Male", "2 · Male"}
