"""Files that leave measures little or nothing: empty and constant columns, few records, numbers of absurd size."""

import json
import math

import numpy as np
import pytest

from core.assessment import CATALOGUE, collect, make_plan, run
from core.data import Codebook, Column, KeySet, Level, Microdata, Role, Scenario, ScenarioDeclaration, Variable
from core.measures import Better, Failed, Result, Skipped, Subject
from core.reports import read_results, write_results

N = 40
PLAN = make_plan("quick", ["interval.groups=0", "null.replicates=2", "risk.attacks=100"])
UTILITY = {m.id: m for m in CATALOGUE if m.subject is Subject.PAIR and m.family != "risk"}
ROLES = {"age": Role.KEY, "region": Role.KEY, "health": Role.SENSITIVE, "income": Role.SENSITIVE}
LEVELS = {"age": Level.CONTINUOUS, "income": Level.CONTINUOUS, "region": Level.NOMINAL, "health": Level.ORDINAL}
STATA = 9e307


def numbers(values):
    return Column(np.array(values, dtype=np.float64))


def columns(n=N):
    random = np.random.default_rng(1)
    age = random.integers(20, 50, n).astype(float)
    return {
        "age": numbers(age),
        "income": numbers((age * 100 + random.normal(0, 300, n)).round()),
        "region": Column(None, random.integers(0, 3, n).astype(np.int32), ("A", "B", "C")),
        "health": numbers(random.integers(1, 5, n)),
    }


EMPTY = numbers([np.nan] * N)


def with_cell(name, value):
    found = columns()
    changed = found[name].numbers.copy()
    changed[3] = value
    return {**found, name: numbers(changed)}


def scaled(factor):
    return {**columns(), "income": numbers(columns()["income"].numbers * factor)}


def constant(*names):
    values = {"age": numbers([30] * N), "income": numbers([5] * N), "health": numbers([2] * N)}
    return (
        {**values, "region": Column(None, np.zeros(N, np.int32), ("A",))}
        if not names
        else {name: values[name] for name in names}
    )


COPIES = {
    "empty nominal": ({**columns(), "new": EMPTY}, {"new": Level.NOMINAL}),
    "nothing at all": ({"age": EMPTY, "region": EMPTY, "health": EMPTY}, {}),
    "one continuous": ({"income": columns()["income"]}, {}),
    "one nominal": ({"region": columns()["region"]}, {}),
    "constants": (constant(), {}),
    "a constant 0": ({**columns(), "new": numbers([0] * N)}, {"new": Level.CONTINUOUS}),
    "one record": (columns(1), {}),
    "two records": (columns(2), {}),
    "hardly observed": (with_cell("age", np.nan) | {"health": numbers([1] + [np.nan] * (N - 1))}, {}),
    "a missing code of Stata": (with_cell("income", STATA), {}),
    "a missing code in a key": (with_cell("age", STATA), {}),
    "both ends": (with_cell("income", -1.7e308) | {"age": with_cell("age", 1.7e308)["age"]}, {}),
    "numbers of 1e140": (scaled(1e140), {}),
    "numbers of 1e200": (scaled(1e200), {}),
    "numbers of 1e-200": (scaled(1e-200), {}),
}


def compared(original, masked, levels=None, missing=(), linked="row"):
    levels = {**LEVELS, **(levels or {})}
    variables = tuple(Variable(n, levels[n], ROLES.get(n, Role.ANALYSIS), missing=missing) for n in original)
    keys = tuple(v.name for v in variables if v.role is Role.KEY)
    codebook = Codebook(variables, (KeySet("keys", keys),) if keys else ())
    sizes = [max(len(c) for c in part.values()) for part in (original, masked)]
    scenario = Scenario(Microdata("m.csv", masked, sizes[1]), ScenarioDeclaration("m.csv", "m", linked))
    return collect(PLAN, run(Microdata("o.csv", original, sizes[0]), [scenario], codebook, PLAN))


def by_target(assessment):
    return {(o.measure, *o.target): o for o in assessment.outcomes}


def failures(comparison):
    every = [*comparison.original.outcomes, *comparison.scenarios[0].outcomes]
    return [o for o in every if isinstance(o, Failed)]


def best(measure):
    low, high = measure.bounds
    if low < 0 < high and measure.better is Better.LOWER:
        return 0.0
    return high if measure.better is Better.HIGHER else low


@pytest.mark.parametrize("case", COPIES)
def test_an_identical_copy_scores_best_or_is_skipped_with_a_reason_and_can_be_written(case):
    original, levels = COPIES[case]
    found = compared(original, dict(original), levels)
    assert failures(found) == []
    outcomes = [o for o in found.scenarios[0].outcomes if o.measure in UTILITY]
    worse = [o for o in outcomes if isinstance(o, Result) and o.value != best(UTILITY[o.measure])]
    lost = by_target(found.scenarios[0])["gdu",]
    counted_as_lost = isinstance(lost, Result) and "cannot be compared" in " ".join(lost.notices or ())
    assert [o.measure for o in worse if not (counted_as_lost and o.measure.startswith(("gdu", "aldu")))] == []
    assert all(o.reason for o in outcomes if isinstance(o, Skipped))
    assert len(read_results(write_results(found)).scenarios[0].outcomes) == len(found.scenarios[0].outcomes)


