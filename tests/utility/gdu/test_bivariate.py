"""LDUbiv of one pair (Kocar 2018, section 3.4): every step of every test, by hand."""

import math

import numpy as np
import pytest
from scipy import stats

from core.data import Bands, CategoryMap, Closed, Coded, Level
from core.utility.gdu import GduParameters, association
from core.utility.gdu.bivariate import Step, bivariate_utility
from core.utility.gdu.sides import prepare_variable
from tests.strategies import continuous, copies, nominal, ordinal, paired

NAN = math.nan


def utility(a, b, **settings):
    """Return LDUbiv of two variables, each given as (original, masked) or (original, recoded, recode, masked)."""
    parameters = GduParameters(**{"normality": "never", **settings})
    prepared = []
    for name, (original, *recoding, masked) in (("a", a), ("b", b)):
        prepared.append(prepare_variable(paired(name, original, masked, *recoding), masked, parameters))
    return bivariate_utility(*prepared, parameters)


def table(counts):
    """Return two nominal variables whose cross-table these counts are."""
    shape = np.shape(counts)
    codes = (np.repeat(axis.ravel(), np.ravel(counts)) for axis in np.indices(shape))
    return [nominal(c, n) for c, n in zip(codes, shape, strict=True)]


def tables(original, masked, **settings):
    (a, b), (x, y) = table(original), table(masked)
    return utility((a, x), (b, y), **settings)


def samples(*groups):
    """Return a nominal variable of groups and the values in them."""
    sizes = [len(g) for g in groups]
    return nominal(np.repeat(np.arange(len(groups)), sizes)), continuous(np.concatenate(groups))


def grouped(original, masked, **settings):
    (a, b), (x, y) = samples(*original), samples(*masked)
    return utility((a, x), (b, y), **settings)


def ranks(original, masked, **settings):
    """Compare an ascending variable with values in the original and in the masked file."""
    a, x = continuous(np.arange(len(original))), continuous(np.arange(len(masked)))
    return utility((a, x), (continuous(original), continuous(masked)), **settings)


LEFT = np.arange(1.0, 11)
RIGHT = np.arange(11.0, 21)


# ---- chi-squared


def test_chi_squared_none():
    # chi^2 = 100 x .02^2 = .04 in both
    found = tables([[26, 24], [24, 26]], [[24, 26], [26, 24]])
    assert (found.test, found.step, found.value, found.direction) == ("chi_squared", Step.NONE, 1.0, "")
    assert found.p_original == pytest.approx(stats.chi2.sf(0.16, 1), abs=1e-15)


def test_chi_squared_one():
    found = tables([[40, 10], [10, 40]], [[26, 24], [24, 26]])
    assert (found.step, found.value) == (Step.ONE, 0.0)


def test_chi_squared_direction():
    # every residual changes its sign: sum |MSD_o - MSD_p| = 2 sum |MSD_o|
    found = tables([[40, 10], [10, 40]], [[10, 40], [40, 10]])
    assert (found.step, found.value, found.direction) == (Step.DIRECTION, 0.0, "changed")
    assert found.cosine == pytest.approx(-1.0, abs=1e-15)


def test_chi_squared_strength():
    # V^2 = .36 and (35 x 35 - 15 x 15)^2 / 50^4 = .16
    found = tables([[40, 10], [10, 40]], [[35, 15], [15, 35]])
    assert (found.step, found.direction) == (Step.STRENGTH, "same")
    assert found.value == pytest.approx(0.16 / 0.36, abs=1e-15)
    assert found.cosine == pytest.approx(1.0, abs=1e-15)


def test_chi_squared_untestable():
    found = tables([[5, 0], [5, 0]], [[9, 0], [2, 0]])
    assert (found.step, found.value, found.p_original, found.p_masked) == (Step.UNTESTABLE, None, None, None)


# ---- Kruskal-Wallis


def test_kruskal_wallis_strength():
    # n = 20, TSS of ranks 20 x 399 / 12 = 665; mean ranks 10.5 -+ 5: SSB 500. 10 and 11 exchanged: -+ 4.9: 480.2
    left, right = [*LEFT[:-1], 11], [10, *RIGHT[1:]]
    found = grouped((LEFT, RIGHT), (left, right))
    assert (found.test, found.step) == ("kruskal_wallis", Step.STRENGTH)
    assert found.original.strength == pytest.approx(500 / 665, abs=1e-15)
    assert found.value == pytest.approx(480.2 / 500, abs=1e-14)


