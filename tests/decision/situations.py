"""Small files with the figures that a verdict rests on: safe ones, each changed in what a test is about."""

from dataclasses import replace

from core.assessment import Assessment, Comparison, VariableRecord
from core.data import Relation, RelationKind
from core.decision import ReleaseType, decide, proposed_purpose
from core.decision.verdict import Decision
from core.measures import Failed, Result, Skipped
from tests.outcomes import resolution, result

KEYS = "keys"
MATCHED = "expected_match_risk"
SAFE = {"risk": 0.009, "hidden": 0.0, "alone": 0.0, "largest": 0.009, "dis": 0.02}
"""By what the thresholds judge: the risk of the file, and the chances of single people to be found."""
RISKY = {"risk": 0.4, "hidden": 0.5, "alone": 0.3, "largest": 1.0, "dis": 0.5}
WITHSTOOD = {
    "singling_out_multivariate": (0.02, 0.0, 0.05),
    "linkability": (0.0, 0.0, 0.01),
    "inference": (0.03, 0.0, 0.08),
    "membership_distance": (0.01, 0.0, 0.03),
}
GIVEN_AWAY = dict.fromkeys(WITHSTOOD, (0.9, 0.85, 0.95))
VARIABLES = tuple(VariableRecord(name, "nominal", "key", "kept") for name in ("age", "sex"))


def outcome(measure, target, value):
    """Return an outcome: of a number, of (number, low, high), of a reason in words, or of nothing at all."""
    if isinstance(value, str):
        return Failed(measure, target, "ValueError") if value == "failed" else Skipped(measure, target, value)
    value, interval = (value[0], value[1:]) if isinstance(value, tuple) else (value, None)
    return result(measure, target, value, interval=interval)


def matched(keyset, figures):
    """Return the risk of a file with the risks of single people; None: nothing was measured for the key set.

    ``risk`` in words: it has no value; ``dis`` in words: DIS-SUDA has none; ``bound``: only a bound is known;
    ``unknown``: why nothing is known of single people; ``in_file``: the largest risk of people known to be in the file.
    """
    figures = {name: value.get(keyset) if isinstance(value, dict) else value for name, value in figures.items()}
    if figures["risk"] is None or isinstance(figures["risk"], str):
        return None if figures["risk"] is None else outcome(MATCHED, (keyset,), figures["risk"])
    dis = figures["dis"]
    people = {
        "largest": figures.get("in_file", figures["largest"]),
        "largest_in_population": figures["largest"],
        "alone": figures["alone"],
        "above": {k: round(100 * figures["hidden"]) for k in ("2", "3", "5")},
        "n": 100,
        **({"no_dis_suda": dis} if isinstance(dis, str) else {"dis_suda": dis}),
    }
    unknown = figures.get("unknown")
    detail = {
        "keys": ["age", "sex"],
        "keys_absent": [],
        "n_original": 100,
        "n_masked": 100,
        "how": "bound" if figures.get("bound") else "linked",
        "values": "true",
        "basis": "the intruder knows who is in the original",
        "basis_kind": figures.get("basis", "1/f"),
        **({"no_individual": unknown} if unknown else {"individual": people}),
    }
    return Result(MATCHED, (keyset,), figures["risk"], 100, detail=detail)


def masked(
    name="A", *, gdu=0.9, bottom=0.6, distance=9.0, kept=None, keysets=(KEYS,), relation=None, **figures
) -> Assessment:
    """Return a masked file that meets every threshold, but for the figures that are named.

    ``bottom`` is what shuffled columns score on average, ``distance`` the resolution of the axis at this file's size.
    ``figures`` change those of ``SAFE``, in one key set where they are a mapping. ``kept`` is (kept, published).
    """
    risks = {**SAFE, **figures}
    outcomes = [found for keyset in keysets if (found := matched(keyset, risks)) is not None]
    outcomes += [] if gdu is None else [outcome("gdu", (), gdu)]
    outcomes += [] if bottom is None else [resolution(distance, (bottom - 0.02, bottom, bottom + 0.02))]
    if kept is not None:
        outcomes.append(result("indicators_inside", (), kept[0] / kept[1], inside=kept[0], indicators=kept[1]))
    said = None if relation is None else Relation(relation, "as the files show")
    return Assessment(name, f"{name}.csv", name, 100, 2, tuple(outcomes), "", VARIABLES, (), None, said)


def hollow(file, *measures, why="age changed by noise"):
    """Return a file in which the figures of these measures do not hold; its risk, where none is named."""
    outcomes = tuple(replace(o, validity=(why,)) if o.measure in (measures or (MATCHED,)) else o for o in file.outcomes)
    return replace(file, outcomes=outcomes)


def attacked(file, figures, n_control=462):
    """Return a file with attacks; without a control they are net of guessing alone."""
    outcomes = tuple(
        result(
            measure,
            (),
            value[0],
            interval=value[1:],
            n_control=n_control,
            attack={"attacks": 100, "successes": 100 * value[0], "rate": value[0], "interval": list(value[1:])},
            variables=["age", "sex", "income"],
            knows="more than the keys",
        )
        for measure, value in figures.items()
    )
    return replace(file, outcomes=(*file.outcomes, *outcomes))


def synthetic(name="A", *, relation=RelationKind.UNCLEAR, n_control=462, kept=0, gdu=0.9, **figures):
    """Return a synthetic file that fails every count of key values; ``kept``: so many variables are not synthetic."""
    file = masked(name, gdu=gdu, relation=relation, risk="the file holds records of nobody")
    variables = tuple(
        replace(v, masking="synthetic" if place >= kept else "") for place, v in enumerate(file.variables)
    )
    return attacked(replace(file, variables=variables), {**WITHSTOOD, **figures}, n_control)


def cancelled(name="A") -> Assessment:
    """Return a file that was not measured."""
    return Assessment(name, f"{name}.csv", name, 100, 2, (), "", VARIABLES)


def original(**figures) -> Assessment:
    """Return an original that fails every threshold, but for the figures that are named."""
    file = masked("Original", gdu=None, **{**RISKY, **figures})
    return replace(file, file="original.csv", sha256="original")


def compared(*files, of=None) -> Comparison:
    """Return files beside their original."""
    return Comparison({}, {}, of or original(), files)


def decided(*files, release=ReleaseType.SCIENTIFIC, of=None) -> Decision:
    """Return the verdict on files, by the thresholds that a release type proposes."""
    return decide(compared(*files, of=of), proposed_purpose(release))
