"""How the records of one file were drawn, as the variances of its indicators and regressions take it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from core.data import Release, ReplicateWeights, SampleDesign
from core.statistics.arrays import Floats
from core.statistics.estimates import t_quantile
from core.statistics.survey import FirstStage, design_covariance, first_stage
from core.utility.analyses.estimates import NotEstimable, UnitsUsed
from core.wording import counted

Rows = NDArray[np.int64]

FEW_DEGREES = 10
"""Below this number of degrees of freedom an interval from units is rough."""

_STAGES: WeakKeyDictionary[SampleDesign, FirstStage] = WeakKeyDictionary()
"""First stages that are in use: every group of every indicator asks for the same one."""


@dataclass(frozen=True, eq=False)
class Sampling:
    """Units, strata and replicate weights of a file.

    Parameters
    ----------
    design : SampleDesign
    stage : FirstStage
        Of all records of the file: a part of them keeps every unit in its variance.
    replicates : ReplicateWeights or None
        Of weighted estimates.
    """

    design: SampleDesign
    stage: FirstStage
    replicates: ReplicateWeights | None

    def units_used(self, rows: Rows) -> UnitsUsed:
        """Return what an interval of an estimate from these records rests on.

        Raises
        ------
        NotEstimable
            No degree of freedom is left: one unit in every stratum.
        """
        inside = np.zeros(len(self.stage.units), dtype=bool)
        inside[rows] = True
        units, freedom = self.stage.units_with(inside), self.stage.degrees_of_freedom(inside)
        count, lonely = 0, self.stage.lonely
        if self.replicates is not None:
            count, lonely = len(self.replicates.names), 0
            if not (self.design.unit_variable or self.design.stratum_variable):
                freedom = self.replicates.degrees_of_freedom
        if freedom < 1:
            raise NotEstimable(f"its {len(rows):,} records lie in one {self.design.unit} of each stratum: no interval")
        return UnitsUsed(units, str(self.design.unit), freedom, count, lonely)

    def covariance(
        self, rows: Rows, contributions: Floats, value: Floats, estimate: Callable[[Floats], Floats]
    ) -> Floats:
        """Return the covariance (k, k) of k estimates.

        Parameters
        ----------
        rows : int array (m,)
            Records that the estimates are made from.
        contributions : float array (m, k)
            Weight times influence of those records.
        value : float array (k,)
        estimate : callable
            Weights (m,) -> the estimates (k,); for replicate weights.
        """
        if self.replicates is None:
            whole = np.zeros((len(self.stage.units), contributions.shape[1]))
            whole[rows] = contributions
            return design_covariance(whole, self.stage)
        weights = self.replicates.weights[rows]
        if np.isnan(weights).any():
            raise NotEstimable("a replicate weight is missing in a record that is used")
        deviations = np.stack([estimate(weights[:, r]) for r in range(weights.shape[1])]) - value
        return np.asarray((deviations * self.replicates.scales[:, None]).T @ deviations)

    def standard_error(
        self, rows: Rows, contributions: Floats, value: float, estimate: Callable[[Floats], float]
    ) -> float:
        """Return the standard error of one estimate, from contributions (m,); see `covariance`."""
        covariance = self.covariance(
            rows, contributions[:, None], np.array([value]), lambda weights: np.array([estimate(weights)])
        )
        return float(np.sqrt(covariance[0, 0]))


def sampling_of(release: Release, weight: str | None) -> Sampling | None:
    """Return how a file was drawn; None where no variable of it tells.

    Parameters
    ----------
    release : Release
    weight : str or None
        Of the estimate: replicate weights speak of weighted estimates alone.
    """
    design = release.drawn
    if design is None:
        return None
    if design not in _STAGES:
        _STAGES[design] = first_stage(design.units, design.strata, design.population)
    return Sampling(design, _STAGES[design], design.replicates if weight is not None else None)


def t_of(units: UnitsUsed) -> float:
    """Return the .975 quantile of Student's t with the degrees of freedom of a sample."""
    return t_quantile(units.degrees_of_freedom + 1)


def cautions(units: UnitsUsed, file: str) -> Iterator[str]:
    """Yield what a reader should know of the units behind an interval."""
    if units.degrees_of_freedom < FEW_DEGREES:
        drawn = f"{units.replicates} replicate weights" if units.replicates else f"{units.n} {units.unit}s"
        degrees = counted(units.degrees_of_freedom, "degree of freedom", "degrees of freedom")
        yield f"only {degrees} from {drawn} in the {file}: the interval is rough"
    if units.lonely:
        lonely = counted(units.lonely, f"stratum of the {file} holds", f"strata of the {file} hold")
        yield f"{lonely} a single {units.unit}: it is compared with the mean of all {units.unit}s"
