"""The tests of GDU for weighted records of a sample drawn in strata and clusters.

Rao-Scott tests of tables, Wald F of means, ranks and correlations, and a weighted K-S test stand for Kocar's tests of
records drawn one by one; coefficients and directions are those of the weighted records. With equal weights, records as
units and one stratum all coefficients are the unweighted ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.data import Level
from core.statistics.reproducible import below
from core.statistics.survey import (
    FirstStage,
    RaoScott,
    WaldTest,
    WeightedSample,
    compare_files,
    compare_groups,
    correlation_test,
    mid_ranks,
    rao_scott,
    weighted_kolmogorov_smirnov,
)
from core.utility.gdu.association import CORRELATIONS, NO_DIRECTION, Association, AssociationTest
from core.utility.gdu.parameters import GduParameters
from core.utility.gdu.prepared_variable import PreparedValues, PreparedVariable
from core.utility.gdu.univariate import DistributionTest, heaping

Floats = NDArray[np.float64]
Codes = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class SampledFile:
    """The weights (n,) of the records of one file, all above 0, and the first stage of its sample."""

    weights: Floats
    stage: FirstStage

    def associate(self, test: AssociationTest, a: PreparedValues, b: PreparedValues) -> Association:
        """Test one pair of variables; for Kruskal-Wallis and ANOVA, ``a`` forms the groups."""
        if test is AssociationTest.CHI_SQUARED:
            return _table(a, b, self)
        if test in CORRELATIONS:
            return _correlation(test, a, b, self)
        return _group_means(test, a, b, self)


class SampledFiles(NamedTuple):
    """Original and masked file."""

    original: SampledFile
    masked: SampledFile

    def compare(self, prepared: PreparedVariable, parameters: GduParameters) -> DistributionTest | None:
        """Compare two distributions of one variable: K-S where continuous, else a Rao-Scott test of homogeneity.

        Returns
        -------
        DistributionTest or None
            None with fewer than two observed records in a file (one of categories), or without degrees of freedom.
        """
        original, masked = prepared.recoded.ranks, prepared.masked.ranks
        with_missing = parameters.missing == "category"
        continuous = prepared.level is Level.CONTINUOUS
        if min(original.observed, masked.observed) < (2 if continuous else 1):
            return None
        if not continuous:
            return self._categories(original.codes, masked.codes, original.distinct, with_missing=with_missing)
        samples = [
            WeightedSample(part.numbers, file.weights, file.stage)
            for part, file in zip((prepared.recoded, prepared.masked), self, strict=True)
        ]
        tested = weighted_kolmogorov_smirnov(*samples)
        comparison = DistributionTest(
            "weighted_kolmogorov_smirnov",
            tested.statistic,
            partial(float, tested.p),
            tested.statistic,
            None,
            heaping(original),
        )
        if not with_missing:
            return comparison
        # as unweighted: the variable is as good as the worse of its two comparisons
        missing = [np.where(part.codes < 0, 1, 0).astype(np.int32) for part in (original, masked)]
        missingness = self._categories(missing[0], missing[1], 2, with_missing=False)
        return missingness if missingness and below(missingness.p, comparison.p) else comparison

    def _categories(self, first: Codes, second: Codes, k: int, *, with_missing: bool) -> DistributionTest | None:
        if with_missing:
            first, second, k = np.where(first < 0, k, first), np.where(second < 0, k, second), k + 1
        files = (self.original.weights, self.masked.weights), (self.original.stage, self.masked.stage)
        tested = compare_files((first, second), k, *files)
        used = tested.shares / tested.shares.sum(axis=1, keepdims=True)
        distance = float(np.abs(used[0] - used[1]).sum() / 2)
        if tested.p is None:
            # one and the same category in both files: nothing differs
            alone = int(tested.shares.any(axis=0).sum()) == 1
            return DistributionTest("rao_scott", 0.0, partial(float, 1), 0.0, 0.0) if alone else None
        w = float(np.sqrt(tested.chi_squared / tested.n))
        return DistributionTest("rao_scott", tested.statistic or 0.0, partial(float, tested.p), distance, w)


def _table(a: PreparedValues, b: PreparedValues, file: SampledFile) -> Association:
    assert a.groups is not None
    assert b.groups is not None
    shape = a.groups.distinct, b.groups.distinct
    tested = rao_scott(a.groups.codes, b.groups.codes, shape, file.weights, file.stage)
    smaller = min(int(tested.shares.any(axis=axis).sum()) for axis in (0, 1)) - 1
    strength = None if tested.p is None else min(1.0, tested.chi_squared / tested.n / smaller)
    return Association(tested.n, tested.statistic, tested.p, strength, _residuals(tested), 0.5)


def _residuals(tested: RaoScott) -> Floats:
    """Return (p - e) / sqrt(e) of every cell, e the product of its margins; 0 where that is 0."""
    expected = np.outer(tested.shares.sum(axis=1), tested.shares.sum(axis=0))
    safe = np.where(expected > 0, expected, 1.0)
    return np.asarray(np.where(expected > 0, (tested.shares - expected) / np.sqrt(safe), 0.0)).ravel()


def _group_means(test: AssociationTest, a: PreparedValues, b: PreparedValues, file: SampledFile) -> Association:
    assert a.groups is not None
    ranked = test is AssociationTest.KRUSKAL_WALLIS
    weights = np.where(a.groups.codes >= 0, file.weights, 0.0)
    scores = mid_ranks(b.ranks.codes, weights) if ranked else b.numbers
    complete = (weights > 0) & ~np.isnan(scores)
    n, k = int(complete.sum()), a.groups.distinct
    if not n:
        return Association(n, None, None, None, NO_DIRECTION)
    codes, w = a.groups.codes[complete], weights[complete] / weights[complete].sum()
    deviations = scores[complete] - (w * scores[complete]).sum()
    share = np.bincount(codes, weights=w, minlength=k)
    mean = np.bincount(codes, weights=w * deviations, minlength=k) / np.where(share > 0, share, 1.0)
    total, between = float((w * deviations**2).sum()), float((share * mean**2).sum())
    tested = compare_groups(scores, a.groups.codes, k, weights, file.stage)
    strength = None if tested.p is None else min(1.0, between / total)
    power = 3.0 if ranked else 1.0
    return Association(n, tested.statistic, tested.p, strength, share * mean * np.abs(mean), power)


def _correlation(test: AssociationTest, a: PreparedValues, b: PreparedValues, file: SampledFile) -> Association:
    if test is AssociationTest.PEARSON:
        x, y = a.numbers, b.numbers
    else:
        complete = np.where((a.ranks.codes >= 0) & (b.ranks.codes >= 0), file.weights, 0.0)
        x, y = (mid_ranks(values.ranks.codes, complete) for values in (a, b))
    r, tested, n = correlation_test(x, y, file.weights, file.stage)
    tested = tested if r is not None else WaldTest(None, None, (0, 0))
    strength = None if r is None or tested.p is None else r * r
    return Association(n, r, tested.p, strength, np.array([0.0 if r is None else r]))
