"""A small project whose every confidential thing can be recognised."""

from dataclasses import replace

from core.assessment import Assessment, Comparison, VariableRecord, make_plan
from core.data import Bands, Codebook, KeySet, Level, Masking, Role, ScenarioDeclaration, Variable
from core.decision.purpose import ReleaseType, proposed_purpose
from core.decision.release_record import ReleaseRecord, ScenarioNote, SignOff
from core.measures import Skipped
from core.reports import Project, ProjectFile
from tests.decision.situations import matched
from tests.outcomes import resolution, result

SEED = 86420
CANARIES = (
    "canaryoriginal", "canarymasked", "canaryother", "Canary scenario", "Canary other scenario", "canarykeys",
    "Canary officer", "Canary second", "Canary reason", "canarynote", "Canarycategory", "c0ffee", "86420",
    "47.11", "4711", "31337", "77123", "0.08642", "noise", "pram",
)  # fmt: skip
"""File names, scenarios, key sets, people, reasons, a rare category, hashes, the seed, a risk, extremes, parameters."""

RISKS = {"risk": 0.4711, "hidden": 0.47, "alone": 0.3, "largest": 0.4711, "dis": 0.4711}


def pair_detail(n, **more):
    sizes = {"n_original": n, "n_masked": n, "smallest_cell": None}
    return {**sizes, "coefficient_original": 0.5, "coefficient_masked": 0.3, **more}


def variable_detail(n, value, effect=0.0, cell=None, **more):
    told = {"value": value, "effect": effect, "w": None, "suppressed": 0.0, "records": n, "smallest_cell": cell}
    return {"n_original": n, "n_masked": n, "weight": 1.0, "in_tens": told, **more}


def assessment(name, file, digest, *, rows=500):
    outcomes = (
        result("gdu", (), 0.9, interval=(0.85, 0.95), aldu_univariate=0.8, aldu_bivariate=1.0),
        result("aldu_univariate", (), 0.8),
        result("aldu_bivariate", (), 0.95),
        resolution(9.0, (0.7071, 0.7123, 0.7177), (0.8123, 0.8391, 0.8523)),
        result("ldu_univariate", ("age",), 0.6213, largest=31337, **variable_detail(500, 0.3679, 0.0873)),
        result("ldu_univariate", ("sex",), 1.0, **variable_detail(500, 1.0, cell=223)),
        result("ldu_univariate", ("disease",), 0.3712, n=4, category="Canarycategory", **variable_detail(4, 0.3712)),
        result("ldu_bivariate", ("age", "sex"), 0.71, step="strength", test="spearman", **pair_detail(500)),
        result("ldu_bivariate", ("sex", "disease"), 0.4417, n=4, step="one", test="x", **pair_detail(4)),
        result("ldu_bivariate", ("age", "disease"), 0.1357, n=4, step="strength", test="x", **pair_detail(4)),
        result(
            "ecdf_maximum",
            (),
            0.05,
            largest={
                "point": {"age": 31337, "disease": "Canarycategory"},
                "compared_by": {"age": "<="},
                "share_original": 0.4,
                "share_masked": 0.45,
            },
            null={"replicates": 0, "reason": "none"},
        ),
        result("global_risk", ("canarykeys",), 0.4711, flags=("Canarycategory: 3 records",)),
        matched("canarykeys", RISKS),
        Skipped("household_risk", ("canarykeys",), "no household variable in canarymasked"),
    )
    variables = (
        VariableRecord("age", "continuous", "key", "recoded", "declared", "noise"),
        VariableRecord("sex", "nominal", "key", "kept"),
        VariableRecord("disease", "nominal", "sensitive", "kept", masking="pram"),
    )
    return Assessment(name, file, digest, rows, 3, outcomes, "linked by row", variables)


def release_project() -> Project:
    """A project with results, a decision and two signatures."""
    codebook = Codebook(
        (
            Variable("age", Level.CONTINUOUS, Role.KEY, "Age in years"),
            Variable("sex", Level.NOMINAL, Role.KEY),
            Variable("disease", Level.NOMINAL, Role.SENSITIVE, missing=("Canarycategory",)),
        ),
        (KeySet("canarykeys", ("age", "sex")),),
        (
            ScenarioDeclaration(
                "canarymasked.csv",
                "Canary scenario",
                "row",
                {"age": Masking.NOISE},
                {"age": Bands(((0, 30), (31, 77123)))},
            ),
        ),
    )
    known = matched("canarykeys", RISKS | {"risk": 0.9}), resolution()
    plan = make_plan(["gdu", "global_risk"], ["risk.threshold=0.08642"], SEED)
    original, first, second = (f"c0ffee{place}" + "0" * 57 for place in range(3))
    comparison = Comparison(
        plan.described(),
        {"ru-map": "0.1.0"},
        Assessment("Original", "canaryoriginal.csv", original, 500, 3, known),
        (
            assessment("Canary scenario", "canarymasked.csv", first),
            assessment("Canary other scenario", "canaryother.csv", second),
        ),
    )
    record = ReleaseRecord(
        proposed_purpose(ReleaseType.SCIENTIFIC),
        (ScenarioNote("canarymasked.csv", "canarynote"), ScenarioNote("canaryother.csv", "", "canarymasked.csv")),
        "canarymasked.csv",
        "Canary reason",
        SignOff("Canary officer", "2026-03-31"),
        SignOff("Canary second", "2026-04-01"),
    ).done("2026-03-31T10:00:00+00:00", "canarynote written")
    named = {"canaryoriginal.csv": original, "canarymasked.csv": first, "canaryother.csv": second}
    files = [ProjectFile(name, digest, 500, 3) for name, digest in named.items()]
    return Project(codebook, files[0], tuple(files[1:]), plan, comparison, "row", record)


def all_shown(project: Project) -> Project:
    """The project with 500 records behind every variable (90%) and pair (86%) of its first scenario."""
    first, *others = project.comparison.scenarios
    shown = {"ldu_univariate": (0.9, variable_detail(500, 0.9)), "ldu_bivariate": (0.86, pair_detail(500))}
    outcomes = []
    for o in first.outcomes:
        value, detail = shown.get(o.measure, (getattr(o, "value", None), {"univariate_share": 0.5}))
        known = o.measure in shown or o.measure == "gdu"
        outcomes.append(replace(o, value=value, n=500, detail={**o.detail, **detail}) if known else o)
    scenarios = (replace(first, outcomes=tuple(outcomes)), *others)
    return replace(project, comparison=replace(project.comparison, scenarios=scenarios))
