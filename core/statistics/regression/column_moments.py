"""Means and covariances of the columns of a design, in one pass over its rows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.linalg import blas

from core.statistics.arrays import Floats, WeightedCounts
from core.statistics.regression.columns import DesignColumns, blocks, from_mean, score_residuals

SAMPLE = 16
"""Blocks of rows, spread over the records, whose mean all others are taken from."""


class ColumnMoments(NamedTuple):
    """Of columns, weighted by their records: mean, upper half of the covariances, and the largest size of each.

    ``with_masked`` is the sum of each, over records less their share that are masked, where it was asked for.
    """

    mean: Floats
    products: Floats
    largest: Floats
    with_masked: Floats | None = None

    @property
    def spread(self) -> Floats:
        """Standard deviation of each column; 0 for one that only rounding tells from a constant."""
        spread = np.sqrt(np.diag(self.products))
        return np.where(spread > 1e-14 * self.largest, spread, 0.0)


def column_moments(columns: DesignColumns, size: WeightedCounts, masked: WeightedCounts | None) -> ColumnMoments:
    """Return the moments of columns (m, p) with ``size`` records at each point, ``masked`` of them masked.

    They follow from those about numbers near the means: mean and covariances in one pass.
    """
    p, about = columns.shape[1], _near_mean(columns, size)
    products, largest, off, with_masked = np.zeros((p, p), order="F"), np.zeros(p), np.zeros(p), np.zeros(p)
    n, n_masked = float(size.sum()), 0.0 if masked is None else float(masked.sum())
    for rows in blocks(len(size)):
        moved = from_mean(columns, rows, about)
        largest = _larger(largest, moved)
        if masked is not None:
            with_masked += score_residuals(masked[rows], size[rows], n, n_masked) / n @ moved
        root = np.sqrt(size[rows] / n)
        moved *= root[:, None]
        off += root @ moved
        products = blas.dsyrk(1.0, moved, 1.0, products, trans=1, overwrite_c=1)
    mean = about + off
    # what is away from the share adds up to nothing, so that it is the same from any number
    largest = np.maximum(largest, np.abs(mean))
    return ColumnMoments(mean, products - np.outer(off, off), largest, None if masked is None else with_masked)


def _near_mean(columns: DesignColumns, size: WeightedCounts) -> Floats:
    """Return the mean of each column over some blocks of rows, by its distance from the first row.

    That is exactly 0 for a constant; a plain sum grows with the records and depends on their order: it would make
    constants vary.
    """
    first, chosen = columns[0:1][0].copy(), list(blocks(len(size)))
    chosen = chosen[:: -(-len(chosen) // SAMPLE)]
    n = float(sum(size[rows].sum() for rows in chosen))
    return np.asarray(first + sum((size[rows] / n) @ (columns[rows] - first) for rows in chosen))


def _larger(largest: Floats, moved: Floats) -> Floats:
    return np.asarray(np.maximum(largest, np.maximum(moved.max(axis=0, initial=0.0), -moved.min(axis=0, initial=0.0))))
