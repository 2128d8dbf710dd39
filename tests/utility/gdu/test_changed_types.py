"""Pairs of which masking changed a type: which test is used in both files, and on which original.

"Raw" is the original as it is, "recoded" the original after the recode of the masked file
(Kocar 2018, section 3.4.3, and what it leaves open settled). Expected coefficients are by scipy.
"""

import numpy as np
import pytest
from scipy import stats

from core.data import Bands, Cap, CategoryMap, Closed, Coded, Level
from core.utility.gdu import GduParameters
from core.utility.gdu.bivariate import bivariate_utility
from core.utility.gdu.prepared_variable import prepare_variable
from tests.strategies import continuous, paired

N = 200
RANDOM = np.random.default_rng(7)
FACTOR = RANDOM.permutation(stats.norm.ppf((np.arange(N) + 0.5) / N))
NORMAL = continuous(FACTOR)
SECOND = continuous(0.7 * FACTOR + RANDOM.normal(size=N))
SKEWED = continuous(np.exp(FACTOR))
FIVE = Coded(Level.ORDINAL, np.digitize(FACTOR + RANDOM.normal(size=N), [-1, 0, 1, 2]).astype(np.int32), tuple("abcde"))
REGION = Coded(
    Level.NOMINAL,
    np.digitize(FACTOR + 0.5 * RANDOM.normal(size=N), [-0.7, 0, 0.7]).astype(np.int32),
    tuple("abcd"),
)
BANDS = Bands(((-np.inf, -0.5), (-0.5, 0.5), (0.5, np.inf)), ("low", "middle", "high"), Closed.LEFT)
PAIRS_OF_CATEGORIES = CategoryMap({"a": ("a", "b"), "c": ("c", "d"), "e": ("e",)})


def kept(coded):
    return paired("kept", coded, coded)


def changed(original, masked):
    """Return a variable whose values changed, without a recode."""
    return paired("changed", original, masked)


def banded(original, level):
    """Return a continuous variable in three bands: a pure recode."""
    recoded = Coded(level, np.digitize(original.values, [-0.5, 0.5]).astype(np.int32), BANDS.labels)
    return paired("banded", original, recoded, recoded, BANDS)


def capped(original):
    recoded = continuous(np.minimum(original.values, 0.5))
    return paired("capped", original, recoded, recoded, Cap(above=0.5))


