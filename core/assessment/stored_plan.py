"""A plan read back from the results or the project that describe it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from core.assessment.catalogue import CATALOGUE
from core.assessment.plan import Parameters, Plan, PlanDescription, all_parameters, check_seed, family_of, in_use
from core.data import validated
from core.errors import PlanError

SUCCESSORS = {
    "global_or_linkage_risk": "expected_match_risk",
    "gdu_noise_floor": "gdu_resolution",
    "gdu_bottom": "gdu_resolution",
}
"""Measures of earlier versions, and those that took their place with other figures."""


def plan_from(described: PlanDescription) -> Plan:
    """Return the plan that ``Plan.described`` wrote.

    Raises
    ------
    PlanError
        A measure, family or parameter that this version does not know, or one of another type or out of its range.
    """
    check_described(described, "the plan")
    if missing := [name for name in PlanDescription.__annotations__ if name not in described]:
        raise PlanError(f"the plan lacks {missing[0]!r}")
    return _plan(described)


def check_described(described: PlanDescription, place: str) -> None:
    """Check what results or a project say of their plan; families and parameters of another version may stand.

    Raises
    ------
    PlanError
        An entry that this version does not know, or one of another type or out of its range; the message names it.
    """
    try:
        validated(PlanDescription, described, place)
    except TypeError as error:
        raise PlanError(str(error)) from None
    if unknown := sorted(described.keys() - PlanDescription.__annotations__.keys()):
        raise PlanError(f"{place} has an entry {unknown[0][:60]!r} that this version does not know")
    if "seed" in described:
        check_seed(described["seed"], f"{place}['seed']")
    for family, kind in all_parameters().items():
        _known(family, kind, described.get("parameters", {}).get(family, {}))


def planned_parameters(described: PlanDescription, kind: type[Parameters]) -> Parameters:
    """Return the parameters of a family that results were made with.

    What they do not say has its default; names of another version are passed over.

    Raises
    ------
    PlanError
        One that this version knows is of another type, or out of its range.
    """
    family = family_of(kind)
    return _known(family, kind, described.get("parameters", {}).get(family, {}))


def _plan(described: PlanDescription) -> Plan:
    known = {m.id for m in CATALOGUE}
    asked = {SUCCESSORS.get(name, name) for name in described["measures"]}
    for name in sorted(asked):
        if name not in known:
            raise PlanError(f"the plan asks for {name!r}, a measure that this version of R-U Map does not have")
    kinds = all_parameters()
    given = described["parameters"]
    for family in given:
        if family not in kinds:
            raise PlanError(f"the plan sets {family!r}, a family that this version of R-U Map does not have")
    parameters = {family: _parameters(family, kind, given.get(family, {})) for family, kind in kinds.items()}
    measures = tuple(m.id for m in CATALOGUE if m.id in asked)
    return Plan(measures, in_use(measures, parameters), described["seed"], described["preset"])


def _parameters(family: str, kind: type, given: Mapping[str, Any]) -> Any:
    names = {f.name for f in fields(kind)}
    for name in given:
        if name not in names:
            raise PlanError(f"the plan sets {family}.{name}, which this version of R-U Map does not have")
    return _made(family, kind, given)


def _known(family: str, kind: type[Parameters], given: Mapping[str, Any]) -> Parameters:
    """Return the parameters of a family from those given that this version knows."""
    names = {f.name for f in fields(all_parameters()[family])}
    return _made(family, kind, {name: value for name, value in given.items() if name in names})


def _made(family: str, kind: type[Parameters], given: Mapping[str, Any]) -> Parameters:
    return validated(kind, given, f"the plan sets parameters that do not fit: {family}", error=PlanError)
