"""Where a value of a whole-file measure lies among those that chance alone brings about."""

from dataclasses import dataclass

import numpy as np
import scipy

from core.utility import NoNullDetail, NullDetail, PropensityDetail

BEYOND = 0.95
"""A value above this share of its null is beyond what chance shows."""


@dataclass(frozen=True)
class Chance:
    """Where a value lies among those that chance alone brings about.

    Parameters
    ----------
    above : float or None
        Share of the null, 0..1, that lies below the value; None where there is no null.
    replicates : int
        Samples of the original that the null is made of; 0: worked out by formula, or none.
    mean, low, middle, high : float or None
        Mean, 5%, 50% and 95% points of the null.
    reason : str
        Why there is no null; empty where there is one.
    values : tuple of float
        What the samples show, ascending; of a null by formula its points at .5%, 1.5% ... 99.5%.
    permuted : bool
        The replicates are no samples, but the records of both files assigned to them at random.
    """

    above: float | None = None
    replicates: int = 0
    mean: float | None = None
    low: float | None = None
    middle: float | None = None
    high: float | None = None
    reason: str = ""
    values: tuple[float, ...] = ()
    permuted: bool = False

    @property
    def beyond(self) -> bool:
        """Whether the value is larger than 95% of what chance brings about."""
        return self.above is not None and self.above > BEYOND

    @property
    def closer(self) -> int | None:
        """Replicates that lie closer to the original than the file; None where there are none."""
        return None if self.above is None or not self.replicates else round(self.above * self.replicates)


def chance_in_words(chance: Chance) -> str:
    """Say how many of the replicates lie closer to the original than the file; "" where there are none."""
    closer = chance.closer
    if closer is None:
        return ""
    if chance.permuted:
        return (
            f"easier to distinguish from the original than {closer} of {chance.replicates} files with the records "
            "permuted at random"
        )
    if closer == 0:
        return f"closer to the original than all {chance.replicates} samples drawn from it"
    if closer == chance.replicates:
        return f"further from the original than all {chance.replicates} samples drawn from it"
    return f"further from the original than {closer} of {chance.replicates} samples drawn from it"


def resampled_chance(null: NullDetail | NoNullDetail) -> Chance:
    """Return what the replicates show, where they were drawn or permuted; else why there are none."""
    if "reason" in null:
        return Chance(reason=null["reason"])
    low, middle, high = null["quantiles"]["0.05"], null["quantiles"]["0.5"], null["quantiles"]["0.95"]
    values, permuted = tuple(null.get("values", ())), null.get("dealt", False)
    return Chance(null["above"], null["replicates"], null["mean"], low, middle, high, values=values, permuted=permuted)


def analytic_chance(value: float, detail: PropensityDetail, reason: str) -> Chance:
    """Return the place in the null of Snoke et al. (2018): (1 - c)^2 c / N times chi-squared with k - 1 degrees.

    Of a penalised model the degrees of freedom are those that fit its mean and spread (Satterthwaite 1946).
    """
    known, k = detail["analytic_null"], detail["estimable"]
    if known is None or k is None or k < 2 or not known["mean"]:
        return Chance(reason=reason)
    penalised = detail.get("smoothing") is not None
    freedom = 2 * (known["mean"] / known["sd"]) ** 2 if penalised else k - 1
    null = scipy.stats.chi2(freedom, scale=known["mean"] / freedom)
    low, middle, high = (float(null.ppf(q)) for q in (0.05, 0.5, 0.95))
    points = tuple(float(x) for x in null.ppf((np.arange(100) + 0.5) / 100))
    return Chance(float(null.cdf(value)), 0, known["mean"], low, middle, high, values=points)
