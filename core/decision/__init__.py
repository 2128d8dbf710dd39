"""Which release, and why: its purpose, the thresholds it must meet, checks, and the record of the decision."""

from core.decision.comparing import (
    compared_in_words,
    two_to_compare,
)
from core.decision.consistency import (
    Check,
    Status,
    declared_relation,
)
from core.decision.consistency_run import (
    consistency_checks,
)
from core.decision.deciding import (
    decide,
    verdict_lines,
)
from core.decision.earlier_releases import (
    check_earlier,
)
from core.decision.gate import (
    GateAnswer,
    GateCheck,
    GateVerdict,
    gate,
)
from core.decision.guards import (
    OF_UTILITY,
    worst_judgements,
)
from core.decision.judging import accepted_limit, in_use, judged, keysets_of
from core.decision.policy import FORMAT as POLICY_FORMAT
from core.decision.policy import (
    PolicyTables,
    policy_from,
    read_policy,
    with_rules,
    write_policy,
)
from core.decision.published_figures import (
    check_figures,
)
from core.decision.purpose import (
    COUNTED,
    DEFAULT_RELEASE,
    INFERENCE,
    LINKABILITY,
    MEMBERSHIP,
    RELEASE_NAMES,
    RELEASE_WORDS,
    SINGLING_OUT,
    UNIVARIATE_SHARES,
    Purpose,
    ReleaseType,
    Requirement,
    RuledFiles,
    proposed_purpose,
)
from core.decision.recording import (
    decided_on,
    refusal,
    was_confirmed,
)
from core.decision.release_record import (
    ReleaseRecord,
    ScenarioNote,
    SignOff,
    broken_at,
    lineage,
    refuse_circles,
)
from core.decision.release_register import (
    Register,
    RegisteredRelease,
    check_day,
    registered,
)
from core.decision.risk_thresholds import (
    SMALLEST_GROUP,
    Judgement,
    Verdict,
    may_be_ruled,
)
from core.decision.threshold_words import (
    finding,
)
from core.decision.verdict import (
    Decision,
    FileVerdict,
    Guard,
    GuardKind,
    NextStep,
    RiskFigure,
    Standing,
    StepKind,
)
from core.decision.verdict_words import (
    drafted_reason,
)
