"""How records were drawn: units within strata, and the variance that replicate weights give; by hand."""

import numpy as np
import pytest

from core.data import SampleDesign, Unit, nested_units
from core.data.sample_design import ReplicateDeclaration, ReplicateMethod, ReplicateWeights, records_alone


def test_cluster_numbers_that_begin_anew_in_each_stratum_are_different_units():
    # strata 7, 7, 9, 9, 9 with clusters 1, 2, 1, 1, 2: four units
    units, strata = nested_units(np.array([1, 2, 1, 1, 2]), np.array([7, 7, 9, 9, 9]), 5)
    assert units.tolist() == [0, 1, 2, 2, 3]
    assert strata.tolist() == [0, 0, 1, 1, 1]


def test_records_without_a_unit_are_units_of_their_own():
    units, strata = nested_units(np.array([4, -1, 4, -1]), None, 4)
    assert units.tolist() == [0, 1, 0, 2]
    assert strata.tolist() == [0, 0, 0, 0]


def test_strata_alone_make_each_record_a_unit():
    units, strata = nested_units(None, np.array([2, 1, 2]), 3)
    assert (units.tolist(), strata.tolist()) == ([1, 0, 2], [1, 0, 1])


def test_units_strata_and_degrees_of_freedom():
    design = SampleDesign(np.array([0, 0, 1, 2, 3]), np.array([0, 0, 0, 1, 1]), Unit.CLUSTER)
    assert (design.n_units, design.n_strata, design.degrees_of_freedom) == (4, 2, 2)
    part = design.take(np.array([0, 1, 3]))
    assert (part.n_units, part.n_strata) == (2, 2)
    assert part.units.tolist() == [0, 0, 2]
    assert (records_alone(3).n_units, records_alone(3).degrees_of_freedom) == (3, 2)


@pytest.mark.parametrize(
    ("method", "factors", "variance"),
    [
        # squared deviations of 9, 10, 12 from 10: 1 + 0 + 4 = 5
        (ReplicateMethod.BRR, (), 5 / 3),
        (ReplicateMethod.BOOTSTRAP, (), 5 / 3),
        (ReplicateMethod.FAY, (0.5,), 5 / (3 * 0.25)),
        (ReplicateMethod.JK1, (), 5 * 2 / 3),
        (ReplicateMethod.JKN, (0.5,), 2.5),
        (ReplicateMethod.JKN, (0.5, 0.5, 0.75), 0.5 + 0.75 * 4),
    ],
)
def test_variance_of_replicate_weights(method, factors, variance):
    weights = ReplicateWeights(ReplicateDeclaration(method, factors), ("a", "b", "c"), np.ones((2, 3)))
    assert weights.variance(10.0, [9.0, 10.0, 12.0]) == pytest.approx(variance, abs=1e-14)


def test_replicate_weights_have_the_degrees_of_freedom_of_the_units_behind_them():
    # two units in each of two strata, each left out in turn: columns 1 + 2 and 3 + 4 are the same, rank 3
    stratified = np.array([[0.0, 2, 1, 1], [2, 0, 1, 1], [1, 1, 0, 2], [1, 1, 2, 0]]).T
    # forty resamples of the three units of the jackknife: two degrees of freedom, not 39
    resampled = np.random.default_rng(1).multinomial(3, [1 / 3] * 3, 40).T.astype(float)
    declared = {
        m: ReplicateDeclaration(m, f) for m, f in ((ReplicateMethod.JKN, (0.5,)), (ReplicateMethod.BOOTSTRAP, ()))
    }
    for method, weights, freedom in ((ReplicateMethod.JKN, stratified, 2), (ReplicateMethod.BOOTSTRAP, resampled, 2)):
        names = tuple(f"r{i}" for i in range(weights.shape[1]))
        many = ReplicateWeights(declared[method], names, np.repeat(weights, 5, axis=0))
        assert many.degrees_of_freedom == freedom
