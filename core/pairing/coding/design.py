"""How the records of a file were drawn, read from the variables that say so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.data import (
    MISSING_TOKENS,
    Codebook,
    Column,
    Microdata,
    ReplicateWeights,
    Role,
    SampleDesign,
    Unit,
    Variable,
    nested_units,
)
from core.errors import CodebookError, PairingError
from core.pairing.coding.columns import listed, observed
from core.wording import counted

Codes = NDArray[np.int64]

NO_METHOD = "replicate weights are tagged, but not how they were made: say their method on the Set up page"

_UNIT_ROLES = {Role.CLUSTER: Unit.CLUSTER, Role.HOUSEHOLD: Unit.HOUSEHOLD}


def observed_of(variable: Variable, microdata: Microdata, name: str) -> Column:
    """Return a column without its missing codes; ``name`` is that of the file."""
    missing = (*variable.missing, *microdata.user_missing.get(name, ()))
    return observed(microdata.columns[name], missing, microdata.n_records)


def weight_numbers(variable: Variable, column: Column) -> NDArray[np.float64]:
    """Return (n,) weights, NaN for missing; PairingError where the column holds text."""
    text = set(column.labels) - MISSING_TOKENS
    if text:
        raise PairingError(
            f"variable {variable.name!r} has the role {variable.role}, but holds text: {listed(text)}; "
            "declare the text under 'missing', or give the variable another role"
        )
    return column.number_cells()


def weight_values(original: Microdata, codebook: Codebook, name: str) -> NDArray[np.float64]:
    """Return (n,) the original's values of a weight, NaN for missing; PairingError where they are text."""
    variable = next(v for v in codebook.variables if v.name == name)
    return weight_numbers(variable, observed_of(variable, original, name))


def design_of(microdata: Microdata, codebook: Codebook, names: Mapping[str, str]) -> SampleDesign | None:
    """Return how the records of a file were drawn.

    Parameters
    ----------
    microdata : Microdata
    codebook : Codebook
        Its clusters are the units, else its households, else records; numbers that several strata use are units in
        each. Several variables of one role name the unit together.
    names : mapping of str to str
        From the original's names to the file's own; variables that the file lacks are left out.

    Returns
    -------
    SampleDesign or None
        None where no variable says so: records were drawn one by one.
    """

    def tagged(role: Role) -> list[Variable]:
        return [v for v in codebook.with_role(role) if v.name in names]

    unit_role = next((role for role in _UNIT_ROLES if tagged(role)), None)
    of_units = tagged(unit_role) if unit_role is not None else []
    of_strata, replicates = tagged(Role.STRATUM), tagged(Role.REPLICATE_WEIGHT)
    if not of_units and not of_strata and not replicates and codebook.units_of_population is None:
        return None
    units, strata = _crossed(microdata, of_units, names), _crossed(microdata, of_strata, names)
    nested = nested_units(units, strata, microdata.n_records)
    unit = Unit.RECORD if unit_role is None else _UNIT_ROLES[unit_role]
    named, strata_named = _joined(of_units), _joined(of_strata)
    weights = _replicate_weights(microdata, replicates, codebook, names)
    unsaid = bool(replicates) and codebook.replicates is None
    notes = (
        *((NO_METHOD,) if unsaid else ()),
        *_without(units, named, "each is a unit of its own"),
        *_without(strata, strata_named, "together they are a stratum of their own"),
        *_in_several_strata(units, strata, unit, named),
    )
    design = SampleDesign(*nested, unit, named, strata_named, weights, notes)
    return replace(design, population=_population(microdata, design, codebook, names))


def masked_design(
    original: SampleDesign | None, masked: SampleDesign | None, links: Codes | None
) -> SampleDesign | None:
    """Return how the records of a masked file were drawn.

    Parameters
    ----------
    original, masked : SampleDesign or None
        As their own variables say.
    links : int64 array (n_masked,) or None
        Row of the original of each masked record, -1 where unknown.

    Returns
    -------
    SampleDesign or None
        Its own where it has all variables that the original's design has, or where records are not linked; else its
        original's, found through the links. A record without an original is a unit of its own. Replicate weights are
        its own.
    """
    if original is None or links is None or _tells(original) <= _tells(masked):
        return masked
    linked = links >= 0
    replicates = None if masked is None else masked.replicates
    units = np.where(linked, original.units[links], -1)
    strata = np.where(linked, original.strata[links], -1) if original.stratum_variable else None
    alone = int(np.sum(~linked))
    notes = (f"{counted(alone, 'record has', 'records have')} no original: each is a unit of its own",) if alone else ()
    nested = nested_units(units, strata, len(links))
    population = None if original.population is None else np.where(linked, original.population[links], np.nan)
    return replace(
        original, units=nested[0], strata=nested[1], replicates=replicates, notes=notes, population=population
    )


