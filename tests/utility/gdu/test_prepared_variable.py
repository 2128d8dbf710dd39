"""A variable prepared for all its pairs, and whether it counts as normal."""

import numpy as np
from scipy import stats

from core.data import Cap, Level
from core.utility.gdu import GduParameters
from core.utility.gdu.prepared_variable import is_normal, prepare_variable
from tests.strategies import continuous, nominal, ordinal, paired


def scores(n):
    return continuous(stats.norm.ppf((np.arange(n) + 0.5) / n))


SKEWED = continuous(stats.expon.ppf((np.arange(200) + 0.5) / 200))


def normal(original, masked, **settings):
    return is_normal(paired("x", original, masked), masked, GduParameters(**settings))


def test_normal_only_if_not_rejected_in_both_files():
    assert normal(scores(200), scores(150))
    assert not normal(scores(200), SKEWED)
    assert not normal(SKEWED, scores(200))
    assert not normal(SKEWED, SKEWED)


def test_normality_is_not_tested_above_5000_records_unless_asked():
    assert normal(scores(5_000), scores(5_000))
    assert not normal(scores(5_001), scores(200))
    assert not normal(scores(200), scores(5_001))
    assert normal(scores(5_001), scores(5_001), normality="lilliefors")
    assert not normal(scores(200), scores(200), normality="never")


def test_missing_values_do_not_count_towards_5000_records():
    values = np.concatenate([scores(4_000).values, np.full(3_000, np.nan)])
    assert normal(continuous(values), scores(100))


def test_the_officer_overrules_the_test():
    assert normal(SKEWED, SKEWED, normal=("x",))
    assert normal(SKEWED, SKEWED, normal=("x",), normality="never")
    assert not normal(scores(200), scores(200), not_normal=("x",))
    # only a continuous variable can be normal
    assert not normal(ordinal([0, 1, 2]), ordinal([0, 1, 2]), normal=("x",))


def test_alpha_is_the_threshold_of_the_normality_test_too():
    # skewed a little: p between .01 and .2
    values = continuous(stats.gamma.ppf((np.arange(60) + 0.5) / 60, 2))
    assert not normal(values, values, alpha=0.2)
    assert normal(values, values, alpha=0.001)


def test_a_recoded_variable_is_not_normal():
    capped = continuous(np.minimum(scores(100).values, 2.0))
    variable = paired("x", scores(100), capped, capped, Cap(above=2.0))
    assert not prepare_variable(variable, capped, GduParameters(normal=("x",))).normal


def test_versions_of_a_variable():
    original, masked = continuous([5, 7, np.nan, 5]), continuous([7, 7, 7])
    found = prepare_variable(paired("x", original, masked), masked, GduParameters())
    assert found.raw is found.recoded
    assert found.raw.ranks.codes.tolist() == [0, 1, -1, 0]
    assert (found.level, found.raw_level, found.has_recode) == (Level.CONTINUOUS, Level.CONTINUOUS, False)
    assert (found.raw.groups, found.raw.ranks.counts.tolist()) == (None, [2, 1])


def test_missing_as_a_category_of_a_nominal_variable():
    coded = nominal([0, -1, 1])
    found = prepare_variable(paired("x", coded, coded), coded, GduParameters(missing="category")).masked
    assert found.groups.codes.tolist() == [0, 2, 1]
    assert found.groups.counts.tolist() == [1, 1, 1]
    assert found.ranks.counts.tolist() == [1, 1]
    # an ordinal variable keeps its order: missing has no place in it
    coded = ordinal([0, -1, 1])
    found = prepare_variable(paired("x", coded, coded), coded, GduParameters(missing="category")).masked
    assert found.groups.codes.tolist() == [0, -1, 1]
    assert found.groups is found.ranks
