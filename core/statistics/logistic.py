"""Logistic regression of which file a record is from: Newton's method, right also where others fail.

The columns are replaced by an orthonormal basis of what they span, so that neither heavy tails nor
columns that depend on each other matter. Newton's steps use symmetric rank-k products; the fit
stops when the propensity measure no longer changes, which it does also where the coefficients run
off to infinity (separation).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import linalg
from scipy.linalg import blas
from scipy.special import expit

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

RANK_TOLERANCE = 1e-11
"""A column is estimable where more than this share of it is not spanned by others (as R's glm)."""

CHANGE = 1e-7
"""The fit stops when one step changes the measure by less than this share ..."""

NOTHING = 1e-24
"""... or when the measure is nothing but rounding."""

ROWS = 2048
"""Rows of a design that are worked on at once, so that they stay in the processor's cache."""


class Basis(NamedTuple):
    """An orthonormal basis of the intercept and some columns.

    Parameters
    ----------
    vectors : float64 array (m, k)
        First the constant 1; weighted by the records, each has mean square 1 and is orthogonal to the others.
    estimable : int64 array (k - 1,)
        Columns that are not spanned by those before them.
    triangle : float64 array (k - 1, k - 1)
        Standardised estimable columns = vectors[:, 1:] @ triangle.
    """

    vectors: Floats
    estimable: Integers
    triangle: Floats


class LogisticFit(NamedTuple):
    """A fitted model.

    Parameters
    ----------
    scores : float64 array (m,)
        Estimated probability of "masked" at each point.
    value : float
        U_p = mean (score - c)^2 over all records (Woo et al. 2009, equation 1).
    parameters : int
        k, estimable coefficients with the intercept.
    coefficients : float64 array (k,)
        Of the basis.
    iterations : int
    converged : bool
    """

    scores: Floats
    value: float
    parameters: int
    coefficients: Floats
    iterations: int
    converged: bool


def orthonormal_basis(columns: Floats, size: Integers) -> Basis:
    """Return a basis of what the intercept and the columns span.

    Parameters
    ----------
    columns : float64 array (m, p)
        Finite.
    size : int64 array (m,)
        Records at each point; positive.
    """
    share = size / int(size.sum())
    root = np.sqrt(share)[:, None]
    mean = share @ columns
    spread, largest = np.zeros(columns.shape[1]), np.zeros(columns.shape[1])
    for rows in _blocks(len(size)):
        spread += share[rows] @ (columns[rows] - mean) ** 2
        largest = np.maximum(largest, np.abs(columns[rows]).max(axis=0, initial=0.0))
    # a column that only rounding tells from a constant is none
    varying = np.flatnonzero(np.sqrt(spread) > 1e-14 * largest)
    unit = np.sqrt(spread[varying])
    scaled = np.empty((len(size), len(varying)))
    for rows in _blocks(len(size)):
        scaled[rows] = (columns[rows][:, varying] - mean[varying]) * (root[rows] / unit)
    kept, triangle = _independent(scaled)
    vectors = np.empty((len(size), len(kept) + 1))
    for rows in _blocks(len(size)):
        vectors[rows, 0] = 1.0
        vectors[rows, 1:] = _divided(scaled[rows][:, kept], triangle) / root[rows]
    return Basis(vectors, varying[kept], triangle)


def _blocks(m: int) -> list[slice]:
    return [slice(first, first + ROWS) for first in range(0, m, ROWS)]


def _independent(scaled: Floats) -> tuple[Integers, Floats]:
    """Return independent columns, and the triangle R of their decomposition Q R."""
    if scaled.shape[1] == 0:
        return np.empty(0, dtype=np.int64), np.empty((0, 0))
    reduced, order = linalg.qr(_triangle(scaled), mode="r", pivoting=True, check_finite=False)
    diagonal = np.abs(np.diag(reduced))
    rank = int((diagonal > RANK_TOLERANCE * max(float(diagonal[0]), 1e-300)).sum())
    kept, first = order[:rank].astype(np.int64), np.asarray(reduced[:rank, :rank], dtype=np.float64)
    # columns that nearly depend on each other leave Q a little oblique: corrected by its own products
    products = np.zeros((rank, rank), order="F")
    for rows in _blocks(len(scaled)):
        products = blas.dsyrk(1.0, _divided(scaled[rows][:, kept], first).T, 1.0, products, overwrite_c=1)
    return kept, linalg.cholesky(products, check_finite=False) @ first


def _triangle(scaled: Floats) -> Floats:
    """Return R of scaled = Q R, block of rows by block of rows."""
    blocks = [linalg.qr(scaled[rows], mode="r", check_finite=False)[0] for rows in _blocks(len(scaled))]
    stacked = np.vstack([block[: scaled.shape[1]] for block in blocks])
    return np.asarray(linalg.qr(stacked, mode="r", check_finite=False)[0][: scaled.shape[1]])


def _divided(rows: Floats, triangle: Floats) -> Floats:
    """Return rows @ inverse(triangle), row-major."""
    return np.asarray(blas.dtrsm(1.0, triangle, rows.T, trans_a=1)).T


def fit_logistic(basis: Basis, masked: Integers, size: Integers, most_iterations: int = 60) -> LogisticFit:
    """Fit the model by maximum likelihood.

    Parameters
    ----------
    basis : Basis
    masked, size : int64 array (m,)
        Masked records, and all records, at each point.
    most_iterations : int

    Returns
    -------
    LogisticFit
        ``value`` is exactly 0 where every point has the same share of masked records.
    """
    vectors = basis.vectors
    n, n_masked = int(size.sum()), int(masked.sum())
    c = n_masked / n
    start = np.log(c) - np.log1p(-c)
    scores, value = np.full(len(size), c), 0.0
    coefficients = np.zeros(vectors.shape[1])
    # the first gradient from exact integers, so that identical files stay exactly identical
    gradient = ((masked * n - size * n_masked) / n) @ vectors
    if not gradient.any():
        return LogisticFit(scores, 0.0, vectors.shape[1], coefficients, 0, True)
    likelihood = _log_likelihood(np.full(len(size), start), masked, size)
    for iteration in range(1, most_iterations + 1):
        step = _newton_step(vectors, size * scores * (1 - scores), gradient)
        coefficients, linear, likelihood = _climb(vectors, coefficients, step, start, masked, size, likelihood)
        scores, before = expit(linear), value
        value = float((size @ (scores - c) ** 2) / n)
        if abs(value - before) <= CHANGE * value or value < NOTHING:
            return LogisticFit(scores, value, vectors.shape[1], coefficients, iteration, True)
        gradient = (masked - size * scores) @ vectors
    return LogisticFit(scores, value, vectors.shape[1], coefficients, most_iterations, False)


def _newton_step(vectors: Floats, weight: Floats, gradient: Floats) -> Floats:
    k = vectors.shape[1]
    curvature = np.zeros((k, k), order="F")
    root = np.sqrt(weight)
    for rows in _blocks(len(weight)):
        curvature = blas.dsyrk(1.0, (vectors[rows] * root[rows, None]).T, 1.0, curvature, overwrite_c=1)
    ridge = 1e-12 * max(float(np.trace(curvature)) / k, 1e-300)
    curvature[np.diag_indices(k)] += ridge
    factor = linalg.cho_factor(curvature, lower=False, check_finite=False)
    return np.asarray(linalg.cho_solve(factor, gradient, check_finite=False))


def _climb(
    vectors: Floats,
    coefficients: Floats,
    step: Floats,
    start: float,
    masked: Integers,
    size: Integers,
    likelihood: float,
) -> tuple[Floats, Floats, float]:
    """Take the step, halved until the likelihood does not fall."""
    for _ in range(30):
        proposed = coefficients + step
        linear = start + vectors @ proposed
        found = _log_likelihood(linear, masked, size)
        if found >= likelihood - 1e-10 * abs(likelihood):
            return proposed, linear, found
        step = step / 2
    return coefficients, start + vectors @ coefficients, likelihood


def _log_likelihood(linear: Floats, masked: Integers, size: Integers) -> float:
    return float(masked @ linear - size @ np.logaddexp(0.0, linear))


def standardised_coefficients(basis: Basis, coefficients: Floats, columns: int) -> Floats:
    """Return (columns,) the change of the logit per standard deviation of a column; NaN where not estimable."""
    found = np.full(columns, np.nan)
    if len(basis.estimable):
        found[basis.estimable] = linalg.solve_triangular(basis.triangle, coefficients[1:], check_finite=False)
    return found
