"""What every measure of the catalogue promises, read from its declared traits."""

import importlib
import math
import pkgutil

import numpy as np
import pytest

import core.risk
import core.utility
from core.assessment import CATALOGUE, collect, make_plan, run
from core.assessment.trial_files import CODEBOOK, VARIABLES, N, in_order, noisy, people, renamed
from core.data import Codebook, Microdata, Scenario, ScenarioDeclaration
from core.measures import Better, Measure, Result, Scope, Subject

PLAN = make_plan("quick", ["interval.groups=0", "null.replicates=3"])


def masked_people():
    return noisy(people())


def outcomes(original, masked, codebook=CODEBOOK, plan=PLAN, linked="row"):
    n = len(next(iter(original.values())))
    scenario = Scenario(Microdata("m.csv", masked, n), ScenarioDeclaration("m.csv", "m", linked))
    found = collect(plan, run(Microdata("o.csv", original, n), [scenario], codebook, plan))
    return {
        (o.measure, frozenset(o.target) if o.measure.startswith("ldu_biv") else o.target): o
        for o in found.scenarios[0].outcomes
    }


@pytest.fixture(scope="module")
def copied():
    return outcomes(people(), people())


@pytest.fixture(scope="module")
def masked():
    return outcomes(people(), masked_people())


def same(first, second):
    """The same outcomes: equal kinds, values within 1e-12; those that draw at random are left out."""
    assert first.keys() == second.keys()
    for key, one in first.items():
        other = second[key]
        assert type(one) is type(other), key
        if isinstance(one, Result) and key[0] not in DRAWN_AT_RANDOM:
            assert math.isclose(one.value, other.value, rel_tol=1e-11, abs_tol=1e-12), key
            assert one.n == other.n, key


DRAWN_AT_RANDOM = frozenset(m.id for m in CATALOGUE if m.subject is Subject.SIZE)


@pytest.mark.parametrize("measure", CATALOGUE, ids=lambda m: m.id)
def test_a_measure_declares_what_it_is(measure):
    low, high = measure.bounds
    assert low < high
    assert measure.name
    assert measure.reference
    assert measure.summary.endswith(".")
    assert measure.parameters().__dataclass_params__.frozen
    assert (measure.repetitions is not None) == (measure.subject is Subject.SIZE)


def test_ids_are_unique():
    ids = [m.id for m in CATALOGUE]
    assert len(set(ids)) == len(ids)


def test_no_measure_is_left_out_of_the_catalogue():
    found = set()
    for package in (core.utility, core.risk):
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            names = vars(importlib.import_module(module.name)).values()
            found |= {value.id for value in names if isinstance(value, Measure)}
    assert found == {m.id for m in CATALOGUE}


UTILITY = [m for m in CATALOGUE if m.subject is Subject.PAIR and m.family != "risk"]


@pytest.mark.parametrize("measure", UTILITY, ids=lambda m: m.id)
def test_an_identical_copy_has_the_best_value_of_a_utility_measure(measure, copied):
    low, high = measure.bounds
    # of a signed difference, which lies on either side of 0, no difference is best
    signed = low < 0 < high and measure.better is Better.LOWER
    best = 0.0 if signed else high if measure.better is Better.HIGHER else low
    found = [o for (name, _), o in copied.items() if name == measure.id and isinstance(o, Result)]
    assert all(o.value == best for o in found)


def test_every_value_lies_within_its_bounds(masked):
    bounds = {m.id: m.bounds for m in CATALOGUE}
    for (name, _), outcome in masked.items():
        if isinstance(outcome, Result):
            assert bounds[name][0] <= outcome.value <= bounds[name][1], name
            assert outcome.n > 0


def test_the_order_of_the_records_changes_nothing(masked):
    rows = np.random.default_rng(3).permutation(N)
    moved = [in_order(part, rows) for part in (people(), masked_people())]
    same(outcomes(*moved), masked)


@pytest.mark.slow
def test_the_order_of_the_columns_changes_nothing(masked):
    codebook = Codebook(VARIABLES[::-1], CODEBOOK.keysets)
    turned = [dict(reversed(part.items())) for part in (people(), masked_people())]
    same(outcomes(*turned, codebook=codebook), masked)


def test_the_labels_of_categories_change_nothing(masked):
    same(outcomes(renamed(people()), renamed(masked_people())), masked)


@pytest.mark.parametrize("measure", [m for m in CATALOGUE if m.scope is Scope.FILE], ids=lambda m: m.id)
def test_a_file_level_measure_answers_for_every_scenario(measure, masked):
    assert [name for name, _ in masked if name == measure.id]
