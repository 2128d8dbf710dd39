"""Families of replicate weights, and the variables that say how known surveys were drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from core.data import Column, Level, Microdata, ReplicateDeclaration, ReplicateMethod, Role, Variable

FEWEST_REPLICATES = 4
FEWEST_OF_A_WEIGHT = 10
"""Columns named like a weight with a number behind: fewer may be weights of their own."""

_NUMBERED = re.compile(r"(.*?[^0-9])0*([0-9]+)")
_PISA = re.compile(r"w_?f(st|astu)")
_CENSUS = re.compile(r"p?wgtp|repw")
_REPLICATE = re.compile(
    r".*rep\w*w\w*|w\w*rep|rep(licate)?s?|.*brr|jkn?[12]?|.*jack(knife)?|.*fay|.*boot\w*|bsr?w|w_?f(st|astu)\w*|p?wgtp"
)
_DHS = {Role.CLUSTER: ("v021", "hv021"), Role.STRATUM: ("v023", "hv023", "v022", "hv022")}
_DHS_SIGNS = ({"v001", "v005"}, {"hv001", "hv005"})


@dataclass(frozen=True)
class NumberedColumns:
    """Columns with one stem and the numbers from 0 or 1 on."""

    stem: str
    names: tuple[str, ...]


def with_survey_design(
    variables: tuple[Variable, ...], original: Microdata
) -> tuple[tuple[Variable, ...], ReplicateDeclaration | None]:
    """Return the variables with the roles that a survey's own names give, and how replicate weights were made.

    Parameters
    ----------
    variables : tuple of Variable
        As proposed one by one.
    original : Microdata
    """
    variables = _of_dhs(variables)
    family = next((f for f in numbered_families(original) if _are_replicates(f, variables, original)), None)
    if family is None:
        return variables, None
    named = set(family.names)
    reason = f"one of {len(named)} columns {family.names[0]} to {family.names[-1]}: replicate weights; please confirm"
    tagged = tuple(
        replace(v, role=Role.REPLICATE_WEIGHT, level=Level.CONTINUOUS, order=(), reason=reason)
        if v.name in named
        else v
        for v in variables
    )
    return tagged, guessed_method(family)


def numbered_families(original: Microdata) -> list[NumberedColumns]:
    """Return columns with one stem whose numbers follow each other from 0 or 1 on, in file order."""
    by_stem: dict[str, dict[int, str]] = {}
    for name in original.columns:
        match = _NUMBERED.fullmatch(name)
        if match:
            by_stem.setdefault(match[1].lower(), {})[int(match[2])] = name
    families = []
    for stem, members in by_stem.items():
        # REPWTP with REPWTP1: the flag or the full weight has no number, and a 0 may be the full weight
        numbers = sorted(n for n in members if n > 0)
        if len(numbers) >= FEWEST_REPLICATES and numbers == list(range(1, len(numbers) + 1)):
            families.append(NumberedColumns(stem, tuple(members[n] for n in numbers)))
    return families


def guessed_method(family: NumberedColumns) -> ReplicateDeclaration:
    """Guess how replicate weights were made, from their name and number; a person is to confirm it."""
    stem, count = family.stem, len(family.names)
    method, why = _guess(stem, count)
    factors = (0.5,) if method is ReplicateMethod.FAY else ()
    return ReplicateDeclaration(method, factors, f"{why}: please confirm, from the documentation of the file")


def _guess(stem: str, count: int) -> tuple[ReplicateMethod, str]:
    if _PISA.match(stem):
        return ReplicateMethod.FAY, "named as in PISA, whose factor is .5"
    if _CENSUS.match(stem) and count in (80, 160):
        return (
            ReplicateMethod.FAY,
            f"{count} replicates, as in the ACS and the CPS, whose variance is that of the factor .5",
        )
    if "fay" in stem:
        return ReplicateMethod.FAY, "by their name; .5 is the usual factor"
    if "boot" in stem or stem.startswith("bs"):
        return ReplicateMethod.BOOTSTRAP, "by their name"
    if "jk" in stem or "jack" in stem:
        return ReplicateMethod.JK1, "by their name; of a stratified sample it is JKn, with its factors"
    if "brr" in stem:
        return ReplicateMethod.BRR, "by their name"
    if count >= 100 and count % 50 == 0:
        return ReplicateMethod.BOOTSTRAP, f"{count} replicates, a round number"
    if count % 4 == 0:
        return ReplicateMethod.BRR, f"{count} replicates, a multiple of four"
    return ReplicateMethod.JK1, f"{count} replicates, no multiple of four"


def _are_replicates(family: NumberedColumns, variables: tuple[Variable, ...], original: Microdata) -> bool:
    weights = {v.name.lower() for v in variables if v.role is Role.WEIGHT and v.name not in family.names}
    by_name = _REPLICATE.fullmatch(family.stem.rstrip("_. ")) is not None
    of_weight = family.stem.rstrip("_. ") in {w.rstrip("0").rstrip("_. ") for w in weights}
    if not by_name and not (of_weight and len(family.names) >= FEWEST_OF_A_WEIGHT):
        return False
    return all(_weighs(original.columns[name]) for name in family.names)


def _weighs(column: Column) -> bool:
    """Whether a column holds numbers of which none is negative, and not only codes 0 and 1."""
    if column.numbers is None or column.codes is not None:
        return False
    known = column.numbers[~np.isnan(column.numbers)]
    return len(known) > 0 and bool(known.min() >= 0 and known.max() > 1)


def _of_dhs(variables: tuple[Variable, ...]) -> tuple[Variable, ...]:
    """Return the variables with the roles that the names of Demographic and Health Surveys give."""
    by_name: Mapping[str, str] = {v.name.lower(): v.name for v in variables}
    if not any(signs <= set(by_name) for signs in _DHS_SIGNS):
        return variables
    named = {role: next((n for n in names if n in by_name), None) for role, names in _DHS.items()}
    chosen = {by_name[name]: role for role, name in named.items() if name is not None}
    reason = "named as in Demographic and Health Surveys; please confirm"
    return tuple(
        replace(v, role=chosen[v.name], level=Level.NOMINAL, order=(), reason=reason) if v.name in chosen else v
        for v in variables
    )
