"""Replicates that come from one call, or with the results, are those of one call each; what goes wrong is said."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.assessment.intervals import JackknifeGroups, RecordGroups, Replicates
from core.assessment.plan import make_plan
from core.assessment.work import WorkItem, families, measure_all, measure_by_group
from core.data import Coded, KeySet, Level, PairWeights, Release
from core.measures import value_or_reason
from core.risk import RiskParameters
from tests.mixed_files import mixed_files

N, GROUPS = 90, 3


def weighted_pair():
    random = np.random.default_rng(2)
    weights = random.uniform(0.5, 3, (2, N)).round(1)
    weights[:, 5], weights[:, 6] = 0.0, np.nan
    return replace(mixed_files(N, 4, 0.1), weights=PairWeights("w", *weights))


@pytest.mark.parametrize("measure", ["total_variation_mean", "gcp", "gdu_effect_sizes"])
@pytest.mark.parametrize("pair", [mixed_files(N, 4, 0.1), weighted_pair()], ids=["unweighted", "weighted"])
def test_results_bring_the_values_of_one_call_each_and_get_their_interval(measure, pair):
    plan = make_plan([measure])
    (family,) = families(plan)
    assert family.traits.by_group
    groups = JackknifeGroups(*[RecordGroups(np.arange(N) % GROUPS)] * 2, common=False)
    single = measure_by_group(family, pair, (groups.original, groups.masked), GROUPS)
    together = measure_all(family.measures, replace(pair, groups=groups.of_pair(GROUPS)), family.parameters)
    work = WorkItem(family, [], replicates=Replicates(GROUPS, "", common=False))
    outcome = next(o for o in work.receive(0, together) if o.measure == measure)
    expected = next(o.jackknife.replicates for o in single if o.measure == measure)
    assert len(expected) == GROUPS
    assert outcome.jackknife.replicates == pytest.approx(expected, rel=1e-12)
    assert outcome.interval[0] <= outcome.value <= outcome.interval[1]
    assert not outcome.jackknife.common


def test_a_group_without_which_there_is_no_value_is_the_reason_why_there_is_no_interval():
    (family,) = families(make_plan(["total_variation_mean"]))
    work = WorkItem(family, [], replicates=Replicates(GROUPS, "", common=True))
    values = np.array([0.3, 0.2, np.nan, 0.4])
    (outcome,) = work.receive(0, (value_or_reason("total_variation_mean", (), values, "", N, {}),))
    assert (outcome.value, outcome.interval, outcome.jackknife) == (0.3, None, None)
    assert outcome.interval_reason == "1 of 3 jackknife replicates cannot be computed"


def test_what_does_not_know_its_values_without_a_group_is_measured_on_the_other_records():
    (family,) = families(make_plan(["k_violations_3"]))
    family = replace(family, measures=tuple(replace(m, replicable=True, no_interval="") for m in family.measures))
    columns = {"k": Coded(Level.NOMINAL, np.arange(N, dtype=np.int32) % 7 // 2, tuple("abcd"))}
    release = Release("a.csv", N, columns, keysets=(KeySet("k", ("k",)),))
    groups = RecordGroups(np.arange(N) % GROUPS)
    outcomes = measure_by_group(family, release, (groups,), GROUPS)
    (whole,) = (o for o in outcomes if o.measure == "k_violations_3")
    others = (release.take(np.flatnonzero(groups.of_records != g)) for g in range(GROUPS))
    anew = [o.value for each in others for o in measure_all(family.measures, each, RiskParameters())]
    assert whole.jackknife.replicates == tuple(anew)
