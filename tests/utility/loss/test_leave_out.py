"""Losses without a group of records, from sums over the other groups: those of the remaining records."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.assessment.intervals import JackknifeGroups, RecordGroups
from core.assessment.plan import make_plan
from core.assessment.work import families, measure_all, measure_by_group
from core.data import Bands, Closed, Coded, Level, PairGroups, PairWeights
from core.measures import Result
from core.utility.loss import LossParameters
from tests.mixed_files import mixed_files

N, GROUPS = 120, 4
MEASURES = (
    "values_mse", "values_mae", "values_variation", "il1s", "lambda_distance", "entropy_loss_mean",
    "mean_difference", "covariance_mae", "correlation_mae", "pca_difference", "eigenvalues", "gamma_distance",
)  # fmt: skip


def linked_files():
    """Mixed files with missing values, a removed, a constant and a heavy-tailed variable, some records unlinked."""
    pair = mixed_files(N, 7, 0.1)
    heavy = np.where(np.arange(N) == 7, 1e4, np.arange(N) % 5.0)
    numbers = [v for v in pair.variables if v.original.level is Level.CONTINUOUS]
    changed = {
        numbers[0].name: replace(
            numbers[0], original=Coded(Level.CONTINUOUS, heavy), recoded=Coded(Level.CONTINUOUS, heavy)
        ),
        pair.variables[-1].name: replace(pair.variables[-1], masked=None),
    }
    links = np.arange(N)
    links[::11] = -1
    return replace(pair, variables=tuple(changed.get(v.name, v) for v in pair.variables), links=links)


def replicates_both_ways(measure, pair):
    """Return the replicates measured anew without each group, and those from what is counted once."""
    plan = make_plan([measure])
    (family,) = families(plan)
    assigned = RecordGroups(np.arange(N) % GROUPS)
    groups = JackknifeGroups(assigned, assigned, common=True)
    together = measure_all(family.measures, replace(pair, groups=groups.of_pair(GROUPS)), family.parameters)
    anew = measure_by_group(family, pair, (assigned, assigned), GROUPS)
    return _replicates(anew), _replicates(together)


def _replicates(outcomes):
    """Return the file-level values without each group, by measure and target."""
    rows = {(o.measure, o.target): o.jackknife.replicates for o in outcomes if isinstance(o, Result) and o.jackknife}
    return [{key: of[g] for key, of in rows.items()} for g in range(GROUPS)]


@pytest.mark.parametrize("measure", MEASURES)
def test_as_measured_on_the_records_that_are_left(measure):
    anew, at_once = replicates_both_ways(measure, linked_files())
    assert all(anew)
    for one, other in zip(at_once, anew, strict=True):
        assert one.keys() == other.keys()
        assert list(one.values()) == pytest.approx(list(other.values()), rel=1e-9)


@pytest.mark.parametrize("measure", ["mean_difference", "covariance_mae", "correlation_mae"])
@pytest.mark.parametrize("whole", [True, False])
def test_weighted_moments_as_measured_on_the_records_that_are_left(measure, whole):
    weights = np.random.default_rng(3).uniform(1, 9, (2, N))
    weights = weights.round() if whole else weights
    weights[:, 5] = np.nan
    anew, at_once = replicates_both_ways(measure, replace(linked_files(), weights=PairWeights("w", *weights)))
    for one, other in zip(at_once, anew, strict=True):
        assert one == pytest.approx(other, rel=1e-9)


def test_an_outlier_costs_no_digits_where_it_is_left_out():
    pair = linked_files()
    heavy = next(v for v in pair.variables if v.original.level is Level.CONTINUOUS)
    values = np.where(np.arange(N) == 7, 1e9, heavy.original.values)
    coded = Coded(Level.CONTINUOUS, values)
    changed = replace(heavy, original=coded, recoded=coded, masked=Coded(Level.CONTINUOUS, values + 1.0))
    pair = replace(pair, variables=tuple(changed if v is heavy else v for v in pair.variables))
    anew, at_once = replicates_both_ways("covariance_mae", pair)
    for one, other in zip(at_once, anew, strict=True):
        assert one == pytest.approx(other, rel=1e-9)


def recoded_files():
    """The linked files with bands in the place of a number, and with merged categories."""
    pair = linked_files()
    number, group = pair.variables[4], pair.variables[3]
    edges = tuple((float(low), float(low) + 10) for low in range(-50, 150, 10))
    band = np.floor(number.recoded.values / 10) * 10
    merged = np.where(group.recoded.values == 0, 1, group.recoded.values).astype(np.int32)
    banded = replace(number, recoded=Coded(Level.CONTINUOUS, band), recode=Bands(edges, (), Closed.LEFT))
    grouped = replace(group, recoded=replace(group.recoded, values=merged), recode=Bands(((0.0, 2.0),)))
    changed = {v.name: replace(v, masked=v.recoded.take(np.roll(np.arange(N), 3))) for v in (banded, grouped)}
    return replace(pair, variables=tuple(changed.get(v.name, v) for v in pair.variables))


@pytest.mark.parametrize(
    "measure", ["missing_values_mean", "records_changed_mean", "gcp", "detail_lost_mean", "interval_disclosure"]
)
@pytest.mark.parametrize("links", [True, False])
def test_counts_are_those_of_the_records_that_are_left_to_the_last_bit(measure, links):
    pair = recoded_files()
    anew, at_once = replicates_both_ways(measure, pair if links else replace(pair, links=None))
    assert at_once == anew
    found = [value for each in anew for value in each.values()]
    assert len(set(found)) > 1 or not links


@pytest.mark.parametrize("measure", ["gcp", "detail_lost_mean"])
def test_without_a_group_of_all_records_there_is_no_value(measure):
    (family,), groups = families(make_plan([measure])), PairGroups(*[np.zeros(N, dtype=np.int32)] * 2, 2)
    together = measure_all(family.measures, replace(recoded_files(), groups=groups), LossParameters())
    (whole,) = (o for o in together if o.measure == measure)
    assert whole.jackknife.replicates == (whole.value,)
