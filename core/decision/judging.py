"""Which scenarios meet what a purpose asks, threshold by threshold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from core.assessment import Assessment, Comparison
from core.data import Masking, RelationKind
from core.decision.purpose import ATTACK_RULES, COUNTED, Purpose, Requirement, RuledFiles
from core.decision.risk_thresholds import (
    FILE_RISK,
    INDIVIDUAL_RISK,
    SAMPLE_UNIQUES,
    SMALLEST_GROUP,
    Judgement,
    Verdict,
    judge,
)
from core.measures import Outcome, Result, detail_of
from core.risk import IndividualRisks, MatchDetail
from core.statistics.reproducible import above
from core.views import FILE_RISK_MEASURE, validity

FOR_SYNTHETIC = "for synthetic files alone"
NOT_OF_SYNTHETIC = "counts of key values do not hold for synthetic records; attacks net of the control are judged"
ONLY_A_BOUND = "only a bound is known, because records are not linked"
NO_CONTROL = "no control file; add one on the Set up page, or by --control on the command line"
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
    if requirement.threshold in COUNTED and isinstance(outcome, Result) and not validity(outcome):
        return _by_matching(outcome, requirement)
    return judge(outcome, measure, requirement.highest, at_least=requirement.at_least)


def _is_blind(outcome: Outcome) -> bool:
    """Whether an attack was measured without a control file: what anybody could guess counts as risk then."""
    return dict(outcome.detail or {}).get("n_control", 0) is None


def _by_matching(outcome: Result, requirement: Requirement) -> Judgement:
    """Judge what an intruder who matches keys finds: of the whole file, or of single people.

    A bound may show that a file meets its limit, never that it breaks it.
    """
    detail = detail_of(outcome, MatchDetail)
    if requirement.threshold == FILE_RISK.id:
        bound = detail["how"] == "bound" and bool(above(outcome.value, requirement.limit))
        return (
            Judgement(Verdict.NO_VALUE, outcome.measure, None, (ONLY_A_BOUND,))
            if bound
            else _judged(outcome, outcome.value, requirement)
        )
    individual = detail.get("individual")
    if individual is None:
        return Judgement(Verdict.NO_VALUE, outcome.measure, None, (detail["no_individual"],))
    figure = _figure(individual, requirement)
    if figure is None:
        return Judgement(Verdict.NO_VALUE, outcome.measure, None, (individual["no_dis_suda"],))
    return _judged(outcome, figure, requirement)


def _judged(outcome: Result, figure: float, requirement: Requirement) -> Judgement:
    verdict = Verdict.NOT_MET if above(figure, requirement.highest) else Verdict.MET
    return Judgement(verdict, outcome.measure, figure)


def _figure(individual: IndividualRisks, requirement: Requirement) -> float | None:
    """Return what a threshold of single people is about; None: DIS-SUDA could not be computed."""
    if requirement.threshold == SMALLEST_GROUP.id:
        return individual["above"][f"{requirement.limit:g}"] / individual["n"]
    if requirement.threshold == SAMPLE_UNIQUES.id:
        return individual["alone"]
    if requirement.threshold == INDIVIDUAL_RISK.id:
        return individual["largest_in_population"]
    return individual.get("dis_suda")
