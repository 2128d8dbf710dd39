"""What a file is released for, what that asks of it, and which scenarios meet it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from core.assessment import Assessment, Comparison, measure_by_id
from core.decision.risk_thresholds import (
    BY_MEASURE,
    DIS_SUDA,
    FILE_RISK,
    FOR_MEASURE,
    INDIVIDUAL_RISK,
    K_CHOICES,
    SAMPLE_UNIQUES,
    SMALLEST_GROUP,
    Judgement,
    Verdict,
    judge,
    threshold_by_id,
)
from core.errors import PlanError
from core.measures import Better, Outcome, Result, Skipped, detail_of
from core.risk import RiskDetail
from core.statistics.reproducible import above
from core.views import FILE_RISK_MEASURE, validity
from core.wording import _, exact_percent, trimmed_percent


class ReleaseType(StrEnum):
    """Who will get the file, and on what terms."""

    PUBLIC = "public"
    SCIENTIFIC = "scientific"
    SECURE = "secure"
    OWN = "own"


RELEASE_NAMES = {
    ReleaseType.PUBLIC: _("Public-use file"),
    ReleaseType.SCIENTIFIC: _("Scientific-use file"),
    ReleaseType.SECURE: _("Secure room"),
    ReleaseType.OWN: _("Own rules"),
}
RELEASE_WORDS = {
    ReleaseType.PUBLIC: _("Public-use file: anybody, no agreement"),
    ReleaseType.SCIENTIFIC: _("Scientific-use file: researchers under an agreement"),
    ReleaseType.SECURE: _("Secure room of a research centre: on site, output checked"),
    ReleaseType.OWN: _("Own rules: thresholds of your office"),
}

UNIVARIATE_SHARES = {
    ReleaseType.PUBLIC: 0.75,
    ReleaseType.SCIENTIFIC: 0.5,
    ReleaseType.SECURE: 0.5,
    ReleaseType.OWN: 0.5,
}
"""Weight of the univariate half of GDU by who analyses the file.