def test_kruskal_wallis_direction():
    found = grouped((LEFT, RIGHT), (RIGHT, LEFT))
    assert (found.step, found.value) == (Step.DIRECTION, 0.0)
    assert found.cosine == pytest.approx(-1.0, abs=1e-15)


def test_kruskal_wallis_one_and_none():
    mixed = LEFT * 2, LEFT * 2 - 1
    assert grouped((LEFT, RIGHT), mixed).step is Step.ONE
    assert grouped(mixed, mixed).step is Step.NONE


def test_kruskal_wallis_untestable():
    found = grouped(([1, 1], [1]), ([2, 2], [2]))
    assert (found.step, found.value) == (Step.UNTESTABLE, None)


def test_the_nominal_variable_forms_the_groups_wherever_it_stands():
    groups, values = samples(LEFT, RIGHT)
    one, other = utility((groups, groups), (values, values)), utility((values, values), (groups, groups))
    assert one.original.strength == other.original.strength
    assert (one.variables, other.variables) == (("a", "b"), ("a", "b"))


# ---- analysis of variance (both files taken as normal)


def test_anova_strength():
    # SSB 13.5 of 17.5 against SSB 24 of 28 (means 2 and 6): (13.5 / 17.5) / (24 / 28) = .9; per group 6.75 and 12
    found = grouped(([1, 2, 3], [4, 5, 6]), ([1, 2, 3], [5, 6, 7]), normal=("b",))
    assert (found.test, found.step) == ("anova", Step.STRENGTH)
    assert found.value == pytest.approx(0.9, abs=1e-14)


def test_anova_one():
    # F = 6 on 1 and 4 degrees of freedom: p = .070
    found = grouped(([1, 2, 3], [4, 5, 6]), ([1, 2, 3], [3, 4, 5]), normal=("b",))
    assert found.p_masked == pytest.approx(stats.f.sf(6, 1, 4), abs=1e-14)
    assert (found.step, found.value) == (Step.ONE, 0.0)


def test_anova_direction_and_none():
    assert grouped(([1, 2, 3], [4, 5, 6]), ([4, 5, 6], [1, 2, 3]), normal=("b",)).step is Step.DIRECTION
    assert grouped(([1, 2, 3], [3, 4, 5]), ([3, 4, 5], [1, 2, 3]), normal=("b",)).step is Step.NONE


def test_anova_untestable():
    assert grouped(([1, 1], [1]), ([2, 2], [2]), normal=("b",)).step is Step.UNTESTABLE


# ---- strengthening counts as a change, as published; the cosine tells it from a reversal

ODD, EVEN = np.array([-1.0, -0.5, 0, 0.5, 1]), np.array([-1.0, -0.5, 0, 0.5, 1])


def test_group_means_drawn_apart_are_flagged_unless_by_cosine():
    # means -+ 1 -> -+ 1.5 at the same spread: SSB x 2.25, sum |MSD_o - MSD_p| = 1.25 sum |MSD_o|
    files = (ODD - 1, EVEN + 1), (ODD - 1.5, EVEN + 1.5)
    found = grouped(*files, normal=("b",))
    assert (found.step, found.value) == (Step.DIRECTION, 0.0)
    assert found.cosine == pytest.approx(1.0, abs=1e-14)
    by_cosine = grouped(*files, normal=("b",), direction="cosine")
    # SSW = 2 x 2.5 = 5; SSB = 10 and 22.5: eta^2 = 10/15 and 22.5/27.5
    assert by_cosine.step is Step.STRENGTH
    assert by_cosine.value == pytest.approx((10 / 15) / (22.5 / 27.5), abs=1e-14)


def test_a_change_of_units_is_flagged_unless_by_cosine():
    # y x 1.5: SSB x 2.25, eta^2 unchanged
    files = (ODD - 1, EVEN + 1), (1.5 * (ODD - 1), 1.5 * (EVEN + 1))
    assert grouped(*files, normal=("b",)).step is Step.DIRECTION
    assert grouped(*files, normal=("b",), direction="cosine").value == pytest.approx(1.0, abs=1e-14)
    # ranks do not know units
    assert grouped(*files).value == 1.0


# ---- correlations


def test_spearman_strength():
    # ten ranks; two neighbours exchanged: sum of squared differences 2; rho = 1 - 12 / 990
    found = ranks(LEFT, [2, 1, *LEFT[2:]])
    assert (found.test, found.step, found.direction) == ("spearman", Step.STRENGTH, "same")
    assert found.value == pytest.approx((1 - 12 / 990) ** 2, abs=1e-14)


