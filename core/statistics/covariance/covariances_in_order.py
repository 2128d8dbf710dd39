"""Covariances, their Cholesky factor and distances by it, summed in one order: the same bits on every processor.

Matrix products of a library are faster and differ in their last bits. These are for small matrices on which something
is decided, or by which values of a masked file are made.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from core.statistics.arrays import Floats

DEPENDENT = 1e-10
"""A variable with a smaller share of variance of its own follows from those before it."""


@njit(cache=True, nogil=True)
def moments_in_order(columns: Floats) -> tuple[Floats, Floats]:
    """Return the mean (p,) and the covariances (p, p), divisor n, of records (p, n): sums in the records' order."""
    p, n = columns.shape
    mean, covariance = np.zeros(p), np.zeros((p, p))
    centred = np.empty((n, p))
    for a in range(p):
        for i in range(n):
            mean[a] += columns[a, i]
        mean[a] /= n
        for i in range(n):
            centred[i, a] = columns[a, i] - mean[a]
    for i in range(n):
        record = centred[i]
        for a in range(p):
            row, own = covariance[a], record[a]
            for b in range(p):
                row[b] += own * record[b]
    return mean, covariance / n


@njit(cache=True, nogil=True)
def cholesky_in_order(covariance: Floats) -> Floats:
    """Return the lower triangle L with L L' = the matrix; from the first dependent variable on its diagonal is 0."""
    p = len(covariance)
    factor = np.zeros((p, p))
    for a in range(p):
        for b in range(a + 1):
            left = covariance[a, b]
            for k in range(b):
                left -= factor[a, k] * factor[b, k]
            if b < a:
                factor[a, b] = left / factor[b, b]
            elif left <= DEPENDENT * covariance[a, a]:
                return factor
            else:
                factor[a, a] = np.sqrt(left)
    return factor


@njit(cache=True, nogil=True)
def distances_in_order(columns: Floats, mean: Floats, factor: Floats) -> Floats:
    """Return (n,) squared Mahalanobis distances |L^-1 (x - mean)|^2 of records (p, n)."""
    p, n = columns.shape
    solved, total = np.empty((p, n)), np.zeros(n)
    for a in range(p):
        own = solved[a]
        for i in range(n):
            own[i] = columns[a, i] - mean[a]
        for b in range(a):
            other, share = solved[b], factor[a, b]
            for i in range(n):
                own[i] -= share * other[i]
        for i in range(n):
            own[i] /= factor[a, a]
            total[i] += own[i] * own[i]
    return total
