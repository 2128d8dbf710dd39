"""The estimate of a run's time, and the replicates that a measure affords: both by what the measure passes over."""

import numpy as np
import pytest

from core.assessment import CATALOGUE, estimated_seconds, make_plan, seconds_left
from core.assessment.estimate import PRIOR, START_SECONDS
from core.assessment.repeated import repetition_count
from core.assessment.work import families, passes, replicate_count
from core.data import Codebook, Column, KeySet, Level, Microdata, Role, Scenario, ScenarioDeclaration, Variable
from core.measures import Passes, Scope

N = 1000


def codebook(k: int) -> Codebook:
    variables = [Variable(f"v{i}", Level.CONTINUOUS) for i in range(k)]
    return Codebook((*variables, Variable("weight", Level.CONTINUOUS, Role.WEIGHT)))


def file(k: int, name: str = "original.csv", n: int = N) -> Microdata:
    names = [*(f"v{i}" for i in range(k)), "weight"]
    return Microdata(name, {name: Column(np.zeros(n)) for name in names}, n)


def estimate(k: int, measures: str, masked: int | None = None, files: int = 1, n: int = N) -> float:
    """Seconds beyond the start, without intervals."""
    scenarios = [
        Scenario(file(k if masked is None else masked, f"{i}.csv", n), ScenarioDeclaration(f"{i}.csv"))
        for i in range(files)
    ]
    plan = make_plan(measures, ["interval.groups=0"])
    return estimated_seconds(file(k, n=n), scenarios, codebook(k), plan, 1) - START_SECONDS


def test_measures_that_share_their_step_pass_over_the_same():
    for family in families(make_plan("quick")):
        assert {m.passes for m in family.measures} == {family.traits.passes}


def test_measures_of_pairs_pass_over_pairs():
    assert {m.passes for m in CATALOGUE if m.scope is Scope.PAIR} == {Passes.PAIRS}


def test_passes_are_counted_by_hand():
    book = Codebook(
        (*codebook(4).variables, Variable("age", Level.CONTINUOUS, Role.KEY), Variable("sex", Level.NOMINAL, Role.KEY)),
        (KeySet("both", ("age", "sex")), KeySet("age", ("age",))),
    )
    assert passes(Passes.VARIABLES, book) == passes(Passes.RECORDS, book) == 6
    assert passes(Passes.PAIRS, book) == 15
    assert passes(Passes.KEYS, book) == 3
    assert passes(Passes.PAIRS, book, {"v0", "age", "weight", "elsewhere"}) == 1
    assert passes(Passes.KEYS, codebook(4)) == 0


@pytest.mark.parametrize(("measure", "times"), [("aldu_univariate", 780 / 190), ("hellinger", 2), ("il1s", 2)])
def test_twice_the_variables_take_twice_the_time_or_as_many_times_as_there_are_pairs(measure, times):
    assert estimate(40, measure) == pytest.approx(times * estimate(20, measure))


def test_variables_that_a_masked_file_lacks_take_no_time():
    assert estimate(40, "aldu_univariate", masked=20) == pytest.approx(estimate(20, "aldu_univariate"))


def test_more_processes_and_files_divide_and_multiply():
    assert estimate(10, "gdu", files=3) == pytest.approx(3 * estimate(10, "gdu"))


@pytest.mark.parametrize(("measure", "afforded"), [("mean_difference", 20), ("gdu", 0)])
def test_an_interval_costs_what_its_measure_passes_over(measure, afforded):
    plan = make_plan(measure)
    (family,) = families(plan)
    assert replicate_count(family, 1_000_000, 20, codebook(50), plan) == afforded


@pytest.mark.parametrize(("records", "variables"), [(100_000, 50), (100_000, 30), (20_000, 20)])
def test_a_full_run_has_every_interval_and_every_resolution_of_a_quick_one(records, variables):
    quick, full = make_plan("quick"), make_plan("full")
    for family in families(quick):
        if replicate_count(family, 2 * records, 20, codebook(variables), quick):
            assert replicate_count(family, 2 * records, 50, codebook(variables), full) == 50
        drawn = repetition_count(family, records, records, codebook(variables), quick)
        assert repetition_count(family, records, records, codebook(variables), full) >= drawn


def test_as_many_samples_are_drawn_as_the_budget_holds():
    full = make_plan("gdu_resolution", ["null.replicates=200"])
    (family,) = families(full)
    # 12e9 / (200,000 records x 1,225 pairs) = 48 samples
    assert repetition_count(family, 100_000, 100_000, codebook(50), full) == 48
    assert repetition_count(family, 1_000, 1_000, codebook(5), full) == 200
    assert repetition_count(family, 1_000_000, 1_000_000, codebook(50), full) == 0


def test_time_left_is_the_estimate_until_something_is_timed():
    assert seconds_left(100, 1.0, 0.0, 0.0) == pytest.approx(100)
    assert seconds_left(100, 0.9, 0.0, 0.0) == pytest.approx(90)


def test_time_left_stays_the_estimate_as_long_as_the_pace_is_the_estimated_one():
    assert seconds_left(100, 0.75, 0.25, 25) == pytest.approx(75)


def test_time_left_learns_from_what_was_slower_or_faster_than_estimated():
    assert seconds_left(100, 0.5, 0.5, 200) == pytest.approx((PRIOR * 100 + 200) / (PRIOR + 0.5) * 0.5)
    assert seconds_left(100, 0.5, 0.5, 200) > 185
    assert seconds_left(100, 0.5, 0.5, 10) < 15


def test_without_an_estimate_what_was_timed_is_all_that_is_known():
    assert seconds_left(0, 0.75, 0.25, 30) == pytest.approx(90)


def test_nothing_is_left_of_a_finished_run():
    assert seconds_left(100, 0.0, 1.0, 500) == 0
