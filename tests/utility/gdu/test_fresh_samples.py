"""A fresh sample of the population of a file: what the band of a fresh survey is made of."""

from dataclasses import replace

import numpy as np
import pytest

from core.data import Pair, Release, SampleDesign, Unit
from core.measures import Skipped
from core.statistics.estimates import draw_units
from core.utility.gdu import GduParameters, local_utilities
from core.utility.gdu.association import Association, AssociationTest, measure_association
from core.utility.gdu.fresh_samples import Couple, fresh_samples
from core.utility.gdu.local import prepared_variables
from core.utility.gdu.prepared_variable import values_at
from core.utility.resolution.gdu_repetitions import gdu_resolution, repeated_gdu
from tests.strategies import continuous, nominal, ordinal, pair_of, paired

N = 300


def unrelated(random, variables=8, n=N):
    """Return a file of unrelated variables beside itself."""
    columns = [continuous(random.normal(size=n)) for _ in range(variables)]
    return pair_of(*(paired(f"v{i}", c, c) for i, c in enumerate(columns)))


def test_unrelated_pairs_are_lost_as_often_as_in_fresh_samples():
    # two tests at 5 % disagree in 2 x .05 x .95 = 9.5 % of pairs; plain resamples disagreed in 24 %
    random = np.random.default_rng(5)
    parameters = GduParameters(normality="never")
    scores = [
        [repeated_gdu(unrelated(random), N, parameters, random).fresh["aldu_bivariate"] for _ in range(3)]
        for _ in range(12)
    ]
    assert 1 - np.mean(scores) == pytest.approx(0.095, abs=0.05)


def test_both_samples_differ_from_each_other_as_two_files_do():
    # p of two independent samples is uniform, so a utility of 1 - (1 - e^-14) / 14 is expected of each variable
    random = np.random.default_rng(2)
    parameters = GduParameters(normality="never")
    utility = [repeated_gdu(unrelated(random), N, parameters, random).fresh["aldu_univariate"] for _ in range(40)]
    assert np.mean(utility) == pytest.approx(0.929, abs=0.02)


def test_the_masked_files_size_is_that_of_the_second_sample():
    random = np.random.default_rng(1)
    local = fresh_samples(unrelated(random), 50, GduParameters(), random)
    assert (local.n_original, local.n_masked) == (N, 50)


@pytest.mark.parametrize(
    "test", [AssociationTest.SPEARMAN, AssociationTest.KRUSKAL_WALLIS, AssociationTest.CHI_SQUARED]
)
def test_an_association_moved_by_its_whole_self_is_gone(test):
    random = np.random.default_rng(3)
    group = random.integers(0, 3, N)
    a = paired("a", *[nominal(group)] * 2) if test is not AssociationTest.SPEARMAN else None
    x = continuous(group + random.normal(size=N))
    first = a or paired("a", *[continuous(group + random.normal(size=N))] * 2)
    second = paired("b", *[nominal((group + random.integers(0, 2, N)) % 3)] * 2)
    second = second if test is AssociationTest.CHI_SQUARED else paired("b", x, x)
    prepared = prepared_variables(pair_of(first, second), GduParameters())
    found = measure_association(test, prepared[0].masked, prepared[1].masked)
    couple = Couple(("a", "b"), test, found, (found, found))
    assert couple.moves
    assert couple.fresh(1.0)[0] is found
    unmoved, gone = couple.fresh(1.0)[1], couple.fresh(0.0)[1]
    assert (unmoved.strength, unmoved.p) == pytest.approx((found.strength, found.p), rel=1e-6)
    assert (gone.strength, gone.p) == pytest.approx((0, 1), abs=1e-9)
    assert couple.fresh(0.5)[1].strength == pytest.approx(found.strength / 4)
    assert couple.spread() == couple.error() == pytest.approx(0, abs=1e-12)


def correlations(*coefficients, n=100):
    return tuple(Association(n, r, 0.5, r * r, np.array([r])) for r in coefficients)


def test_a_fresh_sample_lies_about_the_population_that_was_drawn():
    # the file's r = .4, the population's half of it, the second resample .05 above the file's: .2 + .05
    whole, first, second = correlations(0.4, 0.3, 0.45)
    couple = Couple(("a", "b"), AssociationTest.SPEARMAN, whole, (first, second))
    original, fresh = couple.fresh(0.5)
    assert original is whole
    assert fresh.direction == pytest.approx([0.25])
    assert fresh.strength == pytest.approx(0.0625)
    # the first resample is .1 below: of sqrt(n) r = 4 a quarter, one standard error
    assert couple.error() == pytest.approx(-1.0)
    # (100 .4^2 = 16; both resamples: 100 (.1^2 + .05^2) / 2)
    assert couple.spread() == pytest.approx(0.625)


def test_an_association_that_its_resample_reverses_may_be_the_populations():
    # sqrt(.04) .1 - .3 points the other way: the population's is -.04 x .1 and the second resample's error .05
    whole, first, second = correlations(0.1, -0.2, 0.15)
    couple = Couple(("a", "b"), AssociationTest.SPEARMAN, whole, (first, second))
    assert couple.fresh(0.04)[1].direction == pytest.approx([-0.004 + 0.05])
    assert couple.fresh(0.0)[1].direction == pytest.approx([0.05])