def _replicate_weights(
    microdata: Microdata, variables: Sequence[Variable], codebook: Codebook, names: Mapping[str, str]
) -> ReplicateWeights | None:
    """Return the replicate weights; None where there are none, or their method is not known."""
    declared = codebook.replicates
    if not variables or declared is None:
        return None
    if len(declared.factors) not in (0, 1, len(variables)):
        raise CodebookError(
            f"[replicate_weights] has {len(declared.factors)} factors for {len(variables)} replicate weights"
        )
    columns = [weight_numbers(v, observed_of(v, microdata, names[v.name])) for v in variables]
    return ReplicateWeights(declared, tuple(v.name for v in variables), np.stack(columns, axis=1))


def _population(
    microdata: Microdata, design: SampleDesign, codebook: Codebook, names: Mapping[str, str]
) -> NDArray[np.float64] | None:
    """Return (n,) units that the population has in each record's stratum; None where that is not declared."""
    declared = codebook.units_of_population
    if declared is None or (isinstance(declared, str) and declared not in names):
        return None
    if isinstance(declared, str):
        variable = codebook.variable(declared)
        population = weight_numbers(variable, observed_of(variable, microdata, names[declared]))
    else:
        population = np.full(microdata.n_records, declared)
    order = np.argsort(design.strata, kind="stable")
    known, strata = population[order], design.strata[order]
    if ((np.diff(known) != 0) & (np.diff(strata) == 0) & ~np.isnan(known[1:] + known[:-1])).any():
        raise CodebookError(f"[first_stage] population: {declared!r} has different values in one stratum")
    drawn = np.bincount(design.strata[np.unique(design.units, return_index=True)[1]])
    if (drawn[design.strata] > np.nan_to_num(population, nan=np.inf)).any():
        raise CodebookError(
            f"[first_stage] population: the sample has more {design.unit}s in a stratum than {declared!r} says the "
            "population has"
        )
    return population


def _tells(design: SampleDesign | None) -> set[str]:
    return set() if design is None else {design.unit_variable, design.stratum_variable}


def _crossed(microdata: Microdata, variables: Sequence[Variable], names: Mapping[str, str]) -> Codes | None:
    """Return a code for each combination of values, -1 where one is missing; None without variables."""
    crossed: Codes | None = None
    for variable in variables:
        codes = observed_of(variable, microdata, names[variable.name]).categories()[0].astype(np.int64)
        if crossed is None:
            crossed = codes
            continue
        known = (crossed >= 0) & (codes >= 0)
        pairs = crossed * (int(codes.max(initial=0)) + 1) + codes
        crossed = np.where(known, np.unique(pairs, return_inverse=True)[1].reshape(-1), -1)
    return crossed


def _in_several_strata(units: Codes | None, strata: Codes | None, unit: Unit, name: str) -> tuple[str, ...]:
    """Return that numbers of units are in several strata: they begin anew there, or the strata are wrong."""
    if units is None or strata is None:
        return ()
    known = (units >= 0) & (strata >= 0)
    pairs = np.unique(np.column_stack([units[known], strata[known]]), axis=0)
    met = np.unique(pairs[:, 0], return_counts=True)[1]
    several = int((met > 1).sum())
    if not several:
        return ()
    return (
        f"{several:,} of the {len(met):,} values of {name!r} stand in more than one stratum, each for another {unit} "
        f"there: right where numbers begin anew in every stratum; if they name the same {unit}, the strata are wrong",
    )


def _joined(variables: Sequence[Variable]) -> str:
    return " x ".join(v.name for v in variables)


def _without(codes: Codes | None, name: str, consequence: str) -> tuple[str, ...]:
    missing = 0 if codes is None else int(np.sum(codes < 0))
    return (f"{counted(missing, 'record has', 'records have')} no value of {name!r}: {consequence}",) if missing else ()
