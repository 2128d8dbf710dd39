"""First-stage units in strata, and the Taylor-linearised variance of a sum over them.

Every estimate enters by the contributions of its records: weight times influence, 0 for a record outside the part of
interest. All units of the sample stay in the variance, those without a record of that part too, so domains need no
rule of their own (Binder 1983; Sarndal, Swensson and Wretman 1992, section 5.8).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from core.statistics.arrays import Floats

Codes = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class FirstStage:
    """The first-stage units of the records of one file.

    Parameters
    ----------
    units : int64 array (n,)
        Unit of each record, dense codes from 0.
    stratum : int64 array (u,)
        Stratum of each unit, dense codes from 0.
    fraction : float array (s,)
        Share of the population's units of each stratum that the sample holds; 0: drawn with replacement, or unknown.
    """

    units: Codes
    stratum: Codes
    fraction: Floats

    @property
    def n_units(self) -> int:
        """Number of first-stage units."""
        return len(self.stratum)

    @cached_property
    def units_in_stratum(self) -> Codes:
        """Units of each stratum (s,)."""
        return np.bincount(self.stratum, minlength=len(self.fraction)).astype(np.int64)

    @cached_property
    def to_units(self) -> Any:
        """Sparse matrix (u, n) that adds records up by their units; None where every record is one."""
        alone = self.n_units == len(self.units) and bool((np.diff(self.units) == 1).all())
        return None if alone else _sums_by(self.units, self.n_units)

    @cached_property
    def to_strata(self) -> Any:
        """Sparse matrix (s, u) that adds units up by their strata."""
        return _sums_by(self.stratum, len(self.fraction))

    @property
    def lonely(self) -> int:
        """Strata of one unit: that unit is centred at the mean of all units."""
        return int((self.units_in_stratum == 1).sum())

    def units_with(self, inside: NDArray[np.bool_]) -> int:
        """Return the number of units that hold one of these records (n,)."""
        return int(self._holding(inside).sum())

    def degrees_of_freedom(self, inside: NDArray[np.bool_]) -> int:
        """Return units minus strata, of those that hold one of these records (n,) (Korn and Graubard 1999, 5.2)."""
        held = self._holding(inside)
        strata = np.bincount(self.stratum[held], minlength=len(self.fraction))
        return int(held.sum() - (strata > 0).sum())

    def _holding(self, inside: NDArray[np.bool_]) -> NDArray[np.bool_]:
        held = np.zeros(self.n_units, dtype=np.bool_)
        held[self.units[inside]] = True
        return held


def first_stage(units: Codes, strata: Codes, population: Floats | None = None) -> FirstStage:
    """Return the first stage of a file.

    Parameters
    ----------
    units, strata : int arrays (n,)
        No unit lies in two strata.
    population : float array (n,) or None
        First-stage units of the population in each record's stratum, the same throughout a stratum; NaN: unknown.

    Raises
    ------
    ValueError
        A unit in two strata, or a stratum with more units in the sample than in the population.
    """
    _, first, dense = np.unique(units, return_index=True, return_inverse=True)
    _, place, stratum = np.unique(strata, return_index=True, return_inverse=True)
    dense, stratum = dense.reshape(-1).astype(np.int64), stratum.reshape(-1).astype(np.int64)
    of_unit = stratum[first]
    if not np.array_equal(of_unit[dense], stratum):
        raise ValueError("a first-stage unit lies in two strata")
    fraction = np.zeros(len(place))
    if population is not None:
        known = np.nan_to_num(population[place], nan=np.inf, posinf=np.inf)
        fraction = np.bincount(of_unit, minlength=len(place)) / known
        if (fraction > 1).any():
            raise ValueError("a stratum has more units in the sample than in the population")
    return FirstStage(dense, of_unit, fraction)


def design_covariance(contributions: Floats | sparse.csr_array, stage: FirstStage) -> Floats:
    """Return the covariance matrix of sums over a stratified sample of first-stage units.

    Parameters
    ----------
    contributions : float array (n, k), dense or sparse
        Weight times influence of every record of the sample.
    stage : FirstStage

    Returns
    -------
    float array (k, k)
        Sum over strata of (1 - f_h) n_h / (n_h - 1) sum_i (t_hi - mean t_h)(t_hi - mean t_h)', t_hi the total of unit
        i (Wolter 2007, section 6.11). A stratum of one unit counts (1 - f_h)(t - mean)(t - mean)' with the mean of all
        units, which is conservative (Stata's singleunit(centered); R's survey.lonely.psu "adjust").
    """
    inside = stage.units_in_stratum
    totals = contributions if stage.to_units is None else stage.to_units @ contributions
    scale = (1 - stage.fraction) * np.where(inside > 1, inside / np.maximum(inside - 1, 1), 1)
    centre = _dense(stage.to_strata @ totals) / inside[:, None]
    if stage.lonely:
        centre[inside == 1] = inside @ centre / stage.n_units
    if sparse.issparse(totals):
        return _covariance_of_sparse(totals, centre, scale, stage)
    deviations = (totals - centre[stage.stratum]) * np.sqrt(scale)[stage.stratum][:, None]
    return np.asarray(deviations.T @ deviations)


def design_standard_error(contributions: Floats, stage: FirstStage) -> float:
    """Return the standard error of the sum of the contributions (n,)."""
    return float(np.sqrt(design_covariance(contributions[:, None], stage)[0, 0]))


def _sums_by(codes: Codes, n: int) -> Any:
    """Return the sparse matrix (n, rows) that adds rows up by their codes."""
    rows = len(codes)
    return sparse.csr_array((np.ones(rows), (codes, np.arange(rows))), shape=(n, rows))


def _dense(matrix: Any) -> Floats:
    return np.asarray(matrix if isinstance(matrix, np.ndarray) else matrix.toarray(), dtype=np.float64)


def _covariance_of_sparse(totals: Any, centre: Floats, scale: Floats, stage: FirstStage) -> Floats:
    """Return sum scale (t - c)(t - c)' = sum scale t t' - s c' - c s' + n c c' by stratum, s its sum of totals."""
    squares = _dense(totals.T @ (sparse.diags_array(scale[stage.stratum]) @ totals))
    sums = _dense(stage.to_strata @ totals)
    mixed = (sums * scale[:, None]).T @ centre
    whole = (centre * (scale * stage.units_in_stratum)[:, None]).T @ centre
    return np.asarray(squares - mixed - mixed.T + whole)