@pytest.mark.parametrize("level", [Level.NOMINAL, Level.ORDINAL, Level.CONTINUOUS])
def test_a_column_empty_in_both_files_costs_nothing(level):
    original = {**columns(), "new": EMPTY}
    found = by_target(compared(original, dict(original), {"new": level}).scenarios[0])
    assert [found[name,].value for name in ("gdu", "grc", "gcp", "missing_values_mean")] == [1, 1, 0, 0]
    assert found["ldu_univariate", "new"].value == 1


@pytest.mark.parametrize("missing_in_masked", [False, True])
def test_a_variable_without_values_in_one_file_alone_fails_no_measure(missing_in_masked):
    full, empty = columns(), {**columns(), "income": EMPTY, "region": EMPTY, "health": EMPTY}
    original, masked = (full, empty) if missing_in_masked else (empty, full)
    found = compared(original, masked)
    assert failures(found) == []
    write_results(found)


@pytest.mark.parametrize("masked", [columns(1), columns(2), constant()], ids=["one record", "two records", "constants"])
def test_little_in_the_masked_file_fails_no_measure(masked):
    found = compared(columns(), masked, linked="none")
    assert failures(found) == []
    write_results(found)


@pytest.mark.parametrize("factor", [1e100, 1e-100])
def test_numbers_of_absurd_size_skip_what_cannot_be_computed_and_leave_the_rest(factor):
    original = scaled(factor)
    noise = 1 + np.random.default_rng(2).normal(0, 0.1, N)
    masked = {**original, "income": numbers(original["income"].numbers * noise)}
    found = compared(original, masked)
    assert failures(found) == []
    json.loads(write_results(found))
    outcomes = by_target(found.scenarios[0])
    assert 0 < outcomes["gdu",].value < 1
    if factor == 1e100:
        assert isinstance(outcomes["covariance_mae",], Skipped)
        assert "income" in outcomes["covariance_mae",].reason


def test_a_cell_of_statas_missing_code_costs_its_variable_alone():
    """Yet nothing is lost of it where the code is declared missing."""
    original, masked = with_cell("income", STATA), columns()
    found = compared(original, masked)
    outcomes = by_target(found.scenarios[0])
    assert failures(found) == []
    assert isinstance(outcomes["ldu_univariate", "income"], Skipped)
    assert "missing" in outcomes["ldu_univariate", "income"].reason
    assert outcomes["ldu_univariate", "age"].value == 1
    declared = by_target(compared(original, masked, missing=("9e307",)).scenarios[0])
    assert isinstance(declared["ldu_univariate", "income"], Result)


def test_measures_of_the_original_alone_are_skipped_too_where_its_numbers_cannot_be_computed_with():
    found = by_target(compared(with_cell("age", STATA), columns()).original)
    assert isinstance(found["linkage_spruill", "keys"], Skipped)
    assert math.isfinite(found["k_violations_2", "keys"].value)


LINKED = ("linkage_gower", "linkage_spruill", "il1s", "lambda_distance", "records_changed_mean")


def test_shuffled_rows_declared_as_linked_by_row_are_doubted_beside_every_figure_that_rests_on_links():
    rows = np.random.default_rng(4).permutation(N)
    for order, doubted in ((rows, True), (np.arange(N), False)):
        shuffled = {name: column.take(order) for name, column in columns().items()}
        found = compared(columns(), shuffled).scenarios[0].outcomes
        on_links = [o for o in found if isinstance(o, Result) and o.measure in (*LINKED, "interval_disclosure")]
        assert {o.measure for o in on_links} == {*LINKED, "interval_disclosure"}
        assert all(("random order" in " ".join(o.validity)) is doubted for o in on_links)
        [risk] = [o for o in found if o.measure == "expected_match_risk"]
        assert isinstance(risk, Skipped) is doubted, "the risk is not known where links do not hold"


def with_unseen_category():
    region = columns()["region"]
    codes = region.codes.copy()
    codes[:2] = 3, -1
    return {**columns(), "region": Column(None, codes, ("A", "B", "C", "X"))}


OF_FILE = ("total_variation_mean", "hellinger_mean", "gcp", "lambda_distance", "records_changed_mean")


def test_a_category_that_the_original_has_not_is_compared_and_its_variable_says_so():
    found = by_target(compared(columns(), with_unseen_category()).scenarios[0])
    for name in OF_FILE:
        assert 0 < found[name,].value < 0.05, "two of forty records of one of four variables"
    assert found["total_variation", "region"].value == pytest.approx(0.05), "over the categories of either file"
    assert "category only in the masked file: 'X'" in found["ldu_univariate", "region"].flags
    assert found["records_changed", "region"].value == pytest.approx(2 / N)
    assert 0.9 < found["gdu",].value < 1


def test_missing_values_are_counted_whatever_the_categories():
    found = by_target(compared(columns(), with_unseen_category()).scenarios[0])
    assert found["missing_values", "region"].value == pytest.approx(1 / N)
    assert found["missing_values_mean",].value == pytest.approx(1 / N / 4)
    assert "left_out" not in found["missing_values_mean",].detail


def test_moments_of_the_other_numbers_stand_where_one_variable_holds_a_missing_code():
    masked = {**with_cell("income", STATA), "health": numbers(columns()["health"].numbers)}
    found = by_target(compared(columns(), masked).scenarios[0])
    for name in ("mean_difference", "covariance_mae", "il1s", "wasserstein_mean"):
        assert found[name,].value == 0
        assert found[name,].detail["left_out"] == ["income"]


def test_the_resolution_of_a_file_with_a_missing_code_is_that_of_the_other_variables():
    found = by_target(compared(with_cell("income", STATA), columns()).scenarios[0])
    assert "income" in " ".join(found["gdu_resolution", "gdu"].validity)