Kocar (2018, section 3): a public-use file serves mostly descriptive statistics, a scientific-use file descriptive and
bivariate ones alike. The paper names no number: 3/4 is ours, 1/2 is its equation.
"""


MEASURE_OF = {
    SAMPLE_UNIQUES.id: "sample_uniques",
    INDIVIDUAL_RISK.id: "risk_above_threshold",
    FILE_RISK.id: FILE_RISK_MEASURE,
    DIS_SUDA.id: "dis_suda_max",
}
"""Threshold -> id of the measure that it judges; that of the smallest group depends on the limit."""


@dataclass(frozen=True)
class Requirement:
    """One threshold that the file must meet.

    Parameters
    ----------
    threshold : str
        Id of a threshold of ``THRESHOLDS``.
    limit : float
        A number of records for the smallest group, else a share in 0..1.
    source : str
        Where the proposed limit was met.
    proposed : float
        The limit that the release type proposes.
    reason : str
        Why another limit was set; empty where the proposed one stands.

    Raises
    ------
    PlanError
        A limit that the threshold cannot have.
    """

    threshold: str
    limit: float
    source: str
    proposed: float
    reason: str = ""

    def __post_init__(self) -> None:
        threshold_by_id(self.threshold)
        if self.threshold == SMALLEST_GROUP.id:
            if self.limit not in K_CHOICES:
                raise PlanError(f"the smallest group must be one of {', '.join(map(str, K_CHOICES))}")
        elif not 0 <= self.limit <= 1:
            raise PlanError(f"{self.threshold}: the limit must be a share between 0 and 1")

    @property
    def name(self) -> str:
        """What it asks of a file, in words."""
        return threshold_by_id(self.threshold).name

    @property
    def measure(self) -> str:
        """Id of the measure that it judges."""
        if self.threshold == SMALLEST_GROUP.id:
            return f"k_violations_{int(self.limit)}"
        return MEASURE_OF.get(self.threshold) or self.threshold.removeprefix(FOR_MEASURE)

    @property
    def at_least(self) -> bool:
        """Whether it is met by values from the limit upwards: of utility, where higher is better."""
        return measure_by_id(self.measure).better is Better.HIGHER

    @property
    def highest(self) -> float:
        """The value of that measure that just meets it: 0 where no record may be beyond the limit."""
        return 0.0 if self.threshold in {SMALLEST_GROUP.id, INDIVIDUAL_RISK.id} else self.limit


@dataclass(frozen=True)
class Purpose:
    """The release type with its thresholds; each editable with a reason.

    Parameters
    ----------
    release : ReleaseType
    requirements : tuple of Requirement
    keysets : tuple of (str, tuple of str)
        Key sets that a file must be judged by, with their variables; empty: those that were measured.
    signed_by : str
        Who answers for the rules; empty: nobody has said.
    valid_until : str
        Last day on which they hold, such as "2027-12-31"; empty: until they are changed.
    """

    release: ReleaseType
    requirements: tuple[Requirement, ...]
    keysets: tuple[tuple[str, tuple[str, ...]], ...] = ()
    signed_by: str = ""
    valid_until: str = ""

    def requirement(self, threshold: str) -> Requirement | None:
        """Return the requirement of a threshold; None: own rules leave it out."""
        return next((r for r in self.requirements if r.threshold == threshold), None)

    def limit_of(self, measure: str) -> float | None:
        """Return the highest value of a measure of risk that is accepted; None where there is no rule for it.

        The rule for the risk of the file stands for every rate of records that are found.
        """
        shared = BY_MEASURE.get(measure)
        wanted = shared.id if shared else f"{FOR_MEASURE}{measure}"
        return next((r.highest for r in self.requirements if measure == r.measure or r.threshold == wanted), None)

    def changed(self, threshold: str, limit: float, reason: str) -> Purpose:
        """Return the purpose with another limit; PlanError where it differs from the proposed one without a reason."""
        old = self.requirement(threshold)
        if old is None:
            raise PlanError(f"{threshold[:60]}: these rules have no such threshold")
        if limit != old.proposed and not reason.strip():
            raise PlanError(f"{old.name}: say why {limit:g} takes the place of {old.proposed:g}")
        new = replace(old, limit=limit, reason=reason.strip() if limit != old.proposed else "")
        return replace(self, requirements=tuple(new if r is old else r for r in self.requirements))


GUIDE = "SDC Practice Guide"
EL_EMAM = "El Emam 2010, 2011; CIHI"
LOOKED_AT = f"no universal limit; records above 10% are often looked at (sdcMicro's application; {GUIDE})"

PROPOSALS: Mapping[ReleaseType, tuple[tuple[str, float, str], ...]] = {
    ReleaseType.PUBLIC: (
        (SMALLEST_GROUP.id, 5, f"5 for public-use files in the case studies of the {GUIDE}"),
        (SAMPLE_UNIQUES.id, 0.05, f"5% is the stricter of two precedents ({EL_EMAM})"),
        (INDIVIDUAL_RISK.id, 0.01, f"1% in a case study of the {GUIDE}"),
        (FILE_RISK.id, 0.05, "4 to 5% for public health files (El Emam 2010, 2011)"),
        (DIS_SUDA.id, 0.1, LOOKED_AT),
    ),
    ReleaseType.SCIENTIFIC: (
        (SMALLEST_GROUP.id, 3, f"2 or 3 for scientific-use files in the case studies of the {GUIDE}"),
        (SAMPLE_UNIQUES.id, 0.2, f"20% is the milder of two precedents ({EL_EMAM})"),
        (INDIVIDUAL_RISK.id, 0.05, f"5% is the example of the {GUIDE}"),
        (FILE_RISK.id, 0.05, f"a precedent for health files; 1.2% was the highest in a case study ({GUIDE})"),
        (DIS_SUDA.id, 0.1, LOOKED_AT),
    ),
    ReleaseType.SECURE: (
        (SMALLEST_GROUP.id, 2, f"2 is the lowest of the case studies of the {GUIDE}; none is for a research centre"),
        (SAMPLE_UNIQUES.id, 0.2, f"20% is the milder of two precedents ({EL_EMAM})"),
        (INDIVIDUAL_RISK.id, 0.1, "sdcMicro flags records above 10%"),
        (FILE_RISK.id, 0.2, "20% where users are bound (El Emam 2010, 2011)"),
        (DIS_SUDA.id, 0.1, LOOKED_AT),
    ),
}
"""By release type: (threshold, limit, where that limit was met). Offered as a start, never rules.

Own rules start from those of the default release type, so that no threshold is without a limit.
"""

DEFAULT_RELEASE = ReleaseType.SCIENTIFIC
"""What a file is taken to be for until somebody says: asked nothing, a scientific-use file is neither extreme."""


def proposed_purpose(release: ReleaseType) -> Purpose:
    """Return a release type with the thresholds that it proposes."""
    proposals = PROPOSALS[DEFAULT_RELEASE if release is ReleaseType.OWN else release]
    return Purpose(release, tuple(Requirement(id_, limit, source, limit) for id_, limit, source in proposals))


DEFAULT_PURPOSE = proposed_purpose(DEFAULT_RELEASE)


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
