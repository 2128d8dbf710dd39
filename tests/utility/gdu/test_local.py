"""All local utilities of a pair of files, and what a reader should know of the whole."""

from dataclasses import replace

import numpy as np
import pytest

from core.utility.gdu import GduParameters, local_utilities, prepared_variable
from core.utility.gdu.averages import global_utility
from tests.strategies import continuous, nominal, ordinal, pair_of, paired

X = np.arange(12.0)
CODES = np.arange(12) % 3


def test_variables_and_pairs_come_in_the_order_of_the_original():
    pair = pair_of(
        paired("a", continuous(X), continuous(X)),
        paired("b", nominal(CODES), nominal(CODES)),
        paired("c", ordinal(CODES), None),
        paired("d", ordinal(CODES), ordinal(CODES)),
    )
    found = local_utilities(pair, GduParameters())
    assert [u.variable for u in found.univariate] == ["a", "b", "c", "d"]
    assert [b.variables for b in found.bivariate] == [("a", "b"), ("a", "d"), ("b", "d")]
    assert found.removed() == ("c",)
    assert (found.n, found.n_original, found.n_masked) == (12, 12, 12)


def test_a_variable_without_any_value_left_takes_no_part_in_pairs():
    gone = continuous(np.full(12, np.nan))
    pair = pair_of(
        paired("a", continuous(X), continuous(X)),
        paired("b", continuous(X), gone),
        paired("c", continuous(X), continuous(X)),
    )
    found = local_utilities(pair, GduParameters())
    assert found.removed() == ("b",)
    assert [b.variables for b in found.bivariate] == [("a", "c")]
    # as removed: 1 of 3 lost
    assert global_utility(found).value == 2 / 3


def test_constants_in_both_files_are_kept_but_have_no_testable_pair():
    ones = continuous(np.ones(12))
    pair = pair_of(paired("a", continuous(X), continuous(X)), paired("b", ones, ones))
    found = local_utilities(pair, GduParameters())
    assert [u.value for u in found.univariate] == [1.0, 1.0]
    assert found.steps() == {"untestable": 1}
    assert global_utility(found).value == 1.0
    assert "univariate average alone" in global_utility(found).notices[0]


def test_a_variable_that_cannot_be_compared_takes_no_part_in_pairs():
    broken = replace(paired("b", nominal(CODES), nominal(CODES)), problem="declare a recode")
    found = local_utilities(pair_of(paired("a", continuous(X), continuous(X)), broken), GduParameters())
    assert found.bivariate == ()
    assert [u.variable for u in found.not_comparable()] == ["b"]
    assert "declare a recode" in " ".join(global_utility(found).notices)


def test_notices_say_what_is_not_tested():
    pair = pair_of(paired("a", continuous(X), continuous(X)), paired("b", nominal(CODES), nominal(CODES)))
    assert local_utilities(pair, GduParameters()).notices == ()
    weighted = replace(pair, original=replace(pair.original, weights={"w": np.ones(12)}))
    assert "sampling weights do not enter" in local_utilities(weighted, GduParameters()).notices[0]
    large = pair_of(paired("a", continuous(np.arange(5_001.0)), continuous(X)))
    assert "more than 5,000 records" in local_utilities(large, GduParameters()).notices[0]
    assert local_utilities(large, GduParameters(normality="never")).notices == ()
    named = local_utilities(pair, GduParameters(normal=("a", "b"), not_normal=("z",))).notices
    assert [n.split(" ")[0] for n in named] == ["'b'", "'z'"]


def test_added_variables_are_not_scored():
    pair = replace(pair_of(paired("a", continuous(X), continuous(X))), added=("new",))
    assert [u.variable for u in local_utilities(pair, GduParameters()).univariate] == ["a"]


def test_v_is_large_by_chance_where_there_are_many_categories():
    # independent variables, n = 1,000: V about .14 at 20 categories; the bias-corrected one is about 0
    random = np.random.default_rng(1)
    variables = [nominal(random.integers(0, 20, 1_000), 20) for _ in range(8)]
    pair = pair_of(*(paired(f"v{i}", v, v) for i, v in enumerate(variables)))
    found = [b.original for b in local_utilities(pair, GduParameters()).bivariate]
    assert abs(np.mean([np.sqrt(f.strength) for f in found]) - 0.14) < 0.01
    assert np.mean([np.sqrt(f.bias_corrected) for f in found]) < 0.03


def left_alone():
    draw = np.random.default_rng(5)
    real, other = draw.normal(size=300), np.where(draw.random(300) < 0.1, np.nan, draw.normal(size=300))
    region, sex = draw.integers(-1, 4, 300), draw.integers(0, 2, 300)
    files = [[continuous(real), continuous(other), nominal(region), nominal(sex)] for _ in range(2)]
    return pair_of(*map(paired, "abcd", *files), paired("changed", continuous(real), continuous(real[::-1])))


@pytest.mark.parametrize("missing", ["pairwise", "category"])
def test_variables_that_masking_left_alone_are_prepared_once_and_tell_the_same(missing, monkeypatch):
    parameters = GduParameters(missing=missing, normality="never")
    once = local_utilities(left_alone(), parameters)
    assert [v.masked is v.recoded for v in once.prepared.values()] == [True] * 4 + [False]
    monkeypatch.setattr(prepared_variable, "_stored_alike", lambda *_: False)
    each = local_utilities(left_alone(), parameters)
    assert not any(v.masked is v.recoded for v in each.prepared.values())
    for shared, alone in zip(once.bivariate, each.bivariate, strict=True):
        assert shared.masked[:4] == alone.masked[:4]
        assert (shared.value, shared.step, shared.cosine) == (alone.value, alone.step, alone.cosine)
    assert [u.value for u in once.univariate] == [u.value for u in each.univariate]


def test_a_variable_of_which_one_late_value_differs_was_not_left_alone():
    before, after = np.zeros(2_000), np.zeros(2_000)
    after[-1] = 1.0
    assert not prepared_variable._stored_alike(continuous(before), continuous(after))
    assert not prepared_variable._stored_alike(nominal([0, 1], 2), nominal([0, 1], 3))
    assert not prepared_variable._stored_alike(nominal([0, 1]), ordinal([0, 1]))
