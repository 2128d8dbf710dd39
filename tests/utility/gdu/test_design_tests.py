"""GDU with tests that know weights, strata and clusters, against the unweighted GDU where they must agree."""

from dataclasses import replace

import numpy as np
import pytest

from core.data import PairWeights, SampleDesign, Unit, nested_units
from core.measures import Result, Skipped
from core.statistics.survey import first_stage
from core.utility.gdu import GduParameters, design_measures, local_utilities
from core.utility.gdu.association import AssociationTest, measure_association
from core.utility.gdu.averages import global_utility
from core.utility.gdu.design_measures import MEASURES, design_utilities
from core.utility.gdu.design_tests import SampledFile
from core.utility.gdu.prepared_variable import prepare_variable
from tests.strategies import continuous, nominal, ordinal, pair_of, paired

PARAMETERS = GduParameters()
N = 400


def variables(seed=1, n=N):
    """Six associated variables of n records, with some values missing."""
    random = np.random.default_rng(seed)
    x = random.normal(size=n)
    sex = (random.random(n) < 0.5).astype(np.int32)
    region = random.integers(0, 4, n).astype(np.int32)
    income = np.exp(1 + 0.4 * x + 0.3 * sex + random.normal(0, 0.5, n))
    income[random.random(n) < 0.05] = np.nan
    school = np.digitize(x + random.normal(size=n), [-1, 0, 1]).astype(np.int32)
    status = ((x + region / 2 + random.normal(size=n)) > 1).astype(np.int32)
    return [continuous(x), continuous(income), nominal(sex), nominal(region), ordinal(school), nominal(status)]


def swapped(variable, share, seed):
    """The variable with some of its values interchanged or, of categories, redrawn."""
    random = np.random.default_rng(seed)
    values = variable.values.copy()
    chosen = np.flatnonzero(random.random(len(values)) < share)
    values[chosen] = (
        values[random.permutation(chosen)] if variable.categories == () else random.choice(values, len(chosen))
    )
    return replace(variable, values=values)


def weighed(pair, weights=None, units=None, strata=None):
    """The pair with these weights and this design for both files."""
    n = pair.original.n_records
    weights = np.ones(n) if weights is None else np.asarray(weights, dtype=float)
    design = None
    if units is not None or strata is not None:
        design = SampleDesign(*nested_units(units, strata, n), Unit.RECORD if units is None else Unit.CLUSTER)
    return replace(
        pair,
        original=replace(pair.original, drawn=design),
        masked=replace(pair.masked, drawn=design),
        weights=PairWeights("w", weights, weights),
    )


def masked_pair(share, seed=1):
    before = variables(seed)
    return pair_of(*(paired(f"v{k}", v, swapped(v, share, 10 * seed + k)) for k, v in enumerate(before)))


def clusters(seed=5, n=N):
    random = np.random.default_rng(seed)
    return random.integers(0, 40, n), random.integers(0, 40, n) * 0 + np.arange(n) % 3, random.uniform(1, 6, n)


def test_a_file_beside_itself_scores_1():
    units, strata, weights = clusters()
    pair = pair_of(*(paired(f"v{k}", v, v) for k, v in enumerate(variables())))
    found = design_utilities(weighed(pair, weights, units, strata), PARAMETERS)
    assert (found.utility.value, found.utility.univariate, found.utility.bivariate) == (1, 1, 1)
    assert all(u.value == 1 for u in found.local.univariate)


def test_without_a_weight_it_is_skipped_with_the_reason():
    prepared = design_utilities(masked_pair(0.2), PARAMETERS)
    for each in MEASURES:
        (outcome,) = each.compute(prepared)
        assert isinstance(outcome, Skipped)
        assert outcome.measure == each.id
        assert "no sampling weight" in outcome.reason


def test_too_many_records_for_so_many_pairs_are_skipped_with_the_reason(monkeypatch):
    monkeypatch.setattr(design_measures, "MOST_TESTED", 2 * N * 2)
    (outcome,) = MEASURES[0].compute(design_utilities(weighed(masked_pair(0.2)), PARAMETERS))
    assert isinstance(outcome, Skipped)
    assert "too costly" in outcome.reason


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("share", [0.05, 0.3])
def test_equal_weights_and_records_as_units_are_near_the_unweighted_gdu(seed, share):
    pair = masked_pair(share, seed)
    found = design_utilities(weighed(pair), PARAMETERS)
    unweighted = local_utilities(pair, PARAMETERS)
    for one, other in zip(found.local.univariate, unweighted.univariate, strict=True):
        assert one.value == pytest.approx(other.value, abs=0.01)
        assert one.comparison.effect == pytest.approx(other.comparison.effect)
    assert found.utility.univariate == pytest.approx(global_utility(unweighted).univariate, abs=0.003)
    for one, other in zip(found.local.bivariate, unweighted.bivariate, strict=True):
        if one.step is other.step:
            assert one.value == pytest.approx(other.value, rel=1e-9)
        else:  # only a p value at the threshold may fall on its other side
            assert min(abs(p - 0.05) for p in (other.p_original, other.p_masked)) < 0.02
    assert found.utility.value == pytest.approx(global_utility(unweighted).value, abs=0.04)


