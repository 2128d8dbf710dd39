"""Thresholds that officers have used, and whether a file meets them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.assessment import CATALOGUE
from core.errors import PlanError
from core.measures import Better, Measure, Outcome, Result, Scope, Skipped
from core.risk import MEASURES
from core.statistics.reproducible import above, below
from core.views import FILE_RISK_MEASURE, validity


@dataclass(frozen=True)
class Threshold:
    """A threshold of disclosure risk, by its id and what it asks of a file, in words."""

    id: str
    name: str


SMALLEST_GROUP = Threshold("smallest_group", "People among whom each person is hidden, at least")
SAMPLE_UNIQUES = Threshold("sample_uniques", "People found with a chance above one half, at most")
INDIVIDUAL_RISK = Threshold("individual_risk", "Individual risk of every person, at most")
FILE_RISK = Threshold("file_risk", "Risk of the file, at most")
DIS_SUDA = Threshold("dis_suda", "DIS-SUDA risk of every person found with a chance above one half, at most")
THRESHOLDS = (SMALLEST_GROUP, SAMPLE_UNIQUES, INDIVIDUAL_RISK, FILE_RISK, DIS_SUDA)
"""Their limits are those of a purpose."""

FOR_MEASURE = "share_"
"""Before the id of a measure: the threshold that is its own."""


def threshold_by_id(id_: str) -> Threshold:
    """Return a threshold by its id, or one of a measure's own: "share_" and the measure's id.

    Raises
    ------
    PlanError
        There is none.
    """
    if known := next((t for t in THRESHOLDS if t.id == id_), None):
        return known
    measure = next((m for m in CATALOGUE if f"{FOR_MEASURE}{m.id}" == id_ and _is_ruled_apart(m)), None)
    if measure is None:
        raise PlanError(f"{id_[:60]!r} is no threshold that this version has")
    words = "{measure}, at least" if measure.better is Better.HIGHER else "{measure}, at most"
    return Threshold(id_, words.format(measure=measure.name))


def may_be_ruled() -> tuple[Threshold, ...]:
    """Return the thresholds that pages offer: the named ones, then those of other measures of risk that are shares."""
    own = (m for m in MEASURES if _is_ruled_apart(m) and m.is_share)
    return (*THRESHOLDS, *(threshold_by_id(f"{FOR_MEASURE}{m.id}") for m in own))


def _is_ruled_apart(measure: Measure) -> bool:
    """Whether a measure can have a threshold of its own: a figure of the file that is not in a named one."""
    return measure.scope is Scope.FILE and measure.id != FILE_RISK_MEASURE


UNMEASURED = "it was not measured"


class Verdict(StrEnum):
    """Whether a file meets a threshold."""

    MET = "met"
    NOT_MET = "not met"
    NOT_VALID = "does not hold"
    CANNOT_TELL = "cannot be told"
    NO_VALUE = "not measured"
    NOT_FOR = "does not apply"


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
        95% interval of the value.
    """

    verdict: Verdict
    measure: str
    value: float | None = None
    reasons: tuple[str, ...] = ()
    interval: tuple[float, float] | None = None


def judge(outcome: Outcome | None, measure: str, limit: float, *, at_least: bool = False) -> Judgement:
    """Judge a measure: met where its value is at most the limit, and its interval does not reach over it.

    Parameters
    ----------
    outcome : Outcome or None
        None: it was not measured.
    measure : str
        Its id.
    limit : float
    at_least : bool
        Met where the value is at least the limit, and its interval does not reach below it.
    """
    if outcome is None:
        return Judgement(Verdict.NO_VALUE, measure, None, (UNMEASURED,))
    if not isinstance(outcome, Result):
        reason = outcome.reason if isinstance(outcome, Skipped) else "it failed through a fault of the program"
        return Judgement(Verdict.NO_VALUE, measure, None, (reason,))
    if sentences := validity(outcome):
        return Judgement(Verdict.NOT_VALID, measure, outcome.value, sentences, outcome.interval)
    if _straddles(outcome.interval, limit, at_least=at_least):
        return Judgement(Verdict.CANNOT_TELL, measure, outcome.value, (), outcome.interval)
    missed = below(outcome.value, limit) if at_least else above(outcome.value, limit)
    verdict = Verdict.NOT_MET if missed else Verdict.MET
    return Judgement(verdict, measure, outcome.value, (), outcome.interval)


def _straddles(interval: tuple[float, float] | None, limit: float, *, at_least: bool) -> bool:
    """Whether a limit lies inside an interval; a limit of 0 is about records that were counted, not estimated."""
    if interval is None or not limit:
        return False
    if at_least:
        return bool(below(interval[0], limit)) and not bool(below(interval[1], limit))
    return bool(above(interval[1], limit)) and not bool(above(interval[0], limit))
