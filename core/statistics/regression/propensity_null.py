"""The propensity measure of many samples drawn from the original, fitted all at once.

Every sample is compared with the same original, so the design stays and only the weights change:
1 + m_i records at a record drawn m_i times (Woo et al. 2009, section 4). In a basis that is
orthonormal over the original, the expected curvature is the same multiple of the identity for all
samples, so a step for all of them is two matrix products.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from core.statistics.arrays import Floats, WeightedCounts
from core.statistics.regression.logistic import fit_logistic
from core.statistics.regression.orthonormal_basis import OrthonormalBasis

CHANGE = 1e-9
STEPS = 60
CELLS = 250_000
"""Points times samples that are worked on at once: 2 MB an array, which stays in the processor's cache."""


class SnokeNull(NamedTuple):
    """Mean and standard deviation of the measure where only chance differs."""

    mean: float
    sd: float


def snoke_null(parameters: int, n: float, c: float) -> SnokeNull:
    """Return the null of U_p from a logistic regression (Snoke et al. 2018, JRSS A 181, 663-688).

    Parameters
    ----------
    parameters : int
        k, with the intercept.
    n : float
        All merged records; fewer where the masked ones are weighted, by Kish's effective share of them.
    c : float
        Share of masked ones.

    Returns
    -------
    SnokeNull
        (k - 1) (1 - c)^2 c / N and sqrt(2 (k - 1)) (1 - c)^2 c / N: that of a file generated from the
        original. Two independent samples show 1 / (1 - c) times as much.
    """
    unit = (1 - c) ** 2 * c / n
    return SnokeNull((parameters - 1) * unit, math.sqrt(2 * (parameters - 1)) * unit)


def penalised_null(shrinkage: Floats, n: float, c: float) -> SnokeNull:
    """Return the null of U_p from a penalised regression, given its smoothing.

    Parameters
    ----------
    shrinkage : float64 array (k - 1,)
        What the penalty leaves of each direction, f in [0, 1].
    n : float
        All merged records, as ``snoke_null`` takes them.
    c : float
        Share of masked ones.

    Returns
    -------
    SnokeNull
        sum f^2 (1 - c)^2 c / N and sqrt(2 sum f^4) (1 - c)^2 c / N: U_p of a linear smoother is a quadratic form
        whose weights are f^2, each with a chi-squared variable of one degree of freedom. That of
        ``snoke_null`` where every f is 1.
    """
    unit = (1 - c) ** 2 * c / n
    return SnokeNull(float((shrinkage**2).sum()) * unit, math.sqrt(2 * float((shrinkage**4).sum())) * unit)


def propensity_nulls(basis: OrthonormalBasis, original: WeightedCounts, drawn: WeightedCounts) -> Floats:
    """Fit the propensity model to the original beside each sample.

    Parameters
    ----------
    basis : OrthonormalBasis
        Over the original's distinct records, weighted by ``original``.
    original : int64 or float64 array (m,)
        Records of the original at each point; (m, r) where those of each replicate are others.
    drawn : int64 or float64 array (m, r)
        How many records each sample has there.

    Returns
    -------
    float64 array (r,)
        U_p of each sample, as ``fit_logistic`` would find it.
    """
    own = original.ndim > 1
    nulls, vectors = np.empty(drawn.shape[1]), basis.vectors()
    batch = max(1, CELLS // max(len(original), 1))
    for first in range(0, drawn.shape[1], batch):
        part = slice(first, first + batch)
        beside = original[:, part] if own else original[:, None]
        nulls[part] = _fit_together(basis, vectors, beside, drawn[:, part])
    return nulls


def _fit_together(basis: OrthonormalBasis, vectors: Floats, original: WeightedCounts, drawn: WeightedCounts) -> Floats:
    """Take common steps until the values stand; fit those that do not settle one by one."""
    all_records = original + drawn
    size = all_records.astype(np.float64)
    n, n_masked = float(size[:, 0].sum()), float(drawn[:, 0].sum())
    c = n_masked / n
    start, unit = math.log(c) - math.log1p(-c), 1 / (n * c * (1 - c))
    # the first gradient; every later one takes away what the scores explain
    unexplained = vectors.T @ (drawn - size * c)
    values = np.zeros(drawn.shape[1])
    active = np.arange(drawn.shape[1])
    coefficients = unit * unexplained
    for _ in range(STEPS):
        beyond = _scores(vectors, coefficients, start)
        beyond -= c
        weighted = size * beyond
        updated = np.einsum("ij,ij->j", weighted, beyond) / n
        moving = np.abs(updated - values[active]) > CHANGE * updated
        values[active] = updated
        if not moving.any():
            return values
        coefficients += unit * (unexplained - vectors.T @ weighted)
        if moving.sum() < 0.7 * len(active):
            active, size, unexplained = active[moving], size[:, moving], unexplained[:, moving]
            coefficients = coefficients[:, moving]
            moving = moving[moving]
    for r in active[moving]:
        values[r] = fit_logistic(basis, drawn[:, r], all_records[:, r]).value
    return values


def _scores(vectors: Floats, coefficients: Floats, start: float) -> Floats:
    """Return (m, r) probabilities; the hyperbolic tangent is the logistic function, and sooner done."""
    scores = vectors @ (coefficients / 2)
    scores += start / 2
    np.tanh(scores, out=scores)
    scores /= 2
    scores += 0.5
    return scores
