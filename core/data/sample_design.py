"""How the records of a file were drawn: first-stage units in strata, and replicate weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.errors import CodebookError

Codes = NDArray[np.int64]
Floats = NDArray[np.float64]

SMALLEST_VALUE = 1e-10
"""Of the largest eigenvalue: replicate weights that add nothing lie below, as those of 1e-5 in R's decomposition."""


class Unit(StrEnum):
    """What a first-stage unit is."""

    CLUSTER = "cluster"
    HOUSEHOLD = "household"
    RECORD = "record"


class ReplicateMethod(StrEnum):
    """How replicate weights were made."""

    BRR = "BRR"
    FAY = "Fay"
    JK1 = "JK1"
    JKN = "JKn"
    BOOTSTRAP = "bootstrap"


@dataclass(frozen=True)
class ReplicateDeclaration:
    """How the replicate weights of a file were made.

    Parameters
    ----------
    method : ReplicateMethod
    factors : tuple of float
        Of Fay's method its factor, 0 to below 1; of JKn the factor (n_h - 1) / n_h of each replicate, or one for
        all; else empty.
    reason : str
        Why the method was proposed; empty where a person set it.

    Raises
    ------
    CodebookError
        A factor is missing, out of range or of no use to the method.
    """

    method: ReplicateMethod
    factors: tuple[float, ...] = ()
    reason: str = ""

    def __post_init__(self) -> None:
        if self.method is ReplicateMethod.FAY and (len(self.factors) != 1 or not 0 <= self.factors[0] < 1):
            raise CodebookError("replicate weights: Fay's method needs its factor, a number from 0 to below 1")
        if self.method is ReplicateMethod.JKN and not (self.factors and all(0 < f <= 1 for f in self.factors)):
            raise CodebookError(
                "replicate weights: JKn needs its factors (n_h - 1) / n_h, one for each replicate or one for all, "
                "above 0 and at most 1"
            )
        if self.factors and self.method not in (ReplicateMethod.FAY, ReplicateMethod.JKN):
            raise CodebookError(f"replicate weights: {self.method} takes no factor")


@dataclass(frozen=True, eq=False)
class ReplicateWeights:
    """A family of replicate weights.

    Parameters
    ----------
    declared : ReplicateDeclaration
    names : tuple of str, (R,)
    weights : float64 array (n, R)
        NaN where missing.
    """

    declared: ReplicateDeclaration
    names: tuple[str, ...]
    weights: Floats

    @property
    def scales(self) -> Floats:
        """Return (R,) what each squared deviation counts in the variance (Wolter 2007, chapters 3 to 5).

        1 / R for balanced repeated replication and the bootstrap, 1 / (R (1 - k)^2) for Fay's method with the
        factor k (Judkins 1990), (R - 1) / R for JK1, (n_h - 1) / n_h as given for JKn.
        """
        r, method, factors = len(self.names), self.declared.method, self.declared.factors
        if method is ReplicateMethod.JKN:
            return np.broadcast_to(np.array(factors), (r,)).copy()
        if method is ReplicateMethod.FAY:
            return np.full(r, 1 / (r * (1 - factors[0]) ** 2))
        return np.full(r, (r - 1) / r if method is ReplicateMethod.JK1 else 1 / r)

    @cached_property
    def degrees_of_freedom(self) -> int:
        """Rank of the weights less one, as in R's survey package: of two units a stratum, the number of strata.

        More replicates than units tell no more: five hundred bootstrap weights of ten clusters have nine.
        """
        known = self.weights[~np.isnan(self.weights).any(axis=1)]
        length = np.sqrt((known**2).sum(axis=0))
        scaled = known / np.where(length > 0, length, 1)
        values = np.linalg.eigvalsh(scaled.T @ scaled)
        return int((values > SMALLEST_VALUE * values.max(initial=0)).sum()) - 1

    def variance(self, value: float, replicates: Sequence[float] | Floats) -> float:
        """Return sum of scale (x_r - value)^2 over the R values x that the replicate weights give."""
        return float((self.scales * (np.asarray(replicates, dtype=float) - value) ** 2).sum())

    def take(self, rows: Codes) -> ReplicateWeights:
        """Return the weights of these records."""
        return replace(self, weights=self.weights[rows])


@dataclass(frozen=True, eq=False)
class SampleDesign:
    """How the records of one file were drawn.

    Parameters
    ----------
    units : int64 array (n,)
        First-stage unit of each record (cluster, else household, else record); never shared by two strata.
    strata : int64 array (n,)
        Stratum of each record; all 0 without strata.
    unit : Unit
        What a unit is.
    unit_variable, stratum_variable : str
        Their variables, several joined by " x "; "" where there is none.
    replicates : ReplicateWeights or None
    notes : tuple of str
        What a reader must know of how units and strata were read.
    population : float64 array (n,) or None
        First-stage units of the population in each record's stratum, NaN where unknown; None: taken as unlimited.
    """

    units: Codes
    strata: Codes
    unit: Unit
    unit_variable: str = ""
    stratum_variable: str = ""
    replicates: ReplicateWeights | None = None
    notes: tuple[str, ...] = field(default=())
    population: Floats | None = None

    def take(self, rows: Codes) -> SampleDesign:
        """Return the design of these records, with the codes that they had (no longer dense)."""
        replicates = None if self.replicates is None else self.replicates.take(rows)
        population = None if self.population is None else self.population[rows]
        return replace(
            self, units=self.units[rows], strata=self.strata[rows], replicates=replicates, population=population
        )

    @property
    def n_units(self) -> int:
        """Number of first-stage units."""
        return _distinct(self.units)

    @property
    def n_strata(self) -> int:
        """Number of strata."""
        return _distinct(self.strata)

    @property
    def degrees_of_freedom(self) -> int:
        """Units minus strata."""
        return self.n_units - self.n_strata


def _distinct(codes: Codes) -> int:
    """Count the codes that occur: those of a file, and of some of its records, are counted from 0."""
    return int(np.count_nonzero(np.bincount(codes)))


def records_alone(n: int) -> SampleDesign:
    """Return the design of n records that were drawn one by one."""
    return SampleDesign(np.arange(n), np.zeros(n, dtype=np.int64), Unit.RECORD)


def nested_units(units: Codes | None, strata: Codes | None, n: int) -> tuple[Codes, Codes]:
    """Return units within strata, both coded densely from 0.

    Parameters
    ----------
    units : int array (n,) or None
        -1 where missing: the record is a unit of its own. A number that several strata have is a unit in each.
    strata : int array (n,) or None
        -1 where missing: a stratum of its own, the first.
    n : int

    Returns
    -------
    units, strata : int64 arrays (n,)
        Numbered by stratum, then by the given unit, records without a unit last in their stratum.
    """
    stratum = np.zeros(n, dtype=np.int64) if strata is None else np.unique(strata, return_inverse=True)[1].reshape(-1)
    rows = np.arange(n, dtype=np.int64)
    given = rows if units is None else np.where(units < 0, rows + (units.max(initial=-1) + 1), units)
    if strata is None and units is None:
        return rows, stratum
    place = stratum * (int(given.max(initial=0)) + 1) + given
    return np.unique(place, return_inverse=True)[1].reshape(-1).astype(np.int64), stratum.astype(np.int64)
