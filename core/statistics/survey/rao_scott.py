"""The second-order Rao-Scott test of a two-way table from a sample drawn in strata and clusters."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse, special

from core.statistics.arrays import Floats
from core.statistics.survey.first_stage import FirstStage, design_covariance

Codes = NDArray[np.int32] | NDArray[np.int64]

MOST_CELLS = 1_500
"""Cells of a table beyond which its covariance matrix is not computed."""

DEPENDENT = 1e-10


class RaoScott(NamedTuple):
    """A test of independence of rows and columns.

    Parameters
    ----------
    statistic : float or None
        F = X^2 / trace(D), D the matrix of generalised design effects; None where fewer than two rows or columns hold
        a record, where no degrees of freedom are left, or of a table of more than ``MOST_CELLS`` cells.
    p : float or None
        Of F with d0 = trace(D)^2 / trace(D^2) and d0 v degrees of freedom, v units minus strata.
    freedom : (float, float)
    chi_squared : float
        Pearson's statistic of the weighted shares times n; 0 without a test.
    n : int
        Records used.
    shares : float array (r, c)
        Weighted shares of all cells, empty rows and columns included; all 0 without records.
    """

    statistic: float | None
    p: float | None
    freedom: tuple[float, float]
    chi_squared: float
    n: int
    shares: Floats


def rao_scott(rows: Codes, columns: Codes, shape: tuple[int, int], weights: Floats, stage: FirstStage) -> RaoScott:
    """Test whether two variables are independent.

    Parameters
    ----------
    rows, columns : int arrays (n,)
        Codes below ``shape``, negative for missing.
    shape : (int, int)
    weights : float array (n,)
        0: outside.
    stage : FirstStage
        Of all n records.

    Returns
    -------
    RaoScott
        Second-order corrected, F form (Rao and Scott 1984; Thomas and Rao 1987), as R's survey::svychisq: design
        effects at the observed shares; where empty cells leave those undefined, at the shares under independence.
    """
    complete = (rows >= 0) & (columns >= 0) & (weights > 0)
    inside = np.flatnonzero(complete)
    cell = rows[inside].astype(np.int64) * shape[1] + columns[inside]
    counted = (
        np.bincount(cell, weights=weights[inside], minlength=shape[0] * shape[1]).reshape(shape).astype(np.float64)
    )
    total = float(counted.sum())
    shares = counted / (total or 1.0)
    used = np.ix_(shares.any(axis=1), shares.any(axis=0))
    table, n = shares[used], len(inside)
    freedom = stage.degrees_of_freedom(complete)
    if min(table.shape) < 2 or freedom < 1 or table.size > MOST_CELLS:
        return RaoScott(None, None, (0.0, 0.0), 0.0, n, shares)
    dense = np.full(shape, -1)
    dense[used] = np.arange(table.size).reshape(table.shape)
    contributions = sparse.csr_array(
        (weights[inside] / total, (inside, dense.ravel()[cell])), shape=(len(weights), table.size)
    )
    effects = _design_effects(table, n, _covariance_of_shares(contributions, table, stage))
    chi_squared = n * float(_departure(table))
    trace = float(np.trace(effects))
    if not trace > 0:
        return RaoScott(None, None, (0.0, 0.0), chi_squared, n, shares)
    first = trace**2 / float((effects * effects.T).sum())
    statistic = chi_squared / trace
    p = float(special.fdtrc(first, first * freedom, statistic))
    return RaoScott(statistic, p, (first, first * freedom), chi_squared, n, shares)


def compare_files(
    codes: tuple[Codes, Codes], categories: int, weights: tuple[Floats, Floats], stages: tuple[FirstStage, FirstStage]
) -> RaoScott:
    """Test whether one variable has the same distribution in two files, taken as two samples.

    Parameters
    ----------
    codes : two int arrays (n,), (m,)
        Below ``categories``, negative for missing.
    categories : int
    weights : two float arrays (n,), (m,)
        0: outside. Those of each file are scaled to its number of records used (Rao and Scott 1981, section 4).
    stages : two FirstStage
        No unit and no stratum of one file is one of the other.
    """
    scaled = []
    for values, weight in zip(codes, weights, strict=True):
        inside = np.where(values >= 0, weight, 0.0)
        scaled.append(inside * ((inside > 0).sum() / inside.sum() if inside.any() else 0.0))
    first, second = stages
    joined = FirstStage(
        np.concatenate([first.units, second.units + first.n_units]),
        np.concatenate([first.stratum, second.stratum + len(first.fraction)]),
        np.concatenate([first.fraction, second.fraction]),
    )
    file = np.repeat(np.arange(2), [len(part) for part in codes])
    return rao_scott(file, np.concatenate(codes).astype(np.int64), (2, categories), np.concatenate(scaled), joined)


def _covariance_of_shares(contributions: sparse.csr_array, table: Floats, stage: FirstStage) -> Floats:
    """Return the covariance (k, k) of the shares: of the totals of x - p s, x the cells and s the part inside."""
    covariance = design_covariance(contributions, stage)
    p = table.ravel()
    # the influence of a share, w (1{cell} - p) / W, is a linear map of the totals by cell
    linear = np.eye(len(p)) - p[:, None]
    return np.asarray(linear @ covariance @ linear.T)


def _design_effects(table: Floats, n: int, covariance: Floats) -> Floats:
    contrasts = np.asarray(np.kron(_contrasts(table.shape[0]), _contrasts(table.shape[1])), dtype=np.float64)
    p = table.ravel()
    effects = _at(np.where(p > 0, 1 / np.where(p > 0, p, 1.0), 0.0), contrasts, n, covariance)
    if effects is None:
        expected = np.outer(table.sum(axis=1), table.sum(axis=0)).ravel()
        effects = _at(1 / expected, contrasts, n, covariance)
    assert effects is not None
    return effects


def _at(inverse: Floats, contrasts: Floats, n: int, covariance: Floats) -> Floats | None:
    """Return (C' B C / n)^-1 C' B V B C with B the inverse shares (R's svychisq); None where it is not defined."""
    weighted = inverse[:, None] * contrasts
    base = contrasts.T @ weighted / n
    values = np.linalg.eigvalsh(base)
    if values[0] <= DEPENDENT * values[-1]:
        return None
    return np.asarray(np.linalg.solve(base, weighted.T @ covariance @ weighted))


def _contrasts(k: int) -> Floats:
    """Return (k, k - 1) orthonormal columns that add up to 0."""
    return np.linalg.qr(np.column_stack([np.ones(k), np.eye(k)[:, 1:]]))[0][:, 1:]


def _departure(table: Floats) -> np.float64:
    expected = np.outer(table.sum(axis=1), table.sum(axis=0))
    return np.float64(((table - expected) ** 2 / expected).sum())
