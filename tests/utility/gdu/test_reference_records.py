"""GDU at a reference number of records and from effect sizes: free of the files' size, exactly 1 for a copy."""

import numpy as np
import pytest
from scipy import stats

from core.measures import Result
from core.utility.gdu import MEASURES, GduParameters, local_utilities
from core.utility.gdu.averages import global_utility
from core.utility.gdu.reference_records import effect_size_utility, reference_utility
from tests.strategies import continuous, nominal, pair_of, paired

RANDOM = np.random.default_rng(3)
N = 400
CODES = RANDOM.integers(0, 3, N)
X = RANDOM.normal(size=N) + CODES
CHANGED = np.where(RANDOM.random(N) < 0.1, RANDOM.integers(0, 3, N), CODES)
NOISY = X + RANDOM.normal(0, 0.4, N)


def files(copies=1):
    """Return a file and its masked version, each of so many copies."""

    def tiled(x):
        return np.tile(x, copies)

    return pair_of(
        paired("x", continuous(tiled(X)), continuous(tiled(NOISY))),
        paired("g", nominal(tiled(CODES)), nominal(tiled(CHANGED))),
        paired("h", nominal(tiled(CODES // 2)), nominal(tiled(CHANGED // 2))),
    )


def measured(pair, **settings):
    local = local_utilities(pair, GduParameters(normality="never", **settings))
    return global_utility(local), reference_utility(local), effect_size_utility(local)


def test_an_exact_copy_of_any_size_scores_the_same_where_gdu_falls():
    own, reference, effects = measured(files())
    own_copied, reference_copied, effects_copied = measured(files(50))
    assert own_copied.univariate < own.univariate - 0.3
    assert (reference_copied.univariate, reference_copied.bivariate) == pytest.approx(
        (reference.univariate, reference.bivariate), abs=1e-9
    )
    assert effects_copied.value == pytest.approx(effects.value, abs=1e-12)


def test_at_its_own_number_of_records_it_is_gdu():
    own, reference, _effects = measured(files(), reference_records=N)
    assert reference.value == pytest.approx(own.value, abs=1e-12)


def test_p_values_at_the_reference_by_hand():
    local = local_utilities(files(), GduParameters(normality="never", reference_records=2_000))
    number, category = local.univariate[0].comparison, local.univariate[1].comparison
    distance = stats.ks_2samp(X, NOISY).statistic
    assert number.p_at(2_000) == pytest.approx(stats.kstwo.sf(distance, 1_000), rel=1e-12)
    table = np.array([np.bincount(CODES), np.bincount(CHANGED)])
    scaled = stats.chi2_contingency(table * 5, correction=False)
    assert category.p_at(2_000) == pytest.approx(scaled.pvalue, rel=1e-9)


def test_an_unequal_file_is_scaled_by_the_size_that_counts():
    # the same shares in 400 and 40 records: chi-squared of two files of 1,000 each
    half = pair_of(paired("g", nominal(np.repeat([0, 1], 200)), nominal(np.repeat([0, 1], [16, 24]))))
    comparison = local_utilities(half, GduParameters()).univariate[0].comparison
    assert comparison.p_at(1_000) == pytest.approx(
        stats.chi2_contingency([[500, 500], [400, 600]], correction=False).pvalue, rel=1e-9
    )


def test_effect_sizes_by_hand():
    # total variation .1 and .1, phi 1 in the original, in the masked file (16 x 24 table: one pair of cells) 1 as well
    before, after = np.repeat([0, 1], 20), np.repeat([0, 1], [16, 24])
    pair = pair_of(paired("a", nominal(before), nominal(after)), paired("b", nominal(before), nominal(after)))
    utility = measured(pair)[2]
    assert (utility.univariate, utility.bivariate) == pytest.approx((0.9, 1.0), abs=1e-12)


def test_a_reversed_association_loses_both_coefficients():
    up = np.arange(30.0)
    pair = pair_of(paired("a", continuous(up), continuous(up)), paired("b", continuous(up), continuous(up[::-1])))
    assert measured(pair)[2].bivariate == 0.0


@pytest.mark.parametrize("missing", ["pairwise", "completeness", "category"])
def test_an_unchanged_file_is_exactly_one(missing):
    same = pair_of(paired("x", continuous(X), continuous(X)), paired("g", nominal(CODES), nominal(CODES)))
    assert [u.value for u in measured(same, missing=missing)] == [1.0, 1.0, 1.0]


def test_the_measures_name_their_records_and_halves():
    local = local_utilities(files(), GduParameters())
    found = {m.id: next(iter(m.compute(local))) for m in MEASURES if "reference" in m.id or m.id == "gdu_effect_sizes"}
    assert all(isinstance(o, Result) for o in found.values())
    assert found["gdu_reference"].detail["reference_records"] == 1_000
    halves = found["aldu_univariate_reference"].value, found["aldu_bivariate_reference"].value
    assert found["gdu_reference"].value == pytest.approx(sum(halves) / 2, abs=1e-12)


def test_fewer_than_ten_records_are_no_reference():
    with pytest.raises(ValueError, match="reference_records"):
        GduParameters(reference_records=9)
