"""Estimates from several synthetic files of one original, combined by the rule of how the files were made."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from scipy import special

from core.statistics.arrays import Floats
from core.statistics.reproducible import first_largest


class Synthesis(StrEnum):
    """How synthetic files were made, which decides how far estimates from them scatter about the population's.

    With k records in each of m synthetic files, n in the original, v the mean of the variances as usually estimated
    and b the variance of the estimates between the files:
    """

    COMPLETE = "complete"
    """v (k / n + 1 / m): every value synthetic, from a model with fitted parameters (Raab, Nowok and Dibben 2017)."""
    COMPLETE_BETWEEN = "complete, from the spread"
    """v k / n + b / m: the same, with what the files scatter by in the place of what they should."""
    PROPER = "proper"
    """v (k / n + (1 + k / n) / m): every value synthetic, parameters drawn from their posterior (Raab et al. 2017)."""
    PARTIAL = "partial"
    """v + b / m: some values synthetic, k = n (Reiter 2003, Survey Methodology 29, 181-188)."""


FROM_SPREAD = frozenset({Synthesis.COMPLETE_BETWEEN, Synthesis.PARTIAL})
"""Rules that take the spread between files, of which there must be two or more."""


@dataclass(frozen=True, eq=False)
class Combined:
    """Combined estimates of p quantities.

    Parameters
    ----------
    value : float64 array (p,)
        Mean of the files' estimates.
    variance : float64 array (p,)
        Of it, about the population's quantity.
    within, between : float64 array (p,)
        v, and b (0 of one file).
    degrees_of_freedom : float64 array (p,)
        Of Student's t; infinite where the variance rests on v alone, or where b is 0.
    """

    value: Floats
    variance: Floats
    within: Floats
    between: Floats
    degrees_of_freedom: Floats

    @property
    def standard_error(self) -> Floats:
        """Root of the variance."""
        return np.sqrt(self.variance)

    @property
    def interval(self) -> tuple[Floats, Floats]:
        """Lower and upper ends of the 95% interval."""
        finite = np.where(np.isinf(self.degrees_of_freedom), 1.0, self.degrees_of_freedom)
        t = np.where(np.isinf(self.degrees_of_freedom), special.ndtri(0.975), special.stdtrit(finite, 0.975))
        return self.value - t * self.standard_error, self.value + t * self.standard_error


def combine(estimates: Floats, variances: Floats, n_original: int, n_synthetic: int, rule: Synthesis) -> Combined:
    """Combine the estimates of m synthetic files.

    Parameters
    ----------
    estimates, variances : float64 arrays (m, p)
        Of each file, as if it were the original.
    n_original, n_synthetic : int
        Records of the original, and of each synthetic file.
    rule : Synthesis

    Raises
    ------
    ValueError
        One file where the rule needs the spread of several; or files of another size than the original where the rule
        is that of partial synthesis.
    """
    m = len(estimates)
    if rule in FROM_SPREAD and m < 2:
        raise ValueError(f"one synthetic file has no spread: the rule of {rule} synthesis needs two or more")
    if rule is Synthesis.PARTIAL and n_original != n_synthetic:
        raise ValueError(
            f"a partly synthetic file has the original's records: {n_synthetic:,} are not {n_original:,}; take a rule "
            "of complete synthesis"
        )
    share, within = n_synthetic / n_original, variances.mean(axis=0)
    between = estimates.var(axis=0, ddof=1) if m > 1 else np.zeros(estimates.shape[1])
    freedom = np.full(estimates.shape[1], np.inf)
    if rule in FROM_SPREAD:
        own, spread = within * share, between / m
        ratio = np.divide(own, spread, out=np.full_like(own, np.inf), where=spread > 0)
        # Reiter (2003), equation 5: (m - 1) (1 + v / (b / m))^2
        return Combined(estimates.mean(axis=0), own + spread, within, between, (m - 1) * (1 + ratio) ** 2)
    by_sets = 1 / m if rule is Synthesis.COMPLETE else (1 + share) / m
    return Combined(estimates.mean(axis=0), within * (share + by_sets), within, between, freedom)


@dataclass(frozen=True)
class AcrossSets:
    """One figure over several synthetic files.

    Parameters
    ----------
    mean : float
    spread : float
        Standard deviation between the files.
    standard_error : float
        Of the mean, as if more files were made: spread / sqrt(m).
    worst : int
        Place of the file that fares worst; the first of equal ones.
    """

    mean: float
    spread: float
    standard_error: float
    worst: int


def pooled_interval(values: Floats, variances: Floats | None, bounds: tuple[float, float]) -> tuple[float, float]:
    """Return the 95% interval of the mean of a figure over m synthetic files.

    The files have one original, so its sampling error does not shrink by averaging: the variance of the mean is
    v + b / m, as for partial synthesis (Reiter 2003, Survey Methodology 29, 181-188), with his degrees of freedom.
    Where the files are drawn anew for every figure's variance, too, v holds some of b, and the interval is wide.

    Parameters
    ----------
    values : float64 array (m,)
    variances : float64 array (m,) or None
        Of each file's figure; None where not all are known: the interval is then that of the spread between the files
        alone, with m - 1 degrees of freedom.
    bounds : (float, float)
        Of the figure; the interval is clipped to them.
    """
    m = len(values)
    if variances is None:
        reach = float(special.stdtrit(m - 1, 0.975)) * float(values.std(ddof=1)) / float(np.sqrt(m))
        low, high = values.mean() - reach, values.mean() + reach
    else:
        combined = combine(values[:, None], variances[:, None], 1, 1, Synthesis.PARTIAL)
        low, high = (end[0] for end in combined.interval)
    return max(bounds[0], float(low)), min(bounds[1], float(high))


def across_sets(values: Floats, higher_is_better: bool) -> AcrossSets:
    """Average a figure over m synthetic files.

    Parameters
    ----------
    values : float64 array (m,)
    higher_is_better : bool

    Raises
    ------
    ValueError
        Fewer than two files: they have no spread.
    """
    if len(values) < 2:
        raise ValueError("one synthetic file has no spread: declare several, or measure it as one file")
    spread = float(values.std(ddof=1))
    ranked = first_largest(-values if higher_is_better else values)
    return AcrossSets(float(values.mean()), spread, spread / float(np.sqrt(len(values))), ranked)
