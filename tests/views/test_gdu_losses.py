"""Where the points of GDU went: by hand, and adding up whatever was done to a file."""

import math

import numpy as np
import pytest

from core.assessment import collect, make_plan, measure_by_id, run
from core.assessment.comparison import Assessment
from core.data import Codebook, Column, Level, Microdata, Role, Scenario, ScenarioDeclaration, Variable
from core.measures import Result, Skipped
from core.views.gdu_losses import cause_lines, losses_of, reading_lines, step_lines
from tests.outcomes import resolution, result


def single(name, value, recode=1.0, distribution=1.0):
    known = {"recode_utility": recode, "distribution_utility": distribution}
    return result("ldu_univariate", (name,), value, 100, **known)


def pair(a, b, value, step="strength", flags=()):
    return result("ldu_bivariate", (a, b), value, 100, step=step, flags=tuple(flags))


def gdu(value, univariate, bivariate, removed=(), share=0.5):
    detail = {
        "aldu_univariate": univariate, "aldu_bivariate": bivariate, "univariate_share": share,
        "removed": list(removed), "n_original": 100, "n_masked": 90,
    }  # fmt: skip
    notices = ("weights do not enter",)
    return result("gdu", (), value, 90, (value - 0.1, value + 0.1), notices=notices, **detail)


@pytest.fixture
def assessment():
    """Three kept variables and a removed one.

    ALDUuni = (.5 + .9 + 1 + 0) / 4 = .6. Variable means of pairs: a (.8 + 0) / 2, b (.8 + 1) / 2, c 1/2, d 0:
    ALDUbiv = (.4 + .9 + .5 + 0) / 4 = .45. GDU = .525.
    """
    outcomes = (
        gdu(0.525, 0.6, 0.45, ["d"]),
        single("a", 0.5, 0.625, 0.8),
        single("b", 0.9, 1.0, 0.9),
        single("c", 1.0),
        single("d", 0.0, None, None),
        pair("a", "b", 0.8),
        pair("a", "c", 0.0, "one", ["knife edge: lost at step 1"]),
        pair("b", "c", 1.0, "none"),
        resolution(9.0, (0.39, 0.4, 0.41), (0.85, 0.9, 0.93)),
        resolution(0.0, (0.9, 0.95, 1.3), (0.9, 0.95, 1.3), "aldu_univariate"),
        Skipped("gdu_common_n", (), "both files are of one size"),
        Result("grc", (), 0.5, 90),
    )
    return Assessment("s", "s.csv", "", 90, 4, outcomes)


def test_losses_by_hand(assessment):
    losses = losses_of(assessment, assessment.outcome("gdu"), {})
    # removed d: half of 1/4 in either half; a recoded: .375 x 1/8; then .625 x .2 x 1/8 of its distribution
    expected = {
        (("d",), "removed"): 0.25,
        (("a",), "recoded"): 0.375 / 8,
        (("a",), "distribution"): 0.125 / 8,
        (("b",), "distribution"): 0.1 / 8,
        (("a", "b"), "strength"): 0.2 / 8,
        (("a", "c"), "one"): 1 / 8,
    }
    for key, value in expected.items():
        assert losses[key] == pytest.approx(value)
    lines = cause_lines(assessment, {})
    assert [(x["Lost by"], x["In"]) for x in lines[:2]] == [
        ("variables were removed", "d (25.0)"),
        ("pairs associated in one file only", "a × c (12.5)"),
    ]
    assert math.fsum(x["Points of 100"] for x in lines) == pytest.approx(47.5)


def test_steps_with_the_pairs_that_a_hair_decided(assessment):
    lines = {line["Decided by"]: line for line in step_lines(assessment)}
    one = lines["associated in one file only"]
    assert (one["Pairs"], one["Mean utility"]) == (1, 0.0)
    assert one["Nearly as strong, but significant in one file only"] == "a × c"
    assert lines["strength of the association compared"]["Mean utility"] == 0.8