def test_the_direction_of_a_vector_is_drawn_too():
    # sqrt(.25) (3, 4) + (1.5, -2) = (3, 0): a population of length .25 x 5 along it, its fresh sample (0, 1) beside
    def table(*vector):
        squared = float(np.square(vector).sum()) / 100
        return Association(50, 1.0, 0.5, squared, np.array(vector) / 10, freedom=(1, 1))

    couple = Couple(("a", "b"), AssociationTest.CHI_SQUARED, table(3, 4), (table(4.5, 2), table(3, 5)))
    assert couple.fresh(0.25)[1].direction * 10 == pytest.approx([1.25, 1])


def households(n=200, size=5):
    """Return a file whose members of a household are alike, beside itself."""
    units = np.repeat(np.arange(n // size), size)
    codes = np.random.default_rng(4).integers(0, 2, n // size)[units]
    pair = pair_of(*(paired(name, ordinal(codes), ordinal(codes)) for name in "ab"))
    release = Release("", n, {}, drawn=SampleDesign(units, np.zeros(n, dtype=np.int64), Unit.HOUSEHOLD, "home"))
    return Pair("", pair.variables, release, release)


def test_whole_households_are_drawn():
    # 40 alike households: p varies as that of 40 records does, far more than that of 200
    random = np.random.default_rng(6)
    parameters = GduParameters()
    drawn = [repeated_gdu(households(), 200, parameters, random).fresh["aldu_univariate"] for _ in range(60)]
    assert np.mean(drawn) < 0.75
    assert repeated_gdu(households(), 100, parameters, random).n == 100


def test_of_one_cluster_nobody_knows_what_another_would_hold_and_of_few_it_is_said():
    random, parameters = np.random.default_rng(6), GduParameters()
    for size, said in (
        (200, None),
        (50, ("from 4 households alone: other samples differ by more than these bands show",)),
    ):
        points = tuple(repeated_gdu(households(size=size), 200, parameters, random) for _ in range(2))
        first, *_others = gdu_resolution.compute(points)
        if said is None:
            assert isinstance(first, Skipped)
            assert "all records lie in one household: nothing shows how much another one would differ" in first.reason
        else:
            assert first.flags == said
    first, *_others = gdu_resolution.compute([repeated_gdu(households(), 200, parameters, random) for _ in range(2)])
    assert not first.flags


def test_what_cannot_be_compared_is_named():
    random = np.random.default_rng(1)
    pair = unrelated(random, 3)
    named = replace(pair.variables[2], problem="a code of its own stands for missing")
    broken = replace(pair, variables=(*pair.variables[:2], named))
    point = repeated_gdu(broken, N, GduParameters(), random)
    assert point.left_out == ("v2",)
    assert len(local_utilities(broken, GduParameters()).bivariate) == 1


@pytest.mark.parametrize("parameters", [GduParameters(), GduParameters(missing="category", normality="never")])
def test_prepared_samples_are_those_of_their_values(parameters):
    random = np.random.default_rng(9)
    holes = np.where(random.random(60) < 0.2, np.nan, random.integers(0, 9, 60) / 2.0)
    categories = nominal(random.integers(-1, 3, 60).astype(np.int32), 3)
    pair = pair_of(*(paired(name, c, c) for name, c in (("x", continuous(holes)), ("g", categories))))
    for size in (60, 25):
        local = fresh_samples(pair, size, parameters, np.random.default_rng(1))
        again = np.random.default_rng(1)
        rows = [draw_units(pair.original.design, n, again) for n in (60, size)]
        for v in pair.variables:
            for version, own in zip(("recoded", "masked"), rows, strict=True):
                taken = v.original.take(own)
                fresh = prepared_variables(pair_of(paired(v.name, taken, taken)), parameters)[0].recoded
                distribution = getattr(local.prepared[v.name], version).ranks
                assert np.array_equal(distribution.counts, fresh.ranks.counts)
                assert len(distribution.missing) == len(fresh.ranks.missing)
                whole = prepared_variables(pair_of(v), parameters)[0]
                found = values_at(whole.recoded, own, normal=whole.normal)
                assert np.array_equal(found.ranks.codes, fresh.ranks.codes)
                assert np.array_equal(found.ranks.counts, fresh.ranks.counts)
                assert (found.groups is None) == (fresh.groups is None)
                if found.groups is not None:
                    assert np.array_equal(found.groups.codes, fresh.groups.codes)


def test_codes_permuted_are_those_of_rows_permuted(monkeypatch):
    random = np.random.default_rng(2)
    pair = unrelated(random, 3)
    holes = np.where(random.random(N) < 0.1, -1, random.integers(0, 3, N)).astype(np.int32)
    broken = replace(pair.variables[1], problem="a code of its own stands for missing")
    columns = pair.variables[0], broken, paired("g", *[nominal(holes, 3)] * 2), pair.variables[2]
    pair = replace(pair, variables=columns)
    settings = GduParameters(normality="never")
    known = repeated_gdu(pair, N, settings, np.random.default_rng(3))
    monkeypatch.setattr("core.utility.resolution.gdu_repetitions._ranked_alone", lambda _: False)
    monkeypatch.setattr("core.utility.resolution.gdu_repetitions.draw_units", lambda _design, size, _: np.arange(size))
    assert repeated_gdu(pair, N, settings, np.random.default_rng(3)) == known
