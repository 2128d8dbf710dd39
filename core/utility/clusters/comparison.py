"""How evenly original and masked records share the clusters: the shared step of U_c."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from core.data import Pair
from core.statistics.arrays import Integers, WeightedCounts
from core.utility.clusters.grouping import Points, as_points, group_points
from core.utility.clusters.parameters import ClusterParameters
from core.utility.resampled_null import NO_NULL, ResampledNull, as_null, draws, no_null
from core.utility.stacked import Stacked, stack

AFFORDABLE = 5e9
"""Coordinates that one clustering may compare if it is to be repeated for the null: about two seconds."""


@dataclass(frozen=True)
class Clustering:
    """U_c for one number of groups.

    Parameters
    ----------
    asked, groups : int
        G asked for; clusters there are: fewer where there are fewer distinct records.
    value : float
        U_c.
    null : ResampledNull
    """

    asked: int
    groups: int
    value: float
    null: ResampledNull = NO_NULL


@dataclass(frozen=True, eq=False)
class ClusterComparison:
    """U_c for every number of groups, or the reason why there is none.

    Parameters
    ----------
    stacked : Stacked
    parameters : ClusterParameters
    clusterings : tuple of Clustering
    distinct, dimensions : int
        Distinct merged records; coordinates of each.
    reason : str
    """

    stacked: Stacked
    parameters: ClusterParameters
    clusterings: tuple[Clustering, ...] = field(default=())
    distinct: int = 0
    dimensions: int = 0
    reason: str = ""


def compare_clusters(pair: Pair, parameters: ClusterParameters) -> ClusterComparison:
    """Cluster the merged records and compare the shares of either file in each cluster."""
    stacked = stack(pair)
    if stacked.reason:
        return ClusterComparison(stacked, parameters, reason=stacked.reason)
    points, point = as_points(stacked, parameters.scaling)
    wanted = parameters.numbers_of_groups(stacked.n_original)
    m, d = points.coordinates.shape
    measured, work, reason = _values(points, parameters, wanted)
    if measured is None:
        return ClusterComparison(stacked, parameters, (), m, d, reason)
    why_no_null = no_null(parameters.replicates, work, AFFORDABLE)
    null = [] if why_no_null else _null(points, point, stacked, parameters, wanted)
    clusterings = tuple(
        Clustering(
            asked, groups, value, ResampledNull((), why_no_null) if why_no_null else as_null([r[i] for r in null])
        )
        for i, (asked, (groups, value)) in enumerate(zip(wanted, measured, strict=True))
    )
    return ClusterComparison(stacked, parameters, clusterings, m, d)


def cluster_measure(
    group: Integers, original: WeightedCounts, masked: WeightedCounts, weights: str
) -> tuple[int, float]:
    """Return the number of groups and U_c.

    Parameters
    ----------
    group : int64 array (m,)
        The group 0, 1, ... of each point.
    original, masked : int64 or float64 array (m,)
        Records of either file at each point, or their sampling weights.
    weights : str
        As in ``ClusterParameters``.

    Returns
    -------
    (int, float)
        U_c = 1/G sum_j w_j (n_jO / n_j - c)^2 with c the share of original records (Woo et al.
        2009, equation 2); 0 exactly where every cluster has that share.
    """
    in_original = np.bincount(group, weights=original).astype(original.dtype)
    size = in_original + np.bincount(group, weights=masked).astype(masked.dtype)
    n, n_original = size.sum().item(), original.sum().item()
    away = (in_original * n - size * n_original) / (size * n)  # n_jO / n_j - c, its numerator exact
    c = n_original / n
    each = {
        "records": size.astype(np.float64),
        "equal": np.ones(len(size)),
        "standard_error": np.sqrt(c * (1 - c) / size),
    }
    return len(size), float((each[weights] * away**2).sum() / len(size))


_Values = list[tuple[int, float]]


def _values(
    points: Points, parameters: ClusterParameters, wanted: tuple[int, ...]
) -> tuple[_Values | None, float, str]:
    groups = group_points(points, parameters, max(wanted))
    if groups.into is None:
        return None, groups.work, groups.reason
    measured = [cluster_measure(groups.into(g), points.original, points.masked, parameters.weights) for g in wanted]
    return measured, groups.work, ""


def _null(
    points: Points, point: Integers, stacked: Stacked, parameters: ClusterParameters, wanted: tuple[int, ...]
) -> list[list[float]]:
    """Return U_c for every number of groups, for each sample drawn from the original."""
    in_original = points.original > 0
    m = len(points.original)
    replicates = []
    for rows in draws(parameters.seed, "cluster", stacked.n_original, stacked.n_masked, parameters.replicates):
        drawn = np.bincount(point[rows], stacked.weights_drawn(rows), m)[in_original]
        sample = Points(points.coordinates[in_original], points.original[in_original], drawn)
        values, _, _ = _values(sample, parameters, wanted)
        assert values is not None, "fewer points than those that were clustered before"
        replicates.append([value for _, value in values])
    return replicates
