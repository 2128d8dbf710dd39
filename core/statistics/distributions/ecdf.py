"""Empirical distribution functions of two samples."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import scipy
from numba import njit
from numpy.typing import NDArray
from scipy import special

from core.statistics.distributions.dense_coding import DenseCodes

MANY = 10_000
"""From here on the exact law takes up to a tenth of a second."""

CERTAIN = 0.21
"""Kolmogorov's law: D sqrt n is smaller with a probability of 9e-12."""


class KolmogorovSmirnov(NamedTuple):
    """The two-sample statistic D = max |F1 - F2| and its p value."""

    statistic: float
    p: float


def kolmogorov_distance(first: DenseCodes, second: DenseCodes) -> float:
    """Return D = max |F1 - F2| of two samples, neither without an observed record."""
    steps = _greatest_step(first.values, first.counts, second.values, second.counts)
    return int(steps) / (first.observed * second.observed)


def kolmogorov_p_value(distance: float, n: float, m: float) -> float:
    """Return the p value of D of two samples: that of one sample of round(n m / (n + m)) (Massey 1951).

    It is that of scipy.stats.ks_2samp(method="asymp"), from the finite-n law of the one-sample statistic.

    Of many records the law of large samples serves where D sqrt n is below ``CERTAIN``: both are 1 to the tenth
    digit, and the exact one takes long there.
    """
    size = max(1, round(n * m / (n + m)))
    if distance == 0:
        return 1.0
    scaled = distance * math.sqrt(size)
    limiting = size >= MANY and scaled < CERTAIN
    p = float(special.kolmogorov(scaled) if limiting else scipy.stats.kstwo.sf(distance, size))
    return min(1.0, max(0.0, p))


@njit(cache=True, nogil=True)
def _greatest_step(
    x: NDArray[np.float64], x_counts: NDArray[np.int64], y: NDArray[np.float64], y_counts: NDArray[np.int64]
) -> int:
    """Return max |m #(first <= t) - n #(second <= t)| over all t: an integer, so exact."""
    n, m = x_counts.sum(), y_counts.sum()
    i, j, below_x, below_y, greatest = 0, 0, 0, 0, 0
    while i < len(x) and j < len(y):
        at = min(x[i], y[j])
        if x[i] == at:
            below_x += x_counts[i]
            i += 1
        if y[j] == at:
            below_y += y_counts[j]
            j += 1
        greatest = max(greatest, abs(m * below_x - n * below_y))
    return greatest
