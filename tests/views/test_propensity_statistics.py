"""pMSE, SPECKS, PO50 and U of one file, and pMSE against pairs of sets and records assigned at random: by hand."""

from dataclasses import replace

import numpy as np
import pytest

from core.assessment import Assessment, Comparison, collect, make_plan, run
from core.data import Scenario, ScenarioDeclaration
from core.pairing import draft_codebook
from core.views import propensity_statistics
from tests.outcomes import result
from tests.pairing.builders import microdata

N = {"n_original": 100, "n_masked": 100, "share_masked": 0.5}


def between(name, value, n=100):
    return {"set": name, "n": n, "value": value, "specks": value / 2, "po50": 100 * value, "u": 5000.0}


def file(name, value, sets=(), rows=100, **detail):
    said = N | {"specks": 0.2, "po50": 6.0, "u": 5500.0, "ratio": 3.0, "null": {"replicates": 0, "reason": "none"}}
    outcome = result("propensity", (), value, rows, between_sets=list(sets), **(said | detail))
    return Assessment(name, f"{name}.csv", "", rows, 2, (outcome,), set_of="cart")


def compared(*files):
    plan = {"measures": [], "parameters": {}, "preset": "quick", "seed": 1}
    return Comparison(plan, {}, Assessment("Original", "o.csv", "", 100, 2), files)


def test_all_pairs_of_sets_are_the_null_of_each_set():
    """The mean of .01, .02 and .03 is .02; at equal sizes the ratio is 2 pMSE / mean, as synthpop has it."""
    a, b = file("a", 0.04), file("b", 0.05, [between("a", 0.01)])
    c = file("c", 0.06, [between("a", 0.02), between("b", 0.03)])
    found = propensity_statistics(compared(a, b, c), a)
    assert found.statistics == {"pMSE": 0.04, "SPECKS": 0.2, "PO50": 6.0, "U": 5500.0}
    assert found.between_sets == pytest.approx({"pMSE": 0.02, "SPECKS": 0.01, "PO50": 2.0, "U": 5000.0})
    assert found.ratios == {"by formula": 3.0, "from 3 pairs of sets": pytest.approx(2 * 0.04 / 0.02)}
    assert found.pairs == 3
    alone = propensity_statistics(compared(replace(a, set_of="")), replace(a, set_of=""))
    assert list(alone.ratios) == ["by formula"]


def test_sets_of_another_size_than_the_original():
    """400 originals, sets of 100: (1 - c)^2 c / N = .64 x .2 / 500, between two sets .25 / 200."""
    sizes = {"n_original": 400, "n_masked": 100, "share_masked": 0.2, "ratio": None}
    a, b = file("a", 0.01, **sizes), file("b", 0.01, [between("a", 0.0125)], **sizes)
    (ratio,) = propensity_statistics(compared(a, b), a).ratios.values()
    assert ratio == pytest.approx(0.01 / (0.0125 / (0.25 / 200) * 0.64 * 0.2 / 500))


def test_permuted_records_are_twice_as_far_apart_as_files_of_one_model():
    null = {"replicates": 50, "mean": 0.02, "dealt": True}
    a = replace(file("a", 0.05, null=null, ratio=None), set_of="")
    ratios = propensity_statistics(compared(a), a).ratios
    assert ratios == {"from 50 permutations of the records at random": pytest.approx(0.05 / 0.01)}


def test_a_pair_that_cannot_be_compared_says_why():
    a, b = file("a", 0.04), file("b", 0.05, [{"set": "a", "n": 100, "reason": "too large"}])
    found = propensity_statistics(compared(a, b), a)
    assert (found.pairs, found.reason) == (0, "too large")
    assert not found.between_sets


def test_a_run_compares_each_set_with_the_earlier_ones():
    random = np.random.default_rng(4)

    def data(name):
        return microdata(name, **{v: [str(x) for x in random.integers(0, 3, 60)] for v in ("g", "h")})

    original, files = data("o.csv"), [data(f"{name}.csv") for name in "abc"]
    sets = [Scenario(f, ScenarioDeclaration(f.name, linked="none", set_of="s" * (f.name != "c.csv"))) for f in files]
    sets.append(Scenario(data("d.csv"), ScenarioDeclaration("d.csv", linked="none", set_of="s")))
    plan = make_plan(["propensity"], ["propensity.model=main", "interval.groups=0"])
    measured = collect(plan, run(original, sets, draft_codebook(original, files), plan))
    said = {f.name: [b["set"] for b in f.outcome("propensity").detail["between_sets"]] for f in measured.scenarios}
    assert said == {"a": [], "b": ["a"], "c": [], "d": ["a", "b"]}