def test_spearman_direction_one_none_untestable():
    # 6 1 8 3 10 5 2 7 4 9: differences 5 -1 5 -1 5 -1 -5 -1 -5 -1: rho = 1 - 6 x 130 / 990 = .212, p = .56
    shuffled = [6, 1, 8, 3, 10, 5, 2, 7, 4, 9]
    assert ranks(LEFT, LEFT[::-1]).step is Step.DIRECTION
    assert ranks(LEFT, shuffled).step is Step.ONE
    assert ranks(shuffled, shuffled[::-1]).step is Step.NONE
    assert ranks([4, 4, 4], [1, 1, 1]).step is Step.UNTESTABLE
    assert ranks([1, 2], [2, 1]).step is Step.UNTESTABLE


def test_pearson_strength_and_direction():
    # 1..5 against 1..5: r^2 = 1; against 2 1 4 3 5: r = 8/10. The published example of .5 and .2 is min / max alike
    found = ranks([1, 2, 3, 4, 5], [2, 1, 4, 3, 5], normal=("a", "b"), alpha=0.2)
    assert (found.test, found.step) == ("pearson", Step.STRENGTH)
    assert found.value == pytest.approx(0.64, abs=1e-14)
    assert ranks([1, 2, 3, 4, 5], [5, 4, 3, 2, 1], normal=("a", "b")).step is Step.DIRECTION


# ---- step 1


def test_a_p_value_equal_to_the_threshold_is_not_significant():
    p = tables([[30, 20], [20, 30]], [[30, 20], [20, 30]]).p_original
    assert tables([[30, 20], [20, 30]], [[30, 20], [20, 30]], alpha=p).step is Step.NONE
    assert tables([[30, 20], [20, 30]], [[30, 20], [20, 30]], alpha=np.nextafter(p, 1)).step is Step.STRENGTH


def test_constant_in_one_file_only_shows_no_association_there():
    # original significant, masked constant: 0; original not significant: 1
    found = tables([[40, 10], [10, 40]], [[50, 0], [50, 0]])
    assert (found.step, found.value, found.p_masked) == (Step.ONE, 0.0, 1.0)
    assert any("allows no test" in flag for flag in found.flags)
    assert tables([[26, 24], [24, 26]], [[50, 0], [50, 0]]).value == 1.0
    assert tables([[50, 0], [50, 0]], [[40, 10], [10, 40]]).value == 0.0
    assert ranks(LEFT, np.ones(10)).value == 0.0


def test_knife_edge_pairs_are_flagged():
    # V^2 = .2^2 = .04 of n = 100, p = .046; V^2 = .182^2 = .033 of n = 2000, p = 4e-16: they agree to .83
    found = tables([[30, 20], [20, 30]], [[591, 409], [409, 591]], alpha=0.01)
    assert (found.step, found.knife_edge) == (Step.ONE, True)
    assert any("knife edge" in flag for flag in found.flags)
    assert not tables([[40, 10], [10, 40]], [[26, 24], [24, 26]]).knife_edge


def test_common_n_asks_for_both_p_values_at_the_smaller_file():
    # V^2 = .04 in both; chi^2 = 4 at n = 100, .8 at n = 20
    original, masked = [[30, 20], [20, 30]], [[6, 4], [4, 6]]
    assert tables(original, masked).step is Step.ONE
    found = tables(original, masked, significance="common_n")
    assert (found.step, found.value) == (Step.NONE, 1.0)
    assert found.p_original == pytest.approx(stats.chi2.sf(0.8, 1), abs=1e-14)


# ---- exact copies of a file


@pytest.mark.parametrize(("times", "changed"), [(2, False), (4, False), (5, True)])
def test_chi_squared_of_copies_as_published_is_flagged_beyond_four(times, changed):
    # SR grows with sqrt k: sqrt k - 1 > 1
    original, masked = np.array([[40, 10], [10, 40]]), times * np.array([[40, 10], [10, 40]])
    assert (tables(original, masked, direction="published").step is Step.DIRECTION) is changed
    assert tables(original, masked).value == pytest.approx(1.0, abs=1e-14)


