"""A threshold that a file fails, in words with its figures."""

from __future__ import annotations

from core.assessment import measure_by_id
from core.decision.purpose import INFERENCE, LINKABILITY, MEMBERSHIP, SINGLING_OUT, Requirement
from core.decision.risk_thresholds import (
    DIS_SUDA,
    FILE_RISK,
    INDIVIDUAL_RISK,
    SAMPLE_UNIQUES,
    SMALLEST_GROUP,
    UNMEASURED,
    Judgement,
    Verdict,
)

SHORT_NAMES = {
    SMALLEST_GROUP.id: "smallest group",
    SAMPLE_UNIQUES.id: "people found with a chance above one half",
    INDIVIDUAL_RISK.id: "largest individual risk",
    FILE_RISK.id: "risk of the file",
    DIS_SUDA.id: "DIS-SUDA risk",
    SINGLING_OUT: "singling out net of the control",
    LINKABILITY: "linkability net of the control",
    INFERENCE: "inference net of the control",
    MEMBERSHIP: "membership net of the control",
}


def short_name(requirement: Requirement) -> str:
    """Return what a threshold is about, in two or three words."""
    return SHORT_NAMES.get(requirement.threshold) or requirement.name


def finding(requirement: Requirement, judgement: Judgement) -> str:
    """Say what was found against a threshold, with the figures.

    Parameters
    ----------
    requirement : Requirement
    judgement : Judgement
        Of this requirement, with any verdict.

    Returns
    -------
    str
        Without a full stop, such as "largest individual risk 100%, limit 5%".
    """
    name, limit, reasons = (
        short_name(requirement),
        requirement.limit_text(requirement.limit),
        "; ".join(judgement.reasons),
    )
    if judgement.verdict is Verdict.NO_VALUE:
        words = "{threshold} not measured" if reasons == UNMEASURED else "{threshold} not measured: {reason}"
        return words.format(threshold=name, reason=reasons)
    if judgement.verdict is Verdict.NOT_FOR:
        return f"{name}: {reasons}"
    if judgement.value is None and judgement.verdict is Verdict.CANNOT_TELL:
        return f"{name} cannot be told: {reasons}"
    if judgement.value is None:
        return f"{reasons}, limit {limit}"
    if judgement.verdict is Verdict.NOT_VALID:
        return f"{name}: its figure does not hold ({judgement.reasons[0].rstrip('.')})"
    return _figure(requirement, judgement)


def _figure(requirement: Requirement, judgement: Judgement) -> str:
    written = measure_by_id(requirement.measure).value_text
    value, limit = written(judgement.value or 0.0), requirement.limit_text(requirement.limit)
    if requirement.threshold == SMALLEST_GROUP.id:
        return f"{value} of people are hidden among fewer than {limit}"
    name = _name(requirement, judgement)
    if judgement.verdict is Verdict.CANNOT_TELL and judgement.interval is not None:
        low, high = map(written, judgement.interval)
        return f"{name} {value}, between {low} and {high}, cannot be distinguished from its limit of {limit}"
    return f"{name} {value}, limit {limit}"


def _name(requirement: Requirement, judgement: Judgement) -> str:
    """Return the name of the figure: of the file's risk that of its one measure."""
    if requirement.threshold != FILE_RISK.id:
        return short_name(requirement)
    return _lower(measure_by_id(judgement.measure).name)


def _lower(text: str) -> str:
    """Return words as they are inside a sentence; abbreviations stay."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]
