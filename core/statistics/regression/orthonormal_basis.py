"""An orthonormal basis of the columns of a design, right also where columns depend on each other.

Neither heavy tails nor columns that nearly are others matter to what is fitted in it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import linalg
from scipy.linalg import blas, lapack

from core.statistics.arrays import Floats, Integers, WeightedCounts

RANK_TOLERANCE = 1e-11
"""A column is estimable where more than this share of it is not spanned by others (as R's glm)."""

WELL_CONDITIONED = 1e-3
"""Where more than this share of every column is its own, products of columns are as good as rotations."""

ROWS = 1024
"""Rows of a design that are worked on at once, so that they stay in the processor's cache."""


@dataclass(frozen=True, eq=False)
class OrthonormalBasis:
    """An orthonormal basis of the intercept and some columns.

    Its vectors are the constant 1 and (base - mean) / unit @ turn; weighted by the records, each has
    mean square 1 and is orthogonal to the others. They are worked with through their factors, which
    needs no second array of the design's size.

    Parameters
    ----------
    base : float64 array (m, k - 1)
        The estimable columns; where some nearly depend on others, the vectors themselves.
    mean, unit : float64 array (k - 1,)
        Mean and standard deviation of each column of ``base``.
    turn : float64 array (k - 1, k - 1)
    estimable : int64 array (k - 1,)
        Columns that are not spanned by those before them.
    triangle : float64 array (k - 1, k - 1)
        Standardised estimable columns = vectors[:, 1:] @ triangle.
    """

    base: Floats
    mean: Floats
    unit: Floats
    turn: Floats
    estimable: Integers
    triangle: Floats

    @property
    def parameters(self) -> int:
        """k, the constant included."""
        return len(self.mean) + 1

    def vectors(self) -> Floats:
        """Return (m, k) the vectors, the constant first."""
        columns = np.ones((len(self.base), self.parameters))
        for rows in _blocks(len(columns)):
            columns[rows, 1:] = (self.base[rows] - self.mean) / self.unit @ self.turn
        return columns

    def combined(self, coefficients: Floats) -> Floats:
        """Return (m,) vectors @ coefficients."""
        own = self.turn @ coefficients[1:] / self.unit
        return np.asarray(self.base @ own + (coefficients[0] - self.mean @ own))

    def totals(self, of_points: Floats) -> Floats:
        """Return (k,) vectors.T @ of_points."""
        total = of_points.sum()
        centred = (of_points @ self.base - total * self.mean) / self.unit
        return np.concatenate([[total], centred @ self.turn])

    def products(self, weight: Floats) -> Floats:
        """Return (k, k) vectors.T @ diag(weight) @ vectors."""
        upper = np.zeros((len(self.mean),) * 2, order="F")
        first, root = np.zeros(len(self.mean)), np.sqrt(weight)[:, None]
        for rows in _blocks(len(weight)):
            centred = (self.base[rows] - self.mean) * root[rows]
            first += root[rows, 0] @ centred
            upper = blas.dsyrk(1.0, centred.T, 1.0, upper, overwrite_c=1)
        scaled = self.turn / self.unit[:, None]
        inner = scaled.T @ (np.triu(upper) + np.triu(upper, 1).T) @ scaled
        return np.block([[weight.sum(), first @ scaled], [(first @ scaled)[:, None], inner]])


def orthonormal_basis(columns: Floats, size: WeightedCounts) -> OrthonormalBasis:
    """Return a basis of what the intercept and the columns span.

    Parameters
    ----------
    columns : float64 array (m, p)
        Finite.
    size : int64 or float64 array (m,)
        Records at each point; positive.
    """
    share = size / size.sum()
    root, mean = np.sqrt(share)[:, None], _mean(columns, share)
    products, largest = _products(columns, mean, root)
    spread = np.sqrt(np.diag(products))
    # a column that only rounding tells from a constant is none
    varying = np.flatnonzero(spread > 1e-14 * largest)
    unit = spread[varying]
    triangle = _well_conditioned(products[np.ix_(varying, varying)] / unit / unit[:, None])
    if triangle is None:
        return _rotated(columns, varying, mean[varying], unit, root)
    base = columns if len(varying) == columns.shape[1] else columns[:, varying]
    inverse = np.asarray(lapack.dtrtri(triangle)[0]) if len(varying) else triangle
    return OrthonormalBasis(base, mean[varying], unit, inverse, varying, triangle)


def _rotated(columns: Floats, varying: Integers, mean: Floats, unit: Floats, root: Floats) -> OrthonormalBasis:
    """Return the basis of columns of which some nearly, or wholly, depend on others."""
    scaled = np.empty((len(root), len(varying)))
    for rows in _blocks(len(root)):
        scaled[rows] = (columns[rows][:, varying] - mean) * (root[rows] / unit)
    kept, triangle = _independent(scaled)
    vectors = np.empty((len(root), len(kept)))
    for rows in _blocks(len(root)):
        vectors[rows] = _divided((columns[rows][:, varying[kept]] - mean[kept]) / unit[kept], triangle)
    k = len(kept)
    return OrthonormalBasis(vectors, np.zeros(k), np.ones(k), np.eye(k), varying[kept], triangle)


def _mean(columns: Floats, share: Floats) -> Floats:
    """Return the mean of each column as its distance from the first row, which is exactly 0 for a constant.

    The rounding of a plain sum grows with the records and hangs on their order: it would tell constants apart.
    """
    first = columns[0]
    return np.asarray(first + sum(share[rows] @ (columns[rows] - first) for rows in _blocks(len(share))))


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


def _well_conditioned(correlations: Floats) -> Floats | None:
    """Return the triangle of their decomposition; None where some columns nearly depend on others."""
    if not len(correlations):
        return np.empty((0, 0))
    triangle, failed = lapack.dpotrf(correlations, lower=0, clean=1)
    return None if failed or np.diag(triangle).min() < WELL_CONDITIONED else np.asarray(triangle)


def _blocks(m: int) -> list[slice]:
    return [slice(first, first + ROWS) for first in range(0, m, ROWS)]


def _independent(scaled: Floats) -> tuple[Integers, Floats]:
    """Return independent columns, and the triangle R of their decomposition Q R.

    Column by column in their own order, as R's glm: which of several that depend on each other is left out must not
    hang on the last bits of their lengths, which are all 1.
    """
    if scaled.shape[1] == 0:
        return np.empty(0, dtype=np.int64), np.empty((0, 0))
    kept = _not_spanned(_triangle(scaled))
    first = _triangle(scaled, kept)
    # columns that nearly depend on each other leave Q a little oblique: corrected by its own products
    products = np.zeros((len(kept),) * 2, order="F")
    for rows in _blocks(len(scaled)):
        products = blas.dsyrk(1.0, _divided(scaled[rows][:, kept], first).T, 1.0, products, overwrite_c=1)
    return kept, linalg.cholesky(products, check_finite=False) @ first


def _not_spanned(triangle: Floats) -> Integers:
    """Return the columns that are not spanned by those kept before them."""
    left = np.array(triangle, order="F")
    kept = []
    for j in range(left.shape[1]):
        length = float(np.linalg.norm(left[:, j]))
        if length <= RANK_TOLERANCE:
            continue
        kept.append(j)
        direction = left[:, j] / length
        left[:, j + 1 :] -= np.outer(direction, direction @ left[:, j + 1 :])
    return np.array(kept, dtype=np.int64)


def _triangle(scaled: Floats, kept: Integers | None = None) -> Floats:
    """Return R of scaled = Q R, of some columns or all, block of rows by block of rows."""
    columns = slice(None) if kept is None else kept
    blocks = [linalg.qr(scaled[rows][:, columns], mode="r", check_finite=False)[0] for rows in _blocks(len(scaled))]
    stacked = np.vstack([block[: block.shape[1]] for block in blocks])
    return np.asarray(linalg.qr(stacked, mode="r", check_finite=False)[0][: stacked.shape[1]])


def _divided(rows: Floats, triangle: Floats) -> Floats:
    """Return rows @ inverse(triangle), row-major; may write over the rows, which the caller made for it."""
    return np.asarray(blas.dtrsm(1.0, triangle, rows.T, trans_a=1, overwrite_b=1)).T


def standardised_coefficients(basis: OrthonormalBasis, coefficients: Floats, columns: int) -> Floats:
    """Return (columns,) the change of the logit per standard deviation of a column; NaN where not estimable."""
    standardised = np.full(columns, np.nan)
    if len(basis.estimable):
        standardised[basis.estimable] = linalg.solve_triangular(basis.triangle, coefficients[1:], check_finite=False)
    return standardised


def cross_products(columns: Floats, masked: WeightedCounts, size: WeightedCounts) -> tuple[Floats, Floats]:
    """Return the covariances of the columns, in units of their standard deviations, and those with "masked".

    Parameters
    ----------
    columns : float64 array (m, p)
    masked, size : int64 or float64 array (m,)
        Masked records, and all records, at each point.

    Returns
    -------
    float64 array (p, p)
        0 for constant columns.
    float64 array (p,)
    """
    n, c = size.sum(), masked.sum() / size.sum()
    mean = _mean(columns, size / n)
    products, largest = _products(columns, mean, np.sqrt(size / n)[:, None])
    with_masked = ((masked - size * c) / n) @ columns
    spread = np.sqrt(np.diag(products))
    unit = np.divide(1.0, spread, out=np.zeros_like(spread), where=spread > 1e-14 * largest)
    full = np.triu(products) + np.triu(products, 1).T
    return full * unit[:, None] * unit, with_masked * unit
