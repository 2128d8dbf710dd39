"""Thresholds that officers have used, and whether a file meets them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from core.measures import Outcome, Result, Skipped
from core.statistics.reproducible import above
from core.views import RecordRisks, validity
from core.wording import _


@dataclass(frozen=True)
class Threshold:
    """A threshold as the officer may set it.

    Parameters
    ----------
    id : str
    name : str
        What it asks of a file, in words.
    default : float
        A value met in practice: a share, or a number of records.
    source : str
        Where that value was met.
    """

    id: str
    name: str
    default: float
    source: str


K_CHOICES = (2, 3, 5)

SMALLEST_GROUP = Threshold(
    "smallest_group",
    _("Records that share each combination of key values, at least"),
    3,
    _(
        "3 and 5 are typically required (SDC Practice Guide, measuring risk); its case studies take 2 or 3 for "
        "scientific-use and 5 for public-use files"
    ),
)
INDIVIDUAL_RISK = Threshold(
    "individual_risk",
    _("Individual risk of every record, at most"),
    0.1,
    _("sdcMicro flags records above 10%; the SDC Practice Guide has 5% as its example and 1% in a case study"),
)
FILE_RISK = Threshold(
    "file_risk",
    _("Risk of the file, at most"),
    0.05,
    _(
        "4 to 5% for public health files, 20% elsewhere (El Emam 2010, 2011); 0.11% was accepted for a scientific-use "
        "file in a case study of the SDC Practice Guide"
    ),
)
SAMPLE_UNIQUES = Threshold(
    "sample_uniques",
    _("Records alone with their key values, at most"),
    0.05,
    _("5 and 20% have been precedents (CIHI; El Emam 2010, 2011)"),
)
DIS_SUDA = Threshold(
    "dis_suda",
    _("DIS-SUDA risk of every record, at most"),
    0.1,
    _("no universal limit; records above 10% are often looked at (sdcMicro's application; SDC Practice Guide)"),
)

THRESHOLDS = (SMALLEST_GROUP, SAMPLE_UNIQUES, INDIVIDUAL_RISK, FILE_RISK, DIS_SUDA)
"""Defaults to offer, never rules."""


OTHER_SHARE = Threshold(
    "other_share",
    _("Acceptable value of this measure, at most"),
    0.05,
    _("no value met in practice is known for this measure: set your own"),
)
"""For measures without a precedent."""

BY_MEASURE = {
    **dict.fromkeys(
        ("global_risk", "global_or_linkage_risk", "linkage_gower", "linkage_spruill", "linkage_fellegi_sunter"),
        FILE_RISK,
    ),
    **dict.fromkeys(("sample_uniques", "k_violations_2"), SAMPLE_UNIQUES),
    "dis_suda_max": DIS_SUDA,
}


def threshold_of(measure: str) -> Threshold:
    """Return the threshold for a measure that is a share; one of its own without a precedent where there is none."""
    return BY_MEASURE.get(measure) or replace(OTHER_SHARE, id=f"share_{measure}")


UNMEASURED = "it was not measured"


class Verdict(StrEnum):
    """Whether a file meets a threshold."""

    MET = "met"
    NOT_MET = "not met"
    NOT_VALID = "does not hold"
    CANNOT_TELL = "cannot be told"
    NO_VALUE = "not measured"


@dataclass(frozen=True)
class Judgement:
    """A verdict with what it rests on.

    Parameters
    ----------
    verdict : Verdict
    measure : str
        Id of the measure that was judged.
    value : float or None
        Its value; None where there is none.
    reasons : tuple of str
        Why the measure does not hold or has no value, or by what it was judged without one; else empty.
    interval : (float, float) or None
        95 % interval of the value.
    """

    verdict: Verdict
    measure: str
    value: float | None = None
    reasons: tuple[str, ...] = ()
    interval: tuple[float, float] | None = None


def judge(outcome: Outcome | None, measure: str, limit: float) -> Judgement:
    """Judge a measure: met where its value is at most the limit, and its interval does not reach over it.

    Parameters
    ----------
    outcome : Outcome or None
        None: it was not measured.
    measure : str
        Its id.
    limit : float
    """
    if outcome is None:
        return Judgement(Verdict.NO_VALUE, measure, None, (UNMEASURED,))
    if not isinstance(outcome, Result):
        reason = outcome.reason if isinstance(outcome, Skipped) else "it failed through a fault of the program"
        return Judgement(Verdict.NO_VALUE, measure, None, (reason,))
    if sentences := validity(outcome):
        return Judgement(Verdict.NOT_VALID, measure, outcome.value, sentences, outcome.interval)
    if _straddles(outcome.interval, limit):
        return Judgement(Verdict.CANNOT_TELL, measure, outcome.value, (), outcome.interval)
    verdict = Verdict.NOT_MET if above(outcome.value, limit) else Verdict.MET
    return Judgement(verdict, measure, outcome.value, (), outcome.interval)


def _straddles(interval: tuple[float, float] | None, limit: float) -> bool:
    """Whether a limit lies inside an interval; a limit of 0 is about records that were counted, not estimated."""
    if interval is None or not limit:
        return False
    return bool(above(interval[1], limit)) and not bool(above(interval[0], limit))


def with_threshold(outcome: Outcome, risks: RecordRisks, threshold: float) -> Outcome:
    """Return ``risk_above_threshold`` at another threshold than the one it was measured with.

    Parameters
    ----------
    outcome : Outcome
        As measured; anything but a result is returned as it is.
    risks : RecordRisks
        Of the same file and key set.
    threshold : float
    """
    if not isinstance(outcome, Result):
        return outcome
    if risks.problem:
        return outcome.without_value(risks.problem)
    count = risks.count_above(threshold)
    kept = {name: value for name, value in outcome.detail.items() if name != "value_missing_as_category"}
    return replace(
        outcome,
        value=count / risks.n,
        n=risks.n,
        interval=None,
        detail={**kept, "count": count, "threshold": threshold},
        jackknife=None,
        interval_reason="counted on this page; run again with this threshold for an interval",
    )
