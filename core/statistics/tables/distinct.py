"""Distinct records: what an algorithm needs to look at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Integers
from core.statistics.tables.frequencies import cell_ids


class DistinctRows(NamedTuple):
    """The m distinct rows of a table, in lexicographic order, whatever the order of the rows.

    Parameters
    ----------
    point : int64 array (n,)
        The distinct row that each row is.
    row : int64 array (m,)
        The first row that is this one.
    ranks : int64 array (m, d)
        Of each coordinate among the distinct values of its column.
    """

    point: Integers
    row: Integers
    ranks: Integers


def distinct_rows(values: NDArray[np.float64]) -> DistinctRows:
    """Find the distinct rows of a table (n, d) without NaN; 0 and -0 are one value."""
    ranks = np.empty(values.shape, dtype=np.int64)
    for k, column in enumerate(values.T):
        ranks[:, k] = np.unique(column + 0.0, return_inverse=True)[1]
    point, count = cell_ids(ranks)
    row = np.zeros(count, dtype=np.int64)
    row[point[::-1]] = np.arange(len(values))[::-1]
    return DistinctRows(point, row, ranks[row])
