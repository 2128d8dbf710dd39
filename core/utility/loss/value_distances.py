"""How far the values of one variable lie apart in linked records, by its level (Mlodak 2020)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data import Level, PairedVariable
from core.statistics.arrays import Floats, Integers
from core.tables import LinkedGroups


def lambda_of(paired: PairedVariable, records: LinkedGroups) -> Floats:
    """Return the mean distance of one variable over linked records.

    Parameters
    ----------
    paired : PairedVariable
    records : LinkedGroups

    Returns
    -------
    float64 array (rows,)
        In [0, 1]: nominal 0 or 1; ordinal |difference of ranks| / (categories - 1); continuous
        (2 / pi) arctan |x - x'| in the variable's own unit. A value missing on one side only is as far as
        can be: 1, or (2 / pi) arctan of the original's range; of a removed variable all are missing. NaN without any.
    """
    both, alone, apart, unit = _beside(paired, *records.rows)
    total, missing, n = records.linked.sums(np.where(both, apart, 0.0), alone, np.ones(records.n))
    farthest: Floats | float = 1.0
    if paired.recoded.level is Level.CONTINUOUS:
        farthest = np.arctan(records.original.ranges(np.asarray(paired.recoded.values, dtype=np.float64))) * 2 / math.pi
    with np.errstate(invalid="ignore"):
        return np.asarray(np.minimum(1.0, (total / unit + farthest * missing) / n))


def _beside(
    paired: PairedVariable, original: Integers, masked: Integers
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[Any], int]:
    """Return which linked records have both values and which but one (l,), the distance of both (l,), and its unit."""
    before = paired.recoded.take(original)
    known = before.is_missing()
    if paired.masked is None:
        return np.zeros(len(masked), dtype=bool), ~known, np.zeros(len(masked)), 1
    after = paired.masked.take(masked)
    gone = after.is_missing()
    unit = len(before.categories) - 1 if before.level is Level.ORDINAL and len(before.categories) > 1 else 1
    return ~(known | gone), known != gone, _apart(before.level, before.values, after.values, unit), unit


def _apart(level: Level, x: NDArray[Any], z: NDArray[Any], unit: int) -> NDArray[Any]:
    """Return the distances of values, of which missing ones have no meaning."""
    if level is Level.CONTINUOUS:
        return np.asarray(np.arctan(np.abs(x - z)) * 2 / math.pi)
    return np.abs(x.astype(np.int64) - z) if unit > 1 else np.asarray(x != z)
