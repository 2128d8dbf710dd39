"""How much covariance and correlation matrices, their components and their eigenvalues differ."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.statistics.arrays import Floats
from core.statistics.reproducible import TOLERANCE, sign_of

SINGULAR = 1e-10
"""An eigenvalue of a correlation matrix below this is 0 but for rounding."""

COINCIDE = 1e-6
"""Components whose shares of variance differ by less, relative to the largest, are not distinguished."""

ROUNDING = 1e-12
"""Differences below this share of their scale are rounding."""


class CellErrors(NamedTuple):
    """Mean squared and mean absolute difference of cells, and mean variation |x - x'| / |x|, None where some x = 0."""

    mse: float
    mae: float
    variation: float | None


def cell_errors(original: Floats, masked: Floats, scale: Floats) -> CellErrors:
    """Compare cells (c,), c > 0 (Domingo-Ferrer and Torra 2001); differences below rounding of ``scale`` are 0."""
    gap = np.abs(original - masked)
    gap[gap <= ROUNDING * scale] = 0.0
    variation = None if np.any(original == 0) else float((gap / np.abs(original)).mean())
    return CellErrors(float((gap**2).mean()), float(gap.mean()), variation)


def weighted_means(values: Floats, weights: Floats) -> Floats:
    """Return the mean (p,) of the observed values of each variable; NaN where a variable has none.

    Parameters
    ----------
    values : float array (n, p)
        NaN for missing.
    weights : float array (n,)
        How many records each counts for.
    """
    seen = ~np.isnan(values)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = (weights @ np.where(seen, values, 0.0)) / (weights @ seen)
    # a constant keeps its value, whatever rounding the sums have
    low, high = (np.where(seen, values, fill) for fill in (np.inf, -np.inf))
    return np.asarray(np.clip(means, low.min(axis=0, initial=np.inf), high.max(axis=0, initial=-np.inf)))


def pairwise_covariance(values: Floats, weights: Floats) -> Floats:
    """Return the covariance (p, p) of the records complete in each pair of variables.

    Parameters
    ----------
    values : float array (n, p)
        NaN for missing.
    weights : float array (n,)
        How many records each counts for, as ``in_records`` gives them. The divisor is their sum W less 1 where all are
        whole numbers (a weight of 2 is the record twice), else W (n - 1) / n.

    Returns
    -------
    float array (p, p)
        NaN where a pair has fewer than two complete records.
    """
    seen = ~np.isnan(values)
    centred = np.where(seen, values - weighted_means(values, weights), 0.0)
    present = seen.astype(np.float64)
    both, total = present.T @ present, present.T @ (weights[:, None] * present)
    sums = (weights[:, None] * centred).T @ present
    with np.errstate(invalid="ignore", divide="ignore"):
        covariance = (weights[:, None] * centred).T @ centred - sums * sums.T / total
        covariance = covariance / _freedom(present, total, weights)
    return np.asarray(np.where(both > 1, covariance, np.nan))


def _freedom(present: Floats, total: Floats, weights: Floats) -> Floats:
    """Return the divisors (p, p), given the weight of the records complete in each pair."""
    whole = bool((weights == np.floor(weights)).all())
    return np.asarray(total - (1.0 if whole else total / (present.T @ present)))


def pairwise_correlation(values: Floats, weights: Floats) -> Floats | None:
    """Return the correlation (p, p) over the records complete in each pair of variables.

    Both standard deviations of a pair are those of its own complete records: with those of all records a
    correlation could leave [-1, 1].

    Parameters
    ----------
    values : float array (n, p)
        NaN for missing.
    weights : float array (n,)
        As ``pairwise_covariance`` takes them.

    Returns
    -------
    float array (p, p) or None
        In [-1, 1], 0 with a variable that is constant; None where a pair has fewer than two complete records.
    """
    covariance = pairwise_covariance(values, weights)
    seen = ~np.isnan(values)
    if seen.all() or np.isnan(covariance).any():
        return correlation_of(covariance)
    shifted = np.where(seen, values - weighted_means(values, weights), 0.0)
    present = seen.astype(np.float64)
    counted = weights[:, None] * present
    common = present.T @ counted
    # [i, j]: the variance of i over the records that have j too; by the divisor of the covariances
    squares = (shifted**2).T @ counted - (shifted.T @ counted) ** 2 / common
    return correlation_by_pairs(covariance, squares / _freedom(present, common, weights))


