"""Logistic regression with curves smoothed by a penalty: a generalised additive model of which file a record is from.

The penalty on a curve is a multiple of the integral of its squared second derivative (smoothing splines; O'Sullivan
1986, Wood 2017, section 5.3), the same multiple for all curves. It is chosen from a fixed grid by Akaike's criterion
with the effective number of coefficients.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import linalg
from scipy.special import xlogy

from core.statistics.arrays import Floats, WeightedCounts
from core.statistics.regression.logistic import LogisticFit, fit_logistic
from core.statistics.regression.orthonormal_basis import OrthonormalBasis

SMOOTHING = tuple(10.0**power for power in range(6, -5, -1))
"""Multiples of the roughness that are tried, strongest first; for values in units of their standard deviation."""

EQUAL = 1e-6
"""Criteria that differ by less are equal: the stronger smoothing is taken, whatever the last bits say."""


class PenalisedFit(NamedTuple):
    """A fitted generalised additive model.

    Parameters
    ----------
    fit : LogisticFit
    smoothing : float
        The multiple of the roughness that was chosen.
    effective : float
        Effective number of coefficients with the intercept, between the unpenalised ones and k.
    shrinkage : float64 array (k - 1,)
        What the penalty leaves of each direction where only chance differs, in [0, 1]; 1 where it is not penalised.
    """

    fit: LogisticFit
    smoothing: float
    effective: float
    shrinkage: Floats


def basis_penalty(basis: OrthonormalBasis, roughness: Floats, spread: Floats) -> Floats:
    """Return the roughness in coordinates of a basis.

    Parameters
    ----------
    basis : OrthonormalBasis
    roughness : float64 array (p, p)
        Of the coefficients of all columns of the design.
    spread : float64 array (p,)
        Standard deviation of each column, over the records of the basis.

    Returns
    -------
    float64 array (k, k)
        0 for the intercept.
    """
    kept = basis.estimable
    of_standardised = roughness[np.ix_(kept, kept)] / spread[kept] / spread[kept][:, None]
    inverse = linalg.solve_triangular(basis.triangle, np.eye(len(kept)), check_finite=False)
    penalty = np.zeros((basis.parameters, basis.parameters))
    penalty[1:, 1:] = inverse.T @ of_standardised @ inverse
    return (penalty + penalty.T) / 2


def fit_penalised(
    basis: OrthonormalBasis, penalty: Floats, masked: WeightedCounts, size: WeightedCounts
) -> PenalisedFit:
    """Fit the model with every multiple of the penalty in ``SMOOTHING``, and take the one with the lowest criterion.

    Parameters
    ----------
    basis : OrthonormalBasis
    penalty : float64 array (k, k)
        From ``basis_penalty``.
    masked, size : int64 or float64 array (m,)
        Masked records, and all records, at each point.

    Returns
    -------
    PenalisedFit
        ``fit.value`` is exactly 0 where every point has the same share of masked records.
    """
    best, lowest = None, np.inf
    roots, directions = _own_directions(penalty)
    for smoothing in SMOOTHING if penalty.any() else (0.0,):
        fit = fit_logistic(basis, masked, size, smoothing * penalty)
        curvature = basis.products(size * fit.scores * (1 - fit.scores))
        effective = _effective(curvature, directions, smoothing * roots)
        criterion = 2 * effective - 2 * _log_likelihood(fit.scores, masked, size)
        if best is None or criterion < lowest - EQUAL:
            best, lowest = PenalisedFit(fit, smoothing, effective, np.empty(0)), criterion
    assert best is not None
    return best._replace(shrinkage=_shrinkage(best.smoothing * penalty, masked, size))


def _own_directions(penalty: Floats) -> tuple[Floats, Floats]:
    """Return the eigenvalues (k,) and eigenvectors (k, k) of a penalty; what is rounding is 0."""
    roots, directions = linalg.eigh(penalty, check_finite=False)
    rounding = len(roots) * np.finfo(np.float64).eps * float(roots.max(initial=0.0))
    return np.where(roots > rounding, roots, 0.0), directions


def _effective(curvature: Floats, directions: Floats, penalty: Floats) -> float:
    """Return the trace of (X'WX + penalty)^-1 X'WX (Hastie and Tibshirani 1990, section 6.8).

    Taken in the penalty's own directions (k, k), in which it is a number each (k,), and in units in which the sum has
    1 for each: a strong penalty can be 10^12 times the curvature, and would leave no digits of the other directions.
    """
    turned = directions.T @ curvature @ directions
    ridge = 1e-12 * float(np.trace(curvature)) / len(curvature)
    whole = turned + np.diag(penalty + ridge)
    unit = np.sqrt(np.diag(whole))
    of_both = np.outer(unit, unit)
    return float(np.trace(linalg.solve(whole / of_both, turned / of_both, assume_a="pos", check_finite=False)))


def _shrinkage(penalty: Floats, masked: WeightedCounts, size: WeightedCounts) -> Floats:
    """Return the eigenvalues of (X'WX + penalty)^-1 X'WX with all scores c: the basis makes X'WX a multiple of 1."""
    n, n_masked = size.sum().item(), masked.sum().item()
    unit = n_masked * (n - n_masked) / n
    roots, _ = _own_directions(penalty[1:, 1:])
    return np.asarray(unit / (unit + roots))


def _log_likelihood(scores: Floats, masked: WeightedCounts, size: WeightedCounts) -> float:
    return float((xlogy(masked, scores) + xlogy(size - masked, 1 - scores)).sum())
