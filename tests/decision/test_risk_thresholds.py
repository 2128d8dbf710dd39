"""Thresholds: met, not met, does not hold, no value."""

import pytest

from core.decision.risk_thresholds import Verdict, judge
from core.measures import Failed, Result, Skipped

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


def test_a_value_at_its_limit_but_for_rounding_meets_it() -> None:
    at_limit = Result("global_risk", ("k",), 0.1 + 0.2, 10)
    assert judge(at_limit, "global_risk", 0.3).verdict is Verdict.MET


def test_a_limit_of_0_is_about_counted_records_whatever_the_interval() -> None:
    counted = Result("disco", (), 0.01, 100, (0.0, 0.02))
    assert judge(counted, "disco", 0.0).verdict is Verdict.NOT_MET
    assert judge(counted, "disco", 0.015).verdict is Verdict.CANNOT_TELL
