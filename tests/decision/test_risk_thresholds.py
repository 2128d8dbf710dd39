"""Thresholds: met, not met, does not hold, no value; and the count above another one."""

import numpy as np
import pytest

from core.assessment import measure_by_id
from core.decision.risk_thresholds import (
    K_CHOICES,
    Verdict,
    judge,
    with_threshold,
)
from core.measures import Failed, Jackknife, Result, Skipped
from core.views.risk import RecordRisks

TARGET = ("k",)


@pytest.mark.parametrize(
    ("outcome", "verdict"),
    [
        (Result("global_risk", TARGET, 0.05, 9), Verdict.MET),
        (Result("global_risk", TARGET, 0.0501, 9), Verdict.NOT_MET),
        (Result("global_risk", TARGET, 0.01, 9, validity=("swapped",)), Verdict.NOT_VALID),
        (Skipped("global_risk", TARGET, "no weight"), Verdict.NO_VALUE),
        (Failed("global_risk", TARGET, "ValueError"), Verdict.NO_VALUE),
        (None, Verdict.NO_VALUE),
    ],
)
def test_verdicts(outcome, verdict: Verdict) -> None:
    found = judge(outcome, "global_risk", 0.05)
    assert found.verdict is verdict
    assert bool(found.reasons) == (verdict in (Verdict.NOT_VALID, Verdict.NO_VALUE))
    assert found.value == (outcome.value if isinstance(outcome, Result) else None)


def test_a_figure_that_does_not_hold_is_never_met() -> None:
    safe = Result("k_violations_3", TARGET, 0.0, 9, validity=("noise",))
    assert judge(safe, "k_violations_3", 0.0).verdict is Verdict.NOT_VALID


def test_another_threshold_is_counted_from_the_risks() -> None:
    risks = RecordRisks(np.array([0.1, 0.5, 1.0]), np.array([4, 3, 1]))
    measured = Result(
        "risk_above_threshold",
        TARGET,
        0.5,
        8,
        (0.4, 0.6),
        {"threshold": 0.1, "count": 4, "value_missing_as_category": 0.9},
        validity=("noise",),
        jackknife=Jackknife((1.0,), common=True),
    )
    found = with_threshold(measured, risks, 0.6)
    assert isinstance(found, Result)
    assert (found.value, found.n, found.interval) == (1 / 8, 8, None)
    assert (found.detail["count"], found.detail["threshold"]) == (1, 0.6)
    assert found.validity == ("noise",)
    assert found.jackknife is None
    assert "value_missing_as_category" not in found.detail
    assert found.interval_reason


def test_what_was_not_measured_stays_so() -> None:
    skipped = Skipped("risk_above_threshold", TARGET, "no weight")
    risks = RecordRisks(np.zeros(0), np.zeros(0, dtype=np.int64), problem="no record")
    assert with_threshold(skipped, risks, 0.2) is skipped
    found = with_threshold(Result("risk_above_threshold", TARGET, 0.5, 8), risks, 0.2)
    assert isinstance(found, Skipped)
    assert found.reason == "no record"


def test_the_smallest_groups_that_may_be_asked_for_are_measured() -> None:
    assert all(measure_by_id(f"k_violations_{k}") for k in K_CHOICES)


def test_a_value_at_its_limit_but_for_rounding_meets_it() -> None:
    at_limit = Result("global_risk", ("k",), 0.1 + 0.2, 10)
    assert judge(at_limit, "global_risk", 0.3).verdict is Verdict.MET
