"""LDUbiv of one pair (Kocar 2018, section 3.4): every step of every test, by hand."""

import numpy as np
import pytest
from scipy import stats

from core.utility.gdu.bivariate import DecidingStep
from tests.utility.gdu.two_variables import LEFT, RIGHT, grouped, ranks, samples, tables, utility

# ---- chi-squared


def test_chi_squared_none():
    # chi^2 = 100 x .02^2 = .04 in both
    found = tables([[26, 24], [24, 26]], [[24, 26], [26, 24]])
    assert (found.test, found.step, found.value, found.direction) == ("chi_squared", DecidingStep.NONE, 1.0, "")
    assert found.p_original == pytest.approx(stats.chi2.sf(0.16, 1), abs=1e-15)


def test_chi_squared_one():
    found = tables([[40, 10], [10, 40]], [[26, 24], [24, 26]])
    assert (found.step, found.value) == (DecidingStep.ONE, 0.0)


def test_chi_squared_direction():
    # every residual changes its sign: sum |MSD_o - MSD_p| = 2 sum |MSD_o|
    found = tables([[40, 10], [10, 40]], [[10, 40], [40, 10]])
    assert (found.step, found.value, found.direction) == (DecidingStep.DIRECTION, 0.0, "changed")
    assert found.cosine == pytest.approx(-1.0, abs=1e-15)


def test_chi_squared_strength():
    # V^2 = .36 and (35 x 35 - 15 x 15)^2 / 50^4 = .16
    found = tables([[40, 10], [10, 40]], [[35, 15], [15, 35]])
    assert (found.step, found.direction) == (DecidingStep.STRENGTH, "same")
    assert found.value == pytest.approx(0.16 / 0.36, abs=1e-15)
    assert found.cosine == pytest.approx(1.0, abs=1e-15)


def test_chi_squared_untestable():
    found = tables([[5, 0], [5, 0]], [[9, 0], [2, 0]])
    assert (found.step, found.value, found.p_original, found.p_masked) == (DecidingStep.UNTESTABLE, None, None, None)


# ---- Kruskal-Wallis


def test_kruskal_wallis_strength():
    # n = 20, TSS of ranks 20 x 399 / 12 = 665; mean ranks 10.5 -+ 5: SSB 500. 10 and 11 exchanged: -+ 4.9: 480.2
    left, right = [*LEFT[:-1], 11], [10, *RIGHT[1:]]
    found = grouped((LEFT, RIGHT), (left, right))
    assert (found.test, found.step) == ("kruskal_wallis", DecidingStep.STRENGTH)
    assert found.original.strength == pytest.approx(500 / 665, abs=1e-15)
    assert found.value == pytest.approx(480.2 / 500, abs=1e-14)


def test_kruskal_wallis_direction():
    found = grouped((LEFT, RIGHT), (RIGHT, LEFT))
    assert (found.step, found.value) == (DecidingStep.DIRECTION, 0.0)
    assert found.cosine == pytest.approx(-1.0, abs=1e-15)


def test_kruskal_wallis_one_and_none():
    mixed = LEFT * 2, LEFT * 2 - 1
    assert grouped((LEFT, RIGHT), mixed).step is DecidingStep.ONE
    assert grouped(mixed, mixed).step is DecidingStep.NONE


def test_kruskal_wallis_untestable():
    found = grouped(([1, 1], [1]), ([2, 2], [2]))
    assert (found.step, found.value) == (DecidingStep.UNTESTABLE, None)


def test_the_nominal_variable_forms_the_groups_wherever_it_stands():
    groups, values = samples(LEFT, RIGHT)
    one, other = utility((groups, groups), (values, values)), utility((values, values), (groups, groups))
    assert one.original.strength == other.original.strength
    assert (one.variables, other.variables) == (("a", "b"), ("a", "b"))


# ---- analysis of variance (both files taken as normal)


def test_anova_strength():
    # SSB 13.5 of 17.5 against SSB 24 of 28 (means 2 and 6): (13.5 / 17.5) / (24 / 28) = .9; per group 6.75 and 12
    found = grouped(([1, 2, 3], [4, 5, 6]), ([1, 2, 3], [5, 6, 7]), normal=("b",))
    assert (found.test, found.step) == ("anova", DecidingStep.STRENGTH)
    assert found.value == pytest.approx(0.9, abs=1e-14)


def test_anova_one():
    # F = 6 on 1 and 4 degrees of freedom: p = .070
    found = grouped(([1, 2, 3], [4, 5, 6]), ([1, 2, 3], [3, 4, 5]), normal=("b",))
    assert found.p_masked == pytest.approx(stats.f.sf(6, 1, 4), abs=1e-14)
    assert (found.step, found.value) == (DecidingStep.ONE, 0.0)


def test_anova_direction_and_none():
    assert grouped(([1, 2, 3], [4, 5, 6]), ([4, 5, 6], [1, 2, 3]), normal=("b",)).step is DecidingStep.DIRECTION
    assert grouped(([1, 2, 3], [3, 4, 5]), ([3, 4, 5], [1, 2, 3]), normal=("b",)).step is DecidingStep.NONE


def test_anova_untestable():
    assert grouped(([1, 1], [1]), ([2, 2], [2]), normal=("b",)).step is DecidingStep.UNTESTABLE


# ---- strengthening counts as a change, as published; the cosine tells it from a reversal

ODD, EVEN = np.array([-1.0, -0.5, 0, 0.5, 1]), np.array([-1.0, -0.5, 0, 0.5, 1])


