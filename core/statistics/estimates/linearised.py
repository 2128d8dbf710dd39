"""Estimates with the influence of each record on them, and the standard errors that follow (Taylor linearisation).

Every function takes the records of a file, or of a part of it, with a weight each; the standard error
is that of records drawn with replacement with these weights (Deville 1999; Binder 1983).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from core.statistics.arrays import Floats
from core.statistics.distributions import weighted_quantile
from core.statistics.reproducible import below


class Linearised(NamedTuple):
    """An estimate, and the influence (n,) of each record on it per unit of weight."""

    value: float
    influence: Floats


def t_quantile(n: int) -> float:
    """Return the .975 quantile of Student's t with n - 1 degrees of freedom."""
    return float(special.stdtrit(n - 1, 0.975))


def standard_error(influence: Floats, weights: Floats) -> float:
    """Return sqrt(n / (n - 1) sum (w z - mean w z)^2) of the influences z (n,) of at least two records."""
    n = len(weights)
    shares = weights * influence
    return float(np.sqrt(n / (n - 1) * ((shares - shares.mean()) ** 2).sum()))


def mean(values: Floats, weights: Floats) -> Linearised:
    """Return the weighted mean; of indicators 0 and 1 it is a share."""
    total = weights.sum()
    value = float((weights * values).sum() / total)
    return Linearised(value, (values - value) / total)


def total(values: Floats, weights: Floats) -> Linearised:
    """Return the weighted total; records outside the part of interest count with the value 0."""
    return Linearised(float((weights * values).sum()), values)


def ratio(values: Floats, divisors: Floats, weights: Floats) -> Linearised:
    """Return the ratio of two weighted totals; the divisors' total must not be 0."""
    divisor = float((weights * divisors).sum())
    value = float((weights * values).sum()) / divisor
    return Linearised(value, (values - value * divisors) / divisor)


def gini(values: Floats, weights: Floats) -> Linearised:
    """Return the Gini coefficient sum sum w_i w_j |y_i - y_j| / (2 N Y), without a correction for n.

    Parameters
    ----------
    values : float array (n,)
        With a positive weighted total Y.
    weights : float array (n,)

    Returns
    -------
    Linearised
        Influence: derivative of G = 2 sum w y F / (N Y) - 1 with F the weights below a value and half of
        those at it (Deville 1999, section 4; Kovacevic and Binder 1997).
    """
    distinct, place = np.unique(values, return_inverse=True)
    at = np.bincount(place, weights=weights, minlength=len(distinct))
    below = np.cumsum(at) - at / 2
    sums = at * distinct
    n_hat, y_hat = float(at.sum()), float(sums.sum())
    above = sums.sum() - np.cumsum(sums) + sums / 2
    value = float(2 * (sums * below).sum() / (n_hat * y_hat) - 1)
    influence = 2 * (distinct * below + above) / (n_hat * y_hat) - (value + 1) * (1 / n_hat + distinct / y_hat)
    return Linearised(value, influence[place])


def poverty_rate(values: Floats, weights: Floats, inside: NDArray[np.bool_], share: float, line: float) -> Linearised:
    """Return the share of records below a line that is itself estimated from all of them.

    Parameters
    ----------
    values : float array (n,)
        Ascending; not constant.
    weights : float array (n,)
    inside : bool array (n,)
        The records whose rate is wanted; the line is that of all records.
    share, line : float
        The line is ``line`` times the quantile at ``share``: .6 times the median.

    Returns
    -------
    Linearised
        Influence with Gaussian kernel densities at the line and at the quantile (Deville 1999; Osier
        2009, section 4.2); the bandwidth is Silverman's, .9 min(SD, IQR / 1.34) n^(-1/5).
    """
    middle = weighted_quantile(values, weights, share)
    threshold = line * middle
    part = weights * inside
    poor = below(values, threshold).astype(np.float64)
    value = float((part * poor).sum() / part.sum())
    width = _bandwidth(values, weights)
    slope = _density(values, part, threshold, width) / _density(values, weights, middle, width)
    of_the_line = line * slope * ((values <= middle) - share) / weights.sum()
    return Linearised(value, inside * (poor - value) / part.sum() - of_the_line)


def _bandwidth(values: Floats, weights: Floats) -> float:
    average = mean(values, weights)
    deviation = float(np.sqrt((weights * (values - average.value) ** 2).sum() / weights.sum()))
    quartiles = [weighted_quantile(values, weights, q) for q in (0.25, 0.75)]
    spread = (quartiles[1] - quartiles[0]) / 1.34
    return float(0.9 * (min(deviation, spread) if spread > 0 else deviation) * len(values) ** -0.2)


def _density(values: Floats, weights: Floats, place: float, width: float) -> float:
    kernel = np.exp(-0.5 * ((values - place) / width) ** 2) / np.sqrt(2 * np.pi)
    return float((weights * kernel).sum() / (width * weights.sum()))
