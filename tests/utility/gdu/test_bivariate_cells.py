"""LDUbiv where categories or values are missing, of very large tables, and what is next to the value."""

import math

import numpy as np
import pytest

from core.data import Bands, CategoryMap, Closed, Coded, Level
from core.utility.gdu import association
from core.utility.gdu.bivariate import DecidingStep
from tests.strategies import continuous, nominal
from tests.utility.gdu.two_variables import LEFT, RIGHT, ranks, samples, table, tables, utility

NAN = math.nan


# ---- categories in one file only


def test_an_absent_group_has_no_difference_of_its_own():
    # group c is absent from the masked file: its MSD is 0 there; a and b keep their sides
    a, b = samples([1, 2, 3, 4], [7, 8, 9, 10], [5, 6])
    x, y = samples([1, 2, 3, 4], [7, 8, 9, 10])
    found = utility((a, Coded(Level.NOMINAL, x.values, ("a", "b", "c"))), (b, y))
    assert found.step is DecidingStep.STRENGTH
    # ranks 1..4, 7..10, 5 6: SSB = 4 x 3^2 + 4 x 3^2 = 72 of 82.5; then 2 x 4 x 2^2 = 32 of 42
    assert found.value == pytest.approx((32 / 42) / (72 / 82.5), abs=1e-14)


def test_empty_rows_and_columns_have_no_residual():
    # the masked file lost row c, whose two cells are in the original with residuals of their own
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
    assert utility((a, a), (b, b)).step is DecidingStep.UNTESTABLE
    found = utility((a, a), (b, b), missing="category")
    assert (found.step, found.value, found.original.strength) == (DecidingStep.STRENGTH, 1.0, 1.0)


def test_a_pair_without_complete_records_is_untestable():
    found = utility((continuous([1, 2, NAN, NAN]),) * 2, (continuous([NAN, NAN, 1, 2]),) * 2)
    assert (found.step, found.original.n) == (DecidingStep.UNTESTABLE, 0)


# ---- what is next to the value


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
    assert (found.step, found.value) == (DecidingStep.STRENGTH, 1.0)
    assert found.cosine == pytest.approx(1.0, abs=1e-12)
    assert any("sparse" in flag for flag in found.flags)
