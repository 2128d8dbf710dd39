"""A run that was stopped and goes on: the same bytes as one that was not, and nothing is computed twice."""

import pytest

from core.assessment import collect, make_plan, run
from core.reports import read_results, write_results
from tests.assessment.test_run import CODEBOOK, original, scenarios

PLAN = make_plan("gdu,gdu_resolution,global_risk,total_variation_mean,k_marginal", ["null.replicates=2"])
FILES = scenarios()[1:3]


def steps(earlier=None):
    return list(run(original(), FILES, CODEBOOK, PLAN, linked="row", earlier=earlier))


@pytest.fixture(scope="module")
def whole():
    return steps()


def came_to(whole, count):
    """Return what was finished after some steps, as it comes back from a file."""
    return read_results(write_results(collect(PLAN, whole[:count])))


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.9, 1.0])
def test_wherever_it_was_stopped_the_results_are_the_same(whole, share):
    count = max(1, int(share * len(whole)))
    again = steps(came_to(whole, count))
    assert write_results(collect(PLAN, again)) == write_results(collect(PLAN, whole))
    assert again[-1].done == again[-1].total == whole[-1].total


def test_what_was_finished_is_not_computed_again(whole, monkeypatch):
    performed = []
    monkeypatch.setattr("core.execution.pool.Call.perform", _noting(performed))
    again = steps(came_to(whole, len(whole)))
    assert performed == []
    assert {step.measures for step in again} == {step.measures for step in whole if step.measures}


def test_half_of_a_family_is_computed_anew(whole):
    """The repetitions of a resolution count only together."""
    last = max(i for i, step in enumerate(whole) if "gdu_resolution" in step.measures)
    again = steps(came_to(whole, last))
    assert [step for step in again if "gdu_resolution" in step.measures]
    assert write_results(collect(PLAN, again)) == write_results(collect(PLAN, whole))


def _noting(performed):
    def perform(call):
        performed.append(call.key)
        return call.key, call.function(*call.arguments)

    return perform