@pytest.mark.parametrize(("times", "changed"), [(2, False), (3, True)])
def test_anova_of_copies_as_published_is_flagged_beyond_two(times, changed):
    # SSB grows with k: k - 1 > 1
    files = ([1.0, 2, 3], [4.0, 5, 6]), (np.tile([1.0, 2, 3], times), np.tile([4.0, 5, 6], times))
    assert (grouped(*files, normal=("b",), direction="published").step is Step.DIRECTION) is changed
    assert grouped(*files, normal=("b",)).value == pytest.approx(1.0, abs=1e-14)


@pytest.mark.parametrize(("before", "after", "changed"), [(4, 5, False), (3, 4, True), (1, 2, True)])
def test_kruskal_wallis_of_copies_as_published_is_flagged_beyond_the_cube_root_of_two(before, after, changed):
    # rank SSB grows with k^3: 1.25^3 - 1 = .95, (4/3)^3 - 1 = 1.37
    files = [(np.tile(LEFT, times), np.tile(RIGHT, times)) for times in (before, after)]
    assert (grouped(*files, direction="published").step is Step.DIRECTION) is changed
    assert grouped(*files).value == pytest.approx(1.0, abs=1e-14)


@pytest.mark.parametrize("direction", ["normalised", "cosine"])
@pytest.mark.parametrize("times", [2, 3, 7])
def test_copies_keep_every_pair_at_a_common_n(direction, times):
    settings = {"significance": "common_n", "direction": direction}
    random = np.random.default_rng(1)
    groups, second = nominal(random.integers(0, 3, 30)), nominal(random.integers(0, 4, 30))
    x, y = continuous(random.normal(size=30)), ordinal(random.integers(0, 5, 30))
    for a, b in ((groups, second), (groups, x), (x, y)):
        found = utility((a, copies(a, times)), (b, copies(b, times)), **settings)
        assert found.value == pytest.approx(1.0, abs=1e-12)


def test_the_published_direction_is_the_normalised_one_at_equal_n():
    for seed in range(30):
        random = np.random.default_rng(seed)
        files = [tuple(random.normal(loc, size=20) for loc in random.normal(size=3)) for _ in range(2)]
        assert grouped(*files).step is grouped(*files, direction="published").step


# ---- categories in one file only


def test_an_absent_group_has_no_difference_of_its_own():
    # group c is absent from the masked file: its MSD is 0 there; a and b keep their sides
    a, b = samples([1, 2, 3, 4], [7, 8, 9, 10], [5, 6])
    x, y = samples([1, 2, 3, 4], [7, 8, 9, 10])
    found = utility((a, Coded(Level.NOMINAL, x.values, ("a", "b", "c"))), (b, y))
    assert found.step is Step.STRENGTH
    # ranks 1..4, 7..10, 5 6: SSB = 4 x 3^2 + 4 x 3^2 = 72 of 82.5; then 2 x 4 x 2^2 = 32 of 42
    assert found.value == pytest.approx((32 / 42) / (72 / 82.5), abs=1e-14)


def test_empty_rows_and_columns_have_no_residual():
    # the masked file lost row c, whose two cells stand in the original with residuals of their own
    found = tables([[40, 10], [10, 40], [5, 5]], [[40, 10], [10, 40], [0, 0]])
    # original: chi^2 = 36 of n = 110; masked 36 of 100
    assert found.value == pytest.approx((36 / 110) / 0.36, abs=1e-14)


def test_sparse_tables_are_flagged():
    assert any("sparse" in flag for flag in tables([[3, 1], [1, 3]], [[3, 1], [1, 3]]).flags)
    assert tables([[40, 10], [10, 40]], [[35, 15], [15, 35]]).flags == ()


# ---- missing values


def test_completeness_multiplies_by_the_share_of_complete_pairs():
    values = np.arange(20.0)
    holed = values.copy()
    holed[:5] = NAN
    a, b = (continuous(values), continuous(values)), (continuous(values), continuous(holed))
    assert utility(a, b).value == 1.0
    # 15 of 20 complete pairs against 20 of 20
    assert utility(a, b, missing="completeness").value == pytest.approx(0.75, abs=1e-15)
    assert utility(a[::-1], b[::-1], missing="completeness").value == 1.0


def test_missing_as_a_category_sees_who_does_not_answer():
    # rows a and b; column only x, but b does not answer: no table of observed values, a 2 x 2 one with the missing
    a = nominal([0] * 20 + [1] * 20)
    b = nominal([0] * 20 + [-1] * 20)
    assert utility((a, a), (b, b)).step is Step.UNTESTABLE
    found = utility((a, a), (b, b), missing="category")
    assert (found.step, found.value, found.original.strength) == (Step.STRENGTH, 1.0, 1.0)


