"""Every pair of variables' two cross-tables beside each other: the shared step of the distances of pairs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from core.data import Pair, PairedVariable
from core.statistics.arrays import WeightedCounts
from core.statistics.distributions import share_distances, voas_williamson
from core.statistics.tables import cross_table
from core.utility.distances.one_way import ShareDifference, why_no_shares
from core.utility.tables import Categories, TableParameters, pooled_categories
from core.utility.weighting import Weights, effective_sizes, record_weights

DENSE_CELLS = 1_000_000
"""Tables of more cells are counted by their observed cells alone."""


@dataclass(frozen=True)
class TwoWayDifferences:
    """The differences of all pairs of variables, names in alphabetical order."""

    parameters: TableParameters
    pairs: tuple[ShareDifference, ...]


def two_way_differences(pair: Pair, parameters: TableParameters) -> TwoWayDifferences:
    """Compare the cross-table of every two variables of the original with that of the masked file."""
    variables = sorted(pair.variables, key=lambda v: v.name)
    coded = {v.name: pooled_categories(pair, v, parameters.bins) for v in variables if not why_no_shares(pair, v)}
    return TwoWayDifferences(parameters, tuple(_compared(pair, a, b, coded) for a, b in combinations(variables, 2)))


def _compared(pair: Pair, a: PairedVariable, b: PairedVariable, coded: dict[str, Categories]) -> ShareDifference:
    names, n, m = (a.name, b.name), pair.original.n_records, pair.masked.n_records
    removed = a.masked is None or b.masked is None
    reason = why_no_shares(pair, a) or why_no_shares(pair, b)
    if reason:
        return ShareDifference(names, n, m, removed=removed, reason=reason)
    first, second = coded[a.name], coded[b.name]
    weights = record_weights(pair)
    sizes = None if pair.weights is None else effective_sizes(pair)
    original, masked = cross_counts(first, second, weights)
    missing = (
        _share((first.original == first.size - 1) | (second.original == second.size - 1), weights[0]),
        _share((first.masked == first.size - 1) | (second.masked == second.size - 1), weights[1]),
    )
    return ShareDifference(
        names,
        n,
        m,
        len(original),
        share_distances(original, masked),
        voas_williamson(original, masked, sizes),
        missing,
        removed=removed,
        sizes=sizes,
    )


def _share(true: NDArray[np.bool_], weights: NDArray[np.float64] | None) -> float:
    return float(true.mean() if weights is None else weights[true].sum() / weights.sum())


def cross_counts(
    first: Categories, second: Categories, weights: Weights = (None, None)
) -> tuple[WeightedCounts, WeightedCounts]:
    """Return the counts, or sums of weights, of either file (c,) in the cells that hold a record in one of them."""
    if first.size * second.size <= DENSE_CELLS:
        sizes = first.size, second.size
        tables = (
            cross_table(first.original, second.original, *sizes, weights[0]).ravel(),
            cross_table(first.masked, second.masked, *sizes, weights[1]).ravel(),
        )
        filled = (tables[0] > 0) | (tables[1] > 0)
        return tables[0][filled], tables[1][filled]
    cells = [
        x.astype(np.int64) * second.size + y
        for x, y in ((first.original, second.original), (first.masked, second.masked))
    ]
    distinct, place = np.unique(np.concatenate(cells), return_inverse=True)
    n, size = len(cells[0]), len(distinct)
    return np.bincount(place[:n], weights[0], size), np.bincount(place[n:], weights[1], size)
