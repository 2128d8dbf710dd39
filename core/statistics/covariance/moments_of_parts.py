"""Means and covariances of parts of a file: sums about the means of the whole file, a few records at a time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.statistics.arrays import Floats, Integers
from core.statistics.covariance.matrix_differences import covariance_of_sums

AT_ONCE = 65_536
"""Numbers that are summed at a time: half a megabyte stays near the processor."""

LARGEST = 1e100
"""Of larger values the products may have no number."""


class MomentsOfPart(NamedTuple):
    """Means (p,) of the observed values, and covariances (p, p) over the records complete in each pair; NaN: none."""

    means: Floats
    covariances: Floats


class WholeFile:
    """A file of whose parts the moments are asked.

    Parameters
    ----------
    values : float64 array (n, p)
        NaN for missing; p at least 1.
    """

    def __init__(self, values: Floats) -> None:
        self._values, self._complete, self.summable = values, True, True
        self._shift = np.zeros(values.shape[1])
        for j, column in enumerate(values.T):
            observed = column[~np.isnan(column)]
            self._complete &= len(observed) == len(values)
            self.summable &= bool(np.abs(observed).max(initial=0.0) <= LARGEST)
            if self.summable and len(observed):
                self._shift[j] = observed.mean()

    def part(self, rows: Integers) -> MomentsOfPart:
        """Return the moments of some records, as ``weighted_means`` and ``pairwise_covariance`` give them.

        (sum xy - sum x sum y / n) / (n - 1) of values less the means of the whole file: what is far from these in one
        part costs digits, though never more than as many records as the whole file has can hide.
        """
        p = len(self._shift)
        sums = self._sums(rows)
        products, totals, records = sums[:p, :p], sums[:p, p:], sums[p:, p:]
        with np.errstate(invalid="ignore", divide="ignore"):
            means = self._shift + np.diag(totals if len(records) > 1 else totals * np.ones(p)) / np.diag(records)
        return MomentsOfPart(means, covariance_of_sums(products, totals, totals.T, records))

    def _sums(self, rows: Integers) -> Floats:
        """Return the products of all columns: the values less their means, and which are observed (one, where all)."""
        p = len(self._shift)
        width = p + (1 if self._complete else p)
        total, step = np.zeros((width, width)), max(1, AT_ONCE // width)
        for start in range(0, len(rows), step):
            own = self._values[rows[start : start + step]] - self._shift
            columns = np.ones((len(own), width))
            if self._complete:
                columns[:, :p] = own
            else:
                columns[:, p:] = seen = ~np.isnan(own)
                columns[:, :p] = np.where(seen, own, 0.0)
            total += columns.T @ columns
        return total
