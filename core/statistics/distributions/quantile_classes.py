"""Classes of numbers for distances: cut at quantiles of two samples pooled, so neither file decides alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Floats, Integers, WeightedCounts
from core.statistics.ordering import value_codes

LOOKED_AT = 2**16
"""Among so many values there are more distinct ones than classes, unless there are few in all."""


def quantile_cuts(pooled: Floats, classes: int, weights: Floats | None = None) -> Floats:
    """Return the inner cuts of classes of about equal frequency.

    Parameters
    ----------
    pooled : float array (m,)
        Observed values of both samples.
    classes : int
        The most classes; fewer where quantiles coincide.
    weights : float array (m,) or None
        How many records each counts for, as ``in_records`` gives them; None: one.

    Returns
    -------
    float array (c - 1,)
        Distinct quantiles k / classes (linear interpolation: type 7 of Hyndman and Fan 1996) above the
        smallest value, ascending; with no more than ``classes`` distinct values each is a class of its own.
        A value belongs to the class of the greatest cut that is not above it: classes are closed on the left.
    """
    place, points, records = value_codes(pooled)
    counts: WeightedCounts = records
    if weights is not None:
        counts = np.bincount(place, weights=weights, minlength=len(points))
    return quantile_cuts_of_counts(points, counts, classes)


def quantile_cuts_of_counts(points: Floats, counts: WeightedCounts, classes: int) -> Floats:
    """Return the cuts as ``quantile_cuts`` does, from distinct values (k,), ascending, and their frequencies (k,)."""
    if len(points) <= classes:
        return np.asarray(points[1:])
    below = np.cumsum(counts)
    last = max(below[-1] - 1, 0)
    return _cuts(last, classes, lambda ranks: points[np.searchsorted(below, ranks, side="right")])


def quantile_cuts_in_place(pooled: Floats, classes: int) -> Floats:
    """Return the cuts as ``quantile_cuts`` does, of records that count alike; their order is changed, no more is held.

    Parameters
    ----------
    pooled : float array (m,)
    classes : int
    """
    few = np.unique(pooled[:LOOKED_AT])
    if len(few) <= classes:  # in so few values there may be no more
        points, counts = np.unique(pooled, return_counts=True)
        return quantile_cuts_of_counts(points, counts, classes)
    last = len(pooled) - 1
    place = last * np.arange(classes) // classes
    pooled.partition(np.unique(np.append(place, np.minimum(place + 1, last))))
    return _cuts(last, classes, lambda ranks: pooled[ranks])


def _cuts(last: int, classes: int, in_order: Callable[[Integers], Floats]) -> Floats:
    """Return the cuts of values by their places 0 .. last in ascending order."""
    # positions as whole numbers: rounding would put a value that is a quantile on the wrong side of it
    place, rest = np.divmod(last * np.arange(1, classes), classes)
    low, high = (in_order(ranks) for ranks in (place, np.minimum(place + 1, last)))
    cuts = np.unique(low + rest / classes * (high - low))
    return np.asarray(cuts[cuts > in_order(np.zeros(1, dtype=np.int64))])


def class_counts(points: Floats, counts: WeightedCounts, cuts: Floats) -> WeightedCounts:
    """Return the frequency of each class (len(cuts) + 1,) from distinct values, ascending, and their frequencies."""
    if counts.dtype.kind == "f":
        return np.bincount(np.searchsorted(cuts, points, side="right"), weights=counts, minlength=len(cuts) + 1)
    # whole numbers: what lies below the end of each class, less what lies below its beginning
    ends = np.append(np.searchsorted(points, cuts), len(points))
    return np.asarray(np.diff(np.append(0, np.cumsum(counts))[ends], prepend=0), dtype=np.int64)


def quantile_classes(values: Floats, cuts: Floats) -> NDArray[np.int32]:
    """Return (n,) the class 0 .. len(cuts) of each value; NaN gets the class after the last."""
    codes = np.searchsorted(cuts, values, side="right")
    return np.where(np.isnan(values), len(cuts) + 1, codes).astype(np.int32)
