"""Set up page: how the records were drawn, and how replicate weights were made."""

import numpy as np
import pytest

from core.data import ReplicateMethod

pytestmark = pytest.mark.slow


def workspace(user):
    return user.state["workspace"]


def survey() -> bytes:
    random = np.random.default_rng(1)
    rows = ["sex,age,hid," + ",".join(f"brr{i}" for i in range(1, 9))]
    for i in range(120):
        weights = ",".join(f"{w:.2f}" for w in random.uniform(0.5, 2, 8))
        rows.append(f"{i % 2 + 1},{20 + i % 50},{100 + i // 3},{weights}")
    return "\n".join(rows).encode()


def test_units_are_said_and_the_method_is_asked(bring) -> None:
    user = bring({"original.csv": survey()})
    user.go("setup")
    assert "The units drawn first are the **40** households of **hid**" in user.text()
    assert user.app.selectbox(key="replicate_method").value is ReplicateMethod.BRR
    assert "Proposed: by their name" in user.text()
    user.app.selectbox(key="replicate_method").set_value(ReplicateMethod.FAY)
    user.run()
    assert workspace(user).codebook.replicates.factors == (0.5,)
    user.app.number_input(key="replicate_fay").set_value(0.3)
    user.run()
    assert workspace(user).codebook.replicates.factors == (0.3,)
    assert workspace(user).codebook.replicates.reason == ""
    user.app.selectbox(key="replicate_method").set_value("")
    user.run()
    assert workspace(user).codebook.replicates is None
    assert user.app.selectbox(key="replicate_method").value == ""
    assert "not how they were made" in user.text()


def test_units_of_the_population_are_a_number_or_a_variable(bring) -> None:
    user = bring({"original.csv": survey()})
    user.go("setup")
    assert workspace(user).effective_codebook.units_of_population is None
    user.app.selectbox(key="population_kind").set_value("number")
    user.run()
    user.app.number_input(key="population_number").set_value(900.0)
    user.run()
    assert workspace(user).codebook.units_of_population == 900
    user.app.number_input(key="population_number").set_value(39.0)
    user.run()
    assert "the sample has more households in a stratum" in user.text()
    user.app.selectbox(key="population_kind").set_value("")
    user.run()
    assert workspace(user).codebook.units_of_population is None
