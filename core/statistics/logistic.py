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
from scipy.linalg import blas, lapack
from scipy.special import expit

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

RANK_TOLERANCE = 1e-11
"""A column is estimable where more than this share of it is not spanned by others (as R's glm)."""

WELL_CONDITIONED = 1e-3
"""Where more than this share of every column is its own, products of columns are as good as rotations."""

CHANGE = 1e-7
"""The fit stops when all steps to come will change the measure by less than this share ..."""

NOTHING = 1e-24
"""... or when the measure is nothing but rounding."""

ROWS = 1024
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
    root, mean = np.sqrt(share)[:, None], share @ columns
    products, largest = _products(columns, mean, root)
    spread = np.sqrt(np.diag(products))
    # a column that only rounding tells from a constant is none
    varying = np.flatnonzero(spread > 1e-14 * largest)
    unit = spread[varying]
    kept, triangle = _well_conditioned(products[np.ix_(varying, varying)] / unit / unit[:, None])
    if triangle is None:
        scaled = np.empty((len(size), len(varying)))
        for rows in _blocks(len(size)):
            scaled[rows] = (columns[rows][:, varying] - mean[varying]) * (root[rows] / unit)
        kept, triangle = _independent(scaled)
    estimable = varying[kept]
    in_place = np.array_equal(estimable, np.arange(len(mean)))
    vectors = np.empty((len(size), len(kept) + 1))
    for rows in _blocks(len(size)):
        vectors[rows, 0] = 1.0
        own = columns[rows] if in_place else columns[rows][:, estimable]
        vectors[rows, 1:] = _divided((own - mean[estimable]) / unit[kept], triangle)
    return Basis(vectors, estimable, triangle)


def _products(columns: Floats, mean: Floats, root: Floats) -> tuple[Floats, Floats]:
    """Return the upper half of the covariances of the columns, and the largest size of each."""
    products = np.zeros((columns.shape[1],) * 2, order="F")
    largest = np.zeros(columns.shape[1])
    for rows in _blocks(len(root)):
        centred = columns[rows] - mean
        largest = np.maximum(largest, np.abs(centred).max(axis=0, initial=0.0))
        centred *= root[rows]
        products = blas.dsyrk(1.0, centred.T, 1.0, products, overwrite_c=1)
    return products, np.maximum(largest, np.abs(mean))


def _well_conditioned(correlations: Floats) -> tuple[Integers, Floats | None]:
    """Return all columns and the triangle of their decomposition, or None where some nearly depend on others."""
    every = np.arange(len(correlations))
    if not len(every):
        return every, np.empty((0, 0))
    triangle, failed = lapack.dpotrf(correlations, lower=0, clean=1)
    if failed or np.diag(triangle).min() < WELL_CONDITIONED:
        return every, None
    return every, triangle


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
    """Return rows @ inverse(triangle), row-major; may write over the rows, which the caller made for it."""
    return np.asarray(blas.dtrsm(1.0, triangle, rows.T, trans_a=1, overwrite_b=1)).T


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
    likelihood, moved = _log_likelihood(np.full(len(size), start), masked, size), 0.0
    for iteration in range(1, most_iterations + 1):
        # at the start all scores are c, and the basis is orthonormal over the records
        first = iteration == 1
        step = gradient / (n * c * (1 - c)) if first else _newton_step(vectors, size * scores * (1 - scores), gradient)
        coefficients, linear, likelihood = _climb(vectors, coefficients, step, start, masked, size, likelihood)
        scores, before = expit(linear), scores
        value = float((size @ (scores - c) ** 2) / n)
        moved, moved_before = float(np.sqrt(size @ (scores - before) ** 2 / n)), moved
        # steps shrink by this share: at once near the end, slowly where scores creep towards 0 or 1
        shrinking = min(moved / moved_before, 0.99) if moved_before else 0.99
        to_come = moved * shrinking / (1 - shrinking)
        if 2 * to_come * np.sqrt(value) <= CHANGE * value or value < NOTHING:
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


def cross_products(columns: Floats, masked: Integers, size: Integers) -> tuple[Floats, Floats]:
    """Return the covariances of the columns, in units of their standard deviations, and those with "masked".

    Parameters
    ----------
    columns : float64 array (m, p)
    masked, size : int64 array (m,)
        Masked records, and all records, at each point.

    Returns
    -------
    float64 array (p, p)
        0 for constant columns.
    float64 array (p,)
    """
    n, c = int(size.sum()), int(masked.sum()) / int(size.sum())
    mean = (size / n) @ columns
    products, largest = _products(columns, mean, np.sqrt(size / n)[:, None])
    with_masked = ((masked - size * c) / n) @ columns
    spread = np.sqrt(np.diag(products))
    unit = np.divide(1.0, spread, out=np.zeros_like(spread), where=spread > 1e-14 * largest)
    full = np.triu(products) + np.triu(products, 1).T
    return full * unit[:, None] * unit, with_masked * unit
