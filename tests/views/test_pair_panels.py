"""Pairs of several files in one order: what is kept, and how much stronger than in a reference."""

from types import SimpleNamespace

import numpy as np
import pytest

from core.assessment.comparison import Assessment, VariableRecord
from core.views.pair_panels import pair_panels
from tests.outcomes import result

NAMES = ("a", "b", "c")
STRONG, WEAK = 0.64, 0.04


def file(name, values, after=STRONG):
    known = {"test": "chi_squared", "step": "strength", "coefficient_original": STRONG, "coefficient_masked": after}
    pairs = [("a", "b"), ("a", "c"), ("b", "c")]
    outcomes = tuple(
        result("ldu_bivariate", pair, value, 100, **known) for pair, value in zip(pairs, values, strict=True)
    )
    records = tuple(VariableRecord(each, "nominal", "key", "kept") for each in NAMES)
    return Assessment(name, f"{name}.csv", "", 100, 3, outcomes, variables=records)


@pytest.fixture
def comparison():
    files = {"one": file("one", (0.9, 0.5, 1.0)), "two": file("two", (0.2, 1.0, 1.0), WEAK)}
    return SimpleNamespace(scenario=files.__getitem__)


def test_every_file_has_the_same_order(comparison):
    panels = pair_panels(comparison, ["two", "one"])
    assert panels.names == NAMES
    assert panels.values[:, 1, 0].tolist() == [0.2, 0.9]
    assert panels.words[0, 1, 0].startswith("20.0% kept · association −0.60") or "-0.60" in panels.words[0, 1, 0]


def test_differences_are_changes_of_the_association_to_the_reference(comparison):
    to_original = pair_panels(comparison, ["one", "two"], difference=True)
    assert to_original.values[:, 1, 0] == pytest.approx([0.0, -0.6])
    to_two = pair_panels(comparison, ["one", "two"], "two", difference=True)
    assert to_two.values[:, 1, 0] == pytest.approx([0.6, 0.0])


def test_only_the_variables_of_the_worst_pairs_and_those_asked_for(comparison):
    assert pair_panels(comparison, ["one", "two"], most=2).names == ("a", "b")
    some = pair_panels(comparison, ["one", "two"], most=2, always=("c",))
    assert (some.names, some.of_all) == (NAMES, 3)
    assert np.isnan(np.diagonal(some.values, axis1=1, axis2=2)).all()