PAIRS = {
    AssociationTest.CHI_SQUARED: (3, 5),
    AssociationTest.KRUSKAL_WALLIS: (3, 1),
    AssociationTest.ANOVA: (3, 0),
    AssociationTest.SPEARMAN: (1, 4),
    AssociationTest.PEARSON: (0, 1),
}


def prepared_values(k):
    variable = variables()[k]
    return prepare_variable(paired("v", variable, variable), variable, PARAMETERS).masked


@pytest.mark.parametrize("test", PAIRS)
def test_equal_weights_leave_coefficients_and_directions_as_they_are(test):
    a, b = (prepared_values(k) for k in PAIRS[test])
    file = SampledFile(np.full(N, 2.0), first_stage(np.arange(N), np.zeros(N, dtype=int)))
    found, expected = file.associate(test, a, b), measure_association(test, a, b)
    assert found.n == expected.n
    assert found.strength == pytest.approx(expected.strength, rel=1e-10)
    assert found.direction == pytest.approx(expected.direction, rel=1e-8, abs=1e-12)
    assert found.size_power == expected.size_power
    assert (found.p < 0.01) == (expected.p < 0.01)


@pytest.mark.parametrize("test", PAIRS)
def test_weights_are_as_many_records_of_one_unit(test):
    a, b = PAIRS[test]
    times = np.random.default_rng(3).integers(1, 4, N)
    rows, units = np.repeat(np.arange(N), times), np.arange(N)
    zeros = np.zeros(N, dtype=int)
    weighted = SampledFile(times.astype(float), first_stage(units, zeros))
    repeated = SampledFile(np.ones(len(rows)), first_stage(units[rows], zeros[rows]))
    many = []
    for k in (a, b):
        variable = variables()[k].take(rows)
        many.append(prepare_variable(paired("v", variable, variable), variable, PARAMETERS).masked)
    found = weighted.associate(test, prepared_values(a), prepared_values(b))
    other = repeated.associate(test, *many)
    assert (found.strength, found.p) == pytest.approx((other.strength, other.p), rel=1e-9)


def test_neither_the_order_of_records_nor_the_scale_of_weights_matters():
    units, strata, weights = clusters()
    pair = weighed(masked_pair(0.3), weights, units, strata)
    order = np.random.default_rng(1).permutation(N)
    moved = pair.take(order, order)
    moved = replace(moved, weights=PairWeights("w", 5 * weights[order], 9 * weights[order]))
    one, other = (design_utilities(each, PARAMETERS).local for each in (pair, moved))
    assert [b.step for b in one.bivariate] == [b.step for b in other.bivariate]
    assert [b.value for b in one.bivariate] == pytest.approx([b.value for b in other.bivariate], rel=1e-9)
    assert [u.value for u in one.univariate] == pytest.approx([u.value for u in other.univariate], rel=1e-9)


def test_records_alike_within_their_cluster_say_less():
    before = variables(n=80)
    after = [swapped(v, 0.5, k) for k, v in enumerate(before)]
    rows = np.repeat(np.arange(80), 5)
    pair = pair_of(
        *(paired(f"v{k}", a.take(rows), b.take(rows)) for k, (a, b) in enumerate(zip(before, after, strict=True)))
    )
    alone, together = (design_utilities(weighed(pair, units=units), PARAMETERS) for units in (None, rows))
    once = pair_of(*(paired(f"v{k}", a, b) for k, (a, b) in enumerate(zip(before, after, strict=True))))
    assert together.utility.univariate > alone.utility.univariate
    # five records alike are as good as one
    found = [u.value for u in together.local.univariate]
    assert found == pytest.approx(
        [u.value for u in design_utilities(weighed(once), PARAMETERS).local.univariate], abs=0.03
    )


def test_what_the_result_says_of_the_sample():
    units, strata, weights = clusters()
    prepared = design_utilities(weighed(masked_pair(0.3), weights, units, strata), PARAMETERS)
    (outcome,) = MEASURES[0].compute(prepared)
    assert isinstance(outcome, Result)
    held = len(np.unique(strata * 100 + units))
    assert (outcome.detail["units_original"], outcome.detail["degrees_of_freedom_masked"]) == (held, held - 3)
    assert outcome.detail["unit"] == "cluster"
    assert f"original: {held} clusters in 3 strata, {held - 3} degrees of freedom" in outcome.notices
    assert not any("weights do not enter" in notice for notice in outcome.notices)
    assert outcome.interval is None


def test_too_few_units_leave_pairs_untested():
    pair = weighed(masked_pair(0.3), units=np.arange(N) % 3)
    found = design_utilities(pair, PARAMETERS)
    # four regions need three degrees of freedom, and there are two
    lost = [b.variables for b in found.local.bivariate if b.value is None]
    assert ("v0", "v3") in lost
    assert found.utility.value is not None
