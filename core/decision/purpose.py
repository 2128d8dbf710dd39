"""What a file is released for, and what that asks of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from core.assessment import measure_by_id
from core.decision.risk_thresholds import (
    DIS_SUDA,
    FILE_RISK,
    FOR_MEASURE,
    INDIVIDUAL_RISK,
    SAMPLE_UNIQUES,
    SMALLEST_GROUP,
    THRESHOLDS,
    threshold_by_id,
)
from core.errors import PlanError
from core.measures import Better
from core.risk import K_CHOICES
from core.views import FILE_RISK_MEASURE
from core.wording import trimmed_percent


class ReleaseType(StrEnum):
    """Who will get the file, and on what terms."""

    PUBLIC = "public"
    SCIENTIFIC = "scientific"
    SECURE = "secure"
    OWN = "own"


class RuledFiles(StrEnum):
    """Which files a rule is for."""

    ALL = "all"
    SYNTHETIC = "synthetic"


RELEASE_NAMES = {
    ReleaseType.PUBLIC: "Public-use file",
    ReleaseType.SCIENTIFIC: "Scientific-use file",
    ReleaseType.SECURE: "Secure room",
    ReleaseType.OWN: "Own rules",
}
RELEASE_WORDS = {
    ReleaseType.PUBLIC: "Public-use file: anybody, no agreement",
    ReleaseType.SCIENTIFIC: "Scientific-use file: researchers under an agreement",
    ReleaseType.SECURE: "Secure room of a research centre: on site, output checked",
    ReleaseType.OWN: "Own rules: thresholds of your office",
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


@dataclass(frozen=True)
class Requirement:
    """One threshold that the file must meet.

    Parameters
    ----------
    threshold : str
        Id of a threshold of ``THRESHOLDS``.
    limit : float
        A number of records for the smallest group, else a share in 0..1, or a value of a measure that is no share.
    source : str
        Where the proposed limit was met.
    proposed : float
        The limit that the release type proposes.
    reason : str
        Why another limit was set; empty where the proposed one is kept.
    files : RuledFiles
        Which files it is for: all, or those that are declared synthetic.

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
    files: RuledFiles = RuledFiles.ALL

    def __post_init__(self) -> None:
        threshold_by_id(self.threshold)
        if self.threshold == SMALLEST_GROUP.id:
            if self.limit not in K_CHOICES:
                raise PlanError(f"the smallest group must be one of {', '.join(map(str, K_CHOICES))}")
            return
        least, most = (0.0, 1.0) if self.is_share else measure_by_id(self.measure).bounds
        if not least <= self.limit <= most:
            wanted = "a share between 0 and 1" if self.is_share else f"between {least:g} and {most:g}"
            raise PlanError(f"{self.threshold}: the limit must be {wanted}")

    @property
    def name(self) -> str:
        """What it asks of a file, in words."""
        name = threshold_by_id(self.threshold).name
        return name if self.files is RuledFiles.ALL else f"Synthetic files: {name}"

    @property
    def measure(self) -> str:
        """Id of the measure that it judges: the named thresholds are about what one intruder finds."""
        return FILE_RISK_MEASURE if self.threshold in COUNTED else self.threshold.removeprefix(FOR_MEASURE)

    @property
    def is_share(self) -> bool:
        """Whether its limit is a share; else a number of records, or a value of its measure."""
        if self.threshold in COUNTED:
            return self.threshold != SMALLEST_GROUP.id
        return measure_by_id(self.measure).is_share

    def limit_text(self, limit: float) -> str:
        """Return a limit as it is written: a number of records, a share in percent, or a value of its measure."""
        if self.is_share:
            return trimmed_percent(limit, 6)
        return f"{limit:g}" if self.threshold in COUNTED else measure_by_id(self.measure).value_text(limit)

    @property
    def at_least(self) -> bool:
        """Whether it is met by values from the limit upwards: of utility, where higher is better."""
        return measure_by_id(self.measure).better is Better.HIGHER

    @property
    def highest(self) -> float:
        """The figure that just meets it: 0 where nobody may be in a smaller group."""
        return 0.0 if self.threshold == SMALLEST_GROUP.id else self.limit


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
        """Return the highest value of a measure of risk that is accepted; None where there is no rule for it."""
        wanted = FILE_RISK.id if measure == FILE_RISK_MEASURE else f"{FOR_MEASURE}{measure}"
        return next((r.highest for r in self.requirements if r.threshold == wanted), None)

    def changed(self, threshold: str, limit: float, reason: str) -> Purpose:
        """Return the purpose with another limit; PlanError where it differs from the proposed one without a reason."""
        old = self.requirement(threshold)
        if old is None:
            raise PlanError(f"{threshold[:60]}: these rules have no such threshold")
        if limit != old.proposed and not reason.strip():
            raise PlanError(f"{old.name}: say why {limit:g} takes the place of {old.proposed:g}")
        # an own rule may have a reason from a file though nothing was proposed: it is kept as long as its limit is
        kept = old.reason if limit == old.limit else ""
        new = replace(old, limit=limit, reason=reason.strip() if limit != old.proposed else kept)
        return replace(self, requirements=tuple(new if r is old else r for r in self.requirements))

    def for_synthetic(self, thresholds: Collection[str]) -> Purpose:
        """Return the purpose with the rules that are for synthetic files alone; all others are for every file."""
        alone = {True: RuledFiles.SYNTHETIC, False: RuledFiles.ALL}
        return replace(
            self, requirements=tuple(replace(r, files=alone[r.threshold in thresholds]) for r in self.requirements)
        )


