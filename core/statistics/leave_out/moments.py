"""Means, covariances and correlations of many numbers without one group of records at a time.

Each group is summed up about its own means and brought to those of the records that are left before groups are added:
an outlier costs no digits where it is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.statistics.arrays import Floats, Integers
from core.statistics.covariance import correlation_by_pairs, covariance_of_sums
from core.statistics.leave_out.sums import ranges_by_row


@dataclass(frozen=True, eq=False)
class PairwiseSums:
    """Sums over the records that are complete in each pair of p variables, of values less a shift.

    Parameters
    ----------
    shift : float64 array (p,)
    records : float64 array (p, p)
        Complete in both.
    sums, squares : float64 arrays (p, p)
        [i, j]: of variable i, and of its square, over the records that have j too.
    products : float64 array (p, p)
    """

    shift: Floats
    records: Floats
    sums: Floats
    squares: Floats
    products: Floats

    def about(self, shift: Floats) -> PairwiseSums:
        """Return the sums of the same values less another shift (p,)."""
        d = self.shift - shift
        sums = self.sums + d[:, None] * self.records
        squares = self.squares + d[:, None] * (self.sums + sums)
        products = self.products + d[:, None] * self.sums.T + d * sums
        return PairwiseSums(shift, self.records, sums, squares, products)

    def covariance(self) -> Floats:
        """Return the covariances (p, p), divisor n - 1; NaN where a pair has fewer than two complete records."""
        return covariance_of_sums(self.products, self.sums, self.sums.T, self.records)

    def correlation(self) -> Floats | None:
        """Return the correlations (p, p) as ``pairwise_correlation``, 0 with a constant."""
        variances = covariance_of_sums(self.squares, self.sums, self.sums, self.records)
        return correlation_by_pairs(self.covariance(), variances)

    def means(self) -> Floats:
        """Return (p,) the mean of each variable's own values."""
        return np.asarray(self.shift + np.diag(self.sums) / np.diag(self.records))


def moments_without(values: Floats, groups: Integers, n_groups: int) -> Iterator[PairwiseSums]:
    """Yield the sums of the records outside each group.

    Parameters
    ----------
    values : float64 array (n, p)
        NaN for missing.
    groups : int64 array (n,)
        0 .. n_groups - 1.
    n_groups : int

    Yields
    ------
    PairwiseSums
        Exactly 0 for a variable that is constant among those records.
    """
    parts = [_of_group(values[groups == g]) for g in range(n_groups)]
    varies = np.array([ranges_by_row(x, groups, n_groups)[1:] for x in values.T]).T > 0
    for g in range(n_groups):
        yield _together([part for h, part in enumerate(parts) if h != g], varies[g])


def _of_group(values: Floats) -> PairwiseSums:
    seen = ~np.isnan(values)
    present = seen.astype(np.float64)
    with np.errstate(over="ignore", invalid="ignore"):
        shift = np.where(seen, values, 0.0).sum(axis=0) / np.maximum(seen.sum(axis=0), 1)
        shifted = np.where(seen, values - shift, 0.0)
        sums, squares, products = shifted.T @ present, (shifted**2).T @ present, shifted.T @ shifted
    return PairwiseSums(shift, present.T @ present, sums, squares, products)


def _together(parts: list[PairwiseSums], varies: np.ndarray) -> PairwiseSums:
    own = np.array([np.diag(part.records) for part in parts])
    with np.errstate(over="ignore", invalid="ignore"):
        total = (own * np.array([part.shift for part in parts])).sum(axis=0)
        shift = total / np.maximum(own.sum(axis=0), 1)
        moved = [part.about(shift) for part in parts]
        sums, squares = (np.sum([getattr(m, of) for m in moved], axis=0) for of in ("sums", "squares"))
        products = np.sum([m.products for m in moved], axis=0)
    records, both = np.sum([m.records for m in moved], axis=0), np.outer(varies, varies)
    rows = varies[:, None]
    return PairwiseSums(
        shift, records, np.where(rows, sums, 0.0), np.where(rows, squares, 0.0), np.where(both, products, 0.0)
    )
