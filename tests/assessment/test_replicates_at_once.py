"""Replicates that come from one call are those of one call each; what goes wrong in it is said."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.assessment.comparison import Assessment
from core.assessment.intervals import GroupsDealt, JackknifeGroups
from core.assessment.plan import make_plan
from core.assessment.work import FamilyWork, families, pair_replicate, pair_replicates
from core.data import PairWeights
from core.measures import Failed, Result
from tests.benchmarks.test_gdu_benchmark import mixed_files

N, GROUPS = 90, 3


def weighted_pair():
    random = np.random.default_rng(2)
    weights = random.uniform(0.5, 3, (2, N)).round(1)
    weights[:, 5], weights[:, 6] = 0.0, np.nan
    return replace(mixed_files(N, 4, 0.1), weights=PairWeights("w", *weights))


@pytest.mark.parametrize("measure", ["total_variation_mean", "gdu_effect_sizes"])
@pytest.mark.parametrize("pair", [mixed_files(N, 4, 0.1), weighted_pair()], ids=["unweighted", "weighted"])
def test_all_at_once_are_those_of_one_call_each(measure, pair):
    plan = make_plan([measure])
    (family,) = families(plan)
    assert family.replicates_at_once
    dealt = GroupsDealt(np.arange(N) % GROUPS)
    groups = JackknifeGroups(dealt, dealt, common=True)
    single = [pair_replicate(family, pair, family.parameters(plan), groups, g) for g in range(GROUPS)]
    assert all(single)
    assert pair_replicates(family, pair, family.parameters(plan), groups, GROUPS) == single


def test_a_fault_of_the_program_is_the_reason_why_there_is_no_interval():
    plan = make_plan(["gdu_effect_sizes"])
    (family,) = families(plan)

    def broken(*_):
        raise KeyError("canary")

    family = replace(family, measures=tuple(replace(m, leave_out=broken) for m in family.measures))
    groups = JackknifeGroups(*[GroupsDealt(np.arange(N) % GROUPS)] * 2, common=True)
    answer = pair_replicates(family, mixed_files(N, 4), family.parameters(plan), groups, GROUPS)
    assert isinstance(answer, Failed)
    work = FamilyWork(1, Assessment("a", "a.csv", "", N, 4), family, GROUPS, True, None, "")
    work.receive(None, (Result("gdu_effect_sizes", (), 0.9, N),))
    work.receive(0, answer)
    assert work.finished()
    (outcome,) = work.result()
    assert outcome.value == 0.9
    assert "KeyError" in outcome.interval_reason
    assert "canary" not in outcome.interval_reason
