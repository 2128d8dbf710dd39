"""Which release, and why: its purpose, the thresholds it must meet, checks, and the record of the decision."""

from core.decision.comparing import compared_in_words, two_to_compare
from core.decision.consistency import Check, Status, declared_relation
from core.decision.consistency_run import consistency_checks
from core.decision.deciding import decide
from core.decision.guards import worst_judgements
from core.decision.published_figures import check_figures
from core.decision.purpose import (
    RELEASE_NAMES,
    RELEASE_WORDS,
    UNIVARIATE_SHARES,
    Purpose,
    ReleaseType,
    Requirement,
    ScenarioVerdict,
    is_settled,
    keysets_of,
    proposed_purpose,
    verdicts,
)
from core.decision.recording import decided_on, refusal
from core.decision.release_record import (
    AuditEntry,
    ReleaseRecord,
    ScenarioNote,
    SignOff,
    broken_at,
    lineage,
    refuse_circles,
)
from core.decision.risk_thresholds import (
    BY_MEASURE,
    DIS_SUDA,
    FILE_RISK,
    INDIVIDUAL_RISK,
    K_CHOICES,
    SAMPLE_UNIQUES,
    SMALLEST_GROUP,
    THRESHOLDS,
    Judgement,
    Threshold,
    Verdict,
    judge,
    threshold_of,
    with_threshold,
)
from core.decision.threshold_words import finding
from core.decision.verdict import Decision, FileVerdict, Guard, GuardKind, NextStep, RiskFigure, Standing, StepKind
from core.decision.verdict_words import drafted_reason

__all__ = [
    "BY_MEASURE",
    "DIS_SUDA",
    "FILE_RISK",
    "INDIVIDUAL_RISK",
    "K_CHOICES",
    "RELEASE_NAMES",
    "RELEASE_WORDS",
    "SAMPLE_UNIQUES",
    "SMALLEST_GROUP",
    "THRESHOLDS",
    "UNIVARIATE_SHARES",
    "AuditEntry",
    "Check",
    "Decision",
    "FileVerdict",
    "Guard",
    "GuardKind",
    "Judgement",
    "NextStep",
    "Purpose",
    "ReleaseRecord",
    "ReleaseType",
    "Requirement",
    "RiskFigure",
    "ScenarioNote",
    "ScenarioVerdict",
    "SignOff",
    "Standing",
    "Status",
    "StepKind",
    "Threshold",
    "Verdict",
    "broken_at",
    "check_figures",
    "compared_in_words",
    "consistency_checks",
    "decide",
    "decided_on",
    "declared_relation",
    "drafted_reason",
    "finding",
    "is_settled",
    "judge",
    "keysets_of",
    "lineage",
    "proposed_purpose",
    "refusal",
    "refuse_circles",
    "threshold_of",
    "two_to_compare",
    "verdicts",
    "with_threshold",
    "worst_judgements",
]
