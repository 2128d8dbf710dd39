"""Which scenarios meet what a purpose asks, threshold by threshold."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.assessment import Assessment, Comparison
from core.decision.purpose import Purpose, Requirement
from core.decision.risk_thresholds import (
    INDIVIDUAL_RISK,
    Judgement,
    Verdict,
    judge,
)
from core.measures import Outcome, Result, Skipped, detail_of
from core.risk import RiskDetail
from core.statistics.reproducible import above
from core.views import FILE_RISK_MEASURE, validity
from core.wording import exact_percent, trimmed_percent


@dataclass(frozen=True)
class ScenarioVerdict:
    """How one file meets one purpose against one key set.

    Parameters
    ----------
    scenario, keyset : str
    judgements : tuple of (Requirement, Judgement)
    """

    scenario: str
    keyset: str
    judgements: tuple[tuple[Requirement, Judgement], ...]

    @property
    def verdict(self) -> Verdict:
        """The worst of all: not met, not measured, does not hold, cannot be told, met."""
        order = (Verdict.NOT_MET, Verdict.NO_VALUE, Verdict.NOT_VALID, Verdict.CANNOT_TELL)
        given = {judgement.verdict for _, judgement in self.judgements}
        return next((v for v in order if v in given), Verdict.MET)


def verdicts(comparison: Comparison, purpose: Purpose) -> tuple[ScenarioVerdict, ...]:
    """Judge every scenario against every key set, in their orders."""
    return tuple(
        ScenarioVerdict(scenario.name, keyset, judged(scenario, purpose, keyset))
        for scenario in comparison.scenarios
        for keyset in keysets_of(scenario)
    )


def keysets_of(assessment: Assessment) -> tuple[str, ...]:
    """Return the key sets that a file's risk was measured for."""
    measured = (*assessment.of("global_risk"), *assessment.of(FILE_RISK_MEASURE))
    return tuple(dict.fromkeys(o.target[0] for o in measured if o.target))


def judged(assessment: Assessment, purpose: Purpose, keyset: str) -> tuple[tuple[Requirement, Judgement], ...]:
    """Judge one file by every requirement of a purpose."""
    return tuple((r, _judgement(assessment, r, keyset)) for r in purpose.requirements)


def _judgement(assessment: Assessment, requirement: Requirement, keyset: str) -> Judgement:
    measure = requirement.measure
    outcome = assessment.outcome(measure, (keyset,)) or assessment.outcome(measure)
    if requirement.threshold == INDIVIDUAL_RISK.id:
        return _by_records(outcome, requirement.limit, _largest_risk(assessment, keyset))
    return judge(outcome, measure, requirement.highest, at_least=requirement.at_least)


def _largest_risk(assessment: Assessment, keyset: str) -> float | None:
    """Return the largest individual risk of a file, which is known with its re-identification rate."""
    rate = assessment.outcome("global_risk", (keyset,))
    return detail_of(rate, RiskDetail).get("max_risk") if isinstance(rate, Result) else None


def _by_records(outcome: Outcome | None, limit: float, largest: float | None) -> Judgement:
    """Judge that no record has a risk above the limit: by their number, or where that is of another one by the largest.

    How many are above the limit is not known then: 0, or at least one.
    """
    counted = records_above(outcome, limit)
    if not isinstance(outcome, Result) or isinstance(counted, Result):
        return judge(counted, "risk_above_threshold", 0.0)
    if largest is not None:
        if not above(largest, limit):
            return judge(replace(outcome, value=0.0, interval=None), outcome.measure, 0.0)
        return _some_above(outcome, f"the largest individual risk is {trimmed_percent(largest, 3)}")
    measured = detail_of(outcome, RiskDetail).get("threshold", limit)
    if outcome.value > 0 and measured > limit:
        return _some_above(outcome, f"{exact_percent(outcome.value)} of records are above {trimmed_percent(measured)}")
    return judge(counted, "risk_above_threshold", 0.0)


def _some_above(outcome: Result, reason: str) -> Judgement:
    """Judge that a record is above the limit, how many are not known: no share and no interval of another limit."""
    if sentences := validity(outcome):
        return Judgement(Verdict.NOT_VALID, outcome.measure, None, sentences)
    return Judgement(Verdict.NOT_MET, outcome.measure, None, (reason,))


def records_above(outcome: Outcome | None, limit: float) -> Outcome | None:
    """Return ``risk_above_threshold`` for another threshold, where the run counted it; else Skipped with the reason.

    Parameters
    ----------
    outcome : Outcome or None
        As measured; anything but a result is returned as it is.
    limit : float
        A share in 0..1.
    """
    if not isinstance(outcome, Result):
        return outcome
    detail = detail_of(outcome, RiskDetail)
    measured = detail.get("threshold", limit)
    count = detail.get("counts_above", {}).get(f"{limit:g}")
    if measured == limit or (measured < limit and not outcome.value):
        return outcome
    if count is not None:
        kept = {name: value for name, value in detail.items() if name != "value_missing_as_category"}
        return replace(
            outcome,
            value=count / outcome.n,
            interval=None,
            detail={**kept, "count": count, "threshold": limit},
            jackknife=None,
        )
    reason = (
        f"records were counted above {trimmed_percent(measured, 3)}, not above {trimmed_percent(limit, 3)}: run again, "
        "and the run counts them"
    )
    return Skipped(outcome.measure, outcome.target, reason)
