import numpy as np
import pytest

from core.assessment import Assessment, Comparison
from core.measures import Jackknife, Result, Skipped
from core.views.side_by_side import measure_rows

NOISE = np.random.default_rng(1).normal(size=20)


def gdu(value, spread=0.0, common=True, shift=0):
    jackknife = Jackknife(tuple(value + spread * np.roll(NOISE, shift)), common) if spread else None
    return Result("gdu", (), value, 100, (value - 0.01, value + 0.01), jackknife=jackknife)


def compared(*files):
    scenarios = [Assessment(name, f"{name}.csv", "", 100, 3, tuple(outcomes)) for name, outcomes in files]
    original = Assessment("Original", "o.csv", "", 100, 3, (Result("global_risk", ("keys",), 0.5, 100),))
    return Comparison({}, {}, original, tuple(scenarios))


def test_scenarios_that_move_together_are_told_apart():
    # both jackknives drop the same records: the difference .01 does not vary at all
    (row,) = measure_rows(compared(("a", [gdu(0.91, 0.002)]), ("b", [gdu(0.90, 0.002)])), ["a", "b"])
    assert row.verdict
    assert row.better == ((0, 1),)


def test_scenarios_that_vary_apart_are_not():
    files = ("a", [gdu(0.91, 0.02, common=False)]), ("b", [gdu(0.90, 0.02, common=False)])
    (row,) = measure_rows(compared(*files), ["a", "b"])
    assert row.verdict
    assert row.better == ()


def test_less_risk_is_better():
    def risk(value):
        jackknife = Jackknife(tuple(value + 1e-4 * NOISE), common=True)
        return Result("global_risk", ("keys",), value, 100, (value - 0.01, value + 0.01), jackknife=jackknife)

    (row,) = measure_rows(compared(("a", [risk(0.2)]), ("b", [risk(0.1)])), ["a", "b"])
    assert row.measure.is_risk
    assert row.original is not None
    assert row.original.outcome.value == 0.5
    assert row.better == ((1, 0),)


@pytest.mark.parametrize(
    ("second", "reason"),
    [
        ([gdu(0.9)], "chance not judged"),
        ([gdu(0.91, 0.01)], "the values are equal"),
        ([Skipped("gdu", (), "no variable in common")], "a file has no value"),
        ([], "a file has no value"),
    ],
)
def test_without_a_verdict_the_reason_stands(second, reason):
    (row,) = measure_rows(compared(("a", [gdu(0.91, 0.01)]), ("b", second)), ["a", "b"])
    assert not row.verdict
    assert row.why_not == reason
    assert row.better == ()


def test_a_missing_value_keeps_its_reason():
    files = ("a", [gdu(0.9)]), ("b", [Skipped("gdu", (), "no variable in common")])
    (row,) = measure_rows(compared(*files), ["a", "b"])
    assert row.cells[1].outcome.reason == "no variable in common"


def test_a_further_scenario_changes_no_verdict():
    files = [("a", [gdu(0.91, 0.002)]), ("b", [gdu(0.9, 0.002)]), ("c", [gdu(0.5, 0.1, common=False)])]
    (two,) = measure_rows(compared(*files[:2]), ["a", "b"])
    (three,) = measure_rows(compared(*files), ["a", "b", "c"])
    assert set(two.better) <= set(three.better)