def correlation_by_pairs(covariance: Floats, variances: Floats) -> Floats | None:
    """Return the correlations (p, p) of covariances whose variances are those of each pair's own records.

    Parameters
    ----------
    covariance : float array (p, p)
    variances : float array (p, p)
        [i, j]: of variable i over the records that have j too.

    Returns
    -------
    float array (p, p) or None
        In [-1, 1], 0 where a variable is constant over the records of a pair; None where a covariance is NaN.
    """
    if np.isnan(covariance).any():
        return None
    varies = variances > ROUNDING * np.diag(covariance)[:, None]
    scale = np.sqrt(np.where(varies & varies.T, variances * variances.T, np.inf))
    correlation = np.clip(covariance / scale, -1.0, 1.0)
    np.fill_diagonal(correlation, 1.0)
    return np.asarray(correlation)


def correlation_of(covariance: Floats, scale: Floats | None = None) -> Floats | None:
    """Return the correlation matrix, 0 with a constant; ``scale`` (p,) standard deviations in place of its own.

    None where a covariance is NaN.
    """
    variances = np.diag(covariance)
    deviations = np.sqrt(variances) if scale is None else scale
    if np.isnan(covariance).any():
        return None
    deviations = np.where(deviations > 0, deviations, np.inf)
    correlation = covariance / np.outer(deviations, deviations)
    if scale is None:
        np.fill_diagonal(correlation, 1.0)
    return np.asarray(correlation)


def eigenvalue_difference(original: Floats, masked: Floats) -> float | None:
    """Return sum |e - e'| / e of the eigenvalues, each matrix's in descending order; None where some e is 0."""
    before, after = (np.sort(np.linalg.eigvalsh(m))[::-1] for m in (original, masked))
    if before[-1] < SINGULAR * before[0]:
        return None
    gap = np.abs(before - after)
    gap[gap <= ROUNDING * before[0]] = 0.0
    return float((gap / before).sum())


class Components(NamedTuple):
    """Principal components of a correlation matrix: shares of variance (p,) and loadings (p, p), largest first."""

    shares: Floats
    loadings: Floats


def shares_coincide(components: Components, first: int) -> bool:
    """Tell whether one of the first components explains as much as the next: any turn of the two is as good.

    Their loadings are then nothing but the choice of a solver; they err by about 1e-15 over the gap of the shares.
    """
    gaps = -np.diff(components.shares[: first + 1])
    return bool((gaps <= COINCIDE * components.shares[0]).any())


def principal_components(correlation: Floats) -> Components:
    """Return the components; a loading is the correlation of a variable (row) with a component (column)."""
    values, vectors = np.linalg.eigh(correlation)
    values, vectors = np.maximum(values[::-1], 0.0), vectors[:, ::-1]
    vectors = vectors * np.array([sign_of(vector) for vector in vectors.T])
    return Components(values / values.sum(), vectors * np.sqrt(values))


def turned_alike(reference: Floats, loadings: Floats) -> Floats:
    """Return loadings with the sign of every component such that it agrees with the reference's."""
    products = reference * loadings
    signs = np.where(products.sum(axis=0) < -TOLERANCE * np.abs(products).sum(axis=0), -1.0, 1.0)
    return np.asarray(loadings * signs)


def inverse_diagonal_distance(original: Floats, masked: Floats) -> float | None:
    """Return gamma = ||d / ||d|| - d' / ||d'|| || / sqrt 2 of the diagonals of the inverse correlation matrices.

    In [0, 1] (Mlodak 2020); None where a matrix cannot be inverted.
    """
    diagonals = []
    for matrix in (original, masked):
        values = np.linalg.eigvalsh(matrix)
        if values[0] < SINGULAR * values[-1]:
            return None
        diagonal = np.diag(np.linalg.inv(matrix))
        diagonals.append(diagonal / np.linalg.norm(diagonal))
    distance = float(np.linalg.norm(diagonals[0] - diagonals[1]) / np.sqrt(2))
    return min(1.0, distance) if distance > ROUNDING else 0.0
