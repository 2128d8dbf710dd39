"""What a measure of risk says about missing key values is what it does with them."""

import numpy as np
import pytest

from core.data import Coded, KeySet, Level, Release
from core.measures import Basis, Measure, Result, Subject
from core.risk import MEASURES, RiskParameters

POPULATION_MODELS = {
    "population_uniques_loglinear",
    "correct_matches_loglinear",
    "population_uniques_zayatz",
    "population_uniques_pitman",
}


def sorts(measure: Measure) -> bool:
    """Whether a measure needs groups of records: a missing key value cannot agree with several."""
    return measure.basis is Basis.GROUPS or measure.id in POPULATION_MODELS


OF_ONE_FILE = [
    m
    for m in MEASURES
    if m.subject is Subject.RELEASE and m.id not in ("population_uniques_known", "values_given_away")
]


def file() -> Release:
    random = np.random.default_rng(3)
    columns = {
        name: Coded(Level.NOMINAL, random.integers(low, 4, 60).astype(np.int32), ("a", "b", "c", "d"))
        for name, low in (("area", -1), ("sex", 0), ("job", -1), ("income", 0))
    }
    households = {"household": (np.arange(60) // 2).astype(float)}
    keysets = (KeySet("keys", ("area", "sex", "job")),)
    return Release("file", 60, columns, keysets=keysets, sensitive=("income",), households=households)


def result(measure: Measure, missing: str) -> Result:
    parameters = RiskParameters(missing=missing, sampling_fraction=0.1, threshold=0.2)
    (outcome,) = measure.compute(measure.prepare(file(), parameters))
    assert isinstance(outcome, Result)
    return outcome


@pytest.mark.parametrize("measure", OF_ONE_FILE, ids=lambda m: m.id)
def test_the_rule_in_the_detail_is_the_rule_that_was_applied(measure: Measure) -> None:
    asked, category = result(measure, "wildcard"), result(measure, "category")
    rule = asked.detail["missing"]
    if measure.id.startswith(("suda", "dis_suda")):
        assert rule == category.detail["missing"] == "agrees with nothing"
    else:
        assert rule == ("category" if sorts(measure) else "wildcard")
        assert category.detail["missing"] == "category"
    if rule == "wildcard":
        assert abs(asked.value - category.value) > 1e-6
    else:
        assert asked.value == category.value
    assert result(measure, "drop").detail["missing"] == "drop"
