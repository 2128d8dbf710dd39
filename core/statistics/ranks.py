"""Rank tests over dense codes: sorting is done once per variable, a pair only counts and sums.

A variable's *dense code* is the position of a value among the sorted distinct values of its file,
-1 for missing. Counting codes then gives mid-ranks without sorting again, also within the records
that are complete for one pair.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy import special

Codes = NDArray[np.int32]

HALF = 32
LOW_BITS = 0xFFFFFFFF
"""A product of two ranks fits into 64 bits, a sum of many does not: its two halves are summed apart."""


class DenseCodes(NamedTuple):
    """Codes (n,) of sorted distinct values, -1 for missing, and how many distinct values there are."""

    codes: Codes
    distinct: int


class RankCorrelation(NamedTuple):
    """Spearman's rho of the complete records; ``rho`` and ``p`` are None where a variable is constant."""

    rho: float | None
    p: float | None
    n: int


class KruskalWallis(NamedTuple):
    """H with its p value; group facts are by group code, 0 for groups without records."""

    statistic: float | None
    p: float | None
    epsilon_squared: float | None
    n: int
    group_size: NDArray[np.int64]
    rank_sum_doubled: NDArray[np.int64]


def dense_codes(values: NDArray[np.float64] | Codes) -> DenseCodes:
    """Code values by their position among the sorted distinct values.

    Parameters
    ----------
    values : float array (n,) with NaN for missing, or int codes (n,) with negatives for missing

    Returns
    -------
    DenseCodes
    """
    missing = np.isnan(values) if values.dtype.kind == "f" else values < 0
    codes = np.full(len(values), -1, dtype=np.int32)
    distinct, inverse = np.unique(values[~missing], return_inverse=True)
    codes[~missing] = inverse
    return DenseCodes(codes, len(distinct))


@njit(cache=True, nogil=True)
def _count_complete(a: Codes, b: Codes, count_a: NDArray[np.int64], count_b: NDArray[np.int64]) -> int:
    n = 0
    for i in range(len(a)):
        if a[i] >= 0 and b[i] >= 0:
            count_a[a[i]] += 1
            count_b[b[i]] += 1
            n += 1
    return n


@njit(cache=True, nogil=True)
def _centred_doubled_midranks(count: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    """Return 2 (midrank - (n + 1) / 2) of each distinct value: integers."""
    ranks = np.zeros(len(count), dtype=np.int64)
    before = 0
    for v in range(len(count)):
        ranks[v] = 2 * before + count[v] - n
        before += count[v]
    return ranks


@njit(cache=True, nogil=True)
def _halves_of_products(a: Codes, b: Codes, x: NDArray[np.int64], y: NDArray[np.int64]) -> tuple[int, int]:
    high, low = 0, 0
    for i in range(len(a)):
        if a[i] >= 0 and b[i] >= 0:
            product = x[a[i]] * y[b[i]]
            high += product >> HALF
            low += product & LOW_BITS
    return high, low


@njit(cache=True, nogil=True)
def _halves_of_squares(count: NDArray[np.int64], x: NDArray[np.int64]) -> tuple[int, int]:
    high, low = 0, 0
    for v in range(len(count)):
        square = x[v] * x[v]
        high += count[v] * (square >> HALF)
        low += count[v] * (square & LOW_BITS)
    return high, low


def _whole(halves: tuple[int, int]) -> float:
    """Put a sum together from its halves, rounded once: the order of the records changes no bit."""
    high, low = halves
    return float((int(high) << HALF) + int(low))


@njit(cache=True, nogil=True)
def _sum_by_group(group: Codes, b: Codes, y: NDArray[np.int64], total: NDArray[np.int64]) -> None:
    for i in range(len(group)):
        if group[i] >= 0 and b[i] >= 0:
            total[group[i]] += y[b[i]]


def spearman(a: DenseCodes, b: DenseCodes) -> RankCorrelation:
    """Compute Spearman's rho of the complete records, ties at their mid-rank.

    Returns
    -------
    RankCorrelation
        p from t with n - 2 degrees of freedom, two-sided, as in scipy.stats.spearmanr.
    """
    count_a, count_b = np.zeros(a.distinct, dtype=np.int64), np.zeros(b.distinct, dtype=np.int64)
    n = _count_complete(a.codes, b.codes, count_a, count_b)
    if n < 3:
        return RankCorrelation(None, None, n)
    x, y = _centred_doubled_midranks(count_a, n), _centred_doubled_midranks(count_b, n)
    squares_x, squares_y = _whole(_halves_of_squares(count_a, x)), _whole(_halves_of_squares(count_b, y))
    if squares_x == 0 or squares_y == 0:
        return RankCorrelation(None, None, n)
    product = _whole(_halves_of_products(a.codes, b.codes, x, y))
    rho = max(-1.0, min(1.0, product / math.sqrt(squares_x * squares_y)))
    return RankCorrelation(rho, correlation_p_value(rho, n), n)


def correlation_p_value(r: float, n: int) -> float:
    """Return the two-sided p value of a correlation: t = r sqrt((n - 2) / (1 - r^2)) on n - 2 degrees of freedom."""
    if abs(r) >= 1:
        return 0.0
    t = r * math.sqrt((n - 2) / ((1 - r) * (1 + r)))
    return float(2 * special.stdtr(n - 2, -abs(t)))


def kruskal_wallis(groups: DenseCodes, values: DenseCodes) -> KruskalWallis:
    """Compute the Kruskal-Wallis test of values between groups, corrected for ties.

    Parameters
    ----------
    groups, values : DenseCodes (n,)

    Returns
    -------
    KruskalWallis
        epsilon squared = H / (n - 1) (Kelley; Tomczak and Tomczak, 2014), which is rank SSB / TSS.
        Statistic and p are None with fewer than two groups or constant values.
    """
    size, count = np.zeros(groups.distinct, dtype=np.int64), np.zeros(values.distinct, dtype=np.int64)
    n = _count_complete(groups.codes, values.codes, size, count)
    centred = _centred_doubled_midranks(count, n)
    rank_sum = np.zeros(groups.distinct, dtype=np.int64)
    _sum_by_group(groups.codes, values.codes, centred, rank_sum)
    present = size > 0
    total = _whole(_halves_of_squares(count, centred))
    if present.sum() < 2 or total == 0:
        return KruskalWallis(None, None, None, n, size, rank_sum)
    between = float((rank_sum[present].astype(np.float64) ** 2 / size[present]).sum())
    epsilon_squared = min(1.0, between / total)
    statistic = (n - 1) * epsilon_squared
    p = float(special.chdtrc(present.sum() - 1, statistic))
    return KruskalWallis(statistic, p, epsilon_squared, n, size, rank_sum)
