"""Sweeps and the search for the smallest masking."""

import json
from dataclasses import replace

import numpy as np
import pytest

from core.assessment import make_plan, measure_by_id
from core.assessment.run import collect, run
from core.data import Codebook, Column, KeySet, Level, Microdata, Role, Variable
from core.errors import MaskingError
from core.laboratory.masking_search import smallest_masking
from core.laboratory.recipe_run import run_recipe, with_recipe_run
from core.laboratory.search_answer import Question
from core.laboratory.sweep import (
    Vary,
    assess_file,
    collect_sweep,
    quick_plan,
    read_vary,
    settings,
    sweep,
    value_of,
)
from core.laboratory.sweep_document import write_sweep
from core.masking import Masked, Recipe, StepParameter, apply_recipe, make_step, set_aside
from core.reports import write_results
from core.views.risk_utility.axis import Axis
from core.views.risk_utility.points import risk_utility_map

pytestmark = pytest.mark.slow

K = StepParameter(0, "k")


@pytest.fixture(scope="module")
def original() -> Microdata:
    random = np.random.default_rng(5)
    n = 300
    age = random.integers(20, 70, n)
    columns = {"age": age, "region": random.integers(0, 8, n), "income": age * 100 + random.integers(0, 4000, n)}
    return Microdata("o.csv", {k: Column(numbers=v.astype(float)) for k, v in columns.items()}, n, "0" * 64)


@pytest.fixture(scope="module")
def codebook() -> Codebook:
    return Codebook(
        (
            Variable("age", Level.CONTINUOUS, Role.KEY),
            Variable("region", Level.NOMINAL, Role.KEY),
            Variable("income", Level.CONTINUOUS, Role.SENSITIVE),
        ),
        (KeySet("keys", ("age", "region")),),
    )


@pytest.fixture(scope="module")
def recipe() -> Recipe:
    return Recipe((make_step("local_suppression", ("age", "region"), k=2), make_step("noise", ("income",), percent=5)))


def test_settings_are_a_grid(recipe) -> None:
    varied = [Vary(K, (2.0, 3.0)), Vary(StepParameter(1, "percent"), (5.0, 50.0, 7.5))]
    made = settings(recipe, varied)
    assert [s.values for s in made] == [(2, 5), (2, 50), (2, 7.5), (3, 5), (3, 50), (3, 7.5)]
    assert [s.number for s in made] == [1, 2, 3, 4, 5, 6]
    assert made[2].name == "2, 7.5"
    assert made[4].recipe.steps[0].parameters.k == 3
    assert made[4].recipe.steps[1].parameters.percent == 50
    for wrong in ([], [varied[0]] * 2, [Vary(K, tuple(map(float, range(2, 500))))]):
        with pytest.raises(MaskingError, match="a sweep"):
            settings(recipe, wrong)


def test_what_is_varied_is_read(recipe) -> None:
    assert read_vary(recipe, "local_suppression.k=2,3") == Vary(K, (2.0, 3.0))
    for text, message in (("1.k", "write STEP.parameter="), ("1.k=a", "must be numbers"), ("1.k=2,2", "given twice")):
        with pytest.raises(MaskingError, match=message):
            read_vary(recipe, text)


def test_same_bytes_on_any_number_of_workers(original, codebook, recipe) -> None:
    varied, plan = [Vary(K, (2.0, 4.0))], quick_plan()
    documents = []
    for jobs in (1, 2):
        steps = list(sweep(original, codebook, recipe, varied, plan, seed=3, jobs=jobs))
        assert sorted(s.done for s in steps) == [1, 2, 3]
        found = collect_sweep(recipe, varied, plan, 3, steps)
        documents.append(write_sweep(found, json.loads(write_results(found.comparison))))
    assert documents[0] == documents[1]
    content = json.loads(documents[0])
    assert [s["values"] for s in content["settings"]] == [[2], [4]]
    assert content["vary"] == ["1.k"]


def test_a_setting_is_measured_as_in_a_run(original, codebook, recipe) -> None:
    plan = quick_plan(more=["gdu_resolution"])
    masked = apply_recipe(original, codebook, recipe, 1)
    of_run = collect(plan, run(original, [masked.scenario], codebook, plan))
    assert assess_file(original, codebook, plan, masked.scenario) == of_run.scenarios[0]
    assert assess_file(original, codebook, plan) == of_run.original


