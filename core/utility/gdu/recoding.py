"""What a global recode costs one variable: LDUunigr (Kocar 2018, section 3.3)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.data import Coded, Level, PairedVariable
from core.statistics.arrays import Floats
from core.utility.gdu.parameters import GduParameters, RecodeMeasure


class RecodeUtility(NamedTuple):
    """Utility in [0, 1] that a recode leaves, and flags."""

    value: float
    flags: tuple[str, ...] = ()


def recode_utility(paired: PairedVariable, parameters: GduParameters) -> RecodeUtility:
    """Return what the recode alone leaves of the variable: 1 where there is none.

    The recode's rule is applied to the original, so records need not be linked.
    """
    if paired.recode is None:
        return RecodeUtility(1.0)
    if paired.original.level is not Level.CONTINUOUS:
        return RecodeUtility(pair_comparisons(_used(paired.original), _used(paired.recoded)))
    values, groups = _observed_groups(paired.original, paired.recoded)
    return banding_utility(values, groups, parameters.recode_measure(paired.name))


def banding_utility(values: Floats, groups: NDArray[np.int64], measure: RecodeMeasure) -> RecodeUtility:
    """Return what banding leaves of a continuous variable.

    Parameters
    ----------
    values : float array (n,)
        Original values.
    groups : int array (n,)
        The group that each falls into.
    measure : "heterogeneity", "pairs" or "allocation"

    Returns
    -------
    RecodeUtility
        1 where there are no values.
    """
    if not len(values):
        return RecodeUtility(1.0)
    if measure == "pairs":
        return RecodeUtility(pair_comparisons(len(np.unique(values)), len(np.unique(groups))))
    if measure == "allocation":
        return allocation(values, groups)
    return heterogeneity(values, groups)


def pair_comparisons(before: int, after: int) -> float:
    """Return the share of comparisons between two categories that is left.

    Parameters
    ----------
    before, after : int
        Categories before and after the recode.

    Returns
    -------
    float
        m (m - 1) / (n (n - 1)), m after, n before; 1 for n < 2. Kocar (2018, 3.3) prints n - m for m,
        which gives an unrecoded variable 0; his example (45 to 10 comparisons) fits both.
    """
    return after * (after - 1) / (before * (before - 1)) if before > 1 else 1.0


def heterogeneity(values: Floats, groups: NDArray[np.int64]) -> RecodeUtility:
    """Return 1 - MAD within groups / MAD of all values.

    Parameters
    ----------
    values : float array (n,)
        Original values.
    groups : int array (n,)
        The group that each falls into.

    Returns
    -------
    RecodeUtility
        1 - [mean |x_ij - mean_j|] / [mean |x_i - mean|] (Kocar 2018, 3.3, third measure, with the
        absolute values that the text asks for); clipped at 0 with a flag, 1 for constant values.
    """
    size = np.bincount(groups)
    # deviations from the first value keep exact zeros where all values of a group are equal
    shifted = values - values.min() if len(values) else values
    means = np.bincount(groups, weights=shifted) / np.maximum(size, 1)
    within = np.abs(shifted - means[groups])
    within[_constant_in_group(shifted, groups)] = 0.0
    total = float(np.abs(shifted - shifted.mean()).sum()) if len(values) else 0.0
    if total == 0:
        return RecodeUtility(1.0)
    utility = 1 - float(within.sum()) / total
    if utility < 0:
        return RecodeUtility(0.0, ("recode utility clipped at 0: groups are more spread than the whole",))
    return RecodeUtility(utility)


def allocation(values: Floats, groups: NDArray[np.int64]) -> RecodeUtility:
    """Return the share of records that are not nearer to a record outside their group.

    A record is biased when its nearest value outside the group is nearer than the farthest value
    inside (the 39 / 40 / 33 example of Kocar 2018, 3.3, second measure). Records of one value must
    be in one group.
    """
    order = np.argsort(values, kind="stable")
    x, group = values[order], groups[order]
    starts = np.flatnonzero(np.append(True, group[1:] != group[:-1]))
    run = np.cumsum(np.append(True, group[1:] != group[:-1])) - 1
    # the nearest value outside lies where the next run of another group starts, or the last one ended
    after = np.append(x[starts[1:]], np.inf)[run]
    before = np.append(-np.inf, x[starts[1:] - 1])[run]
    low, high = _group_ends(x, group)
    farthest_inside = np.maximum(x - low[group], high[group] - x)
    utility = float(np.mean(np.minimum(after - x, x - before) >= farthest_inside))
    flags = ("one group is left: no record can be nearer to another group",) if len(starts) == 1 else ()
    return RecodeUtility(utility, flags)


def _group_ends(values: Floats, groups: NDArray[np.int64]) -> tuple[Floats, Floats]:
    low, high = np.full(groups.max() + 1, np.inf), np.full(groups.max() + 1, -np.inf)
    np.minimum.at(low, groups, values)
    np.maximum.at(high, groups, values)
    return low, high


def _constant_in_group(values: Floats, groups: NDArray[np.int64]) -> NDArray[np.bool_]:
    if len(values) == 0:
        return np.zeros(0, dtype=bool)
    low, high = _group_ends(values, groups)
    return np.asarray((low == high)[groups])


def _observed_groups(original: Coded, recoded: Coded) -> tuple[Floats, NDArray[np.int64]]:
    """Return the observed original values and the group (0, 1, ...) that each falls into."""
    seen = ~(original.is_missing() | recoded.is_missing())
    values = original.values[seen].astype(np.float64)
    _, groups = np.unique(recoded.values[seen], return_inverse=True)
    return values, groups.astype(np.int64)


def _used(coded: Coded) -> int:
    return len(np.unique(coded.values[~coded.is_missing()]))
