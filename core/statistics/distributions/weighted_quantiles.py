"""Quantiles of weighted samples, and their intervals by Woodruff's method."""

from __future__ import annotations

import numpy as np

from core.statistics.arrays import Floats

ROUNDING = 1e-12
"""Relative error of a sum of weights that lies on a step."""


def weighted_quantile(values: Floats, weights: Floats, share: float) -> float:
    """Return the quantile of a weighted sample; of equal weights at .5 the ordinary median.

    Parameters
    ----------
    values : float array (n,)
        Ascending, without NaN; at least one.
    weights : float array (n,)
        Not negative, with a positive sum.
    share : float
        In [0, 1].

    Returns
    -------
    float
        The smallest value whose cumulative share reaches ``share``; where it is reached exactly, the
        mean of this value and the next (Hyndman and Fan 1996, definition 2).
    """
    cumulative = np.cumsum(weights)
    wanted = share * cumulative[-1]
    tolerance = ROUNDING * cumulative[-1]
    first = int(np.searchsorted(cumulative, wanted - tolerance, side="left"))
    # records of weight 0 have no place of their own
    after = int(np.searchsorted(cumulative, wanted + tolerance, side="right"))
    first, after = min(first, _last(weights)), min(after, _last(weights))
    return float((values[max(first, _first(weights))] + values[max(after, _first(weights))]) / 2)


def _first(weights: Floats) -> int:
    return int(np.argmax(weights > 0))


def _last(weights: Floats) -> int:
    return len(weights) - 1 - int(np.argmax(weights[::-1] > 0))


def woodruff_interval(values: Floats, weights: Floats, share: float, t: float) -> tuple[float, float]:
    """Return an interval of a quantile: the quantiles at the ends of the interval of its share (Woodruff 1952).

    Parameters
    ----------
    values : float array (n,)
        Ascending; n >= 2.
    weights : float array (n,)
    share : float
        In (0, 1).
    t : float
        Quantile of the reference distribution, such as 1.96.
    """
    below = values <= weighted_quantile(values, weights, share)
    total = weights.sum()
    estimated = float(weights[below].sum() / total)
    n = len(values)
    error = float(np.sqrt(n / (n - 1) * ((weights * (below - estimated)) ** 2).sum()) / total)
    return quantiles_around(values, weights, share, t * error)


def quantiles_around(values: Floats, weights: Floats, share: float, reach: float) -> tuple[float, float]:
    """Return the quantiles of a weighted sample (n,), ascending, at ``share`` - and + ``reach``, kept in [0, 1]."""
    ends = (max(0.0, share - reach), min(1.0, share + reach))
    return weighted_quantile(values, weights, ends[0]), weighted_quantile(values, weights, ends[1])