def test_the_frontier_has_intervals_of_utility_and_the_original(original, codebook, recipe) -> None:
    varied, plan = [Vary(K, (2.0, 3.0, 5.0))], quick_plan("global_risk", utility="gdu_effect_sizes")
    steps = list(sweep(original, codebook, recipe, varied, plan))
    found = collect_sweep(recipe, varied, plan, 1, steps)
    drawn = risk_utility_map(
        found.comparison, Axis(measure_by_id("gdu_effect_sizes")), Axis(measure_by_id("global_risk"), ("keys",))
    )
    assert [p.name for p in drawn.scenario_points()] == ["2", "3", "5"]
    assert all(p.utility_interval and p.risk_interval is None for p in drawn.scenario_points())
    assert drawn.points[0].kind == "original"
    risks = [value_of(s, "global_risk", ("keys",)).value for s in found.steps]
    assert risks == sorted(risks, reverse=True)


def test_a_setting_that_cannot_be_applied_says_why(original, codebook, recipe) -> None:
    steps = list(sweep(original, codebook, recipe, [Vary(K, (2.0, 400.0))], quick_plan("global_risk")))
    failed = next(s for s in steps if s.setting.values == (400.0,))
    assert failed.assessment is None
    assert "300 records, fewer than k = 400" in failed.problem
    found = collect_sweep(recipe, [Vary(K, (2.0, 400.0))], quick_plan("global_risk"), 1, steps)
    assert [s.name for s in found.comparison.scenarios] == ["2"]
    assert json.loads(write_sweep(found, {}))["settings"][1]["status"] == "skipped"


def search(original, codebook, question, plan=None):
    plan = plan or quick_plan("global_risk")
    *tried, last = smallest_masking(original, codebook, plan, question)
    assert last.answer is not None
    assert all(t.tried is not None and t.done <= t.most for t in tried)
    return [t.tried.setting.values[0] for t in tried], last.answer


@pytest.fixture(scope="module")
def risks(original, codebook, recipe) -> dict[int, float]:
    """The risk at every k from 2 to 20: what the search is compared with."""
    plan = quick_plan("global_risk")
    varied = [Vary(K, tuple(float(k) for k in range(2, 21)))]
    steps = sweep(original, codebook, recipe, varied, plan)
    return {int(s.setting.values[0]): value_of(s, "global_risk", ("keys",)).value for s in steps if s.setting.number}


@pytest.mark.parametrize("wanted", [4, 9, 17])
def test_the_smallest_k_that_meets_the_limit(original, codebook, recipe, risks, wanted) -> None:
    limit = risks[wanted]
    question = Question(recipe, K, 2.0, 20.0, "global_risk", ("keys",), limit)
    tried, answer = search(original, codebook, question)
    assert answer.value == min(k for k, risk in risks.items() if risk <= limit)
    assert answer.monotone == all(risks[a] >= risks[b] for a, b in zip(sorted(risks), sorted(risks)[1:], strict=False))
    assert len(tried) <= 13
    assert f"k = {int(answer.value)} the risk is" in answer.words


def test_no_value_meets_the_limit_or_all_do(original, codebook, recipe) -> None:
    _, none = search(original, codebook, Question(recipe, K, 2.0, 6.0, "global_risk", ("keys",), 1e-6))
    assert none.value is None
    assert none.words.startswith("None of the 5 values tried meets the limit of 0.0001%. Nearest: ")
    assert none.nearest.setting.values == (6.0,)
    assert none.words.endswith("the strongest value of the range, and the risk still falls there: look beyond 6.")
    _, every = search(original, codebook, Question(recipe, K, 2.0, 6.0, "global_risk", ("keys",), 1.0))
    assert every.value == 2
    assert "gentlest value of the range" in every.words


def test_a_search_that_finds_nothing_says_why_and_which_keys_the_recipe_leaves(original, codebook) -> None:
    recipe = Recipe((make_step("noise", ("income",), percent=5),))
    question = Question(recipe, StepParameter(0, "percent"), 1.0, 2.0, "sample_uniques", ("keys",), 1e-6)
    _, flat = search(original, codebook, question, quick_plan("sample_uniques"))
    assert "The risk is the same at every value: this parameter does not change it" in flat.words
    assert flat.words.endswith("The recipe leaves these key variables as they are: age, region; mask them too.")
    recipe = Recipe((make_step("global_recode", ("age",), width=10),))
    question = Question(recipe, StepParameter(0, "width"), 2.0, 5.0, "sample_uniques", ("keys",), 1e-6)
    _, one = search(original, codebook, question, quick_plan("sample_uniques"))
    assert one.words.endswith("The recipe leaves these key variables as they are: region; mask them too.")


