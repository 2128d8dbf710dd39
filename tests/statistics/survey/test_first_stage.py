"""Covariances over first-stage units: by hand, against the classical formula, and what must not matter."""

import numpy as np
import pytest
from scipy import sparse

from core.statistics.estimates import mean, standard_error
from core.statistics.survey import design_covariance, design_standard_error, first_stage


def stage_of(units, strata=None, population=None):
    strata = np.zeros(len(units), dtype=int) if strata is None else np.array(strata)
    return first_stage(np.array(units), strata, None if population is None else np.array(population, dtype=float))


def test_two_strata_of_two_units_by_hand():
    # unit totals 3, 7 | 1, 5: 2/1 ((-2)^2 + 2^2) in each stratum
    contributions = np.array([1.0, 2.0, 7.0, 1.0, 2.0, 3.0])
    stage = stage_of([4, 4, 5, 7, 9, 9], [1, 1, 1, 2, 2, 2])
    assert design_standard_error(contributions, stage) == pytest.approx(np.sqrt(16 + 16))
    assert (stage.n_units, stage.degrees_of_freedom(np.ones(6, dtype=bool)), stage.lonely) == (4, 2, 0)


def test_a_finite_population_takes_its_share_off_by_hand():
    # 2 of 8 units in the first stratum, both of 2 in the second: .75 x 16 + 0
    contributions = np.array([3.0, 7.0, 1.0, 5.0])
    stage = stage_of([0, 1, 2, 3], [0, 0, 1, 1], [8, 8, 2, 2])
    assert design_standard_error(contributions, stage) == pytest.approx(np.sqrt(12))
    unknown = stage_of([0, 1, 2, 3], [0, 0, 1, 1], [8, 8, np.nan, np.nan])
    assert design_standard_error(contributions, unknown) == pytest.approx(np.sqrt(12 + 16))


def test_a_stratum_of_one_unit_is_centred_at_the_mean_of_all_by_hand():
    # totals 3, 7 | 11, mean of all 7: 16 + (11 - 7)^2
    stage = stage_of([0, 1, 2], [0, 0, 1])
    assert stage.lonely == 1
    assert design_standard_error(np.array([3.0, 7.0, 11.0]), stage) == pytest.approx(np.sqrt(32))


def test_records_as_units_are_the_classical_standard_error():
    random = np.random.default_rng(1)
    values, weights = random.normal(size=50), random.uniform(1, 4, 50)
    influence = mean(values, weights).influence
    found = design_standard_error(weights * influence, stage_of(np.arange(50)))
    assert found == pytest.approx(standard_error(influence, weights), rel=1e-12)


def drawn(n=300, seed=3):
    random = np.random.default_rng(seed)
    strata = random.integers(0, 5, n)
    units = strata * 100 + random.integers(0, 4, n)
    units[strata == 4] = 400  # a stratum of one unit
    population = np.array([9, 8, 7, 6, 5])[strata]
    return units, strata, population, random.normal(size=(n, 3)) * (random.random((n, 3)) < 0.5)


def test_sparse_contributions_give_the_same():
    units, strata, population, contributions = drawn()
    stage = stage_of(units, strata, population)
    dense = design_covariance(contributions, stage)
    assert design_covariance(sparse.csr_array(contributions), stage) == pytest.approx(dense, rel=1e-12, abs=1e-12)


def test_neither_the_order_of_records_nor_the_names_of_units_matter():
    units, strata, population, contributions = drawn()
    order = np.random.default_rng(0).permutation(len(units))
    found = design_covariance(contributions, stage_of(units, strata, population))
    other = stage_of((1000 - units)[order], (9 - strata)[order], population[order])
    assert design_covariance(contributions[order], other) == pytest.approx(found, rel=1e-12)


def test_a_part_keeps_the_units_without_a_record_of_it_in_the_variance():
    # totals of the part 2, 0: 2/1 (1 + 1); the one unit that it touches alone would have no variance
    stage = stage_of([0, 0, 1])
    inside = np.array([True, True, False])
    assert design_standard_error(np.array([1.0, 1.0, 0.0]), stage) == 2
    assert (stage.units_with(inside), stage.degrees_of_freedom(inside)) == (1, 0)


def test_a_unit_in_two_strata_is_refused():
    with pytest.raises(ValueError, match="two strata"):
        stage_of([1, 1], [0, 1])


def test_more_units_than_the_population_has_are_refused():
    with pytest.raises(ValueError, match="more units"):
        stage_of([0, 1, 2], None, [2, 2, 2])
