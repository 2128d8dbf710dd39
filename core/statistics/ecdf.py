"""Empirical distribution functions of two samples."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats


class KolmogorovSmirnov(NamedTuple):
    """The two-sample statistic D = max |F1 - F2| and its p value."""

    statistic: float
    p: float


def kolmogorov_smirnov(first: NDArray[np.float64], second: NDArray[np.float64]) -> KolmogorovSmirnov:
    """Test whether two samples come from one distribution.

    Parameters
    ----------
    first, second : float arrays (n,), (m,)
        Sorted, without NaN, neither empty.

    Returns
    -------
    KolmogorovSmirnov
        p from the finite-n law of the one-sample statistic at round(n m / (n + m)), as
        scipy.stats.ks_2samp(method="asymp") (Massey 1951).
    """
    n, m = len(first), len(second)
    points = np.concatenate([first, second])
    # exact in integers: m * #(first <= x) - n * #(second <= x)
    below_first = np.searchsorted(first, points, side="right").astype(np.int64)
    below_second = np.searchsorted(second, points, side="right").astype(np.int64)
    distance = int(np.abs(below_first * m - below_second * n).max()) / (n * m)
    if distance == 0:
        return KolmogorovSmirnov(0.0, 1.0)
    p = float(stats.kstwo.sf(distance, int(np.round(n * m / (n + m)))))
    return KolmogorovSmirnov(distance, min(1.0, max(0.0, p)))
