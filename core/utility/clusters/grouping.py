"""Distinct merged records as weighted points, and the ways to group them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray
from scipy.sparse import csr_array

from core.data import Level
from core.statistics.arrays import Floats, Integers, WeightedCounts
from core.statistics.distributions import dense_codes
from core.statistics.neighbours import (
    BATCH,
    BATCHES,
    TRIED,
    average_linkage,
    cut,
    k_means,
    mini_batch_k_means,
    takes_too_long,
)
from core.statistics.reproducible import comparable, generator
from core.statistics.tables import cells_of_columns
from core.utility.clusters.parameters import ClusterParameters
from core.utility.stacked import Stacked, StackedVariable

Rows = NDArray[np.int32]

BUDGET = 2e10
"""Coordinates that average linkage may compare: five to ten seconds."""

PLAIN_RECORDS = 8_000
"""Up to this number of merged records all distances are held in memory (256 MB)."""

KMEANS_BUDGET = 1e11
"""Coordinates that k-means may compare for its largest number of groups: about a minute."""
KMEANS_ITERATIONS = 20

ASSIGNED = 4e9
"""Coordinates that mini-batch k-means may compare for one number of groups: about two seconds."""

Linkage = Literal["average", "average_plain", "kmeans", "minibatch"]


class Points(NamedTuple):
    """The m distinct merged records: where they lie, and how many records of either file lie there."""

    places: csr_array
    original: WeightedCounts
    masked: WeightedCounts

    @property
    def coordinates(self) -> Floats:
        """All coordinates (m, d)."""
        return np.asarray(self.places.toarray())

    @property
    def shape(self) -> tuple[int, int]:
        """How many points there are, and in how many dimensions."""
        return self.places.shape

    @property
    def records(self) -> WeightedCounts:
        """Records of both files at each point, or their weights."""
        return self.original + self.masked


class Groups(NamedTuple):
    """How points are grouped: ``into(G)`` gives the group of each point; or the reason why not, and the work done.

    ``most`` groups can be had in a few seconds.
    """

    into: Callable[[int], Integers] | None
    work: float
    reason: str = ""
    linkage: Linkage = "average"
    most: float = math.inf


def as_points(stacked: Stacked, scaling: str) -> tuple[Points, Integers, list[tuple[float, float]]]:
    """Return the merged records as points, the point of each record, and centre and unit of each variable.

    Numbers (ordinal scores included) are scaled by the original; a missing one is at the
    original's mean, with an indicator. Nominal variables are one indicator per category, a missing
    value one more category.
    """
    weights = stacked.weights_by_file()
    axes = [_axis(v, stacked, scaling) for v in stacked.variables]
    point, row = cells_of_columns((codes for axis in axes for codes in axis.codes()), stacked.n)
    original = np.bincount(point[: stacked.n_original], weights[0], len(row))
    masked = np.bincount(point[stacked.n_original :], weights[1], len(row))
    scales = [(axis.centre, axis.unit) for axis in axes]
    return Points(_places(axes, row), original, masked), point, scales


def group_points(points: Points, parameters: ClusterParameters, most_groups: int) -> Groups:
    """Prepare the grouping of points by the linkage asked for.

    Parameters
    ----------
    points : Points
    parameters : ClusterParameters
    most_groups : int
        The largest number of groups that will be asked for.
    """
    if parameters.linkage in ("auto", "average"):
        groups = _average(points)
        return (
            group_in_batches(points, parameters.seed)
            if groups.into is None and parameters.linkage == "auto"
            else groups
        )
    if parameters.linkage == "average_plain":
        return _average_plain(points)
    return _kmeans(points, parameters.seed, most_groups)


def _average(points: Points) -> Groups:
    m, d = points.shape
    part = points.places[np.linspace(0, m - 1, TRIED).astype(np.int64)] if m > TRIED else None
    if part is not None and takes_too_long(part.toarray(), BUDGET):
        tree = None
    else:
        tree = average_linkage(points.coordinates, points.records.astype(np.float64), BUDGET)
    if tree is None:
        reason = (
            f"average linkage of {m:,} distinct records in {d} "
            "dimensions would take too long: choose cluster.linkage=auto or kmeans"
        )
        return Groups(None, BUDGET, reason)
    return Groups(lambda groups: cut(tree, groups), tree.work)


def _average_plain(points: Points) -> Groups:
    if points.records.dtype.kind == "f":
        reason = "average linkage on plain distances has no weighted form: choose cluster.linkage=average or kmeans"
        return Groups(None, 0, reason)
    n = int(points.records.sum())
    if n > PLAIN_RECORDS:
        reason = (
            f"average linkage on plain distances needs all pairs of {n:,} records: at most {PLAIN_RECORDS:,}; "
            "choose cluster.linkage=average or kmeans"
        )
        return Groups(None, 0, reason)
    records, first = _record_by_record(points)
    tree = scipy.cluster.hierarchy.linkage(comparable(scipy.spatial.distance.pdist(records)), "average")

    def into(groups: int) -> Integers:
        # records at one point are merged at height 0, so any of them stands for all
        cluster = scipy.cluster.hierarchy.fcluster(tree, min(groups, len(first)), "maxclust")[first]
        return _numbered(cluster)

    return Groups(into, float(n) ** 2 * points.shape[1], linkage="average_plain")


def _kmeans(points: Points, seed: int, most_groups: int) -> Groups:
    work = float(points.records.sum()) * most_groups * points.shape[1] * KMEANS_ITERATIONS
    if work > KMEANS_BUDGET:
        return Groups(None, work, "k-means would take too long at this size: ask for fewer groups (cluster.groups)")
    coordinates, records = points.coordinates, points.records.astype(np.float64)

    def into(groups: int) -> Integers:
        random = generator(seed, f"cluster|kmeans|{groups}")
        return _numbered(k_means(coordinates, records, groups, KMEANS_ITERATIONS, random))

    return Groups(into, work, linkage="kmeans")


def group_in_batches(points: Points, seed: int) -> Groups:
    """Prepare the grouping of points by mini-batch k-means."""
    (m, d), records = points.shape, points.records.astype(np.float64)

    def into(groups: int) -> Integers:
        random = generator(seed, f"cluster|minibatch|{groups}")
        return _numbered(mini_batch_k_means(points.places, records, groups, random))

    return Groups(into, 0.0, "", "minibatch", ASSIGNED / (d * (m + BATCHES * BATCH)))


def _numbered(groups: Integers | Rows) -> Integers:
    """Return the groups as 0, 1, ... without those that have no point."""
    return np.unique(groups, return_inverse=True)[1].astype(np.int64)


def _record_by_record(points: Points) -> tuple[Floats, Integers]:
    """Return the coordinates (n, d) of every record, point after point, and the first record (m,) at each point."""
    each = points.records.astype(np.int64)
    return np.repeat(points.coordinates, each, axis=0), np.cumsum(each) - each


class _Axis(NamedTuple):
    """One variable: its values are asked for when they are looked at, and scaled as (value - centre) / unit."""

    variable: StackedVariable
    centre: float
    unit: float
    dimensions: int

    def codes(self) -> Iterator[Rows]:
        """Yield whole numbers (N,) that order records as by their coordinates, one after the other."""
        partly = self.variable.partly
        if self.variable.level is Level.NOMINAL:
            values, size = self.variable.values, len(self.variable.categories)
            yield np.where(np.isnan(values), 0, size - values).astype(np.int32)
            return
        if partly:
            values = self.variable.values
            yield dense_codes(self._scaled(values)).codes
            yield np.isnan(values).astype(np.int32)
            return
        coded = self.variable.coded()
        scaled = self._scaled(coded.distinct)
        # scaling keeps the order; numbers that differ by their last bits may come to be one
        place = np.append(0, np.cumsum(scaled[1:] > scaled[:-1])).astype(np.int32)
        yield coded.codes if place[-1] == len(place) - 1 else place[coded.codes]

    def at(self, rows: Integers) -> tuple[Rows, Floats | None]:
        """Return the dimension of the one coordinate of some records, and that where it is not 1."""
        values = self.variable.at(rows)
        missing = np.isnan(values)
        if self.variable.level is Level.NOMINAL:
            return np.where(missing, len(self.variable.categories), values).astype(np.int32), None
        return missing.astype(np.int32), np.where(missing, 1.0, self._scaled(values))

    def _scaled(self, values: Floats) -> Floats:
        if not self.unit:
            return np.zeros(len(values))
        return np.where(np.isnan(values), 0.0, (values - self.centre) / self.unit)


def _axis(variable: StackedVariable, stacked: Stacked, scaling: str) -> _Axis:
    if variable.level is Level.NOMINAL:
        return _Axis(variable, 0.0, 0.0, len(variable.categories) + variable.partly)
    return _Axis(variable, *_scale(variable, stacked, scaling), 1 + variable.partly)


def _places(axes: Sequence[_Axis], rows: Integers) -> csr_array:
    """Return all coordinates (m, d) of some records, of which most are 0: an indicator is 1 in one category alone."""
    first = np.cumsum([0, *(axis.dimensions for axis in axes)])
    at, values = np.empty((len(rows), len(axes)), dtype=np.int32), np.ones((len(rows), len(axes)))
    for k, axis in enumerate(axes):
        place, column = axis.at(rows)
        at[:, k] = place + first[k]
        if column is not None:
            values[:, k] = column
    starts = np.arange(len(rows) + 1) * len(axes)
    return csr_array((values.ravel(), at.ravel(), starts), shape=(len(rows), int(first[-1])))


def _scale(variable: StackedVariable, stacked: Stacked, scaling: str) -> tuple[float, float]:
    """Return centre and unit of the original, or of all merged records where it is constant; 0 where these are."""
    # summed in sorted order, so that the order of records changes no byte
    if stacked.weights is None:
        ordered = variable.numbers[0].ascending()
        if not _differ(ordered):
            ordered = np.sort(np.concatenate([ordered, variable.numbers[1].ascending()]))
        if not _differ(ordered):
            return 0.0, 0.0
        centre, deviation = float(ordered.mean()), float(ordered.std(ddof=1))
    else:
        values = variable.values
        kept = ~np.isnan(values) & ~stacked.is_masked
        if not _differ(values[kept]):
            kept = ~np.isnan(values)
        seen = values[kept]
        if not _differ(seen):
            return 0.0, 0.0
        order = np.argsort(seen, kind="stable")
        ordered = seen[order]
        centre, deviation = _weighted_moments(ordered, stacked.weights[kept][order])
    units = {"zscore": deviation, "range": float(ordered[-1] - ordered[0]), "none": 1.0}
    return centre, units[scaling]


def _differ(values: Floats) -> bool:
    return bool(len(values)) and bool(values.min() < values.max())


def _weighted_moments(values: Floats, weights: Floats) -> tuple[float, float]:
    """Return mean and standard deviation, divisor W (n - 1) / n with the sum of weights W."""
    centre = float(values @ weights / weights.sum())
    freedom = float(weights.sum()) * (1 - 1 / len(values))
    return centre, float(np.sqrt((values - centre) ** 2 @ weights / freedom))
