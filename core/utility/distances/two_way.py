"""Every pair of variables' two cross-tables beside each other: the shared step of the distances of pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from core.data import Pair
from core.statistics.arrays import Integers
from core.statistics.distributions import share_distances, voas_williamson
from core.statistics.tables import BothTables, all_tables, side_by_side
from core.utility.distances.counted_values import why_no_shares
from core.utility.distances.one_way import ShareDifference
from core.utility.gdu.univariate import is_removed
from core.utility.tables import BothCounts, TableParameters, TablesAsked, asked, counted_tables
from core.utility.weighting import effective_sizes, record_weights


@dataclass(frozen=True)
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
    n, m = pair.original.n_records, pair.masked.n_records
    tables = _tables(known, states)

    def compared(names: tuple[str, str]) -> ShareDifference:
        removed = not lacking.isdisjoint(names)
        if reason := next((reasons[name] for name in names if name in reasons), ""):
            return ShareDifference(names, n, m, removed=removed, reason=reason)
        (_, original, masked), missing = next(tables)
        return ShareDifference(
            names,
            n,
            m,
            int(((original > 0) | (masked > 0)).sum()),
            share_distances(original, masked),
            voas_williamson(original, masked, sizes),
            missing,
            removed=removed,
            sizes=sizes,
        )

    pairs = tuple(compared(names) for names in combinations(variables, 2))
    removed = tuple(name for name, v in variables.items() if is_removed(v))
    return TwoWayDifferences(parameters, pairs, n, m, removed, reasons)


def _tables(known: TablesAsked, states: Iterator[BothCounts]) -> Iterator[tuple[BothTables, tuple[float, float]]]:
    """Yield each table with the shares of either file's records of which one of the two variables is missing."""
    for group, (original, masked) in zip(known.groups, states, strict=True):
        for variables, table in zip(group.tables, side_by_side(original, masked, group), strict=True):
            lost = _lacking_a_value(table.cells, group.sizes[variables])
            before, after = (float(c[lost].sum() / c.sum()) for c in (table.original, table.masked))
            yield table, (before, after)


def _lacking_a_value(cells: Integers, sizes: Integers) -> Integers:
    row, column = np.divmod(cells, sizes[1])
    return np.flatnonzero((row == sizes[0] - 1) | (column == sizes[1] - 1))


two_way_differences = counted_tables(_look, _finish)
"""Compare the cross-table of every two variables of the original with that of the masked file."""
