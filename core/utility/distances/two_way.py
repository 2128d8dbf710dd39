"""Every pair of variables' two cross-tables beside each other: the shared step of the distances of pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from core.data import Pair, PairedVariable
from core.measures import Blockwise
from core.statistics.arrays import Codes, Floats, Integers, WeightedCounts
from core.statistics.distributions import VoasWilliamson, share_distances, voas_williamson
from core.statistics.tables import FilledCells, cross_table, merged_counts
from core.utility.distances.counted_values import why_no_shares
from core.utility.distances.one_way import ShareDifference
from core.utility.gdu.univariate import is_removed
from core.utility.tables import CountedVariable, TableParameters, counted_variable, files_of
from core.utility.weighting import Weights, effective_sizes, record_weights

DENSE_CELLS = 1_000_000
"""Tables of more cells are counted by their observed cells alone."""

SMALL_CELLS = 20_000_000
"""Cells that the tables of all pairs may have to be held in memory together."""


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


Counted = dict[str, CountedVariable]
Names = tuple[str, str]
Tables = tuple[FilledCells, FilledCells]


def _look(pair: Pair, parameters: TableParameters) -> Counted:
    """Return how every variable is counted: numbers in classes cut at quantiles of both files pooled."""
    return {
        v.name: counted_variable(pair, v, parameters.bins)
        for v in sorted(pair.variables, key=lambda v: v.name)
        if not why_no_shares(pair, v)
    }


def _parts(counted: Counted) -> tuple[Names, ...]:
    return tuple(combinations(counted, 2))


def _small(counted: Counted) -> bool:
    return sum(counted[a].size * counted[b].size for a, b in _parts(counted)) <= SMALL_CELLS


@dataclass(frozen=True, eq=False)
class CodedBlock:
    """The codes (n,), (m,) of every variable in a block of either file, and how many records each counts for."""

    codes: dict[str, tuple[Codes, Codes]]
    weights: Weights


def _code(block: Pair, counted: Counted) -> CodedBlock:
    paired = (v for v in block.variables if v.name in counted)
    codes = {v.name: tuple(counted[v.name].codes(coded) for coded in files_of(block, v)) for v in paired}
    return CodedBlock({name: (files[0], files[1]) for name, files in codes.items()}, record_weights(block))


def _count(block: CodedBlock, counted: Counted, names: Names) -> Tables:
    """Count the cells of two variables in both files, with their weights."""
    first, second = (block.codes[name] for name in names)
    sizes = counted[names[0]].size, counted[names[1]].size
    original, masked = (filled_cells(a, b, sizes, w) for a, b, w in zip(first, second, block.weights, strict=True))
    return original, masked


def filled_cells(a: Codes, b: Codes, sizes: tuple[int, int], weights: Floats | None = None) -> FilledCells:
    """Count the cells of two coded variables that hold a record."""
    if sizes[0] * sizes[1] <= DENSE_CELLS:
        table = cross_table(a, b, *sizes, weights).ravel()
        full = np.flatnonzero(table)
        return FilledCells(full, table[full])
    cell = a.astype(np.int64) * sizes[1] + b
    if weights is None:
        return FilledCells(*np.unique(cell, return_counts=True))
    distinct, place = np.unique(cell, return_inverse=True)
    return FilledCells(distinct, np.bincount(place, weights, len(distinct)))


def _merged(first: Tables, second: Tables) -> Tables:
    original, masked = (
        FilledCells(*merged_counts((a.cells, b.cells), (a.counts, b.counts)))
        for a, b in zip(first, second, strict=True)
    )
    return original, masked


def _finish(pair: Pair, parameters: TableParameters, counted: Counted, states: Iterator[Tables]) -> TwoWayDifferences:
    variables = sorted(pair.variables, key=lambda v: v.name)
    sizes = None if pair.weights is None else effective_sizes(pair)
    compared = (_compared(pair, a, b, counted, states, sizes) for a, b in combinations(variables, 2))
    reasons = {v.name: reason for v in variables if (reason := why_no_shares(pair, v))}
    removed = tuple(v.name for v in variables if is_removed(v))
    n, m = pair.original.n_records, pair.masked.n_records
    return TwoWayDifferences(parameters, tuple(compared), n, m, removed, reasons)


def _compared(
    pair: Pair,
    a: PairedVariable,
    b: PairedVariable,
    counted: Counted,
    states: Iterator[Tables],
    sizes: tuple[float, float] | None,
) -> ShareDifference:
    names, n, m = (a.name, b.name), pair.original.n_records, pair.masked.n_records
    removed = a.masked is None or b.masked is None
    reason = why_no_shares(pair, a) or why_no_shares(pair, b)
    if reason:
        return ShareDifference(names, n, m, removed=removed, reason=reason)
    tables = next(states)
    original, masked = same_cells(*tables)
    known = [with_both_values(table, (counted[a.name].size, counted[b.name].size)) for table in tables]
    whole = [table.counts.sum() for table in tables]
    missing = [float((n - v.counts.sum()) / n) for n, v in zip(whole, known, strict=True)]
    effective = None if sizes is None else (sizes[0] * (1 - missing[0]), sizes[1] * (1 - missing[1]))
    return ShareDifference(
        names,
        n,
        m,
        len(original),
        share_distances(original, masked),
        voas_williamson(original, masked, sizes),
        (missing[0], missing[1]),
        removed=removed,
        sizes=sizes,
        of_values=difference_of_values(known[0], known[1], effective),
    )


def with_both_values(table: FilledCells, sizes: tuple[int, int]) -> FilledCells:
    """Return the cells of a table without those of missing values, which are the last of either variable."""
    row, column = np.divmod(table.cells, sizes[1])
    both = (row < sizes[0] - 1) & (column < sizes[1] - 1)
    return FilledCells(table.cells[both], table.counts[both])


def difference_of_values(
    original: FilledCells, masked: FilledCells, sizes: tuple[float, float] | None
) -> VoasWilliamson | None:
    """Compare the tables of records with both values; None where a file has no such record."""
    if not (len(original.counts) and len(masked.counts)):
        return None
    return voas_williamson(*same_cells(original, masked), sizes)


def same_cells(first: FilledCells, second: FilledCells) -> tuple[WeightedCounts, WeightedCounts]:
    """Return the counts of either file (c,) in the cells that hold a record in one of them."""
    cells = np.union1d(first.cells, second.cells)
    return _laid_out(first, cells), _laid_out(second, cells)


def _laid_out(table: FilledCells, cells: Integers) -> WeightedCounts:
    kind: Any = table.counts.dtype
    counts: WeightedCounts = np.zeros(len(cells), dtype=kind)
    counts[np.searchsorted(cells, table.cells)] = table.counts
    return counts


two_way_differences = Blockwise(
    look=_look, parts=_parts, partial=_count, merge=_merged, finish=_finish, small=_small, code=_code
)
"""Compare the cross-table of every two variables of the original with that of the masked file."""
