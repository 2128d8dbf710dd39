"""What a recode costs: every measure of Kocar (2018), section 3.3, by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data import Bands, Cap, CategoryMap, Closed, Coded, Level
from core.utility.gdu import GduParameters
from core.utility.gdu.recoding import allocation, heterogeneity, pair_comparisons, recode_utility
from tests.strategies import continuous, nominal, paired


def floats(*values):
    return np.array(values, dtype=np.float64)


def whole(*values):
    return np.array(values, dtype=np.int64)


def test_ten_categories_to_five_leave_10_of_45_comparisons():
    assert pair_comparisons(10, 5) == 10 / 45
    # "decreases from 45 to 10, by almost 78 %"
    assert 1 - pair_comparisons(10, 5) == pytest.approx(0.78, abs=0.005)


def test_the_printed_formula_with_n_minus_m_would_be_upside_down():
    # an unrecoded variable keeps everything, complete collapse nothing; 10 to 8 is 56 of 90 comparisons
    assert pair_comparisons(10, 10) == 1.0
    assert pair_comparisons(10, 1) == 0.0
    assert pair_comparisons(10, 8) == 56 / 90
    assert pair_comparisons(1, 1) == 1.0


def test_heterogeneity_by_hand():
    # 1, 2 | 5, 8: means 1.5 and 6.5, deviations .5 .5 1.5 1.5 = 4; grand mean 4: 3 + 2 + 1 + 4 = 10
    assert heterogeneity(floats(1, 2, 5, 8), whole(0, 0, 1, 1)).value == pytest.approx(1 - 4 / 10, abs=1e-15)


def test_heterogeneity_at_its_ends():
    assert heterogeneity(floats(0.1, 0.1, 0.7), whole(0, 0, 1)).value == 1.0
    # the mean of 10 times 0.9 is not quite 0.9: groups of one value must not seem spread
    assert heterogeneity(np.repeat(floats(0.1, 0.9), [1, 10]), np.repeat(whole(0, 1), [1, 10])).value == 1.0
    assert heterogeneity(floats(1, 2, 3), whole(0, 0, 0)).value == 0.0
    assert heterogeneity(floats(4, 4), whole(0, 0)).value == 1.0
    assert heterogeneity(floats(), whole()).value == 1.0


def test_a_negative_heterogeneity_is_clipped_and_flagged():
    # 10 x 3, 20 x 11 | 21 x 11, 32 x 3: mean 21 - 2/28 = 20.75; sum of deviations from it
    # 3 x 10.75 + 11 x .75 + 11 x .25 + 3 x 11.25 = 77
    values = np.repeat(floats(10, 20, 21, 32), [3, 11, 11, 3])
    assert np.abs(values - 20.75).sum() == 77
    # group means 250/14 and 327/14; deviations 2 x 3 x (250/14 - 10) and 2 x 3 x (32 - 327/14): 6 x 231/14 = 99
    found = heterogeneity(values, np.repeat(whole(0, 1), 14))
    assert round(1 - 99 / 77, 3) == -0.286
    assert found.value == 0.0
    assert "clipped" in found.flags[0]


def test_heterogeneity_does_not_depend_on_order_shift_or_scale():
    random = np.random.default_rng(1)
    values = random.normal(size=200)
    groups = np.digitize(values, [-1, 0, 1])
    rows = random.permutation(200)
    value = heterogeneity(values, groups).value
    assert heterogeneity(values[rows], groups[rows]).value == pytest.approx(value, abs=1e-12)
    assert heterogeneity(1e6 + 1e3 * values, groups).value == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize(("bands", "expected"), [(2, 0.5), (5, 0.8), (10, 0.9), (20, 0.95)])
def test_heterogeneity_of_uniform_values_is_one_less_one_over_the_number_of_bands(bands, expected):
    # within a band of width w the mean deviation is w/4, in all 1/4
    values = (np.arange(10_000) + 0.5) / 10_000
    assert heterogeneity(values, (values * bands).astype(np.int64)).value == pytest.approx(expected, abs=1e-9)


def test_allocation_by_hand():
    # 33, 39 | 40, 47: 39 is nearer to 40 than to 33: biased; 40 is nearer to 39 than to 47: biased;
    # 33 has 39 inside 6 away, 40 outside 7 away; 47 has 40 inside 7 away, 39 outside 8 away: not
    found = allocation(floats(39, 40, 33, 47), whole(0, 1, 0, 1))
    assert found.value == 0.5
    # equally far is not nearer: 36 lies 3 from 33 and 3 from 39
    assert allocation(floats(33, 36, 39), whole(0, 0, 1)).value == 1.0


def test_allocation_of_groups_that_are_no_stretches():
    # a: 1, 9; b: 5. 1 has 9 inside 8 away, 5 outside 4 away: biased, and 9 likewise; 5 is alone in its group
    assert allocation(floats(1, 5, 9), whole(0, 1, 0)).value == pytest.approx(1 / 3, abs=1e-15)


def test_allocation_to_one_group_is_flagged():
    found = allocation(floats(1, 2, 9), whole(0, 0, 0))
    assert found.value == 1.0
    assert "one group" in found.flags[0]


@given(st.lists(st.integers(0, 30), min_size=1, max_size=25), st.integers(1, 6))
def test_allocation_is_what_the_distances_say(values, n_groups):
    x = floats(*values)
    groups = np.unique((x.astype(np.int64) * 7) % n_groups, return_inverse=True)[1]
    biased = 0
    for i in range(len(x)):
        outside = np.abs(x - x[i])[groups != groups[i]]
        inside = np.abs(x - x[i])[groups == groups[i]]
        biased += bool(len(outside) and outside.min() < inside.max())
    assert allocation(x, groups).value == pytest.approx(1 - biased / len(x), abs=1e-12)


def banded(recode="heterogeneity", **named):
    bands = Bands(((0, 10), (10, 20)), ("low", "high"), Closed.LEFT)
    recoded = Coded(Level.ORDINAL, np.array([0, 0, 1, 1, -1], dtype=np.int32), bands.labels)
    variable = paired("x", continuous([1, 2, 15, 18, np.nan]), recoded, recoded, bands)
    return recode_utility(variable, GduParameters(recode=recode, **named)).value


def test_a_continuous_variable_in_bands_by_each_measure():
    # 1, 2 | 15, 18: deviations .5 .5 1.5 1.5 = 4; from 9: 8 + 7 + 6 + 9 = 30
    assert banded() == pytest.approx(1 - 4 / 30, abs=1e-15)
    # four distinct values in two bands: 2 x 1 / (4 x 3)
    assert banded("pairs") == pytest.approx(2 / 12, abs=1e-15)
    # nobody is nearer to the other band
    assert banded("allocation") == 1.0


def test_the_measure_can_be_named_for_a_variable():
    assert banded(recode_pairs=("x",)) == banded("pairs")
    assert banded("pairs", recode_allocation=("y", "x")) == banded("allocation")
    assert banded("pairs", recode_allocation=("y",)) == banded("pairs")


def test_top_coding_leaves_uncapped_values_as_groups_of_their_own():
    # 1, 2, 3 | 10, 14 capped at 10: deviations 2 + 2 = 4; from 6: 5 + 4 + 3 + 4 + 8 = 24
    original, recoded = continuous([1, 2, 3, 10, 14]), continuous([1, 2, 3, 10, 10])
    found = recode_utility(paired("x", original, recoded, recoded, Cap(above=10)), GduParameters())
    assert found.value == pytest.approx(1 - 4 / 24, abs=1e-15)


def test_merged_categories_count_comparisons_whatever_the_measure_for_bands():
    merged = nominal([0, 0, 1, 1])
    recode = CategoryMap({"a": ("a", "b"), "b": ("c", "d")})
    variable = paired("x", nominal([0, 1, 2, 3]), merged, merged, recode)
    for measure in ("heterogeneity", "pairs", "allocation"):
        # 4 categories to 2: 1 of 6 comparisons
        assert recode_utility(variable, GduParameters(recode=measure)).value == 1 / 6


def test_without_a_recode_nothing_is_lost():
    assert recode_utility(paired("x", nominal([0, 1]), nominal([1, 1])), GduParameters()).value == 1.0
