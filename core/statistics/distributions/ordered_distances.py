"""Distances of two distributions of an ordered variable in which values can be missing, of many pairs of files at once.

Each row is a file: how often it has each of the values (k,), ascending, and last how often none (rows, k + 1).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Counts, Floats, Integers, WeightedCounts


def ks_statistic(original: WeightedCounts, masked: WeightedCounts) -> Floats:
    """Return (rows,) max |#(first <= t) / n - #(second <= t) / m| over all t, in [0, 1].

    A missing value lies at or below no t. Without missing values this is Kolmogorov and Smirnov's D (Massey 1951). NaN
    of no records.
    """
    n, m = original.sum(axis=-1, keepdims=True), masked.sum(axis=-1, keepdims=True)
    apart = np.abs(m * _below(original) - n * _below(masked)).max(axis=-1, initial=0)
    with np.errstate(invalid="ignore"):
        return np.asarray(apart / (n * m)[..., 0])


def wasserstein_of_counts(values: Floats, original: WeightedCounts, masked: WeightedCounts) -> Floats:
    """Return (rows,) the integral of |F - G|: Wasserstein's distance of order 1 (Vallender 1974).

    Missing values are put at the original's median; the original has a value.
    """
    n, m = original.sum(axis=-1, keepdims=True), masked.sum(axis=-1, keepdims=True)
    past = np.arange(len(values)) >= medians(original)[..., None]
    gaps = np.abs(m * (_below(original) + original[..., -1:] * past) - n * (_below(masked) + masked[..., -1:] * past))
    return np.asarray((gaps[..., :-1] * np.diff(values)).sum(axis=-1) / (n * m)[..., 0])


def medians(counts: WeightedCounts) -> Integers:
    """Return (rows,) the place of the smallest value with at least half of the observed records at or below it."""
    below = _below(counts)
    return np.asarray((2 * below >= below[..., -1:]).argmax(axis=-1))


def deviations(values: Floats, counts: WeightedCounts, seen: Counts) -> Floats:
    """Return (rows,) standard deviations of the observed values, divisor n - 1; NaN where there is no spread.

    The divisor of weights that are not whole numbers is their sum W (n - 1) / n, of n records ``seen`` (rows,).
    """
    own = counts[..., :-1]
    observed = own.sum(axis=-1)
    whole = (own == np.floor(own)).all(axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        means = (values * own).sum(axis=-1, keepdims=True) / observed[..., None]
        freedom = observed - np.where(whole, 1, observed / np.maximum(seen, 1))
        deviations = np.sqrt((own * (values - means) ** 2).sum(axis=-1) / freedom)
    return np.asarray(np.where((own > 0).sum(axis=-1) > 1, deviations, np.nan))


def _below(counts: WeightedCounts) -> NDArray[Any]:
    """Return how many records are known to lie at or below each value (rows, k)."""
    below: NDArray[Any] = np.cumsum(counts[..., :-1], axis=-1)
    return below
