"""Sums of products of ranks of many variables at once, without one group of records at a time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.statistics.arrays import Floats, Integers
from core.statistics.distributions import DenseCodes, rank_table


def rank_products_without(variables: Sequence[DenseCodes], groups: Integers, n_groups: int) -> Floats:
    """Multiply the ranks of variables without missing values with each other, among the records outside each group.

    Parameters
    ----------
    variables : sequence of DenseCodes (n,)
        p of them, n at most ``EXACT_RECORDS`` (``core.statistics.distributions``).
    groups : int64 array (n,)
        0 .. n_groups - 1.
    n_groups : int

    Returns
    -------
    float64 array (n_groups, p, p)
        Whole numbers: sums of products of ``RankTable.ranks``, on the diagonal of squares. Exact, so that neither the
        order of the records nor the way in which a matrix product adds changes a bit.
    """
    products = np.empty((n_groups, len(variables), len(variables)))
    ranks = np.empty((len(variables), len(groups)))
    for g in range(n_groups):
        gone = np.flatnonzero(groups == g)
        for row, values in zip(ranks, variables, strict=True):
            counts = values.counts - np.bincount(values.codes[gone], minlength=values.distinct)
            np.take(rank_table(counts).ranks.astype(np.float64), values.codes, out=row)
        ranks[:, gone] = 0.0
        products[g] = ranks @ ranks.T
    return products