COUNTED = frozenset(t.id for t in THRESHOLDS)
"""Thresholds of what an intruder finds who knows the keys: for files of people."""

SINGLING_OUT, LINKABILITY, INFERENCE, MEMBERSHIP = (
    f"{FOR_MEASURE}{measure}"
    for measure in ("singling_out_multivariate", "linkability", "inference", "membership_distance")
)
ATTACK_RULES = (SINGLING_OUT, LINKABILITY, INFERENCE, MEMBERSHIP)
"""The three criteria of the Article 29 Working Party (Opinion 05/2014), and whether somebody was in the data at all."""

GUIDE = "SDC Practice Guide"
EL_EMAM = "El Emam 2010, 2011; CIHI"
LOOKED_AT = f"no universal limit; records above 10% are often looked at (sdcMicro's application; {GUIDE})"

OUR_CHOICE = "that this attack is held to it is R-U Map's choice"
NINE = (
    "El Emam, Mosquera and Bass (2020), on synthetic files, call 0.09 the commonly used threshold, of meaningful "
    f"identity disclosure; {OUR_CHOICE}"
)
BOUND = f"20% where users are bound (El Emam 2010, 2011), of re-identification; {OUR_CHOICE}"
CRITERIA = "a criterion of the Article 29 Working Party (05/2014), which names no limit"
BEYOND = (
    "20% is ascribed to El Emam, Mosquera and Fang (2022), for the F1 of membership beyond chance; their summary, all "
    f"that was read here, names no limit; {OUR_CHOICE}"
)


def _of_attacks(limit: float, source: str) -> tuple[tuple[str, float, str], ...]:
    three = tuple((rule, limit, f"{CRITERIA}; {source}") for rule in (SINGLING_OUT, LINKABILITY, INFERENCE))
    return (*three, (MEMBERSHIP, 0.2, BEYOND))


OF_SYNTHETIC: Mapping[ReleaseType, tuple[tuple[str, float, str], ...]] = {
    ReleaseType.PUBLIC: _of_attacks(0.09, NINE),
    ReleaseType.SCIENTIFIC: _of_attacks(0.09, NINE),
    ReleaseType.SECURE: _of_attacks(0.2, BOUND),
}
"""By release type, for synthetic files: (threshold, limit of the risk net of the control, where it was met)."""

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
    known = DEFAULT_RELEASE if release is ReleaseType.OWN else release
    counted = (Requirement(id_, limit, source, limit) for id_, limit, source in PROPOSALS[known])
    synthetic = RuledFiles.SYNTHETIC
    attacks = (Requirement(id_, limit, source, limit, "", synthetic) for id_, limit, source in OF_SYNTHETIC[known])
    return Purpose(release, (*counted, *attacks))


DEFAULT_PURPOSE = proposed_purpose(DEFAULT_RELEASE)
