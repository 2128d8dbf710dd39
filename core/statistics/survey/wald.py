"""Wald tests of group means and of correlations, on values or on ranks (Lumley and Scott 2013)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse, special

from core.statistics.arrays import Floats
from core.statistics.survey.first_stage import FirstStage, design_covariance

Codes = NDArray[np.int32] | NDArray[np.int64]

FEWEST = 5
"""Records of a group below which its own spread says nothing about its mean: the test leaves it out."""

DEPENDENT = 1e-12


class WaldTest(NamedTuple):
    """F with its p value and degrees of freedom; None where there is no test."""

    statistic: float | None
    p: float | None
    freedom: tuple[int, int]


NO_TEST = WaldTest(None, None, (0, 0))


def wald_f(estimates: Floats, covariance: Floats, freedom: int) -> WaldTest:
    """Test whether k estimates are all 0.

    Parameters
    ----------
    estimates : float array (k,)
    covariance : float array (k, k)
    freedom : int
        Units minus strata.

    Returns
    -------
    WaldTest
        F = b' V^-1 b / k with k and v - k degrees of freedom, as R's survey::svyranktest; None where v <= k. A
        direction without variance is left out where nothing is estimated along it, else p = 0 without a statistic.
    """
    k = len(estimates)
    if not k or freedom <= k:
        return NO_TEST
    variances, directions = np.linalg.eigh(covariance)
    along = directions.T @ estimates
    known = variances > DEPENDENT * max(float(variances[-1]), float((estimates**2).max()))
    rank = int(known.sum())
    if (along[~known] ** 2 > DEPENDENT * (estimates**2).max()).any():
        return WaldTest(None, 0.0, (k, freedom - k))
    if not rank:
        return WaldTest(0.0, 1.0, (k, freedom - k))
    statistic = float((along[known] ** 2 / variances[known]).sum()) / rank
    return WaldTest(statistic, float(special.fdtrc(rank, freedom - rank, statistic)), (rank, freedom - rank))


def mid_ranks(codes: Codes, weights: Floats) -> Floats:
    """Return the estimated population rank of each record as a share: weights below it plus half of those at it.

    Parameters
    ----------
    codes : int array (n,)
        Position of each value among the distinct ones, negative for missing.
    weights : float array (n,)
        0: outside.

    Returns
    -------
    float array (n,)
        NaN for records without a value or a weight. With equal weights it is (midrank - 1/2) / n.
    """
    inside = (codes >= 0) & (weights > 0)
    at = np.bincount(codes[inside], weights=weights[inside])
    ranks = np.full(len(codes), np.nan)
    if len(at):
        ranks[inside] = ((np.cumsum(at) - at / 2) / at.sum())[codes[inside]]
    return ranks


def compare_groups(scores: Floats, groups: Codes, n_groups: int, weights: Floats, stage: FirstStage) -> WaldTest:
    """Test whether groups have the same mean: of values, or of their `mid_ranks` as Kruskal and Wallis do.

    Parameters
    ----------
    scores : float array (n,)
        NaN: missing.
    groups : int array (n,)
        Codes below ``n_groups``, negative for missing.
    n_groups : int
    weights : float array (n,)
        0: outside.
    stage : FirstStage
        Of all n records.

    Returns
    -------
    WaldTest
        Of the differences of the weighted means (Lumley and Scott 2013; under the hypothesis the error of estimated
        ranks does not matter). Groups of fewer than ``FEWEST`` records are left out.
    """
    complete = (groups >= 0) & ~np.isnan(scores) & (weights > 0)
    enough = np.bincount(groups[complete], minlength=n_groups) >= FEWEST
    k = int(enough.sum())
    rows = np.flatnonzero(complete)[enough[groups[complete]]]
    if k < 2 or scores[rows].min() == scores[rows].max():
        return NO_TEST
    place = (np.cumsum(enough) - 1)[groups[rows]]
    total = np.bincount(place, weights=weights[rows], minlength=k)
    means = np.bincount(place, weights=weights[rows] * scores[rows], minlength=k) / total
    influence = weights[rows] / total[place] * (scores[rows] - means[place])
    contributions = sparse.csr_array((influence, (rows, place)), shape=(len(scores), k))
    against_first = np.column_stack([-np.ones(k - 1), np.eye(k - 1)])
    covariance = against_first @ design_covariance(contributions, stage) @ against_first.T
    freedom = stage.degrees_of_freedom(np.bincount(rows, minlength=len(scores)) > 0)
    return wald_f(against_first @ means, covariance, freedom)


def correlation_test(x: Floats, y: Floats, weights: Floats, stage: FirstStage) -> tuple[float | None, WaldTest, int]:
    """Return the weighted correlation of two variables, the test that it is 0, and the complete records.

    Parameters
    ----------
    x, y : float arrays (n,)
        Values, or their `mid_ranks` for Spearman's rho; NaN: missing.
    weights : float array (n,)
        0: outside.
    stage : FirstStage
        Of all n records.

    Returns
    -------
    float or None, WaldTest, int
        The test is that of the slope of y on x. None where a variable is constant or fewer than three records are
        complete.
    """
    complete = ~(np.isnan(x) | np.isnan(y)) & (weights > 0)
    n = int(complete.sum())
    if n < 3 or any(v[complete].min() == v[complete].max() for v in (x, y)):
        return None, NO_TEST, n
    w = np.where(complete, weights, 0.0) / weights[complete].sum()
    dx, dy = (np.where(complete, v - (w[complete] * v[complete]).sum(), 0.0) for v in (x, y))
    squares = float((w * dx**2).sum()), float((w * dy**2).sum())
    product = float((w * dx * dy).sum())
    slope = product / squares[0]
    influence = w * dx * (dy - slope * dx) / squares[0]
    variance = design_covariance(influence[:, None], stage)
    r = float(np.clip(product / np.sqrt(squares[0] * squares[1]), -1, 1))
    return r, wald_f(np.array([slope]), variance, stage.degrees_of_freedom(complete)), n
