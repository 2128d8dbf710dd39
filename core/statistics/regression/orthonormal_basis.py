"""An orthonormal basis of the columns of a design, right also where columns depend on each other.

Neither heavy tails nor columns that nearly are others matter to what is fitted in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy import linalg
from scipy.linalg import blas, lapack

from core.statistics.arrays import Floats, Integers, WeightedCounts
from core.statistics.regression.column_moments import ColumnMoments, column_moments
from core.statistics.regression.columns import (
    DesignColumns,
    blocks,
    blocks_of,
    columns_of,
    from_mean,
    score_residuals,
    some_of,
)

RANK_TOLERANCE = 1e-11
"""A column is estimable where more than this share of it is not spanned by others (as R's glm)."""

WELL_CONDITIONED = 1e-3
"""Where more than this share of every column is its own, products of columns are as good as rotations."""


LARGE = 1e7
"""Cells of a design from which on a pass over its rows is long."""


@dataclass(frozen=True, eq=False)
class OrthonormalBasis:
    """An orthonormal basis of the intercept and some columns.

    Its vectors are the constant 1 and (base - mean) / unit @ turn; weighted by the records, each has
    mean square 1 and is orthogonal to the others. They are worked with through their factors, which
    needs no second array of the design's size.

    Parameters
    ----------
    base : DesignColumns (m, k - 1)
        The estimable columns; where some nearly depend on others, the vectors themselves.
    mean, unit : float64 array (k - 1,)
        Mean and standard deviation of each column of ``base``.
    turn : float64 array (k - 1, k - 1)
    estimable : int64 array (k - 1,)
        DesignColumns that are not spanned by those before them.
    triangle : float64 array (k - 1, k - 1)
        Standardised estimable columns = vectors[:, 1:] @ triangle.
    moments : ColumnMoments
        Of all columns.
    rotated : bool
        Whether ``base`` are the vectors.
    """

    base: DesignColumns
    mean: Floats
    unit: Floats
    turn: Floats
    estimable: Integers
    triangle: Floats
    moments: ColumnMoments
    rotated: bool = False

    @property
    def parameters(self) -> int:
        """k, the constant included."""
        return len(self.mean) + 1

    @property
    def large(self) -> bool:
        """Whether a pass over the rows is so long that steps are to need few products of them."""
        return self.base.shape[0] * self.base.shape[1] > LARGE

    def vectors(self) -> Floats:
        """Return (m, k) the vectors, the constant first."""
        columns = np.ones((self.base.shape[0], self.parameters))
        for rows in blocks(len(columns)):
            columns[rows, 1:] = from_mean(self.base, rows, self.mean) / self.unit @ self.turn
        return columns

    def centred(self, part: slice) -> Iterator[tuple[slice, Floats]]:
        """Yield blocks of rows of a part with those of the base (r, k - 1), from its mean: arrays of their own."""
        for rows in blocks_of(part):
            yield rows, from_mean(self.base, rows, self.mean)

    def of_centred(self, coefficients: Floats) -> Floats:
        """Return (k - 1,) b so that vectors[:, 1:] @ coefficients[1:] = centred @ b."""
        return np.asarray(self.turn @ coefficients[1:] / self.unit)

    def turned(self, total: float, of_centred: Floats) -> Floats:
        """Return (k,) vectors.T @ x from the sum of x and centred.T @ x."""
        return np.concatenate([[total], of_centred / self.unit @ self.turn])

    def turned_products(self, total: float, first: Floats, upper: Floats) -> Floats:
        """Return (k, k) vectors.T @ diag(w) @ vectors from the sum of w, w @ centred, and half of the rest."""
        scaled = self.turn / self.unit[:, None]
        inner = scaled.T @ (np.triu(upper) + np.triu(upper, 1).T) @ scaled
        return np.block([[total, first @ scaled], [(first @ scaled)[:, None], inner]])

    def with_masked(self, masked: WeightedCounts, size: WeightedCounts) -> Floats:
        """Return (k,) vectors.T @ (masked - size c), c the share of masked ones: the slope where all scores are c."""
        n, n_masked = size.sum().item(), masked.sum().item()
        if self.moments.with_masked is not None and not self.rotated:
            return self.turned(0.0, self.moments.with_masked[self.estimable])
        away, of_centred = score_residuals(masked, size, n, n_masked) / n, np.zeros(len(self.mean))
        for rows, centred in self.centred(slice(0, len(size))):
            of_centred += away[rows] @ centred
        return self.turned(away.sum(), of_centred)

    def products(self, weight: Floats) -> Floats:
        """Return (k, k) vectors.T @ diag(weight) @ vectors."""
        products = WeightedProducts(self)
        for rows, centred in self.centred(slice(0, len(weight))):
            products.add(centred, weight[rows])
        return products.turned()


class WeightedProducts:
    """Sums of products of the vectors of a basis over records with weights."""

    def __init__(self, basis: OrthonormalBasis) -> None:
        k = len(basis.mean)
        self._basis, self._weight, self._first = basis, 0.0, np.zeros(k)
        self._upper = np.zeros((k, k), order="F")

    def add(self, centred: Floats, weight: Floats) -> None:
        """Add rows from their mean, with column by column in memory; writes over them."""
        root = np.sqrt(weight)
        centred *= root[:, None]
        self._weight += weight.sum()
        self._first += root @ centred
        self._upper = blas.dsyrk(1.0, centred, 1.0, self._upper, trans=1, overwrite_c=1)

    def turned(self) -> Floats:
        """Return (k, k) the sums."""
        return self._basis.turned_products(self._weight, self._first, self._upper)


def orthonormal_basis(
    columns: DesignColumns, size: WeightedCounts, masked: WeightedCounts | None = None
) -> OrthonormalBasis:
    """Return a basis of what the intercept and the columns span.

    Parameters
    ----------
    columns : DesignColumns (m, p)
        Finite.
    size : whole or float64 array (m,)
        Records at each point; positive.
    masked : whole or float64 array (m,) or None
        Masked ones, where a model of them is to be fitted: a pass over rows that have to be made is then saved.
    """
    moments = column_moments(columns, size, masked)
    varying = np.flatnonzero(moments.spread)
    unit = moments.spread[varying]
    triangle = _well_conditioned(moments.products[np.ix_(varying, varying)] / unit / unit[:, None])
    if triangle is None:
        return _rotated(columns, varying, moments, size)
    base = columns if len(varying) == columns.shape[1] else some_of(columns, varying)
    inverse = np.asarray(lapack.dtrtri(triangle)[0]) if len(varying) else triangle
    return OrthonormalBasis(base, moments.mean[varying], unit, inverse, varying, triangle, moments)


def _rotated(
    columns: DesignColumns, varying: Integers, moments: ColumnMoments, size: WeightedCounts
) -> OrthonormalBasis:
    """Return the basis of columns of which some nearly, or wholly, depend on others."""
    m, n, mean, unit = len(size), float(size.sum()), moments.mean[varying], moments.spread[varying]
    scaled = columns_of(
        m, len(varying), lambda rows: (columns[rows][:, varying] - mean) * (np.sqrt(size[rows] / n)[:, None] / unit)
    )
    kept, triangle = _independent(scaled)
    chosen, k = varying[kept], len(kept)
    vectors = columns_of(m, k, lambda rows: _divided((columns[rows][:, chosen] - mean[kept]) / unit[kept], triangle))
    return OrthonormalBasis(vectors, np.zeros(k), np.ones(k), np.eye(k), chosen, triangle, moments, rotated=True)


def _well_conditioned(correlations: Floats) -> Floats | None:
    """Return the triangle of their decomposition; None where some columns nearly depend on others."""
    if not len(correlations):
        return np.empty((0, 0))
    triangle, failed = lapack.dpotrf(correlations, lower=0, clean=1)
    return None if failed or np.diag(triangle).min() < WELL_CONDITIONED else np.asarray(triangle)


def _independent(scaled: DesignColumns) -> tuple[Integers, Floats]:
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
    for rows in blocks(scaled.shape[0]):
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


def _triangle(scaled: DesignColumns, kept: Integers | None = None) -> Floats:
    """Return R of scaled = Q R, of some columns or all, block of rows by block of rows."""
    columns = slice(None) if kept is None else kept
    factors = [linalg.qr(scaled[rows][:, columns], mode="r", check_finite=False)[0] for rows in blocks(scaled.shape[0])]
    stacked = np.vstack([factor[: factor.shape[1]] for factor in factors])
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


def cross_products(
    columns: DesignColumns, moments: ColumnMoments, masked: WeightedCounts, size: WeightedCounts
) -> tuple[Floats, Floats]:
    """Return the covariances of the columns, in units of their standard deviations, and those with "masked".

    Parameters
    ----------
    columns : DesignColumns (m, p)
    moments : ColumnMoments
        Of the columns, weighted by ``size``.
    masked, size : int64 or float64 array (m,)
        Masked records, and all records, at each point.

    Returns
    -------
    float64 array (p, p)
        0 for constant columns.
    float64 array (p,)
    """
    n, n_masked = size.sum().item(), masked.sum().item()
    if moments.with_masked is not None:
        with_masked = moments.with_masked / n
    else:
        with_masked = np.zeros(columns.shape[1])
        for rows in blocks(len(size)):
            with_masked += (masked[rows] - size[rows] * (n_masked / n)) / n @ columns[rows]
    spread = moments.spread
    unit = np.divide(1.0, spread, out=np.zeros_like(spread), where=spread > 0)
    full = np.triu(moments.products) + np.triu(moments.products, 1).T
    return full * unit[:, None] * unit, with_masked * unit
