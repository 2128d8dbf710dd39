"""The association of one pair in one file: the choice of the test, and agreement with scipy and statsmodels."""

import math

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

from core.data import Coded, Level
from core.utility.gdu import GduParameters
from core.utility.gdu.association import CORRELATIONS, AssociationTest, choose_test, measure_association, p_value_at
from core.utility.gdu.prepared_variable import prepare_variable
from tests.strategies import continuous, copies, nominal, ordinal, paired

N, O, C = Level.NOMINAL, Level.ORDINAL, Level.CONTINUOUS  # noqa: E741 - the three levels


def side(coded):
    return prepare_variable(paired("x", coded, coded), coded, GduParameters()).masked


def association(test, a, b):
    return measure_association(test, side(a), side(b))


@pytest.mark.parametrize(
    ("levels", "normal", "test"),
    [
        ((N, N), (False, False), AssociationTest.CHI_SQUARED),
        ((N, O), (False, False), AssociationTest.KRUSKAL_WALLIS),
        ((O, N), (False, False), AssociationTest.KRUSKAL_WALLIS),
        ((N, C), (False, False), AssociationTest.KRUSKAL_WALLIS),
        ((N, C), (False, True), AssociationTest.ANOVA),
        ((C, N), (True, False), AssociationTest.ANOVA),
        ((O, O), (False, False), AssociationTest.SPEARMAN),
        ((O, C), (False, False), AssociationTest.SPEARMAN),
        ((O, C), (False, True), AssociationTest.SPEARMAN),
        ((C, C), (False, False), AssociationTest.SPEARMAN),
        ((C, C), (True, False), AssociationTest.SPEARMAN),
        ((C, C), (True, True), AssociationTest.PEARSON),
    ],
)
def test_the_test_of_every_combination_of_types(levels, normal, test):
    assert choose_test(levels, normal) is test


# ---- each test by hand


def test_chi_squared_by_hand():
    # 40, 10 / 10, 40: every E = 25: chi^2 = 4 x 225/25 = 36, V^2 = .36; SR / sqrt n = (15 / 5) / 10 = .3
    a, b = nominal([0] * 50 + [1] * 50), nominal([0] * 40 + [1] * 10 + [0] * 10 + [1] * 40)
    found = association(AssociationTest.CHI_SQUARED, a, b)
    assert found.statistic == pytest.approx(36, abs=1e-13)
    assert found.strength == pytest.approx(0.36, abs=1e-15)
    assert found.p == pytest.approx(stats.chi2.sf(36, 1), abs=1e-20)
    assert found.direction.tolist() == pytest.approx([0.3, -0.3, -0.3, 0.3], abs=1e-15)
    assert found.bias_corrected == pytest.approx((0.36 - 1 / 99) / (1 - 1 / 99), abs=1e-15)
    assert not found.sparse


def test_kruskal_wallis_by_hand():
    # 1 2 3 | 4 5 6: H = 27/7; mean ranks 2 and 5 against 3.5: signed 3 x 1.5^2 / 6^3 = .03125
    found = association(AssociationTest.KRUSKAL_WALLIS, nominal([0, 0, 0, 1, 1, 1]), continuous([1, 2, 3, 4, 5, 6]))
    assert found.statistic == pytest.approx(27 / 7, abs=1e-14)
    assert found.strength == pytest.approx(27 / 35, abs=1e-15)
    assert found.direction.tolist() == [-0.03125, 0.03125]


def test_anova_by_hand():
    # 1 2 3 | 4 5 6: F = 13.5; means 2 and 5 against 3.5: signed 3 x 1.5^2 / 6 = 1.125
    found = association(AssociationTest.ANOVA, nominal([0, 0, 0, 1, 1, 1]), continuous([1, 2, 3, 4, 5, 6]))
    assert found.statistic == pytest.approx(13.5, abs=1e-13)
    assert found.strength == pytest.approx(13.5 / 17.5, abs=1e-15)
    assert found.direction.tolist() == pytest.approx([-1.125, 1.125], abs=1e-15)


def test_correlations_by_hand():
    # ranks as in the values: rho = 1 - 6 x 4 / (5 x 24) = .8; r = 8 / 10
    a, b = continuous([1, 2, 3, 4, 5]), continuous([2, 1, 4, 3, 5])
    for test in (AssociationTest.SPEARMAN, AssociationTest.PEARSON):
        found = association(test, a, b)
        assert found.statistic == pytest.approx(0.8, abs=1e-15)
        assert found.strength == pytest.approx(0.64, abs=1e-15)
        assert found.p == pytest.approx(2 * stats.t.sf(0.8 * math.sqrt(3 / 0.36), 3), abs=1e-14)


# ---- epsilon squared: the printed (n^2 + 1) / (n^2 - 1) is a misprint


def test_epsilon_squared_does_not_depend_on_the_size_of_the_file():
    groups, values = nominal([0, 0, 0, 1, 1, 1]), ordinal([0, 1, 2, 1, 2, 3])
    one = association(AssociationTest.KRUSKAL_WALLIS, groups, values)
    ten = association(AssociationTest.KRUSKAL_WALLIS, copies(groups, 10), copies(values, 10))
    assert ten.strength == pytest.approx(one.strength, abs=1e-15)
    # Kelley's H (n + 1) / (n^2 - 1) = H / (n - 1)
    assert one.strength == pytest.approx(one.statistic * 7 / 35, abs=1e-15)
    # as printed, epsilon^2 is about H and ten copies would seem ten times as strong
    assert one.statistic * 37 / 35 > 1
    assert ten.statistic * 3601 / 3599 > 9 * one.statistic * 37 / 35


