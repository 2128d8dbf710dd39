"""LDUuni of one variable (Kocar 2018, sections 3.2 and 3.3): each test and each edge, by hand or by scipy."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from core.data import CategoryMap, Coded, Level
from core.utility.gdu import GduParameters, local_utilities
from core.utility.gdu.univariate import utility_of_p
from tests.strategies import continuous, copies, nominal, ordinal, pair_of, paired

DEFAULT = GduParameters()
PUBLISHED = GduParameters(p_form="published")
NAN = math.nan


def utility_of(variable, parameters=DEFAULT):
    return local_utilities(pair_of(variable), parameters).univariate[0]


def utility(original, masked, parameters=DEFAULT):
    return utility_of(paired("x", original, masked), parameters)


# ---- from p to utility


@pytest.mark.parametrize(("p", "printed"), [(0.05, 0.50), (0.01, 0.13)])
def test_utility_of_p_as_printed_in_figure_1(p, printed):
    assert round(utility_of_p(p, DEFAULT), 2) == printed
    assert round(utility_of_p(p, PUBLISHED), 2) == printed
    assert utility_of_p(p, PUBLISHED) == pytest.approx(1 - math.exp(-14 * p), abs=1e-15)


def test_utility_is_exactly_one_at_p_one_only_when_rescaled():
    assert utility_of_p(1.0, DEFAULT) == 1.0
    assert utility_of_p(1.0, PUBLISHED) == pytest.approx(0.99999917, abs=5e-9)
    assert utility_of_p(0.0, DEFAULT) == utility_of_p(0.0, PUBLISHED) == 0.0


def test_both_forms_differ_by_less_than_a_millionth():
    p = np.linspace(0, 1, 101)
    differences = [utility_of_p(x, DEFAULT) - utility_of_p(x, PUBLISHED) for x in p]
    assert min(differences) >= 0
    assert max(differences) < 8.4e-7


@pytest.mark.parametrize(("p", "value"), [(0.0495, 0.5), (0.1645, 0.9), (0.3289, 0.99)])
def test_utility_of_p_at_the_marks(p, value):
    assert utility_of_p(p, DEFAULT) == pytest.approx(value, abs=5e-4)


def test_the_mean_utility_of_an_independent_sample_is_929():
    # p uniform on (0, 1): 1 - (1 - e^-14) / 14
    p = (np.arange(100_000) + 0.5) / 100_000
    mean = np.mean([utility_of_p(x, PUBLISHED) for x in p])
    assert mean == pytest.approx(1 - (1 - math.exp(-14)) / 14, abs=1e-8)
    assert round(mean, 3) == 0.929


# ---- continuous: Kolmogorov-Smirnov


def test_ks_by_hand():
    # 1..4 against 3..6: D = 2/4; p = P(D >= .5) of one sample of 4 x 4 / 8 = 2 records: 1 - 2 x (.5 + .5 - 1/2)^2 = .5
    found = utility(continuous([1, 2, 3, 4]), continuous([3, 4, 5, 6]))
    assert found.comparison.test == "kolmogorov_smirnov"
    assert found.comparison.statistic == found.comparison.effect == 0.5
    assert found.comparison.p == pytest.approx(stats.kstwo.sf(0.5, 2), abs=1e-15) == pytest.approx(0.5, abs=1e-12)
    assert found.value == pytest.approx((1 - math.exp(-7)) / (1 - math.exp(-14)), abs=1e-12)


def test_missing_values_are_left_out():
    full = utility(continuous([1, 2, 3, 4]), continuous([3, 4, 5, 6]))
    found = utility(continuous([NAN, 1, 2, 3, 4]), continuous([3, 4, NAN, NAN, 5, 6]))
    assert found.value == full.value
    assert (found.observed.n_original, found.observed.n_masked) == (4, 4)
    assert (found.observed.missing_original, found.observed.missing_masked) == (0.2, pytest.approx(1 / 3))


def test_fewer_than_two_records_for_ks_is_a_reason_not_a_number():
    found = utility(continuous([1, 2, 3]), continuous([1]))
    assert found.value is None
    assert "too few records" in found.reason


def test_broken_ties_are_brutal_and_heaps_are_flagged():
    # 10 whole values, 100 records each; a shift of every value by .001 moves a tenth of all records at a time: D = .1
    whole = np.repeat(np.arange(10.0), 100)
    found = utility(continuous(whole), continuous(whole + 0.001))
    assert found.comparison.statistic == pytest.approx(0.1, abs=1e-15)
    assert found.value == pytest.approx(utility_of_p(stats.kstwo.sf(0.1, 500), DEFAULT), abs=1e-12)
    assert any("heaped" in flag for flag in found.flags)
    # rounding the masked values back to the grid of the original
    assert utility(continuous(whole), continuous(np.round(whole + 0.001))).value == 1.0


@pytest.mark.parametrize(
    ("values", "heaped"),
    [
        (np.arange(100.0), False),
        (np.arange(19.0), True),  # fewer than 20 distinct values
        (np.append(np.arange(94.0), np.zeros(5)), True),  # one value holds 6 of 99 records
        (np.append(np.arange(96.0), np.zeros(4)), False),  # one value holds 5 of 100 records: not more than 5 %
    ],
)
def test_heaping_flag(values, heaped):
    found = utility(continuous(values), continuous(values))
    assert any("heaped" in flag for flag in found.flags) is heaped


@pytest.mark.parametrize(("n", "d"), [(100, 0.188), (1_000, 0.060), (10_000, 0.019)])
def test_the_distance_that_costs_half_shrinks_with_the_file(n, d):
    # D of the table is rounded to its last digit
    assert utility_of_p(stats.kstwo.sf(d, n // 2), DEFAULT) == pytest.approx(0.5, abs=0.06)


# ---- categorical: homogeneity chi-squared


def test_homogeneity_by_hand():
    # 20, 30 against 30, 20: E = 25 everywhere: chi^2 = 4 x 25/25 = 4; total variation .2; w = sqrt(4 / 100)
    found = utility(nominal([0] * 20 + [1] * 30), nominal([0] * 30 + [1] * 20))
    assert found.comparison.test == "chi_squared"
    assert found.comparison.statistic == pytest.approx(4.0, abs=1e-14)
    assert found.comparison.p == pytest.approx(stats.chi2.sf(4, 1), abs=1e-15)
    assert found.comparison.effect == pytest.approx(0.2, abs=1e-15)
    assert found.comparison.w == pytest.approx(0.2, abs=1e-15)
    assert found.value == pytest.approx(utility_of_p(stats.chi2.sf(4, 1), DEFAULT), abs=1e-15)
    assert found.flags == ()


def test_ordinal_variables_are_compared_as_categories_too():
    found = utility(ordinal([0] * 20 + [1] * 30), ordinal([0] * 30 + [1] * 20))
    assert found.comparison.statistic == pytest.approx(4.0, abs=1e-14)


def test_homogeneity_needs_one_record_a_file():
    # 1 of 1 against 2 of 4: E = 3/5 and 2/5, 12/5 and 8/5; chi^2 = .16 (1/.6 + 1/.4 + 1/2.4 + 1/1.6) = .8333
    found = utility(nominal([0, 0, 1, 1]), nominal([0], 2))
    assert found.comparison.statistic == pytest.approx(0.16 * (1 / 0.6 + 1 / 0.4 + 1 / 2.4 + 1 / 1.6), abs=1e-14)


def test_one_category_in_both_files_differs_in_nothing():
    found = utility(nominal([0, 0, 0]), nominal([0, 0]))
    assert (found.value, found.comparison.p, found.comparison.statistic) == (1.0, 1.0, 0.0)


def test_a_category_in_one_file_only_counts_as_zero_and_is_flagged():
    # 5, 5, 0 against 5, 0, 5: E = 5, 2.5, 2.5: chi^2 = 4 x 2.5^2 / 2.5 = 10 on 2 degrees of freedom
    found = utility(nominal([0] * 5 + [1] * 5, 3), nominal([0] * 5 + [2] * 5, 3))
    assert found.comparison.statistic == pytest.approx(10.0, abs=1e-13)
    assert found.comparison.p == pytest.approx(math.exp(-5), abs=1e-15)
    assert "a category stands in one file only" in found.flags
    assert any("sparse" in flag for flag in found.flags)


def test_unused_categories_change_nothing():
    lean = utility(nominal([0, 0, 1]), nominal([0, 1, 1]))
    roomy = utility(nominal([0, 0, 1], 9), nominal([0, 1, 1], 9))
    assert lean.value == roomy.value
    assert lean.flags == roomy.flags


def test_more_than_fifty_used_categories_are_flagged():
    def flags(k, n_categories):
        codes = np.repeat(np.arange(k), 20)
        return utility(nominal(codes, n_categories), nominal(codes, n_categories)).flags

    assert "more than 50 categories" in flags(51, 51)
    assert flags(50, 80) == ()


# ---- copies, removal, nothing observed


@pytest.mark.parametrize("original", [continuous([1, 2, 2, 7]), nominal([0, 1, 1, 2]), continuous([3, 3])])
@pytest.mark.parametrize("times", [1, 2, 5])
def test_copies_of_any_size_keep_everything(original, times):
    assert utility(original, copies(original, times)).value == 1.0


def test_a_removed_variable_keeps_nothing():
    found = utility(continuous([1, 2, 3]), None)
    assert (found.value, found.removed, found.reason) == (0.0, True, "")
    assert found.observed.missing_masked is None


def test_a_variable_without_any_value_left_is_as_removed():
    found = utility(nominal([0, 1, 1]), nominal([-1, -1, -1], 2))
    assert (found.value, found.removed) == (0.0, True)
    assert any("taken as removed" in flag for flag in found.flags)


def test_missing_in_both_files_is_no_loss():
    found = utility(continuous([NAN, NAN]), continuous([NAN, NAN, NAN]))
    assert (found.value, found.removed) == (1.0, False)
    assert any("nothing could be lost" in flag for flag in found.flags)


def test_values_where_the_original_has_none_cannot_be_compared():
    assert utility(continuous([NAN, NAN]), continuous([1, 2])).value is None
    assert utility(nominal([-1, -1], 2), nominal([0, 1])).value is None


def test_a_variable_that_cannot_be_compared_says_why():
    variable = replace(paired("x", nominal([0, 1]), nominal([0, 1])), problem="category 'z' is new: declare a recode")
    found = utility_of(variable)
    assert (found.value, found.reason) == (None, "category 'z' is new: declare a recode")


# ---- recode and perturbation: the product


def test_recode_and_perturbation_multiply():
    # four categories merged to two leave 1 of 6 comparisons; then 20, 30 against 30, 20: p = .0455
    recode = CategoryMap({"a": ("a", "b"), "b": ("c", "d")})
    original = nominal([0] * 10 + [1] * 10 + [2] * 15 + [3] * 15)
    recoded = Coded(Level.NOMINAL, (original.values // 2).astype(np.int32), ("a", "b"))
    masked = nominal([0] * 30 + [1] * 20)
    found = utility_of(paired("x", original, masked, recoded, recode))
    assert found.recode == 1 / 6
    assert found.distribution == pytest.approx(utility_of_p(stats.chi2.sf(4, 1), DEFAULT), abs=1e-15)
    assert found.value == found.recode * found.distribution


def test_the_recode_itself_does_not_count_against_the_distribution():
    recode = CategoryMap({"a": ("a", "b"), "b": ("c", "d")})
    recoded = nominal([0, 0, 1, 1])
    found = utility_of(paired("x", nominal([0, 1, 2, 3]), recoded, recoded, recode))
    assert (found.distribution, found.value) == (1.0, 1 / 6)


# ---- options for missing values


def test_completeness_multiplies_by_the_share_still_observed():
    # 4 of 5 observed against 2 of 4: (.5) / (.8) = .625; of the same distribution
    original, masked = nominal([0, 0, 1, 1, -1]), nominal([0, 1, -1, -1])
    assert utility(original, masked).value == 1.0
    assert utility(original, masked, GduParameters(missing="completeness")).value == pytest.approx(0.625, abs=1e-15)
    # more observed than before is no gain
    assert utility(masked, original, GduParameters(missing="completeness")).value == 1.0


def test_missing_as_a_category_by_hand():
    # a 10, b 10, missing 0 against 5, 5, 10: E = 7.5, 7.5, 5: chi^2 = 4 x 2.5^2/7.5 + 2 x 5 = 13.3333 on 2 df
    original, masked = nominal([0, 1] * 10), nominal([0, 1] * 5 + [-1] * 10)
    found = utility(original, masked, GduParameters(missing="category"))
    assert found.comparison.statistic == pytest.approx(40 / 3, abs=1e-13)
    assert found.comparison.p == pytest.approx(math.exp(-20 / 3), abs=1e-15)
    assert utility(original, masked).value == 1.0


def test_missing_as_a_category_of_a_continuous_variable_takes_the_worse_comparison():
    # 20 observed against 10 observed and 10 missing: chi^2 = 2 x (5^2/15 + 5^2/5) = 13.3333 on 1 df
    values = np.arange(20.0)
    masked = np.where(np.arange(20) % 2, np.nan, values)
    found = utility(continuous(values), continuous(masked), GduParameters(missing="category"))
    assert found.comparison.test == "chi_squared"
    assert found.comparison.statistic == pytest.approx(40 / 3, abs=1e-13)
    # nothing missing: the values decide
    shifted = utility(continuous(values), continuous(values + 30), GduParameters(missing="category"))
    assert shifted.comparison.test == "kolmogorov_smirnov"


@pytest.mark.parametrize("missing", ["pairwise", "completeness", "category"])
def test_missing_in_the_original_and_the_masked_file_alike_is_no_loss(missing):
    for original in (continuous([1, 2, NAN, 4]), nominal([0, 1, -1, 1])):
        assert utility(original, original, GduParameters(missing=missing)).value == 1.0
