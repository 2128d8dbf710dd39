"""Parametric tests of association: Pearson's correlation and one-way analysis of variance."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from core.statistics.arrays import Floats
from core.statistics.distributions.ranks import correlation_p_value


class Correlation(NamedTuple):
    """Pearson's r of the complete records; None where a variable is constant."""

    r: float | None
    p: float | None
    n: int


class OneWayAnova(NamedTuple):
    """F with its p value; group facts are by group code, 0 for groups without records."""

    statistic: float | None
    p: float | None
    eta_squared: float | None
    n: int
    group_size: NDArray[np.int64]
    group_deviation: Floats


def pearson(a: Floats, b: Floats) -> Correlation:
    """Compute Pearson's correlation of the records complete in both (NaN is missing)."""
    complete = ~(np.isnan(a) | np.isnan(b))
    n = int(complete.sum())
    if n < 3:
        return Correlation(None, None, n)
    x, y = a[complete], b[complete]
    x, y = x - x.mean(), y - y.mean()
    scale = np.sqrt((x**2).sum()) * np.sqrt((y**2).sum())
    if _is_constant(a[complete]) or _is_constant(b[complete]) or scale == 0:
        return Correlation(None, None, n)
    r = float(np.clip((x * y).sum() / scale, -1, 1))
    return Correlation(r, correlation_p_value(r, n), n)


def _is_constant(values: Floats) -> bool:
    return bool(values.min() == values.max())


def one_way_anova(groups: NDArray[np.int32], values: Floats, n_groups: int) -> OneWayAnova:
    """Compute a one-way analysis of variance.

    Parameters
    ----------
    groups : int32 array (n,)
        Codes, negative for missing.
    values : float array (n,)
        NaN for missing.
    n_groups : int

    Returns
    -------
    OneWayAnova
        eta squared = SSB / TSS; ``group_deviation`` is group mean minus grand mean, 0 for empty
        groups (Fisher 1925). Statistic and p are None with fewer than two groups, no more records
        than groups, or constant values; the statistic alone is None where it is infinite (no spread
        within groups), with p = 0.
    """
    complete = (groups >= 0) & ~np.isnan(values)
    codes, x = groups[complete], values[complete]
    size = np.bincount(codes, minlength=n_groups).astype(np.int64)
    n, present = len(x), size > 0
    k = int(present.sum())
    deviation = np.zeros(n_groups)
    if n == 0 or _is_constant(x) or k < 2:
        return OneWayAnova(None, None, None, n, size, deviation)
    centred = x - x.mean()
    sums = np.bincount(codes, weights=centred, minlength=n_groups)
    deviation[present] = sums[present] / size[present]
    total = float((centred**2).sum())
    between = min(total, float((size * deviation**2).sum()))
    if n <= k:
        return OneWayAnova(None, None, between / total, n, size, deviation)
    within = total - between
    if within <= 1e-14 * total:
        return OneWayAnova(None, 0.0, 1.0, n, size, deviation)
    statistic = (between / (k - 1)) / (within / (n - k))
    return OneWayAnova(statistic, float(special.fdtrc(k - 1, n - k, statistic)), between / total, n, size, deviation)
