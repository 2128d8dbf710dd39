"""The delete-a-group jackknife: intervals from leaving out one group of first-stage units at a time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from scipy import special

from core.statistics.arrays import Floats
from core.statistics.estimates.unit_sampling import UnitsInStrata, joined_strata, stratum_of_units

FARTHEST = 2.0
"""How far an interval may reach, by its value, for the logarithm to serve: a standard error of about the value."""


class GroupPlan(NamedTuple):
    """Into how many groups units are assigned: so many ``parts``, of neighbouring strata, of ``each`` groups each."""

    parts: int
    each: int

    @property
    def groups(self) -> int:
        """Number of groups; group g is of part g // each."""
        return self.parts * self.each

    @property
    def degrees_of_freedom(self) -> int:
        """Groups minus parts: within each part the deviations of its groups sum to 0."""
        return self.groups - self.parts


def group_plan_of(design: UnitsInStrata, groups: int) -> GroupPlan:
    """Choose how to assign units, so that every group holds units of every stratum of its part.

    Where every stratum has as many units as there are to be groups, they are assigned as one part, and every replicate
    is a smaller sample of the same design (Kott 2001, section 2). Smaller strata are put together into several parts
    with fewer groups each, down to two (Wolter 2007, section 4.5: grouped and combined strata). A stratum of one unit
    is joined with its neighbour. Of all such choices that with the most degrees of freedom, then the fewest parts.

    Parameters
    ----------
    design : SampleDesign
    groups : int
        Most groups; at least 1.
    """
    sizes = np.bincount(joined_strata(stratum_of_units(design)[1], 2))
    smallest = int(sizes.min(initial=groups))
    choices = [GroupPlan(v, min(groups // v, smallest)) for v in range(1, max(1, min(len(sizes), groups // 2)) + 1)]
    return max(choices, key=lambda choice: (choice.degrees_of_freedom, -choice.parts))


def assign_units(design: UnitsInStrata, group_plan: GroupPlan, random: Generator) -> NDArray[np.int64]:
    """Assign whole units at random to groups.

    Parameters
    ----------
    design : SampleDesign
    group_plan : GroupPlan
        With several parts: that of this design.
    random : Generator

    Returns
    -------
    int64 array (n,)
        Group of each record, 0 to ``group_plan.groups`` - 1. Within a part, numbers of units differ by at most one.
    """
    unit, strata = stratum_of_units(design)
    if not strata.any():
        return assign_groups(len(strata), group_plan.each, random)[unit]
    joined = joined_strata(strata, 2)
    part = joined * group_plan.parts // (int(joined.max()) + 1)
    order = np.lexsort((random.permutation(len(strata)), strata, part))
    place = np.empty(len(strata), dtype=np.int64)
    place[order] = np.arange(len(strata)) - np.searchsorted(part[order], part[order])
    return np.asarray((part * group_plan.each + place % group_plan.each)[unit], dtype=np.int64)


def assign_groups(n: int, groups: int, random: Generator) -> NDArray[np.int64]:
    """Assign n records at random to groups (at least one) whose sizes differ by at most one: int64 array (n,)."""
    groups_of = np.arange(n, dtype=np.int64) % max(groups, 1)
    random.shuffle(groups_of)
    return groups_of


def jackknife_deviations(replicates: Floats, shares: Sequence[float] = (1.0,)) -> Floats:
    """Return (G,) deviations whose squares sum to the jackknife variance.

    Parameters
    ----------
    replicates : float array (G,)
        Values without one group at a time; the groups of a part stand together.
    shares : sequence of float, (parts,)
        Share of the records that is in each part.

    Returns
    -------
    float64 array (G,)
        sqrt((k - 1) / k) f (x_g - mean of the part), with k groups a part (Kott 2001, equation 3). A replicate of
        several parts leaves the other units as they are, without new weights: f = (k - share) / (k - 1) makes good
        that 1 / k of a part is but share / k of the file. f is 1 where there is one part.
    """
    x = replicates.reshape(len(shares), -1)
    k = x.shape[1]
    centred = (x - x.mean(axis=1, keepdims=True)) * np.sqrt((k - 1) / k)
    if len(shares) > 1:
        centred *= ((k - np.asarray(shares)) / (k - 1))[:, None]
    return np.asarray(centred.reshape(-1))


def jackknife_standard_error(replicates: Floats, shares: Sequence[float] = (1.0,)) -> float:
    """Return the root of the sum of the squared deviations of the delete-a-group values."""
    groups = len(replicates)
    if len(shares) == 1:
        return float(np.sqrt((groups - 1) / groups * ((replicates - replicates.mean()) ** 2).sum()))
    return float(np.sqrt((jackknife_deviations(replicates, shares) ** 2).sum()))


def jackknife_interval(
    value: float, replicates: Floats, bounds: tuple[float, float], shares: Sequence[float] = (1.0,), degrees: int = 0
) -> tuple[float, float]:
    """Return value +- t(.975, degrees) SE, clipped to the bounds of the measure; degrees 0: groups minus parts."""
    error = jackknife_standard_error(replicates, shares)
    reach = float(special.stdtrit(degrees or len(replicates) - len(shares), 0.975)) * error
    return max(bounds[0], value - reach), min(bounds[1], value + reach)


def on_log_scale(value: float, interval: tuple[float, float]) -> tuple[float, float]:
    """Return the interval of the logarithm of a value above 0, brought back: value e^(+- reach / value).

    Where a few large squares decide a figure, its standard error grows with it: one that is low by chance has an
    interval that is too narrow as well. That of the logarithm reaches further up (Efron and Tibshirani 1993, An
    Introduction to the Bootstrap, chapter 12, on transformations). ``reach`` is that of the plain interval's upper
    end, which no bound cuts; where it is above ``FARTHEST`` the logarithm is no better, and the plain interval stays.
    """
    reach = (interval[1] - value) / value
    return (value * math.exp(-reach), value * math.exp(reach)) if reach <= FARTHEST else interval


def interval_at_end(value: float, n: int) -> tuple[float, float]:
    """Return the 95% interval of a rate of 0 or of 1 seen in n units (Clopper and Pearson 1934, Biometrika 26)."""
    reach = 0.025 ** (1 / n)
    return (0.0, 1 - reach) if value == 0 else (reach, 1.0)
