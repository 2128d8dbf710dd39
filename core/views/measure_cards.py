"""What the card of a measure says beside its own texts: its group, scale and needs in words, and its settings."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from inspect import cleandoc
from math import isinf

from core.assessment import CATALOGUE, PARAMETERS
from core.measures import Better, Measure, Requires, Scope
from core.wording import _


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
    Group(
        _("GDU and its parts"), _("What a user of variables and pairs of variables can still find."), ("utility.gdu",)
    ),
    Group(
        _("Whole-file measures"),
        _("Whether a masked file as a whole can be told from the original."),
        ("utility.propensity", "utility.clusters", "utility.ecdf"),
    ),
    Group(_("Distances"), _("How far distributions lie apart."), ("utility.distances",)),
    Group(_("Tables"), _("How much a table by area changed."), ("utility.tables",), _("table")),
    Group(_("Information loss"), _("What was lost of values, moments, associations and detail."), ("utility.loss",)),
    Group(
        _("Analyses"), _("Whether a published figure or a model changes."), ("utility.analyses",), _("chosen analysis")
    ),
    Group(
        _("Re-identification"),
        _("How likely a record is recognised by its key values."),
        ("risk.global_risk", "risk.global_or_linkage", "risk.individual_risks", "risk.k_anonymity"),
        risk=True,
    ),
    Group(
        _("Population uniques"),
        _("How many people are alone with their key values in the population."),
        ("risk.population", "risk.known_population"),
        risk=True,
    ),
    Group("SUDA2", _("Records that are unique on few key variables."), ("risk.suda",), risk=True),
    Group(
        _("Attribute disclosure"),
        _("What can be learned of a person's sensitive values."),
        ("risk.l_diversity", "risk.t_closeness", "risk.agreement", "risk.recoverable_values"),
        risk=True,
    ),
    Group(
        _("Linkage and interval disclosure"),
        _("How often a masked record or value leads back to the original one."),
        ("risk.linkage", "risk.probabilistic_linkage", "risk.interval_disclosure", "risk.duncan_lambert"),
        risk=True,
    ),
)

REQUIRES = {
    Requires.LINKS: _("records linked to the original"),
    Requires.KEYS: _("key variables"),
    Requires.WEIGHTS: _("a sampling weight"),
}
SENSITIVE = _("a sensitive variable")
FRACTION = _("a sampling weight, or the sampling fraction")
ALSO_NEEDS = {
    **dict.fromkeys(("l_diversity_distinct", "l_diversity_entropy", "l_diversity_recursive"), SENSITIVE),
    **dict.fromkeys(("t_closeness", "disco", "dcap"), SENSITIVE),
    **dict.fromkeys(("population_uniques_loglinear", "correct_matches_loglinear"), FRACTION),
    **dict.fromkeys(("population_uniques_zayatz", "population_uniques_pitman"), FRACTION),
    "population_uniques_known": _("a table that counts the population"),
    "household_risk": _("a household variable"),
    "interval_disclosure": _("variables that are numbers in both files"),
    "linkage_spruill": _("key variables that are numbers in both files"),
    "linkage_fellegi_sunter": _("at least three key variables that vary"),
    "values_given_away": _("suppressed or recoded values"),
    "gdu_subgroup": _("a categorical variable chosen as subgroup"),
    **dict.fromkeys(("indicators_inside", "interval_overlap", "indicator"), _("indicators chosen before the run")),
    **dict.fromkeys(("coefficient_overlap", "regression"), _("regressions chosen before the run")),
    "ldu_regression": _("linear regressions chosen before the run"),
    "ldu_logistic": _("logistic regressions chosen before the run"),
    "ldu_alpha": _("scales chosen before the run"),
    **dict.fromkeys(("ctbil", "rcv", "loglinear_deviance"), _("categorical variables")),
    **dict.fromkeys(
        ("mean_difference", "covariance_mae", "correlation_mae", "pca_difference", "eigenvalues", "il1s"),
        _("variables that are numbers in both files"),
    ),
    **dict.fromkeys(
        ("robust_eigenvalues", "gamma_distance", "wasserstein_mean"), _("variables that are numbers in both files")
    ),
    **dict.fromkeys(
        ("values_mse", "values_mae", "values_variation"),
        _("variables that are numbers in both files"),
    ),
    **dict.fromkeys(
        ("subdomain_means", "subdomain_covariances"),
        _("variables that are numbers in both files, and categorical ones"),
    ),
    **dict.fromkeys(("kolmogorov_smirnov", "wasserstein"), _("variables with an order")),
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
        return _("nearer to 0 is better")
    return _("higher is better") if measure.better is Better.HIGHER else _("lower is better")


def scale(measure: Measure) -> str:
    """Return the bounds of a measure in words."""
    low, high = measure.bounds
    if isinf(low) and isinf(high):
        return _("no limit either way")
    if isinf(low):
        return _("at most {high:g}").format(high=high)
    return _("{low:g} or more").format(low=low) if isinf(high) else _("{low:g} to {high:g}").format(low=low, high=high)


def what_of(measure: Measure) -> str:
    """Return what one value is about."""
    group = group_of(measure)
    if measure.scope is Scope.FILE:
        return _("one value for each key set") if Requires.KEYS in measure.requires else _("one value for the file")
    one = group.per or (_("pair of variables") if measure.scope is Scope.PAIR else _("variable"))
    return _("one value for each {one}").format(one=one)


def needs(measure: Measure) -> str:
    """Return what a measure cannot do without, as a list in words; "nothing beside the two files" where that is all."""
    found = [words for requirement, words in REQUIRES.items() if requirement in measure.requires]
    if measure.id in ALSO_NEEDS:
        found.append(ALSO_NEEDS[measure.id])
    return "; ".join(found) or _("nothing beside the two files")


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


SEED = _("Seed of what is drawn at random.")
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
            found[name] = (choices, _(said) or (SEED if name == "seed" else ""))
    return found
