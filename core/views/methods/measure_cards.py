"""What the card of a measure says beside its own texts: its group, scale and needs in words, and its settings."""

import re
from dataclasses import dataclass, fields
from inspect import cleandoc
from math import isinf

from core.assessment import CATALOGUE, PARAMETERS, origin_of
from core.measures import Better, Group, Measure, Requires, Scope

GROUPS = tuple(dict.fromkeys(m.group for m in CATALOGUE))
"""Of cards, in the order in which the catalogue first has one of their measures."""

NOT_WEIGHTED = "They do not enter: every record counts alike."
OWN_WEIGHTS = "Each figure and model has the weight that was chosen for it, or none."

REQUIRES = {
    Requires.LINKS: "records linked to the original",
    Requires.KEYS: "key variables",
    Requires.WEIGHTS: "a sampling weight",
}


def measures_of(group: Group) -> tuple[Measure, ...]:
    """Return the measures of a group in the catalogue's order."""
    return tuple(m for m in CATALOGUE if m.group == group)


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
    if measure.scope is Scope.FILE:
        return "one value for each key set" if Requires.KEYS in measure.requires else "one value for the file"
    one = measure.group.per or ("pair of variables" if measure.scope is Scope.PAIR else "variable")
    return f"one value for each {one}"


def needs(measure: Measure) -> str:
    """Return what a measure cannot do without, as a list in words; "nothing beside the two files" where that is all."""
    requirements = [words for requirement, words in REQUIRES.items() if requirement in measure.requires]
    requirements += [measure.needs] if measure.needs else []
    return "; ".join(requirements) or "nothing beside the two files"


def weighting(measure: Measure) -> str:
    """Return how sampling weights enter a measure of utility; empty for measures of risk, whose texts say it."""
    if measure.is_risk:
        return ""
    return measure.weighting or (OWN_WEIGHTS if measure.family == "analyses" else NOT_WEIGHTED)


def brought_by(measure: Measure) -> str:
    """Return the distribution and version that bring a measure; empty where it is one of this program."""
    return str(origin_of(measure) or "")


def source(measure: Measure) -> str:
    """Return the source of a measure's formula, with the package that brings it where that is another one."""
    foreign = brought_by(measure)
    if not foreign:
        return measure.reference
    return f"{measure.reference}. This measure comes with {foreign}."


@dataclass(frozen=True)
class FamilyParameter:
    """One parameter of a family: its name as the command line takes it, its default, what it may be and does."""

    name: str
    default: str
    choices: str
    about: str


def settings_of(family: str) -> tuple[FamilyParameter, ...]:
    """Return the parameters of a family, in their order.

    What each may be and does is read from the numpy-style docstring of the parameter class.
    """
    parameters = PARAMETERS[family]
    described, defaults = _described(parameters), parameters()
    return tuple(
        FamilyParameter(f"{family}.{f.name}", _in_words(getattr(defaults, f.name)), *described.get(f.name, ("", "")))
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
    by_name = {}
    ends = [*(head.start() for head in heads[1:]), len(text)][: len(heads)]  # a class may describe none
    for head, end in zip(heads, ends, strict=True):
        description = " ".join(text[head.end() : end].split()).replace("``", "")
        choices = head["kind"].replace('"', "") if '"' in head["kind"] else ""
        for name in head["names"].split(", "):
            by_name[name] = (choices, description or (SEED if name == "seed" else ""))
    return by_name