def test_a_risk_that_does_not_fall_is_said(original, codebook) -> None:
    # Bands of width 10 from another start: the risk goes up and down with the start.
    recipe = Recipe((make_step("global_recode", ("age",), width=10),))
    place = StepParameter(0, "start")
    values = [float(v) for v in range(10)]
    plan = quick_plan("sample_uniques")
    steps = [s for s in sweep(original, codebook, recipe, [Vary(place, tuple(values))], plan) if s.setting.number]
    found = {s.setting.values[0]: value_of(s, "sample_uniques", ("keys",)).value for s in steps}
    limit = sorted(found.values())[3]
    question = Question(recipe, place, 0.0, 9.0, "sample_uniques", ("keys",), limit)
    *_, last = smallest_masking(original, codebook, plan, question)
    assert not last.answer.monotone
    assert "does not fall all the way" in last.answer.words or last.answer.value is None


def test_searches_that_cannot_be_made(original, codebook, recipe) -> None:
    question = Question(recipe, K, 5.0, 5.0, "global_risk", ("keys",), 0.1)
    with pytest.raises(MaskingError, match="a lowest value below a highest one"):
        list(smallest_masking(original, codebook, quick_plan("global_risk"), question))
    question = Question(recipe, K, 2.0, 900.0, "global_risk", ("keys",), 0.1)
    with pytest.raises(MaskingError, match="k = 900 the risk has no value: step 1"):
        list(smallest_masking(original, codebook, quick_plan("global_risk"), question))


def test_a_recipe_is_run_beside_the_others(original, codebook, recipe) -> None:
    plan = make_plan(["gdu", "global_risk"])
    other = apply_recipe(original, codebook, Recipe((make_step("removal", ("region",)),), "dropped"), file="d.csv")
    comparison = collect(plan, run(original, [other.scenario], codebook, plan))
    masked, *steps = run_recipe(original, codebook, recipe, 1, plan, file="made.csv")
    assert isinstance(masked, Masked)
    both = with_recipe_run(comparison, plan, steps)
    assert [s.name for s in both.scenarios] == ["dropped", recipe.title()]
    assert both.original == comparison.original
    again = with_recipe_run(both, plan, steps)
    assert len(again.scenarios) == 2
    assert [type(step) for step in run_recipe(original, codebook, recipe, 1, None)] == [Masked]


def test_a_control_stands_beside_every_setting_as_in_a_run(original, codebook, recipe) -> None:
    rest, control = set_aside(original, 0.4, 1)
    plan = quick_plan("linkability", more=("disco",))
    varied = [Vary(K, (2.0, 5.0))]
    steps = list(sweep(rest, codebook, recipe, varied, plan, seed=3, control=control))
    assert [(s.done, s.total) for s in steps] == [(i, 4) for i in (1, 2, 3, 4)]
    swept = collect_sweep(recipe, varied, plan, 3, steps)
    masked = apply_recipe(rest, codebook, replace(settings(recipe, varied)[0].recipe, name="2"), 3).scenario
    whole = collect(plan, run(rest, [masked], codebook, plan, control=control))
    assert swept.comparison.scenarios[0].outcomes == whole.scenarios[0].outcomes
    assert swept.comparison.control == whole.control
    assert swept.comparison.original == whole.original
    assert [s.setting.name for s in swept.steps] == ["2", "5"]
    detail = swept.comparison.scenarios[0].outcome("linkability").detail
    assert (detail["n_original"], detail["n_control"]) == (180, 120)


def test_a_scenario_of_the_laboratory_is_measured_with_the_control(original, codebook, recipe) -> None:
    rest, control = set_aside(original, 0.4, 1)
    plan = make_plan("linkability")
    _, *steps = run_recipe(rest, codebook, recipe, 1, plan, control=control)
    assert collect(plan, steps).scenarios[0].outcome("linkability").detail["n_control"] == 120