def merged(original, level=None):
    recoded = Coded(level or original.level, (original.values // 2).astype(np.int32), ("a", "c", "e"))
    return paired("merged", original, recoded, recoded, PAIRS_OF_CATEGORIES)


def compare(a, b, **settings):
    parameters = GduParameters(**settings)
    prepared = [prepare_variable(v, v.masked, parameters) for v in (a, b)]
    return bivariate_utility(*prepared, parameters)


def rho_squared(a, b):
    return stats.spearmanr(a.values, b.values).statistic ** 2


def epsilon_squared(groups, values):
    samples = [values.values[groups.values == g] for g in np.unique(groups.values)]
    return stats.kruskal(*samples).statistic / (N - 1)


def v_squared(a, b):
    return stats.contingency.association(stats.contingency.crosstab(a.values, b.values).count, method="cramer") ** 2


def eta_squared(groups, values):
    x = values.values
    means = np.array([x[groups.values == g].mean() for g in range(groups.values.max() + 1)])
    return ((means[groups.values] - x.mean()) ** 2).sum() / ((x - x.mean()) ** 2).sum()


def check(found, test, original, masked):
    assert found.test == test
    assert found.original.strength == pytest.approx(original, abs=1e-10)
    assert found.masked.strength == pytest.approx(masked, abs=1e-10)
    assert found.value == pytest.approx(min(original, masked) / max(original, masked), abs=1e-10)


def test_both_stay_normal():
    check(compare(kept(NORMAL), kept(SECOND)), "pearson", *[stats.pearsonr(NORMAL.values, SECOND.values)[0] ** 2] * 2)


def test_normal_becomes_non_normal():
    # the same coefficient in both files: r^2 against rho^2 would differ without any masking
    found = compare(changed(NORMAL, SKEWED), kept(SECOND))
    check(found, "spearman", rho_squared(NORMAL, SECOND), rho_squared(SKEWED, SECOND))
    assert found.value == 1.0


@pytest.mark.parametrize("variable", [banded(NORMAL, Level.ORDINAL), capped(NORMAL)])
@pytest.mark.parametrize("other", [SECOND, SKEWED, FIVE])
def test_continuous_to_ordered_bands_or_top_coded_against_the_raw_original(variable, other):
    found = compare(variable, kept(other))
    check(found, "spearman", rho_squared(NORMAL, other), rho_squared(variable.masked, other))
    assert found.value < 1
    assert found.unrecoded == found.original.strength


def test_both_in_ordered_bands_against_the_raw_original():
    a, b = banded(NORMAL, Level.ORDINAL), banded(SECOND, Level.ORDINAL)
    check(compare(a, b), "spearman", rho_squared(NORMAL, SECOND), rho_squared(a.masked, b.masked))


@pytest.mark.parametrize("other", [SKEWED, FIVE])
def test_continuous_to_nominal_beside_an_ordered_variable(other):
    variable = banded(NORMAL, Level.NOMINAL)
    expected = epsilon_squared(variable.recoded, other)
    found = compare(variable, kept(other))
    check(found, "kruskal_wallis", expected, expected)
    assert found.unrecoded == pytest.approx(rho_squared(NORMAL, other), abs=1e-10)


def test_ordinal_to_nominal_beside_an_ordinal_variable():
    variable = merged(FIVE, Level.NOMINAL)
    other = banded(SECOND, Level.ORDINAL).recoded
    expected = epsilon_squared(variable.recoded, other)
    check(compare(variable, kept(other)), "kruskal_wallis", expected, expected)


def test_continuous_to_nominal_beside_a_variable_normal_in_both_files():
    variable = banded(NORMAL, Level.NOMINAL)
    expected = eta_squared(variable.recoded, SECOND)
    check(compare(variable, kept(SECOND)), "anova", expected, expected)
    noisy = changed(SECOND, SKEWED)
    assert compare(variable, noisy).test == "kruskal_wallis"


def test_both_continuous_to_nominal():
    a, b = banded(NORMAL, Level.NOMINAL), banded(SECOND, Level.NOMINAL)
    expected = v_squared(a.recoded, b.recoded)
    check(compare(a, b), "chi_squared", expected, expected)


@pytest.mark.parametrize("other", [banded(SECOND, Level.ORDINAL).recoded, SKEWED])
def test_ordinal_categories_merged_against_the_raw_original(other):
    variable = merged(FIVE)
    check(compare(variable, kept(other)), "spearman", rho_squared(FIVE, other), rho_squared(variable.masked, other))


def test_nominal_beside_a_normal_variable_that_becomes_ordinal():
    variable = banded(NORMAL, Level.ORDINAL)
    expected = epsilon_squared(REGION, variable.recoded)
    found = compare(kept(REGION), variable)
    check(found, "kruskal_wallis", expected, expected)
    assert found.unrecoded == pytest.approx(epsilon_squared(REGION, NORMAL), abs=1e-10)


def test_nominal_beside_a_normal_variable_that_becomes_non_normal():
    found = compare(kept(REGION), changed(NORMAL, SKEWED))
    check(found, "kruskal_wallis", epsilon_squared(REGION, NORMAL), epsilon_squared(REGION, SKEWED))
    assert compare(kept(REGION), kept(NORMAL)).test == "anova"


def test_nominal_beside_a_top_coded_variable():
    variable = capped(NORMAL)
    expected = epsilon_squared(REGION, variable.recoded)
    check(compare(kept(REGION), variable), "kruskal_wallis", expected, expected)


@pytest.mark.parametrize("variable", [banded(NORMAL, Level.NOMINAL), merged(FIVE, Level.NOMINAL)])
def test_nominal_beside_an_ordered_variable_that_becomes_nominal(variable):
    expected = v_squared(REGION, variable.recoded)
    check(compare(kept(REGION), variable), "chi_squared", expected, expected)


def test_nominal_categories_merged_beside_ordered_variables():
    variable = merged(REGION)
    expected = epsilon_squared(variable.recoded, FIVE)
    check(compare(variable, kept(FIVE)), "kruskal_wallis", expected, expected)
    expected = eta_squared(variable.recoded, SECOND)
    check(compare(variable, kept(SECOND)), "anova", expected, expected)


def test_nominal_categories_merged_beside_a_nominal_variable():
    variable, other = merged(REGION), banded(SECOND, Level.NOMINAL).recoded
    expected = v_squared(variable.recoded, other)
    found = compare(variable, kept(other))
    check(found, "chi_squared", expected, expected)
    assert found.unrecoded == pytest.approx(v_squared(REGION, other), abs=1e-10)


@pytest.mark.parametrize("variable", [banded(NORMAL, Level.ORDINAL), capped(NORMAL), merged(FIVE)])
def test_the_harmonised_basis_uses_the_recoded_original_everywhere(variable):
    found = compare(variable, kept(SKEWED), basis="harmonised")
    assert found.value == 1.0
    assert found.unrecoded == pytest.approx(rho_squared(variable.original, SKEWED), abs=1e-10)


def test_the_same_bands_cost_more_as_ordinal_than_as_nominal():
    # only ordered pairs are compared with the raw original: why both bases are worth showing
    as_ordinal, as_nominal = banded(NORMAL, Level.ORDINAL), banded(NORMAL, Level.NOMINAL)
    assert compare(as_ordinal, kept(SKEWED)).value < 1
    assert compare(as_nominal, kept(SKEWED)).value == 1.0
    assert compare(as_ordinal, kept(SKEWED), basis="harmonised").value == 1.0


def test_a_nominal_original_has_no_ranks_of_its_own():
    # merged into an order that the original does not have: ranks exist only after the recode
    recoded = Coded(Level.ORDINAL, (REGION.values // 2).astype(np.int32), ("low", "high"))
    recode = CategoryMap({"low": ("a", "b"), "high": ("c", "d")})
    expected = rho_squared(recoded, FIVE)
    check(compare(paired("x", REGION, recoded, recoded, recode), kept(FIVE)), "spearman", expected, expected)
