"""How many people are unique in the population, from how many groups of each size the sample has."""

from __future__ import annotations

import numpy as np
import scipy
from numpy.typing import NDArray
from scipy import special

from core.statistics.arrays import Floats

Sizes = NDArray[np.int64]


STARTS = ((1.0, 0.1), (10.0, 0.5), (1000.0, 0.3), (0.5, 0.9))
"""Where the search for theta and alpha begins."""

ABSENT = 1e-6
"""An alpha that the search leaves below this is 0, the end of its range."""

NEWTON_STEPS, SETTLED = 20, 1e-13


def zayatz_uniques(group_sizes: Sizes, population: float) -> float:
    """Estimate the number of population uniques by Zayatz (1991), Census Statistical Research Report 91/08.

    By Bayes' rule with the groups of the sample as the prior of the population's group sizes:
    P(unique in the population | unique in the sample) = (n_1/C) H(1; N, 1, n) / sum_i (n_i/C) H(1; N, i, n),
    where H is the hypergeometric chance that a sample of n from N holds exactly one of i; times n_1 / pi.

    Parameters
    ----------
    group_sizes : int64 array (C,)
        Records of each combination of keys, at least 1.
    population : float
        N, at least n.

    Returns
    -------
    float
        At most N.
    """
    n = float(group_sizes.sum())
    population = max(population, n)
    sizes, counts = np.unique(group_sizes, return_counts=True)
    if sizes[0] != 1:
        return 0.0
    chance = _exactly_one(sizes.astype(np.float64), n, population)
    probability = counts[0] * chance[0] / float(counts @ chance)
    return float(min(counts[0] * probability * population / n, population))


def _exactly_one(size: Floats, n: float, population: float) -> Floats:
    """Return H(1; N, i, n) = i C(N - i, n - 1) / C(N, n), in logarithms."""
    possible = population - size >= n - 1
    rest = np.where(possible, population - size, n - 1)
    logarithm = np.log(size) + _log_choose(rest, n - 1) - _log_choose(np.full(len(size), population), n)
    return np.where(possible, np.exp(logarithm), 0.0)


def _log_choose(total: Floats, chosen: float) -> Floats:
    return special.gammaln(total + 1) - special.gammaln(chosen + 1) - special.gammaln(total - chosen + 1)


def pitman_parameters(group_sizes: Sizes) -> tuple[float, float] | None:
    """Fit Pitman's sampling formula by maximum likelihood (Hoshino 2001, Journal of Official Statistics 17(4)).

    Parameters
    ----------
    group_sizes : int64 array (C,)
        At least 1.

    Returns
    -------
    (theta, alpha) or None
        0 <= alpha < 1, theta > -alpha; None where the likelihood has no maximum: all alike, or all unique.
    """
    sizes, counts = np.unique(group_sizes, return_counts=True)
    if len(group_sizes) < 2 or sizes[-1] == 1:
        return None
    least, free = min((_maximised(sizes, counts, start) for start in STARTS), key=lambda fitted: fitted[0])
    theta, alpha = _unbound(free)
    inside = np.isfinite(least) and alpha < 1 - 1e-6 and theta < 1e12
    return _settled(sizes, counts, theta, alpha if alpha > ABSENT else 0.0) if inside else None


def pitman_uniques(theta: float, alpha: float, population: float) -> float:
    """Return the expected number of uniques among N people.

    N G(theta + 1) G(N + theta + alpha - 1) / (G(theta + alpha) G(N + theta)) with the gamma function G: the
    chance that none of N - 1 others joins the group of one person under Pitman's formula; Hoshino (2001).
    """
    n = population
    logarithm = (
        special.gammaln(theta + 1)
        + special.gammaln(n + theta + alpha - 1)
        - special.gammaln(theta + alpha)
        - special.gammaln(n + theta)
    )
    return float(min(n * np.exp(logarithm), n))


