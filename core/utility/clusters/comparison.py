"""How evenly original and masked records share the clusters: the shared step of U_c."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypedDict

import numpy as np

from core.data import Pair
from core.statistics.arrays import Integers, WeightedCounts
from core.utility.clusters.grouping import Linkage, Points, as_points, group_in_batches, group_points
from core.utility.clusters.parameters import ClusterParameters
from core.utility.resampled_null import NoNullDetail, NullDetail, NullsKept, ResampledNull, as_null, draws, no_null
from core.utility.stacked import Stacked, stack

AFFORDABLE = 5e9
"""Coordinates that one clustering may compare if it is to be repeated for the null: about two seconds."""

_NULLS = NullsKept()


class ClusteringDetail(TypedDict):
    """One clustering: groups asked for and made (fewer where there are fewer distinct records), U_c, and its null."""

    asked: int
    groups: int
    value: float
    groups_times_value: float
    null: NullDetail | NoNullDetail


@dataclass(frozen=True, eq=False)
class ClusterComparison:
    """U_c for every number of groups, or the reason why there is none.

    Parameters
    ----------
    stacked : Stacked
    parameters : ClusterParameters
    clusterings : tuple of ClusteringDetail
    distinct, dimensions : int
        Distinct merged records; coordinates of each.
    reason : str
    linkage : str
        How they were grouped.
    notices : tuple of str
    """

    stacked: Stacked
    parameters: ClusterParameters
    clusterings: tuple[ClusteringDetail, ...] = ()
    distinct: int = 0
    dimensions: int = 0
    reason: str = ""
    linkage: Linkage = "average"
    notices: tuple[str, ...] = ()


def compare_clusters(pair: Pair, parameters: ClusterParameters) -> ClusterComparison:
    """Cluster the merged records and compare the shares of either file in each cluster."""
    stacked = stack(pair)
    if stacked.reason:
        return ClusterComparison(stacked, parameters, reason=stacked.reason)
    points, point, scales = as_points(stacked, parameters.scaling)
    wanted = parameters.numbers_of_groups(stacked.n_original)
    m, d = points.shape
    groups = group_points(points, parameters, max(wanted))
    if groups.into is None:
        return ClusterComparison(stacked, parameters, (), m, d, groups.reason, groups.linkage)
    kept = tuple(g for g in wanted if g <= max(groups.most, min(wanted)))
    measured = _values(points, groups.into, kept, parameters)
    why_no_null = no_null(parameters.replicates, groups.work, AFFORDABLE)
    nulls: Sequence[ResampledNull] = [ResampledNull((), why_no_null)] * len(kept)
    if not why_no_null:
        # the original's records lie where they do by their scales, whatever file is beside them
        known = (*stacked.of_original(), scales, stacked.n_masked, parameters, kept)
        nulls = _NULLS.of(
            (*known, groups.linkage), lambda: _null(points, point, stacked, parameters, kept, groups.linkage)
        )
    clusterings = tuple(
        _described(asked, made, value, null) for asked, (made, value), null in zip(kept, measured, nulls, strict=True)
    )
    notices = _notices(groups.linkage, parameters, sorted(set(wanted) - set(kept)))
    return ClusterComparison(stacked, parameters, clusterings, m, d, "", groups.linkage, notices)


def _described(asked: int, groups: int, value: float, null: ResampledNull) -> ClusteringDetail:
    return {
        "asked": asked,
        "groups": groups,
        "value": value,
        "groups_times_value": groups * value,
        "null": null.described(value),
    }


def _notices(linkage: Linkage, parameters: ClusterParameters, left_out: list[int]) -> tuple[str, ...]:
    """Say where records were not clustered as the paper does, and which numbers of groups were left out."""
    if linkage != "minibatch" or parameters.linkage != "auto":
        return ()
    said: tuple[str, ...] = (
        "grouped by mini-batch k-means, as average linkage would take too long for so many records; not to be compared "
        "with values by average linkage. Samples for the null are assigned to the original's own groups",
    )
    if left_out:
        said += (f"numbers of groups left out, as they would take too long: {', '.join(f'{g:,}' for g in left_out)}",)
    return said


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
    points: Points, into: Callable[[int], Integers], wanted: tuple[int, ...], parameters: ClusterParameters
) -> _Values:
    return [cluster_measure(into(g), points.original, points.masked, parameters.weights) for g in wanted]


def _null(
    points: Points,
    point: Integers,
    stacked: Stacked,
    parameters: ClusterParameters,
    wanted: tuple[int, ...],
    linkage: Linkage,
) -> list[ResampledNull]:
    """Return U_c for each sample drawn from the original, for every number of groups."""
    in_original = points.original > 0
    m, original = len(points.original), points.original[in_original]
    base = Points(points.places[in_original], original, np.zeros_like(original))
    # average linkage groups every sample anew; these groups are those of the original, whatever sample is beside it
    fixed = _fixed_groups(base, parameters, wanted) if linkage == "minibatch" else None
    replicates = []
    for rows in draws(parameters.seed, "cluster", stacked.n_original, stacked.n_masked, parameters.replicates):
        drawn = np.bincount(point[rows], stacked.weights_drawn(rows), m)[in_original]
        sample = base._replace(masked=drawn)
        into = fixed or group_points(sample, parameters, max(wanted)).into
        assert into is not None, "fewer points than those that were clustered before"
        replicates.append([value for _, value in _values(sample, into, wanted, parameters)])
    return [as_null(values) for values in zip(*replicates, strict=True)]


def _fixed_groups(base: Points, parameters: ClusterParameters, wanted: tuple[int, ...]) -> Callable[[int], Integers]:
    into = group_in_batches(base, parameters.seed).into
    assert into is not None, "mini-batch k-means is never refused"
    return {g: into(g) for g in wanted}.__getitem__
