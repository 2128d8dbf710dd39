"""Which scenarios meet what a purpose asks, threshold by threshold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from core.assessment import Assessment, Comparison
from core.data import Masking, RelationKind
from core.decision.purpose import ATTACK_RULES, COUNTED, Purpose, Requirement, RuledFiles
from core.decision.risk_thresholds import (
    INDIVIDUAL_RISK,
    Judgement,
    Verdict,
    judge,
)
from core.measures import Failed, Outcome, Result, Skipped, detail_of
from core.risk import RiskDetail
from core.statistics.reproducible import above
from core.views import FILE_RISK_MEASURE, validity
from core.wording import exact_percent, trimmed_percent

FOR_SYNTHETIC = "for synthetic files alone"
NOT_OF_SYNTHETIC = "counts of key values do not hold for synthetic records; attacks net of the control are judged"
NO_CONTROL = "no control file; add one on the Files page, or by --control on the command line"
OF_PEOPLE = frozenset({RelationKind.SAME_ORDER, RelationKind.LINKED, RelationKind.PART})
"""Files that are seen to hold the original's people, whatever is declared of them."""


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


def judged(
    assessment: Assessment, purpose: Purpose, keyset: str, like: Assessment | None = None
) -> tuple[tuple[Requirement, Judgement], ...]:
    """Judge one file by every requirement of a purpose; ``like``: by those that apply to this other file."""
    return tuple(
        (r, Judgement(Verdict.NOT_FOR, r.measure, None, (why,)))
        if (why := not_for(like or assessment, purpose, r))
        else (r, _judgement(assessment, r, keyset))
        for r in purpose.requirements
    )


def not_for(assessment: Assessment, purpose: Purpose, requirement: Requirement) -> str:
    """Say why a requirement does not apply to a file; empty where it does.

    Counts of key values are of no synthetic record, where the purpose judges such files by attacks.
    """
    if requirement.files is RuledFiles.SYNTHETIC:
        return "" if _maskings(assessment, any) else FOR_SYNTHETIC
    attacks = any(r.threshold in ATTACK_RULES and r.files is RuledFiles.SYNTHETIC for r in purpose.requirements)
    excused = requirement.threshold in COUNTED and attacks and _of_nobody(assessment)
    return NOT_OF_SYNTHETIC if excused else ""


def in_use(comparison: Comparison, purpose: Purpose) -> Purpose:
    """Return a purpose without the rules of synthetic files where there are none; rules that apply to no file last."""
    files = comparison.scenarios
    used = [r for r in purpose.requirements if r.files is RuledFiles.ALL or any(_maskings(f, any) for f in files)]
    idle = {r.threshold for r in used if files and all(not_for(f, purpose, r) for f in files)}
    return replace(purpose, requirements=tuple(sorted(used, key=lambda r: r.threshold in idle)))


def accepted_limit(comparison: Comparison, purpose: Purpose, measure: str) -> float | None:
    """Return the highest value of a measure of risk that is accepted; None where no rule for it applies to any file."""
    files = comparison.scenarios
    applied = (r for r in purpose.requirements if not files or any(not not_for(f, purpose, r) for f in files))
    return replace(purpose, requirements=tuple(applied)).limit_of(measure)


def _of_nobody(assessment: Assessment) -> bool:
    """Whether a file is declared synthetic in all variables, and does not hold the original's people as far as seen."""
    seen = assessment.relation is not None and assessment.relation.kind in OF_PEOPLE
    return _maskings(assessment, all) and not seen


def _maskings(assessment: Assessment, how: Callable[[Iterable[bool]], bool]) -> bool:
    """Whether any, or all, of the variables that the file has are declared synthetic."""
    kept = [v for v in assessment.variables if v.status != "removed"]
    return bool(kept) and how(v.masking == Masking.SYNTHETIC for v in kept)


def _judgement(assessment: Assessment, requirement: Requirement, keyset: str) -> Judgement:
    measure = requirement.measure
    outcome = assessment.outcome(measure, (keyset,)) or assessment.outcome(measure)
    if requirement.files is RuledFiles.SYNTHETIC and outcome is not None and _is_blind(outcome):
        return Judgement(Verdict.CANNOT_TELL, measure, None, (NO_CONTROL,))
    if requirement.threshold == INDIVIDUAL_RISK.id:
        return _by_records(outcome, requirement.limit, _largest_risk(assessment, keyset))
    return judge(outcome, measure, requirement.highest, at_least=requirement.at_least)


def _is_blind(outcome: Outcome) -> bool:
    """Whether an attack was measured without a control file: what anybody could guess counts as risk then."""
    detail = {} if isinstance(outcome, Failed) else dict(outcome.detail or {})
    return detail.get("n_control", 0) is None


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
