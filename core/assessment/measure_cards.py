"""What the card of a measure says beside its own texts: its group, scale and needs in words, and its settings."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from inspect import cleandoc
from math import isinf

from core.assessment.catalogue import CATALOGUE, PARAMETERS
from core.measures import Better, Measure, Requires, Scope


@dataclass(frozen=True)
class Group:
    """Measures that are looked up together.

    Parameters
    ----------
    title : str
    about : str
        What they are, in one sentence.
    modules : tuple of str
        Where they are declared, below ``core``.
    per : str
        What one value of those that are not of the whole file is about; empty: a variable or a pair.
    risk : bool
    """

    title: str
    about: str
    modules: tuple[str, ...]
    per: str = ""
    risk: bool = False

    def measures(self) -> tuple[Measure, ...]:
        """Return its measures in the catalogue's order."""
        return tuple(m for m in CATALOGUE if group_of(m) == self)


GROUPS = (
    Group("GDU and its parts", "What a user of variables and pairs of variables can still find.", ("utility.gdu",)),
    Group(
        "Whole-file measures",
        "Whether a masked file as a whole can be told from the original.",
        ("utility.propensity", "utility.clusters", "utility.ecdf"),
    ),
    Group("Distances", "How far distributions lie apart.", ("utility.distances",)),
    Group("Tables", "How much a table by area changed.", ("utility.tables",), "table"),
    Group("Information loss", "What was lost of values, moments, associations and detail.", ("utility.loss",)),
    Group("Analyses", "Whether a published figure or a model changes.", ("utility.analyses",), "chosen analysis"),
    Group(
        "Re-identification",
        "How likely a record is recognised by its key values.",
        ("risk.global_risk", "risk.global_or_linkage", "risk.individual_risks", "risk.k_anonymity"),
        risk=True,
    ),
    Group(
        "Population uniques",
        "How many people are alone with their key values in the population.",
        ("risk.population", "risk.known_population"),
        risk=True,
    ),
    Group("SUDA2", "Records that are unique on few key variables.", ("risk.suda",), risk=True),
    Group(
        "Attribute disclosure",
        "What can be learned of a person's sensitive values.",
        ("risk.l_diversity", "risk.t_closeness", "risk.agreement", "risk.undo"),
        risk=True,
    ),
    Group(
        "Linkage and interval disclosure",
        "How often a masked record or value leads back to the original one.",
        ("risk.linkage", "risk.interval_disclosure", "risk.duncan_lambert"),
        risk=True,
    ),
)

REQUIRES = {
    Requires.LINKS: "records linked to the original",
    Requires.KEYS: "key variables",
    Requires.WEIGHTS: "a sampling weight",
}
SENSITIVE = "a sensitive variable"
FRACTION = "a sampling weight, or the sampling fraction"
ALSO_NEEDS = {
    **dict.fromkeys(("l_diversity_distinct", "l_diversity_entropy", "l_diversity_recursive"), SENSITIVE),
    **dict.fromkeys(("t_closeness", "disco", "dcap"), SENSITIVE),
    **dict.fromkeys(("population_uniques_loglinear", "correct_matches_loglinear"), FRACTION),
    **dict.fromkeys(("population_uniques_zayatz", "population_uniques_pitman"), FRACTION),
    "population_uniques_known": "a table that counts the population",
    "household_risk": "a household variable",
    "interval_disclosure": "variables that are numbers in both files",
    "linkage_spruill": "key variables that are numbers in both files",
    "duncan_lambert": "a numeric key variable declared as masked by noise",
    "values_given_away": "suppressed or recoded values",
    "gdu_subgroup": "a categorical variable chosen as subgroup",
    **dict.fromkeys(("indicators_inside", "interval_overlap", "indicator"), "indicators chosen before the run"),
    **dict.fromkeys(("coefficient_overlap", "regression"), "regressions chosen before the run"),
    "ldu_regression": "linear regressions chosen before the run",
    "ldu_logistic": "logistic regressions chosen before the run",
    "ldu_alpha": "scales chosen before the run",
    **dict.fromkeys(("ctbil", "rcv"), "categorical variables"),
    **dict.fromkeys(
        ("mean_difference", "covariance_mae", "correlation_mae", "pca_difference", "eigenvalues", "il1s"),
        "variables that are numbers in both files",
    ),
    **dict.fromkeys(
        ("robust_eigenvalues", "gamma_distance", "wasserstein_mean"), "variables that are numbers in both files"
    ),
    **dict.fromkeys(("kolmogorov_smirnov", "wasserstein"), "variables with an order"),
}
"""What some measures cannot do without beside what they declare."""


