"""A control file in a run, and whether it is of the original's population."""

from dataclasses import replace

import numpy as np
import pytest

from core.assessment import Inputs, collect, make_plan, population_finding, run
from core.data import Microdata
from core.errors import PairingError
from tests.pairing.builders import codebook, microdata, scenario, variable

BOOK = codebook(variable("age", role="key"), variable("sex", "nominal", "key"), variable("income"))


def people(n, seed, shift=0.0):
    random = np.random.default_rng(seed)
    age = random.integers(20, 60, n)
    income = age * 10.0 + random.normal(shift, 30, n).round(2)
    return microdata(age=age.tolist(), sex=random.choice(["f", "m"], n).tolist(), income=income.tolist())


def test_people_drawn_alike_are_of_one_population():
    assert population_finding(people(600, 1), people(300, 2), BOOK) is None


def test_another_population_is_warned_of_by_what_differs():
    finding = population_finding(people(600, 1), people(300, 2, shift=60), BOOK)
    assert "most in 'income'" in finding.text


def test_the_control_lies_beside_every_pair_of_a_run():
    original, plan = people(60, 1), make_plan("k_violations_2")
    inputs = Inputs(original, (), BOOK, plan, None, control=people(40, 2))
    paired = inputs.paired(scenario(people(60, 3)), inputs.release())
    assert paired.control.n_records == 40


def test_a_run_refuses_a_file_that_is_no_control():
    original, plan = people(60, 1), make_plan("k_violations_2")
    with pytest.raises(PairingError, match="control file"):
        collect(plan, run(original, [scenario(original)], BOOK, plan, control=microdata("dogs.csv", dog=[1])))


def test_a_control_that_the_masking_saw_is_said_at_every_attack_net_of_it_and_nowhere_else():
    everybody, plan = people(200, 3), make_plan("linkability,k_violations_2", ["interval.groups=0"])
    original, control = (
        Microdata(name, {n: c.take(rows) for n, c in everybody.columns.items()}, len(rows))
        for name, rows in (("original.csv", np.arange(150)), ("control.csv", np.arange(150, 200)))
    )
    masked = [scenario(replace(everybody, name="everybody.csv")), scenario(replace(original, name="rest.csv"))]
    found = collect(plan, run(original, masked, BOOK, plan, control=control))
    said = {(f.file, o.measure): " ".join(o.validity) for f in found.scenarios for o in f.outcomes}
    assert "50 are equal to one of the control's 50: the masking saw them" in said["everybody.csv", "linkability"]
    assert "the masking saw" not in said["rest.csv", "linkability"] + said["everybody.csv", "k_violations_2"]
    assert not any(
        "the masking saw" in " ".join(o.validity) for o in (*found.original.outcomes, *found.control.outcomes)
    )