def test_a_pair_without_complete_records_is_untestable():
    found = utility((continuous([1, 2, NAN, NAN]),) * 2, (continuous([NAN, NAN, 1, 2]),) * 2)
    assert (found.step, found.original.n) == (Step.UNTESTABLE, 0)


# ---- what stands beside the value


def test_the_unrecoded_coefficient_is_that_of_the_levels_before():
    # a, b, c, d merged to two by the second variable's two: V^2 of the 4 x 2 table against that of the 2 x 2 table
    raw = [[20, 0], [10, 10], [10, 10], [0, 20]]
    a, b = table(raw)
    merged = Coded(Level.NOMINAL, (a.values // 2).astype(np.int32), ("a", "b"))
    recode = CategoryMap({"a": ("a", "b"), "b": ("c", "d")})
    found = utility((a, merged, recode, merged), (b, b))
    # raw: E = 10: chi^2 = 4 x 10 = 40 of 80; merged 30, 10 / 10, 30: chi^2 = 4 x 100/20 = 20 of 80
    assert found.original.strength == pytest.approx(0.25, abs=1e-15)
    assert found.unrecoded == pytest.approx(0.5, abs=1e-15)
    assert found.value == 1.0
    assert "recoded: a" in found.flags
    assert tables(raw, raw).unrecoded is None


def test_the_unrecoded_coefficient_of_a_variable_that_was_continuous():
    # x in two nominal bands beside a nominal variable: chi-squared after, Kruskal-Wallis before
    groups, x = samples(LEFT, RIGHT)
    bands = Bands(((0, 10.5), (10.5, 21)), ("low", "high"), Closed.LEFT)
    banded = Coded(Level.NOMINAL, (x.values > 10.5).astype(np.int32), bands.labels)
    found = utility((groups, groups), (x, banded, bands, banded))
    assert (found.test, found.original.strength) == ("chi_squared", 1.0)
    assert found.unrecoded == pytest.approx(500 / 665, abs=1e-14)
    assert "type changed: b, continuous to nominal" in found.flags


def test_bias_corrected_v_stands_beside_v_of_both_files():
    found = tables([[40, 10], [10, 40]], [[35, 15], [15, 35]])
    assert found.original.bias_corrected == pytest.approx((0.36 - 1 / 99) / (98 / 99), abs=1e-15)
    assert found.masked.bias_corrected == pytest.approx((0.16 - 1 / 99) / (98 / 99), abs=1e-15)
    assert ranks(LEFT, LEFT).original.bias_corrected is None


# ---- very large tables


@pytest.mark.parametrize("direction", ["normalised", "published", "cosine"])
@pytest.mark.parametrize("seed", range(5))
def test_observed_cells_alone_give_the_same_as_the_full_table(monkeypatch, seed, direction):
    random = np.random.default_rng(seed)
    a, x = random.integers(0, 12, 400), random.integers(0, 12, 300)
    files = [
        nominal(v, 12) for v in (a, x, (a + random.integers(0, 3, 400)) % 12, (x + random.integers(0, 4, 300)) % 12)
    ]
    full = utility(files[:2], files[2:], direction=direction)
    monkeypatch.setattr(association, "DENSE_CELLS", 0)
    sparse = utility(files[:2], files[2:], direction=direction)
    assert (sparse.step, sparse.flags) == (full.step, full.flags)
    assert sparse.value == pytest.approx(full.value, abs=1e-12)
    assert sparse.cosine == pytest.approx(full.cosine, abs=1e-12)
    assert sparse.original.bias_corrected == pytest.approx(full.original.bias_corrected, abs=1e-12)


def test_five_thousand_categories_beside_five_thousand():
    random = np.random.default_rng(1)
    a = random.integers(0, 5_000, 20_000)
    b = np.where(random.random(20_000) < 0.5, a, random.integers(0, 5_000, 20_000))
    b[0], a[0] = 4_999, 4_999
    files = nominal(a, 5_000), nominal(b, 5_000)
    found = utility(files[:1] * 2, files[1:] * 2)
    assert (found.step, found.value) == (Step.STRENGTH, 1.0)
    assert found.cosine == pytest.approx(1.0, abs=1e-12)
    assert any("sparse" in flag for flag in found.flags)
