"""Rank tests over dense codes: a pair only counts and sums."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy import special

from core.statistics.arrays import Codes
from core.statistics.distributions.dense_coding import DenseCodes, RankTable, once_or
from core.statistics.distributions.sums_in_halves import HALF, LOW_BITS, put_together

PERFECT = 1 - 1e-13
"""A correlation from here on is perfect: what is missing to 1 is rounding, which p would blow up."""


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


def _among_complete(own: DenseCodes, other: DenseCodes) -> RankTable:
    """Return the ranks among the records that the other variable has too.

    n records of which t are alike have the sum of squared ranks (n^3 - n - sum (t^3 - t)) / 3. A record that is left
    out of t takes t (t - 1) off the last sum's third: so only codes of left out records are looked at.
    """
    if len(other.missing) == 0:
        return own.ranked
    # the highest rank is n less the records that share it
    n = int(own.ranked.ranks[-1] + own.counts[-1]) if own.distinct else 0
    counts, ranks, left, high, low = _ranked_without(own.codes, own.counts, other.missing, once_or(own.times), n)
    squares = own.ranked.squares - ((n**3 - n) - (left**3 - left)) // 3 + put_together(high, low)
    return RankTable(counts, ranks, squares)


@njit(cache=True, nogil=True)
def _ranked_without(
    codes: Codes, counts: NDArray[np.int64], left_out: NDArray[np.int64], times: Codes, n: int
) -> tuple[NDArray[np.int64], Codes, int, int, int]:
    """Rank codes without some records; with what is left, and the halves of the sum of t (t - 1) over those gone."""
    counts, left, high, low = counts.copy(), n, 0, 0
    for row in left_out:
        code = codes[row]
        if code < 0:
            continue
        for _ in range(times[row] if len(times) else 1):
            t = counts[code]
            counts[code] -= 1
            left -= 1
            high += (t * (t - 1)) >> HALF
            low += (t * (t - 1)) & LOW_BITS
    ranks, below = np.empty(len(counts), dtype=np.int32), -left
    for v in range(len(counts)):
        ranks[v] = below + counts[v]
        below += 2 * counts[v]
    return counts, ranks, left, high, low


@njit(cache=True, nogil=True)
def _halves_of_products(a: Codes, b: Codes, x: Codes, y: Codes, times: Codes) -> tuple[int, int, int]:
    """Return how many records have both codes, and the halves of the sum of the products of what these stand for."""
    complete, high, low = 0, 0, 0
    for i in range(len(a)):
        if a[i] >= 0 and b[i] >= 0:
            t: Any = np.int64(times[i]) if len(times) else 1
            complete += t
            product: Any = np.int64(x[a[i]]) * np.int64(y[b[i]])
            high += t * (product >> HALF)
            low += t * (product & LOW_BITS)
    return complete, high, low


@njit(cache=True, nogil=True)
def _sum_by_group(group: Codes, b: Codes, y: Codes, times: Codes, total: NDArray[np.int64]) -> None:
    for i in range(len(group)):
        if group[i] >= 0 and b[i] >= 0:
            total[group[i]] += np.int64(y[b[i]]) * (times[i] if len(times) else 1)


def spearman(a: DenseCodes, b: DenseCodes) -> RankCorrelation:
    """Compute Spearman's rho of the complete records, ties at their mid-rank.

    Returns
    -------
    RankCorrelation
        p from t with n - 2 degrees of freedom, two-sided, as in scipy.stats.spearmanr.
    """
    x, y = _among_complete(a, b), _among_complete(b, a)
    n, *halves = _halves_of_products(a.codes, b.codes, x.ranks, y.ranks, once_or(a.times))
    return spearman_of(float(put_together(*halves)), (float(x.squares), float(y.squares)), n)


def spearman_of(product: float, squares: tuple[float, float], n: int) -> RankCorrelation:
    """Compute Spearman's rho from the sums of products and of squares of n records' ``RankTable.ranks``."""
    if n < 3 or squares[0] == 0 or squares[1] == 0:
        return RankCorrelation(None, None, n)
    rho = max(-1.0, min(1.0, product / math.sqrt(squares[0] * squares[1])))
    return RankCorrelation(rho, correlation_p_value(rho, n), n)


def correlation_p_value(r: float, n: int) -> float:
    """Return the two-sided p value of a correlation: t = r sqrt((n - 2) / (1 - r^2)) on n - 2 degrees of freedom."""
    if abs(r) >= PERFECT:
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
    size, ranked = _among_complete(groups, values).counts, _among_complete(values, groups)
    rank_sum = np.zeros(groups.distinct, dtype=np.int64)
    _sum_by_group(groups.codes, values.codes, ranked.ranks, once_or(groups.times), rank_sum)
    return kruskal_wallis_of(size, rank_sum, float(ranked.squares))


def kruskal_wallis_of(size: NDArray[np.int64], rank_sum: NDArray[np.int64], squares: float) -> KruskalWallis:
    """Compute the test from each group's records, the sum of their ``RankTable.ranks``, and that of all squares."""
    n, present = int(size.sum()), size > 0
    freedom = int(present.sum()) - 1
    if squares <= 0 or freedom < 1:
        return KruskalWallis(None, None, None, n, size, rank_sum)
    between = float((rank_sum[present].astype(np.float64) ** 2 / size[present]).sum())
    epsilon_squared = min(1.0, between / squares)
    statistic = (n - 1) * epsilon_squared
    return KruskalWallis(statistic, float(special.chdtrc(freedom, statistic)), epsilon_squared, n, size, rank_sum)