# ---- the same strength in a smaller file


@pytest.mark.parametrize("test", list(AssociationTest))
def test_p_at_another_n_is_that_of_the_file_of_that_size(test):
    random = np.random.default_rng(5)
    groups = nominal(random.integers(0, 3, 40))
    x = continuous(np.round(random.normal(size=40) + groups.values, 1))
    second = nominal((groups.values + random.integers(0, 2, 40)) % 3)
    a, b = {
        AssociationTest.CHI_SQUARED: (groups, second),
        AssociationTest.KRUSKAL_WALLIS: (groups, x),
        AssociationTest.ANOVA: (groups, x),
        AssociationTest.SPEARMAN: (x, continuous(x.values + random.normal(size=40))),
        AssociationTest.PEARSON: (x, continuous(x.values + random.normal(size=40))),
    }[test]
    small, large = association(test, a, b), association(test, copies(a, 4), copies(b, 4))
    assert p_value_at(test, large, 40) == pytest.approx(small.p, abs=1e-12)
    assert p_value_at(test, large, 160) == pytest.approx(large.p, abs=1e-12)


@pytest.mark.parametrize("test", list(AssociationTest))
@pytest.mark.parametrize("n", [0, 1, 2])
def test_p_at_hardly_any_records_shows_nothing(test, n):
    groups, values = nominal([0, 0, 1, 1, 1, 0]), continuous([1, 2, 5, 6, 7, 3])
    a, b = {AssociationTest.CHI_SQUARED: (groups, groups)}.get(test, (groups, values))
    if test in CORRELATIONS:
        a = b
    p = p_value_at(test, association(test, a, b), n)
    assert p is None or 0 <= p <= 1


def test_no_test_where_there_is_nothing_to_associate():
    constant, groups = continuous([3, 3, 3, 3]), nominal([0, 1, 0, 1])
    for test, a, b in [
        (AssociationTest.CHI_SQUARED, groups, nominal([0, 0, 0, 0])),
        (AssociationTest.KRUSKAL_WALLIS, groups, constant),
        (AssociationTest.ANOVA, groups, constant),
        (AssociationTest.SPEARMAN, constant, continuous([1, 2, 3, 4])),
        (AssociationTest.PEARSON, constant, continuous([1, 2, 3, 4])),
    ]:
        found = association(test, a, b)
        assert (found.p, found.strength) == (None, None)
        assert p_value_at(test, found, 4) is None


# ---- agreement on random pairs of every combination of types, with ties and missing values


def drawn(random, n, kind, factor):
    z = factor * random.random() * 2 + random.normal(size=n)
    if kind is C:
        values = np.round(z * 10, int(random.integers(0, 4)))
        values[random.random(n) < random.random() * 0.3] = np.nan
        return continuous(values)
    codes = np.clip(np.floor(z * 2 + 3), 0, 5).astype(np.int32)
    codes[random.random(n) < random.random() * 0.3] = -1
    return Coded(kind, codes, tuple("abcdef"))


def expected(test, x, y):
    """Return statistic, p and squared coefficient by scipy and statsmodels, on complete records."""
    if test is AssociationTest.CHI_SQUARED:
        table = stats.contingency.crosstab(x, y).count
        tested = stats.chi2_contingency(table, correction=False)
        return tested.statistic, tested.pvalue, stats.contingency.association(table, method="cramer") ** 2
    if test in (AssociationTest.KRUSKAL_WALLIS, AssociationTest.ANOVA):
        samples = [y[x == g] for g in np.unique(x)]
        if test is AssociationTest.KRUSKAL_WALLIS:
            tested = stats.kruskal(*samples)
            return tested.statistic, tested.pvalue, tested.statistic / (len(x) - 1)
        tested = stats.f_oneway(*samples)
        dummies = (x[:, None] == np.unique(x)).astype(float)
        return tested.statistic, tested.pvalue, sm.OLS(y, dummies).fit().rsquared
    tested = stats.spearmanr(x, y) if test is AssociationTest.SPEARMAN else stats.pearsonr(x, y)
    return tested.statistic, tested.pvalue, tested.statistic**2


COMBINATIONS = [
    (AssociationTest.CHI_SQUARED, N, N),
    (AssociationTest.KRUSKAL_WALLIS, N, O),
    (AssociationTest.KRUSKAL_WALLIS, N, C),
    (AssociationTest.ANOVA, N, C),
    (AssociationTest.SPEARMAN, O, O),
    (AssociationTest.SPEARMAN, O, C),
    (AssociationTest.SPEARMAN, C, C),
    (AssociationTest.PEARSON, C, C),
]


@pytest.mark.parametrize("seed", range(200))
def test_agrees_with_scipy_and_statsmodels(seed):
    random = np.random.default_rng(seed)
    test, first, second = COMBINATIONS[seed % len(COMBINATIONS)]
    n = int(random.integers(20, 500))
    factor = random.normal(size=n)
    a, b = drawn(random, n, first, factor), drawn(random, n, second, factor)
    complete = ~(a.is_missing() | b.is_missing())
    found = association(test, a, b)
    statistic, p, strength = expected(test, a.values[complete], b.values[complete])
    assert found.n == complete.sum()
    assert found.statistic == pytest.approx(statistic, rel=1e-10, abs=1e-10)
    assert found.p == pytest.approx(p, abs=1e-10)
    assert found.strength == pytest.approx(strength, abs=1e-10)
