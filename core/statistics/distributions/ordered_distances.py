"""Distances of two distributions of an ordered variable in which values can be missing."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from core.statistics.arrays import Floats, WeightedCounts
from core.statistics.ordering import value_codes
from core.statistics.tables import merged_counts


class Distribution(NamedTuple):
    """Distinct observed values (k,), ascending, how many records have each (k,), and how many have none.

    ``seen`` are the records with a value where those are weighted; None: the counts are records.
    """

    values: Floats
    counts: WeightedCounts
    missing: float
    seen: int | None = None

    @property
    def observed(self) -> float:
        """Number of records with a value; an int without weights."""
        return _number(self.counts.sum())

    def middle(self) -> float:
        """Return the smallest value with at least half of the observed records at or below it."""
        return float(self.values[np.searchsorted(2 * np.cumsum(self.counts), self.observed)])

    def deviation(self) -> float | None:
        """Return the standard deviation, divisor n - 1; None where there is no spread.

        The divisor of weights that are not whole numbers is their sum W (n - 1) / n.
        """
        if len(self.values) < 2:
            return None
        mean = float((self.values * self.counts).sum()) / self.observed
        whole = self.seen is None or bool((self.counts == np.floor(self.counts)).all())
        freedom = self.observed - (1 if whole else self.observed / max(self.seen or 0, 1))
        return float(np.sqrt((self.counts * (self.values - mean) ** 2).sum() / freedom))


class Steps(NamedTuple):
    """Both distribution functions at every value: points (k,) ascending, records at or below them (k,)."""

    points: Floats
    first: WeightedCounts
    second: WeightedCounts


def _number(count: Any) -> float:
    """Return a count as a Python number: an int where it is whole by its type."""
    return count.item()  # type: ignore[no-any-return]


def distribution_of(values: Floats, weights: Floats | None = None) -> Distribution:
    """Count the distinct values of a file (n,), each record as often as its weight (n,) says; NaN is missing."""
    codes, distinct, counts = value_codes(values)
    seen = int(counts.sum())
    if weights is None:
        return Distribution(distinct, counts, len(values) - seen)
    known = codes >= 0
    sums = np.bincount(codes[known], weights=weights[known], minlength=len(distinct))
    return Distribution(distinct, sums, float(weights[~known].sum()), seen)


def merged_distributions(first: Distribution, second: Distribution) -> Distribution:
    """Return the distribution of the records of two blocks together; neither is weighted."""
    values, counts = merged_counts((first.values, second.values), (first.counts, second.counts))
    return Distribution(values, counts, first.missing + second.missing)


def distribution_of_counts(counts: WeightedCounts, missing: float, seen: int | None = None) -> Distribution:
    """Return the distribution of categories (k,) in their order, at 0, 1, 2 ..."""
    present = np.flatnonzero(counts)
    return Distribution(present.astype(np.float64), counts[present], missing, seen)


def steps(first: Distribution, second: Distribution) -> Steps:
    """Return how many records of either file lie at or below each value that occurs in one of them."""
    points = np.union1d(first.values, second.values)
    below = [
        np.append(0, np.cumsum(d.counts))[np.searchsorted(d.values, points, side="right")] for d in (first, second)
    ]
    return Steps(points, below[0], below[1])


def counts_of_sums(below: WeightedCounts) -> WeightedCounts:
    """Return the frequencies (k,) of values from their cumulative sums (k,), without a longer array of them."""
    counts = below.copy()
    np.subtract(below[1:], below[:-1], out=counts[1:])
    return counts


def greatest_gap(at: Steps, n: float, m: float) -> float:
    """Return max |#(first <= t) / n - #(second <= t) / m| over all t, in [0, 1].

    Parameters
    ----------
    at : Steps
    n, m : float
        All records of either file: a missing value lies at or below no t. Without missing values this is
        Kolmogorov and Smirnov's D (Massey 1951).
    """
    if not len(at.points):
        return 0.0
    return _number(np.abs(m * at.first - n * at.second).max()) / (n * m)


def mean_move(at: Steps, n: float, m: float, missing_at: float) -> float:
    """Return the integral of |F - G|: Wasserstein's distance of order 1 (Vallender 1974).

    Parameters
    ----------
    at : Steps
    n, m : float
        All records of either file.
    missing_at : float
        Where missing values are put.
    """
    missing = n - _number(at.first[-1]) if len(at.points) else n, m - _number(at.second[-1]) if len(at.points) else m
    place = int(np.searchsorted(at.points, missing_at))
    points, first, second = _with_point(at, place, missing_at)
    past = np.arange(len(points)) >= place
    gaps = np.abs(m * (first + missing[0] * past) - n * (second + missing[1] * past))[:-1]
    return float((gaps * np.diff(points)).sum()) / (n * m)


def _with_point(at: Steps, place: int, point: float) -> Steps:
    """Return the steps with this point at its place among the others, if it is not there."""
    if place < len(at.points) and at.points[place] == point:
        return at
    places = np.insert(np.arange(1, len(at.points) + 1), place, place)
    first, second = (np.append(0, below)[places] for below in (at.first, at.second))
    return Steps(np.insert(at.points, place, point), first, second)