def group_of(measure: Measure) -> Group:
    """Return the group of a measure; KeyError where its module belongs to none."""
    module = measure.compute.__module__.removeprefix("core.")
    for group in GROUPS:
        if any(module == part or module.startswith(part + ".") for part in group.modules):
            return group
    raise KeyError(f"no group of measures has the module {module}")


def direction(measure: Measure) -> str:
    """Return which values are good."""
    low, high = measure.bounds
    if measure.better is Better.LOWER and low < 0 < high:
        return "nearer to 0 is better"
    return "higher is better" if measure.better is Better.HIGHER else "lower is better"


def scale(measure: Measure) -> str:
    """Return the bounds of a measure in words."""
    low, high = measure.bounds
    if isinf(low) and isinf(high):
        return "no limit either way"
    if isinf(low):
        return f"at most {high:g}"
    return f"{low:g} or more" if isinf(high) else f"{low:g} to {high:g}"


def what_of(measure: Measure) -> str:
    """Return what one value is about."""
    group = group_of(measure)
    if measure.scope is Scope.FILE:
        return "one value for each key set" if Requires.KEYS in measure.requires else "one value for the file"
    one = group.per or ("pair of variables" if measure.scope is Scope.PAIR else "variable")
    return f"one value for each {one}"


def needs(measure: Measure) -> str:
    """Return what a measure cannot do without, as a list in words; "nothing beside the two files" where that is all."""
    found = [words for requirement, words in REQUIRES.items() if requirement in measure.requires]
    if measure.id in ALSO_NEEDS:
        found.append(ALSO_NEEDS[measure.id])
    return "; ".join(found) or "nothing beside the two files"


@dataclass(frozen=True)
class Setting:
    """One parameter of a family: its name as the command line takes it, its default, what it may be and does."""

    name: str
    default: str
    choices: str
    about: str


def settings_of(family: str) -> tuple[Setting, ...]:
    """Return the parameters of a family, in their order.

    What each may be and does is read from the numpy-style docstring of the parameter class.
    """
    parameters = PARAMETERS[family]
    described, defaults = _described(parameters), parameters()
    return tuple(
        Setting(f"{family}.{f.name}", _in_words(getattr(defaults, f.name)), *described.get(f.name, ("", "")))
        for f in fields(parameters)
    )


def _in_words(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(str(v) for v in value) or "none"
    return str(value) or "none"


SEED = "Seed of what is drawn at random."
HEAD = re.compile(r"^(?P<names>\w+(?:, \w+)*) : (?P<kind>.*)$", re.MULTILINE)


def _described(parameters: type) -> dict[str, tuple[str, str]]:
    """Return what the docstring of a parameter class says of each name: the values it may have, and what it does."""
    text = cleandoc(parameters.__doc__ or "").partition("Parameters\n----------\n")[2].partition("\nRaises\n")[0]
    heads = list(HEAD.finditer(text))
    found = {}
    ends = [*(head.start() for head in heads[1:]), len(text)]
    for head, end in zip(heads, ends, strict=True):
        said = " ".join(text[head.end() : end].split()).replace("``", "")
        choices = head["kind"].replace('"', "") if '"' in head["kind"] else ""
        for name in head["names"].split(", "):
            found[name] = (choices, said or (SEED if name == "seed" else ""))
    return found
