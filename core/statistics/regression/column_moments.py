"""Means and covariances of the columns of a design, in one pass over rows that have to be made, else in two."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.linalg import blas

from core.statistics.arrays import Floats, WeightedCounts
from core.statistics.regression.columns import DesignColumns, MadeColumns, away_from_share, blocks, from_mean
from core.statistics.regression.split_columns import SplitColumns, SplitProducts, largest_of, sums_of

SAMPLE = 16
"""Blocks of rows, spread over the records, whose mean others are taken from where the rows are made at every pass."""


class ColumnMoments(NamedTuple):
    """Of columns, weighted by their records: mean, upper half of the covariances, and the largest size of each.

    ``with_masked`` is the sum of each, over records less their share that are masked, where it was asked for;
    ``origin`` is near the means of the dense columns of a design in two parts.
    """

    mean: Floats
    products: Floats
    largest: Floats
    with_masked: Floats | None = None
    origin: Floats | None = None

    @property
    def spread(self) -> Floats:
        """Standard deviation of each column; 0 for one that only rounding tells from a constant."""
        spread = np.sqrt(np.diag(self.products))
        return np.where(spread > 1e-14 * self.largest, spread, 0.0)


def column_moments(columns: DesignColumns, size: WeightedCounts, masked: WeightedCounts | None) -> ColumnMoments:
    """Return the moments of columns (m, p) with ``size`` records at each point, ``masked`` of them masked."""
    if isinstance(columns, SplitColumns):
        return _moments_of_split(columns, _mean(columns, size, SAMPLE)[columns.dense], size, masked)
    if isinstance(columns, MadeColumns):
        return _moments_about(columns, _mean(columns, size, SAMPLE), size, masked)
    return _moments(columns, _mean(columns, size), size)


def _mean(columns: DesignColumns, size: WeightedCounts, most: int | None = None) -> Floats:
    """Return the mean of each column, of all blocks of rows or at most so many, by its distance from the first row.

    That is exactly 0 for a constant; a plain sum grows with the records and hangs on their order: it would tell
    constants apart.
    """
    first, chosen = columns[0:1][0].copy(), list(blocks(len(size)))
    chosen = chosen if most is None else chosen[:: -(-len(chosen) // most)]
    n = float(size.sum()) if most is None else float(sum(size[rows].sum() for rows in chosen))
    return np.asarray(first + sum((size[rows] / n) @ (columns[rows] - first) for rows in chosen))


def _moments(columns: DesignColumns, mean: Floats, size: WeightedCounts) -> ColumnMoments:
    products, largest = np.zeros((columns.shape[1],) * 2, order="F"), np.zeros(columns.shape[1])
    n = float(size.sum())
    for rows in blocks(len(size)):
        moved = from_mean(columns, rows, mean)
        largest = _larger(largest, moved)
        moved *= np.sqrt(size[rows] / n)[:, None]
        products = blas.dsyrk(1.0, moved.T, 1.0, products, overwrite_c=1)
    return ColumnMoments(mean, products, np.maximum(largest, np.abs(mean)))


def _moments_about(
    columns: DesignColumns, about: Floats, size: WeightedCounts, masked: WeightedCounts | None
) -> ColumnMoments:
    """Return the moments from those about numbers near the means: mean and covariances in one pass over the rows."""
    p = columns.shape[1]
    products, largest, off, with_masked = np.zeros((p, p), order="F"), np.zeros(p), np.zeros(p), np.zeros(p)
    n, n_masked = float(size.sum()), 0.0 if masked is None else float(masked.sum())
    for rows in blocks(len(size)):
        moved = from_mean(columns, rows, about)
        largest = _larger(largest, moved)
        if masked is not None:
            with_masked += away_from_share(masked[rows], size[rows], n, n_masked) / n @ moved
        root = np.sqrt(size[rows] / n)
        moved *= root[:, None]
        off += root @ moved
        products = blas.dsyrk(1.0, moved.T, 1.0, products, overwrite_c=1)
    mean = about + off
    # what is away from the share adds up to nothing, so that it is the same from any number
    largest = np.maximum(largest, np.abs(mean))
    return ColumnMoments(mean, products - np.outer(off, off), largest, None if masked is None else with_masked)


def _moments_of_split(
    columns: SplitColumns, origin: Floats, size: WeightedCounts, masked: WeightedCounts | None
) -> ColumnMoments:
    """Return the moments of columns of which some are taken from an origin and others as they stand, in one pass."""
    products, sums, largest = SplitProducts(columns), np.zeros(columns.shape[1]), np.zeros(columns.shape[1])
    n, n_masked, all_away = float(size.sum()), 0.0 if masked is None else float(masked.sum()), 0.0
    for block in blocks(len(size)):
        rows = columns.split(block, origin)
        largest = np.maximum(largest, largest_of(columns, rows))
        if masked is not None:
            away = away_from_share(masked[block], size[block], n, n_masked) / n
            all_away += float(away.sum())
            sums += sums_of(columns, rows, away)
        products.add(rows, size[block] / n)
    mean = products.sums / products.weight
    covariances = products.about(mean)[1]
    with_masked = None if masked is None else sums - all_away * mean
    mean[columns.dense] += origin
    return ColumnMoments(mean, np.triu(covariances), np.maximum(largest, np.abs(mean)), with_masked, origin)


def _larger(largest: Floats, moved: Floats) -> Floats:
    return np.asarray(np.maximum(largest, np.maximum(moved.max(axis=0, initial=0.0), -moved.min(axis=0, initial=0.0))))
