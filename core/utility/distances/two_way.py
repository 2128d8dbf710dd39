"""Every pair of variables' two cross-tables beside each other: the shared step of the distances of pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from core.data import Pair
from core.statistics.arrays import Integers
from core.statistics.distributions import VoasWilliamson, share_distances, voas_williamson
from core.statistics.tables import BothTables, all_tables, side_by_side
from core.tables import BothCounts, TablesAsked, asked, counted_tables, record_weights
from core.utility.compared_variables import why_no_shares
from core.utility.distances.one_way import ShareDifference, share_detail
from core.utility.gdu.univariate import is_removed
from core.utility.tables import TableParameters
from core.utility.weighting import effective_sizes


@dataclass(frozen=True, eq=False)
class TwoWayDifferences:
    """The differences of all pairs of variables, names in alphabetical order.

    Parameters
    ----------
    parameters : TableParameters
    pairs : tuple of ShareDifference
    n_original, n_masked : int
    removed : tuple of str
        Variables that the masked file lacks, or holds no value of.
    not_comparable : mapping of str to str
        Variables without a table, each with the reason.
    """

    parameters: TableParameters
    pairs: tuple[ShareDifference, ...]
    n_original: int
    n_masked: int
    removed: tuple[str, ...] = ()
    not_comparable: Mapping[str, str] = field(default_factory=dict)


def _look(pair: Pair, parameters: TableParameters) -> TablesAsked:
    """Return the tables of every two variables; numbers in classes cut at quantiles of both files pooled."""
    compared = sorted((v for v in pair.variables if not why_no_shares(pair, v)), key=lambda v: v.name)
    return asked(pair, compared, [all_tables(len(compared), 2)], parameters.bins, record_weights(pair))


def _finish(
    pair: Pair, parameters: TableParameters, known: TablesAsked, states: Iterator[BothCounts]
) -> TwoWayDifferences:
    variables = {v.name: v for v in sorted(pair.variables, key=lambda v: v.name)}
    reasons = {name: reason for name, v in variables.items() if (reason := why_no_shares(pair, v))}
    lacking = {name for name, v in variables.items() if v.masked is None}
    sizes = None if pair.weights is None else effective_sizes(pair)
    tables = _tables(known, states)

    def compared(names: tuple[str, str]) -> ShareDifference:
        removed = not lacking.isdisjoint(names)
        if reason := next((reasons[name] for name in names if name in reasons), ""):
            return ShareDifference(names, share_detail(pair, removed=removed), reason=reason)
        (_, original, masked), values, missing = next(tables)
        effective = None if sizes is None else (sizes[0] * (1 - missing[0]), sizes[1] * (1 - missing[1]))
        return ShareDifference(
            names,
            share_detail(pair, int(((original > 0) | (masked > 0)).sum()), missing, removed=removed),
            share_distances(original[None], masked[None]),
            voas_williamson(original, masked, sizes),
            sizes=sizes,
            of_values=difference_of_values(values, effective),
        )

    pairs = tuple(compared(names) for names in combinations(variables, 2))
    removed = tuple(name for name, v in variables.items() if is_removed(v))
    return TwoWayDifferences(parameters, pairs, pair.original.n_records, pair.masked.n_records, removed, reasons)


def _tables(
    known: TablesAsked, states: Iterator[BothCounts]
) -> Iterator[tuple[BothTables, BothTables, tuple[float, float]]]:
    """Yield each table, that of the records with both values, and the shares of either file's other records."""
    for group, (original, masked) in zip(known.groups, states, strict=True):
        for variables, table in zip(group.tables, side_by_side(original, masked, group), strict=True):
            both = have_both_values(table.cells, group.sizes[variables])
            before, after = (float(c[~both].sum() / c.sum()) for c in (table.original, table.masked))
            yield table, BothTables(*(column[both] for column in table)), (before, after)


def have_both_values(cells: Integers, sizes: Integers) -> NDArray[np.bool_]:
    """Return which cells of a table are of no missing value: that is the last category of either variable."""
    row, column = np.divmod(cells, sizes[1])
    both: NDArray[np.bool_] = (row < sizes[0] - 1) & (column < sizes[1] - 1)
    return both


def difference_of_values(values: BothTables, sizes: tuple[float, float] | None) -> VoasWilliamson | None:
    """Compare the tables of records with both values; None where a file has no such record."""
    if not (values.original.sum() and values.masked.sum()):
        return None
    return voas_williamson(values.original, values.masked, sizes)


two_way_differences = counted_tables(_look, _finish)
"""Compare the cross-table of every two variables of the original with that of the masked file."""
