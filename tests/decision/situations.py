"""Small files with the figures that a verdict rests on: safe ones, each changed in what a test is about."""

from dataclasses import replace

from core.assessment import Assessment, Comparison, VariableRecord
from core.data import Relation, RelationKind
from core.decision import ReleaseType, decide, proposed_purpose
from core.decision.verdict import Decision
from core.measures import Failed, Skipped
from tests.outcomes import result

KEYS = "keys"
SAFE = {
    "k_violations_2": 0.0,
    "k_violations_3": 0.0,
    "k_violations_5": 0.0,
    "sample_uniques": 0.0,
    "risk_above_threshold": 0.0,
    "global_or_linkage_risk": 0.009,
    "dis_suda_max": 0.02,
}
RISKY = {
    "k_violations_2": 0.3,
    "k_violations_3": 0.5,
    "k_violations_5": 0.7,
    "sample_uniques": 0.3,
    "risk_above_threshold": 0.6,
    "global_or_linkage_risk": 0.4,
    "dis_suda_max": 0.5,
}
WITHSTOOD = {
    "singling_out_multivariate": (0.02, 0.0, 0.05),
    "linkability": (0.0, 0.0, 0.01),
    "inference": (0.03, 0.0, 0.08),
    "membership_distance": (0.01, 0.0, 0.03),
}
GIVEN_AWAY = dict.fromkeys(WITHSTOOD, (0.9, 0.85, 0.95))
VARIABLES = tuple(VariableRecord(name, "nominal", "key", "kept") for name in ("age", "sex"))
LARGEST = {"risk_above_threshold": {"threshold": 0.01}, "global_risk": {"max_risk": 0.33}}


LARGEST_ONLY = "counted above another threshold"
"""Of records above a threshold: none above 50 %, which says nothing of those above a lower one."""


def outcome(measure, target, value):
    """Return an outcome: of a number, of (number, low, high), of a reason in words, or of nothing at all."""
    if value is LARGEST_ONLY:
        return result(measure, target, 0.0, threshold=0.5)
    if isinstance(value, str):
        return Failed(measure, target, "ValueError") if value == "failed" else Skipped(measure, target, value)
    value, interval = (value[0], value[1:]) if isinstance(value, tuple) else (value, None)
    return result(measure, target, value, interval=interval, **LARGEST.get(measure, {}))


def masked(name="A", *, gdu=0.9, bottom=0.6, kept=None, keysets=(KEYS,), relation=None, **figures) -> Assessment:
    """Return a masked file that meets every threshold, but for the figures that are named.

    ``figures`` change risks by the id of their measure; None leaves one out. ``kept`` is (kept, published).
    """
    risks = {**SAFE, "global_risk": 0.005, **figures}
    outcomes = [
        outcome(measure, (keyset,), value)
        for keyset in keysets
        for measure, value in risks.items()
        if value is not None and not isinstance(value, dict)
    ]
    outcomes += [
        outcome(measure, (keyset,), value)
        for measure, by_keyset in risks.items()
        if isinstance(by_keyset, dict)
        for keyset, value in by_keyset.items()
    ]
    outcomes += [outcome(m, (), v) for m, v in (("gdu", gdu), ("gdu_bottom", bottom)) if v is not None]
    if kept is not None:
        outcomes.append(result("indicators_inside", (), kept[0] / kept[1], inside=kept[0], indicators=kept[1]))
    said = None if relation is None else Relation(relation, "as the files show")
    return Assessment(name, f"{name}.csv", name, 100, 2, tuple(outcomes), "", VARIABLES, (), None, said)


def hollow(file, *measures, why="age changed by noise"):
    """Return a file in which the figures of these measures do not hold."""
    outcomes = tuple(replace(o, validity=(why,)) if o.measure in measures else o for o in file.outcomes)
    return replace(file, outcomes=outcomes)


WITHSTOOD = {
    "singling_out_multivariate": (0.02, 0.0, 0.05),
    "linkability": (0.0, 0.0, 0.01),
    "inference": (0.03, 0.0, 0.08),
    "membership_distance": (0.01, 0.0, 0.03),
}
GIVEN_AWAY = dict.fromkeys(WITHSTOOD, (0.9, 0.85, 0.95))


def attacked(file, figures, n_control=462):
    """Return a file with attacks; without a control they are net of guessing alone."""
    outcomes = tuple(
        result(measure, (), value[0], interval=value[1:], n_control=n_control) for measure, value in figures.items()
    )
    return replace(file, outcomes=(*file.outcomes, *outcomes))


def synthetic(name="A", *, relation=RelationKind.UNCLEAR, n_control=462, kept=0, gdu=0.9, **figures):
    """Return a synthetic file that fails every count of key values; ``kept``: so many variables are not synthetic."""
    file = hollow(masked(name, gdu=gdu, relation=relation, **RISKY), *RISKY, why="the records stand for nobody")
    variables = tuple(
        replace(v, masking="synthetic" if place >= kept else "") for place, v in enumerate(file.variables)
    )
    return attacked(replace(file, variables=variables), {**WITHSTOOD, **figures}, n_control)


def resting_on(file, basis):
    """Return a file whose risk rests on this basis."""
    risk, known = "global_or_linkage_risk", {"larger": "global_risk", "basis_kind": basis}
    outcomes = (replace(o, detail={**o.detail, **known}) if o.measure == risk else o for o in file.outcomes)
    return replace(file, outcomes=tuple(outcomes))


def cancelled(name="A") -> Assessment:
    """Return a file that was not measured."""
    return Assessment(name, f"{name}.csv", name, 100, 2, (), "", VARIABLES)


def original(**figures) -> Assessment:
    """Return an original that fails every threshold, but for the figures that are named."""
    file = masked("Original", gdu=None, bottom=None, **{**RISKY, "global_risk": None, **figures})
    return replace(file, file="original.csv", sha256="original")


def compared(*files, of=None) -> Comparison:
    """Return files beside their original."""
    return Comparison({}, {}, of or original(), files)


def decided(*files, release=ReleaseType.SCIENTIFIC, of=None) -> Decision:
    """Return the verdict on files, by the thresholds that a release type proposes."""
    return decide(compared(*files, of=of), proposed_purpose(release))