def test_scores_beside_a_fresh_survey_and_shuffled_columns(assessment):
    lines = {line["Score"]: line for line in reading_lines(assessment)}
    gdu = lines[measure_by_id("gdu").name]
    assert (gdu["It is"], gdu["A fresh survey"], gdu["Columns shuffled"]) == ("below", "85.0% to 93.0%", 0.4)
    assert gdu["Way to the original"] == pytest.approx(0.125 / 0.6)
    assert lines[measure_by_id("gdu_common_n").name]["In words"] == "both files are of one size"
    assert lines[measure_by_id("grc").name]["Value"] == 0.5
    outcomes = tuple(o for o in assessment.outcomes if o.measure != "gdu_resolution")
    without = Assessment("s", "", "", 1, 1, (*outcomes, Skipped("gdu_resolution", (), "too large")))
    assert reading_lines(without)[0]["In words"].endswith("too large")


@pytest.mark.parametrize(("value", "where"), [(0.84, "below"), (0.85, "within"), (0.93, "within"), (0.94, "above")])
def test_against_a_fresh_survey(value, where):
    known = resolution(9.0, (0.39, 0.4, 0.41), (0.85, 0.9, 0.93))
    (line,) = reading_lines(Assessment("s", "", "", 1, 1, (gdu(value, 0.6, 0.45), known)))
    assert line["It is"] == where


def test_no_useful_scale_where_shuffled_columns_are_as_good_as_the_original():
    known = resolution(0.0, (0.99, 0.9997, 1.0), (0.99, 0.9997, 1.0))
    (line,) = reading_lines(Assessment("s", "", "", 1, 1, (gdu(0.8, 0.6, 0.45), known)))
    assert line["Way to the original"] is None


def test_other_weights_do_not_account_for_the_score(assessment):
    assert cause_lines(assessment, {"a": 3.0}) == []


def measured(masked, settings=(), weights=(1.0, 1.0, 1.0, 1.0)):
    original = columns()
    variables = (
        Variable("age", Level.CONTINUOUS, Role.KEY, weight=weights[0]),
        Variable("region", Level.NOMINAL, Role.KEY, weight=weights[1]),
        Variable("health", Level.ORDINAL, Role.ANALYSIS, weight=weights[2]),
        Variable("income", Level.CONTINUOUS, Role.ANALYSIS, weight=weights[3]),
    )
    n = len(next(iter(masked.values())))
    scenario = Scenario(Microdata("m.csv", masked, n), ScenarioDeclaration("m.csv", "m", "none"))
    plan = make_plan(["gdu", "aldu_univariate", "ldu_univariate", "ldu_bivariate"], ["interval.groups=0", *settings])
    steps = run(Microdata("o.csv", original, 200), [scenario], Codebook(variables), plan)
    return collect(plan, steps).scenarios[0], {v.name: v.weight for v in variables}


def columns():
    random = np.random.default_rng(6)
    age = random.integers(20, 70, 200).astype(float)
    income = age * 50 + random.normal(0, 900, 200).round()
    income[random.random(200) < 0.1] = np.nan
    return {
        "age": Column(age),
        "region": Column(None, random.integers(0, 4, 200).astype(np.int32), ("e", "n", "s", "w")),
        "health": Column(np.clip(age // 15 + random.integers(-1, 2, 200), 1, 5)),
        "income": Column(income),
    }


def damaged(kind):
    found, random = columns(), np.random.default_rng(7)
    if kind == "shuffled":
        return {
            k: Column(c.numbers, c.codes, c.labels) if k == "age" else _permuted(c, random) for k, c in found.items()
        }
    if kind == "suppressed":
        return found | {"age": Column(np.where(random.random(200) < 0.4, np.nan, found["age"].numbers))}
    if kind == "noise":
        return found | {"income": Column(found["income"].numbers + random.normal(0, 1500, 200))}
    return {k: c for k, c in found.items() if k != "income"}


def _permuted(column, random):
    order = random.permutation(200)
    if column.numbers is not None:
        return Column(column.numbers[order])
    return Column(None, column.codes[order], column.labels)


@pytest.mark.parametrize("settings", [(), ("gdu.missing=completeness",), ("gdu.univariate_share=0.3",)])
@pytest.mark.parametrize("kind", ["shuffled", "suppressed", "noise", "removed"])
@pytest.mark.parametrize("weights", [(1.0, 1.0, 1.0, 1.0), (2.0, 1.0, 0.0, 0.5)])
def test_the_losses_always_add_up(kind, settings, weights):
    assessment, used = measured(damaged(kind), settings, weights)
    value = assessment.outcome("gdu").value
    lost = math.fsum(line["Points of 100"] for line in cause_lines(assessment, used)) / 100
    assert lost == pytest.approx(1 - value, abs=1e-5) != 0
