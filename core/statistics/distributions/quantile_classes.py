"""Classes of numbers for distances: cut at quantiles of two samples pooled, so neither file decides alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Floats, WeightedCounts
from core.statistics.reproducible import TOLERANCE


def quantile_cuts(points: Floats, counts: WeightedCounts, classes: int) -> Floats:
    """Return the inner cuts of classes of about equal frequency.

    Parameters
    ----------
    points : float64 array (k,)
        Distinct observed values of both samples, ascending.
    counts : array (k,)
        Their frequencies.
    classes : int
        The most classes; fewer where quantiles coincide.

    Returns
    -------
    float array (c - 1,)
        Distinct quantiles k / classes (linear interpolation: type 7 of Hyndman and Fan 1996) above the
        smallest value, ascending; with no more than ``classes`` distinct values each is a class of its own.
        A value belongs to the class of the greatest cut that is not above it: classes are closed on the left.
    """
    if len(points) <= classes:
        return np.asarray(points[1:])
    below = np.cumsum(counts)
    last = max(below[-1] - 1, 0)
    near = TOLERANCE * last
    if abs(last - round(last)) <= near:  # weights of mean 1 add up to the records
        last = round(last)
    # positions as whole numbers: rounding would put a value that is a quantile on the wrong side of it
    place, rest = np.divmod(last * np.arange(1, classes), classes)
    low, high = (points[np.searchsorted(below, at + near, side="right")] for at in (place, np.minimum(place + 1, last)))
    cuts = np.unique(low + rest / classes * (high - low))
    return np.asarray(cuts[cuts > points[0]])


def class_counts(points: Floats, counts: WeightedCounts, cuts: Floats) -> WeightedCounts:
    """Return the frequency of each class (len(cuts) + 1,) from distinct values, ascending, and their frequencies."""
    if counts.dtype.kind == "f":
        return np.bincount(np.searchsorted(cuts, points, side="right"), weights=counts, minlength=len(cuts) + 1)
    # whole numbers: what lies below the end of each class, less what lies below its beginning
    ends = np.append(np.searchsorted(points, cuts), len(points))
    return np.asarray(np.diff(np.append(0, np.cumsum(counts))[ends], prepend=0), dtype=np.int64)


def counts_in_classes(
    points: Floats, first: WeightedCounts, second: WeightedCounts, classes: int
) -> tuple[WeightedCounts, WeightedCounts]:
    """Return the frequencies (rows, classes + 1) of two files in classes of their own in each row, missing values last.

    Parameters
    ----------
    points : float64 array (k,)
    first, second : arrays (rows, k + 1)
        Frequencies of the points, and last of missing values.
    classes : int
        The most classes; where there are fewer, the last are empty.
    """
    binned = np.zeros((2, len(first), classes + 1), dtype=first.dtype)
    for row, (own, other) in enumerate(zip(first[:, :-1], second[:, :-1], strict=True)):
        full = np.flatnonzero(own + other)
        cuts = quantile_cuts(points[full], (own + other)[full], classes)
        for file, counts in zip(binned, (own, other), strict=True):
            file[row, : len(cuts) + 1] = class_counts(points, counts, cuts)
    binned[0, :, -1], binned[1, :, -1] = first[:, -1], second[:, -1]
    return binned[0], binned[1]


def quantile_classes(values: Floats, cuts: Floats) -> NDArray[np.int32]:
    """Return (n,) the class 0 .. len(cuts) of each value; NaN gets the class after the last."""
    codes = np.searchsorted(cuts, values, side="right")
    return np.where(np.isnan(values), len(cuts) + 1, codes).astype(np.int32)
