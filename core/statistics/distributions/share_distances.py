"""Distances of two tables of counts over the same cells, and what chance alone would show."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from core.statistics.arrays import Floats, WeightedCounts


class ShareDistances(NamedTuple):
    """Distances of the shares p = o / n1 and q = s / n2 (rows,), each in [0, 1]."""

    total_variation: Floats
    jensen_shannon: Floats
    hellinger: Floats


class VoasWilliamson(NamedTuple):
    """The statistic, its degrees of freedom (non-empty cells less one) and the propensity mean squared error."""

    statistic: float
    degrees_of_freedom: int
    pmse: float


def share_distances(original: WeightedCounts, masked: WeightedCounts) -> ShareDistances:
    """Compare the shares of two tables, or of many pairs of them.

    Parameters
    ----------
    original, masked : arrays (..., k)
        Counts of the same cells.

    Returns
    -------
    ShareDistances
        Total variation 1/2 sum |p - q|; Jensen-Shannon divergence in bits
        1/2 sum [q log2(2q / (p + q)) + p log2(2p / (p + q))] (Lin 1991); Hellinger distance
        sqrt(1/2 sum (sqrt p - sqrt q)^2) (Le Cam 1986). NaN where a total is 0.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        p, q = (counts / counts.sum(axis=-1, keepdims=True) for counts in (original, masked))
    return ShareDistances(
        np.minimum(1.0, np.abs(p - q).sum(axis=-1) / 2),
        np.clip((_kl_to_mixture(p, q) + _kl_to_mixture(q, p)).sum(axis=-1) / 2, 0.0, 1.0),
        np.minimum(1.0, np.sqrt(((np.sqrt(p) - np.sqrt(q)) ** 2).sum(axis=-1) / 2)),
    )


def _kl_to_mixture(p: Floats, q: Floats) -> Floats:
    """Return p log2(2p / (p + q)) of every cell, 0 where p = 0."""
    return np.asarray(np.where(p > 0, p * np.log2(np.where(p > 0, 2 * p, 1.0) / np.where(p > 0, p + q, 1.0)), 0.0))


def voas_williamson(
    original: WeightedCounts, masked: WeightedCounts, sizes: tuple[float, float] | None = None
) -> VoasWilliamson:
    """Compare two tables by the statistic of Voas and Williamson (2001).

    Parameters
    ----------
    original, masked : int64 or float64 arrays (k,)
        Counts o and s of the same cells; cells empty in both are left out.
    sizes : (float, float) or None
        What the counts are scaled to first: effective sizes of weighted samples; None: as they are.

    Returns
    -------
    VoasWilliamson
        sum (s - o c / (1 - c))^2 / [c (o + s)] with c the masked file's share of all records;
        pMSE = statistic c (1 - c)^2 / N (Raab, Nowok and Dibben 2021, section 3).
    """
    full = (original > 0) | (masked > 0)
    o, s = original[full].astype(np.float64), masked[full].astype(np.float64)
    if sizes is not None:
        o, s = o * (sizes[0] / o.sum()), s * (sizes[1] / s.sum())
    n1, n2 = float(o.sum()), float(s.sum())
    # whole numbers up to here: exactly 0 for files of any sizes with the same shares
    gap = (s * n1 - o * n2) / n1
    c = n2 / (n1 + n2)
    statistic = float((gap**2 / (o + s)).sum()) / c
    return VoasWilliamson(statistic, len(o) - 1, statistic * c * (1 - c) ** 2 / (n1 + n2))


def jensen_shannon_null(freedom: int, n_original: float, n_masked: float) -> tuple[float, float]:
    """Return the expected divergence, in bits, of a file drawn from the original's shares, and of a fresh sample.

    The first is df / (8 n2 ln 2); a sample that is independent of the original adds the original's own error,
    df / (8 n1 ln 2).
    """
    unit = freedom / (8 * math.log(2))
    return unit / n_masked, unit / n_masked + unit / n_original
