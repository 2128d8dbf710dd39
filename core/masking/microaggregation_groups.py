"""Groups of microaggregation: at least k records that are alike, and the means of their values."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.statistics.reproducible import comparable, first_largest, sign_of

Grouping = Literal["mdav", "z_scores", "first_component", "each"]


def mdav_groups(points: NDArray[np.float64], k: int) -> NDArray[np.int64]:
    """Group records by MDAV (Maximum Distance to Average Vector).

    While at least 3k records remain: x_r is the record farthest from their mean; it and its k - 1 nearest form a
    group; of the others the one farthest from x_r and its k - 1 nearest form the next. Of 2k to 3k - 1 remaining
    records one group is formed around x_r and the others are the last group; fewer than 2k are one group. Ties go to
    the earlier record.

    Parameters
    ----------
    points : float64 array (n, p)
        Standardised, without missing values.
    k : int
        From 1 to n.

    Returns
    -------
    int64 array (n,)
        Number of each record's group, in the order in which groups were formed; sizes k to 2k - 1.

    References
    ----------
    Domingo-Ferrer and Torra (2005), algorithm MDAV-generic.
    """
    group = np.zeros(len(points), dtype=np.int64)
    rest = np.arange(len(points))
    left = np.ascontiguousarray(points.T)
    formed = 0
    while len(rest) >= 2 * k:
        from_first = _squared_distances(left, left[:, _farthest_from_mean(left)])
        first = _nearest(from_first, k)
        group[rest[first]] = formed
        formed += 1
        second_too = len(rest) >= 3 * k
        from_first, rest, left = from_first[~first], rest[~first], left[:, ~first]
        if second_too:
            second = _nearest(_squared_distances(left, left[:, first_largest(from_first)]), k)
            group[rest[second]] = formed
            formed += 1
            rest, left = rest[~second], left[:, ~second]
    group[rest] = formed
    return group


def projection_groups(points: NDArray[np.float64], k: int, grouping: Grouping) -> NDArray[np.int64]:
    """Group records k by k in the order of one score each; the last group takes the rest (k to 2k - 1).

    Parameters
    ----------
    points : float64 array (n, p)
        Standardised, without missing values.
    k : int
        From 1 to n.
    grouping : "z_scores" or "first_component"
        The score: the sum of the values, or the first principal component of their correlations. Equal scores keep the
        order of the records, as do those that differ in rounding only.

    Returns
    -------
    int64 array (n,)
    """
    score = points.sum(axis=1)
    if grouping == "first_component" and points.shape[1] > 1:
        component = np.linalg.eigh(points.T @ points)[1][:, -1]
        score = points @ (component * sign_of(component))
    group = np.empty(len(points), dtype=np.int64)
    # a score near 0 is a sum of terms about as large as the standardised values: about 1
    group[np.argsort(comparable(score, scale=1.0), kind="stable")] = np.minimum(
        np.arange(len(points)) // k, len(points) // k - 1
    )
    return group


def group_means(
    values: NDArray[np.float64], k: int, grouping: Grouping
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return (n, p) group means, NaN where there is no value, and (n, p) which cells are emptied."""
    if grouping != "each":
        return _means_together(values, k, grouping)
    columns = [_means_together(values[:, [j]], k, "z_scores") for j in range(values.shape[1])]
    return np.hstack([means for means, _ in columns]), np.hstack([emptied for _, emptied in columns])


def _means_together(
    values: NDArray[np.float64], k: int, grouping: Grouping
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    means = np.full(values.shape, np.nan)
    emptied = np.zeros(values.shape, dtype=bool)
    standardised = _standardised(values)
    patterns, pattern_of = np.unique(~np.isnan(values), axis=0, return_inverse=True)
    for number, present in enumerate(patterns):
        rows = np.flatnonzero(pattern_of.ravel() == number)
        cells = np.ix_(rows, np.flatnonzero(present))
        if len(rows) < k:
            emptied[cells] = True
        elif present.any():
            points = standardised[cells]
            group = mdav_groups(points, k) if grouping == "mdav" else projection_groups(points, k, grouping)
            means[cells] = _means_by_group(values[cells], group)
    return means, emptied


def _means_by_group(values: NDArray[np.float64], group: NDArray[np.int64]) -> NDArray[np.float64]:
    size = np.bincount(group)
    means = np.empty(values.shape)
    for j in range(values.shape[1]):
        means[:, j] = (np.bincount(group, weights=values[:, j]) / size)[group]
    return means


def _standardised(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return values with mean 0 and standard deviation 1 by column; a constant column is 0."""
    deviations = values - np.nanmean(values, axis=0)
    spread = np.sqrt(np.nanmean(deviations**2, axis=0))
    return np.asarray(deviations / np.where(spread > 0, spread, 1.0))


def _farthest_from_mean(left: NDArray[np.float64]) -> int:
    return first_largest(_squared_distances(left, left.mean(axis=1)))


def _squared_distances(left: NDArray[np.float64], point: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (n,) squared distances of records (p, n) to a point (p,); summed one by one: the same on every machine."""
    total = np.zeros(left.shape[1])
    for values, centre in zip(left, point, strict=True):
        total += (values - centre) ** 2
    return total


def _nearest(distance: NDArray[np.float64], k: int) -> NDArray[np.bool_]:
    """Return (n,) true for the k smallest distances; of equal ones the earlier records."""
    compared = comparable(distance)
    threshold = np.partition(compared, k - 1)[k - 1]
    chosen = np.asarray(compared < threshold)
    tied = np.flatnonzero(compared == threshold)
    chosen[tied[: k - int(chosen.sum())]] = True
    return chosen