def test_group_means_drawn_apart_are_flagged_unless_by_cosine():
    # means -+ 1 -> -+ 1.5 at the same spread: SSB x 2.25, sum |MSD_o - MSD_p| = 1.25 sum |MSD_o|
    files = (ODD - 1, EVEN + 1), (ODD - 1.5, EVEN + 1.5)
    found = grouped(*files, normal=("b",))
    assert (found.step, found.value) == (DecidingStep.DIRECTION, 0.0)
    assert found.cosine == pytest.approx(1.0, abs=1e-14)
    by_cosine = grouped(*files, normal=("b",), direction="cosine")
    # SSW = 2 x 2.5 = 5; SSB = 10 and 22.5: eta^2 = 10/15 and 22.5/27.5
    assert by_cosine.step is DecidingStep.STRENGTH
    assert by_cosine.value == pytest.approx((10 / 15) / (22.5 / 27.5), abs=1e-14)


def test_a_change_of_units_is_flagged_unless_by_cosine():
    # y x 1.5: SSB x 2.25, eta^2 unchanged
    files = (ODD - 1, EVEN + 1), (1.5 * (ODD - 1), 1.5 * (EVEN + 1))
    assert grouped(*files, normal=("b",)).step is DecidingStep.DIRECTION
    assert grouped(*files, normal=("b",), direction="cosine").value == pytest.approx(1.0, abs=1e-14)
    # ranks do not know units
    assert grouped(*files).value == 1.0


# ---- correlations


def test_spearman_strength():
    # ten ranks; two neighbours exchanged: sum of squared differences 2; rho = 1 - 12 / 990
    found = ranks(LEFT, [2, 1, *LEFT[2:]])
    assert (found.test, found.step, found.direction) == ("spearman", DecidingStep.STRENGTH, "same")
    assert found.value == pytest.approx((1 - 12 / 990) ** 2, abs=1e-14)


def test_spearman_direction_one_none_untestable():
    # 6 1 8 3 10 5 2 7 4 9: differences 5 -1 5 -1 5 -1 -5 -1 -5 -1: rho = 1 - 6 x 130 / 990 = .212, p = .56
    shuffled = [6, 1, 8, 3, 10, 5, 2, 7, 4, 9]
    assert ranks(LEFT, LEFT[::-1]).step is DecidingStep.DIRECTION
    assert ranks(LEFT, shuffled).step is DecidingStep.ONE
    assert ranks(shuffled, shuffled[::-1]).step is DecidingStep.NONE
    assert ranks([4, 4, 4], [1, 1, 1]).step is DecidingStep.UNTESTABLE
    assert ranks([1, 2], [2, 1]).step is DecidingStep.UNTESTABLE


def test_pearson_strength_and_direction():
    # 1..5 against 1..5: r^2 = 1; against 2 1 4 3 5: r = 8/10. The published example of .5 and .2 is min / max alike
    found = ranks([1, 2, 3, 4, 5], [2, 1, 4, 3, 5], normal=("a", "b"), alpha=0.2)
    assert (found.test, found.step) == ("pearson", DecidingStep.STRENGTH)
    assert found.value == pytest.approx(0.64, abs=1e-14)
    assert ranks([1, 2, 3, 4, 5], [5, 4, 3, 2, 1], normal=("a", "b")).step is DecidingStep.DIRECTION


# ---- step 1


def test_a_p_value_equal_to_the_threshold_is_not_significant():
    p = tables([[30, 20], [20, 30]], [[30, 20], [20, 30]]).p_original
    assert tables([[30, 20], [20, 30]], [[30, 20], [20, 30]], alpha=p).step is DecidingStep.NONE
    # the last bit of p is the processor's: it decides nothing
    assert tables([[30, 20], [20, 30]], [[30, 20], [20, 30]], alpha=np.nextafter(p, 1)).step is DecidingStep.NONE
    assert tables([[30, 20], [20, 30]], [[30, 20], [20, 30]], alpha=p * (1 + 1e-8)).step is DecidingStep.STRENGTH


def test_constant_in_one_file_only_shows_no_association_there():
    # original significant, masked constant: 0; original not significant: 1
    found = tables([[40, 10], [10, 40]], [[50, 0], [50, 0]])
    assert (found.step, found.value, found.p_masked) == (DecidingStep.ONE, 0.0, 1.0)
    assert any("allows no test" in flag for flag in found.flags)
    assert tables([[26, 24], [24, 26]], [[50, 0], [50, 0]]).value == 1.0
    assert tables([[50, 0], [50, 0]], [[40, 10], [10, 40]]).value == 0.0
    assert ranks(LEFT, np.ones(10)).value == 0.0


def test_knife_edge_pairs_are_flagged():
    # V^2 = .2^2 = .04 of n = 100, p = .046; V^2 = .182^2 = .033 of n = 2000, p = 4e-16: they agree to .83
    found = tables([[30, 20], [20, 30]], [[591, 409], [409, 591]], alpha=0.01)
    assert (found.step, found.knife_edge) == (DecidingStep.ONE, True)
    assert any("knife edge" in flag for flag in found.flags)
    assert not tables([[40, 10], [10, 40]], [[26, 24], [24, 26]]).knife_edge


def test_common_n_asks_for_both_p_values_at_the_smaller_file():
    # V^2 = .04 in both; chi^2 = 4 at n = 100, .8 at n = 20
    original, masked = [[30, 20], [20, 30]], [[6, 4], [4, 6]]
    assert tables(original, masked).step is DecidingStep.ONE
    found = tables(original, masked, significance="common_n")
    assert (found.step, found.value) == (DecidingStep.NONE, 1.0)
    assert found.p_original == pytest.approx(stats.chi2.sf(0.8, 1), abs=1e-14)