def _unbound(x: Floats) -> tuple[float, float]:
    """Return theta and alpha of the free parameters: alpha in (0, 1), theta + alpha above 0."""
    alpha = float(special.expit(x[1]))
    return float(np.exp(min(x[0], 60.0))) - alpha, alpha


def _settled(sizes: Sizes, counts: Sizes, theta: float, alpha: float) -> tuple[float, float]:
    """Return the parameters at which the slopes of the likelihood are 0, by Newton's method from near them.

    Around its maximum the likelihood itself is flat: rounding hides from a search what the eighth digit of a parameter
    changes in it.
    """
    for _ in range(NEWTON_STEPS):
        slope, curvature = _slopes(sizes, counts, theta, alpha)
        free = 1 if alpha == 0 else 2
        step = np.linalg.solve(curvature[:free, :free], slope[:free])
        proposed = theta - float(step[0]), alpha - (float(step[1]) if free == 2 else 0.0)
        if not (0 <= proposed[1] < 1 and proposed[0] > -proposed[1] and abs(step[0]) <= abs(theta)):
            break
        theta, alpha = proposed
        if abs(step[0]) <= SETTLED * max(abs(theta), 1.0) and abs(step[-1]) <= SETTLED * max(abs(theta), 1.0):
            break
    return theta, alpha


def _slopes(sizes: Sizes, counts: Sizes, theta: float, alpha: float) -> tuple[Floats, Floats]:
    """Return the first (2,) and second (2, 2) derivatives of the logarithm of the formula by theta and alpha."""
    place = np.arange(1, int(counts.sum()), dtype=np.float64)
    new = 1 / (theta + place * alpha)
    seated = np.array([theta + 1, theta + float(sizes @ counts)])
    (first, last), (first_slope, last_slope) = special.digamma(seated), special.polygamma(1, seated)
    joined = special.digamma(1 - alpha) - special.digamma(sizes - alpha)
    joined_slope = special.polygamma(1, sizes - alpha) - special.polygamma(1, np.array(1 - alpha))
    slope = [float(new.sum() + first - last), float((place * new).sum() + (counts * joined).sum())]
    mixed = -float((place * new**2).sum())
    curvature = [
        [float(first_slope - last_slope - (new**2).sum()), mixed],
        [mixed, float((counts * joined_slope).sum() - ((place * new) ** 2).sum())],
    ]
    return np.array(slope), np.array(curvature)


def _maximised(sizes: Sizes, counts: Sizes, start: tuple[float, float]) -> tuple[float, Floats]:
    """Return the smallest minus log-likelihood found from a start, and the free parameters there."""
    first = [float(np.log(start[0] + start[1])), float(np.log(start[1] / (1 - start[1])))]
    optimum = scipy.optimize.fmin(  # type: ignore[call-overload]  # scipy-stubs 1.17 matches no lambda
        lambda x: _minus_log_likelihood(x, sizes, counts),
        first,
        xtol=1e-10,
        ftol=1e-11,
        maxiter=4000,
        maxfun=4000,
        full_output=True,
        disp=False,
    )
    return float(optimum[1]), np.asarray(optimum[0], dtype=np.float64)


def _minus_log_likelihood(x: Floats, sizes: Sizes, counts: Sizes) -> float:
    """Return minus the logarithm of the formula, without the factor that has no parameter.

    prod_{i=1}^{C-1} (theta + i alpha) / prod_{i=1}^{n-1} (theta + i) prod_j [(1-alpha) ... (j-1-alpha)]^{n_j}
    """
    theta, alpha = _unbound(x)
    groups, n = counts.sum(), sizes @ counts
    if alpha > 1e-12:
        ratio = theta / alpha
        new = (groups - 1) * np.log(alpha) + special.gammaln(ratio + groups) - special.gammaln(ratio + 1)
    else:
        new = (groups - 1) * np.log(max(theta, 1e-300))
    seated = special.gammaln(theta + n) - special.gammaln(theta + 1)
    joined = counts @ (special.gammaln(sizes - alpha) - special.gammaln(1 - alpha))
    value = seated - new - joined
    return float(value) if np.isfinite(value) else 1e300
