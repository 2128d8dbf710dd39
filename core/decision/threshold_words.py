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
from core.wording import _, exact_percent, trimmed_percent

SHORT_NAMES = {
    SMALLEST_GROUP.id: _("smallest group"),
    SAMPLE_UNIQUES.id: _("records alone with their key values"),
    INDIVIDUAL_RISK.id: _("individual risk"),
    FILE_RISK.id: _("risk of the file"),
    DIS_SUDA.id: _("DIS-SUDA risk"),
    SINGLING_OUT: _("singling out net of the control"),
    LINKABILITY: _("linkability net of the control"),
    INFERENCE: _("inference net of the control"),
    MEMBERSHIP: _("membership net of the control"),
}


def limit_in_words(requirement: Requirement) -> str:
    """Return a limit as it is written: a number of records, or a share."""
    if requirement.threshold == SMALLEST_GROUP.id:
        return f"{requirement.limit:g}"
    return trimmed_percent(requirement.limit)


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
        Without a full stop, such as "individual risk above 1% in 73.9% of records".
    """
    name, limit, reasons = short_name(requirement), limit_in_words(requirement), "; ".join(judgement.reasons)
    if judgement.verdict is Verdict.NO_VALUE:
        words = _("{threshold} not measured") if reasons == UNMEASURED else _("{threshold} not measured: {reason}")
        return words.format(threshold=name, reason=reasons)
    if judgement.verdict is Verdict.NOT_FOR:
        return f"{name}: {reasons}"
    if judgement.value is None and judgement.verdict is Verdict.CANNOT_TELL:
        return _("{threshold} cannot be told: {reason}").format(threshold=name, reason=reasons)
    if judgement.value is None:
        return _("{reason}, limit {limit}").format(reason=reasons, limit=limit)
    if judgement.verdict is Verdict.NOT_VALID:
        return _("{threshold}: its figure does not hold ({reason})").format(
            threshold=name, reason=judgement.reasons[0].rstrip(".")
        )
    return _figure(requirement, judgement)


def _figure(requirement: Requirement, judgement: Judgement) -> str:
    value, limit = exact_percent(judgement.value or 0.0), limit_in_words(requirement)
    if requirement.threshold == SMALLEST_GROUP.id:
        return _("{value} of records are in groups of fewer than {limit} with the same key values").format(
            value=value, limit=limit
        )
    if requirement.threshold == INDIVIDUAL_RISK.id:
        return _("individual risk above {limit} in {value} of records").format(value=value, limit=limit)
    name = _name(requirement, judgement)
    if judgement.verdict is Verdict.CANNOT_TELL and judgement.interval is not None:
        low, high = map(exact_percent, judgement.interval)
        return _("{name} {value}, between {low} and {high}, cannot be told from its limit of {limit}").format(
            name=name, value=value, low=low, high=high, limit=limit
        )
    return _("{name} {value}, limit {limit}").format(name=name, value=value, limit=limit)


def _name(requirement: Requirement, judgement: Judgement) -> str:
    """Return the name of the figure: of the file's risk that of its one measure."""
    if requirement.threshold != FILE_RISK.id:
        return short_name(requirement)
    return _lower(measure_by_id(judgement.measure).name)


def _lower(text: str) -> str:
    """Return words as they stand inside a sentence; abbreviations stay."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]
