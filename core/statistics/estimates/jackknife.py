"""The delete-a-group jackknife: intervals from leaving out one group of records at a time."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from scipy import special


def deal_groups(n: int, groups: int, random: Generator) -> NDArray[np.int64]:
    """Deal n records at random into groups (at least one) whose sizes differ by at most one: int64 array (n,)."""
    dealt = np.arange(n, dtype=np.int64) % max(groups, 1)
    random.shuffle(dealt)
    return dealt


def jackknife_standard_error(replicates: NDArray[np.float64]) -> float:
    """Return sqrt((G - 1) / G sum (x_g - mean)^2) of the G delete-a-group values (Kott 2001)."""
    groups = len(replicates)
    return float(np.sqrt((groups - 1) / groups * ((replicates - replicates.mean()) ** 2).sum()))


def jackknife_interval(
    value: float, replicates: NDArray[np.float64], bounds: tuple[float, float]
) -> tuple[float, float]:
    """Return value +- t(.975, G - 1) SE, clipped to the bounds of the measure."""
    reach = float(special.stdtrit(len(replicates) - 1, 0.975)) * jackknife_standard_error(replicates)
    return max(bounds[0], value - reach), min(bounds[1], value + reach)
