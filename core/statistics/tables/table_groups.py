"""Many tables of coded variables counted together, block by block: exact counts, which add up whatever the blocks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Codes, Floats, Integers, WeightedCounts
from core.statistics.tables.cell_tables import CellNumbers, FilledCells, counted_cells, merged_cells

DENSE_CELLS = 2**23
"""Tables of up to this number of cells are counted in one array (32 MB); larger ones by the cells that occur."""

GROUP_CELLS = 2**22
"""Tables with so many cells in all are counted together."""

CHUNK = 2**15
"""Records whose cells are counted at once, of larger tables as many as cells: numbers stay in the processor's cache."""


class TableGroup(NamedTuple):
    """Tables that are counted together.

    Parameters
    ----------
    tables : int64 array (t, k)
        Variables of each table.
    sizes : int64 array (p,)
        Categories of each variable.
    starts : int64 array (t + 1,) or None
        Where the cells of each table begin among those of all. None: the group is one table with so many cells that
        those which occur are held.
    """

    tables: Integers
    sizes: Integers
    starts: Integers | None

    @property
    def n_cells(self) -> float:
        """Return how many cells the tables have."""
        return float(np.prod(self.sizes[self.tables].astype(np.float64), axis=1).sum())


GroupCounts = WeightedCounts | FilledCells
"""How many records the cells of all tables of a group hold, one table after the other; or those that hold any."""


def all_tables(p: int, k: int) -> Integers:
    """Return all tables (t, k) of k of p variables."""
    return np.array(list(combinations(range(p), k)), dtype=np.int64).reshape(-1, k)


def table_groups(tables: Integers, sizes: Integers) -> tuple[TableGroup, ...]:
    """Return tables (t, k) of variables with so many categories (p,) in groups, in their order."""
    widths = np.prod(sizes[tables].astype(np.float64), axis=1)
    groups, first = [], 0
    for last in range(len(tables)):
        # a group ends before the table with which it would become too large, and around each very large one
        ends = last + 1 == len(tables) or max(widths[last : last + 2]) > DENSE_CELLS
        if ends or widths[first : last + 2].sum() > GROUP_CELLS:
            groups.append(_group(tables[first : last + 1], sizes, widths[first : last + 1]))
            first = last + 1
    return tuple(groups)


def _group(tables: Integers, sizes: Integers, widths: Floats) -> TableGroup:
    if widths[0] > DENSE_CELLS:
        return TableGroup(tables, sizes, None)
    return TableGroup(tables, sizes, np.append(0, np.cumsum(widths.astype(np.int64))))


def count_group(codes: Codes, group: TableGroup, weights: Floats | None = None) -> GroupCounts:
    """Count the cells of all tables of a group.

    Parameters
    ----------
    codes : int32 or uint8 array (p, n)
        Codes 0 .. size - 1 of each variable, one row a variable.
    group : TableGroup
    weights : float64 array (n,) or None
        How many records each counts for; None: one.
    """
    if group.starts is None:
        (table,) = group.tables
        return counted_cells(codes[table], codes.shape[1], _numbers(group, table), weights)
    kind: Any = np.int32 if weights is None else np.float64
    counts: NDArray[Any] = np.zeros(int(group.starts[-1]), dtype=kind)
    known, before = None, np.zeros(0, dtype=np.int64)
    for table, first, last in zip(group.tables, group.starts, group.starts[1:], strict=False):
        own, base = counts[first:last], group.sizes[table[-1]]
        if known is None or (known != table[:-1]).any():  # tables that follow each other often begin alike
            known = table[:-1]
            before = _numbers(group, known).of(codes[known], codes.shape[1])
        for rows in _chunks(codes.shape[1], max(CHUNK, len(own))):
            cells = before[rows] * base
            cells += codes[table[-1], rows]
            counted = np.bincount(cells, None if weights is None else weights[rows], len(own))
            np.add(own, counted, out=own, casting="unsafe")
    return counts


def _chunks(n: int, size: int) -> Iterator[slice]:
    return (slice(start, start + size) for start in range(0, n, size))


def _numbers(group: TableGroup, table: Integers) -> CellNumbers:
    return CellNumbers(tuple(group.sizes[table].tolist()), lowest=0)


def merged_groups(first: GroupCounts, second: GroupCounts) -> GroupCounts:
    """Return the counts of two blocks together, of records without weights."""
    if isinstance(first, FilledCells) and isinstance(second, FilledCells):
        return merged_cells(first, second)
    added: NDArray[Any] = np.asarray(first) + np.asarray(second)
    return added


def tables_of(counts: GroupCounts, group: TableGroup) -> Iterator[WeightedCounts]:
    """Yield the counts of each table of a group that is not one of the largest, in the shape of the table."""
    assert group.starts is not None
    for t, table in enumerate(group.tables):
        of_table = np.asarray(counts)[group.starts[t] : group.starts[t + 1]]
        yield of_table.reshape(group.sizes[table])


class BothTables(NamedTuple):
    """One table of two files: the numbers of cells (c,), all or those that hold a record of either, and their counts.

    A cell has the codes of its table's variables as digits, the last of them the lowest.
    """

    cells: NDArray[Any]
    original: WeightedCounts
    masked: WeightedCounts


def side_by_side(original: GroupCounts, masked: GroupCounts, group: TableGroup) -> Iterator[BothTables]:
    """Yield each table of a group in both files."""
    if isinstance(original, FilledCells) and isinstance(masked, FilledCells):
        distinct, place = np.unique(np.concatenate([original.cells, masked.cells]), return_inverse=True)
        both = np.zeros((2, len(distinct)), dtype=original.counts.dtype)
        both[0, place[: len(original.cells)]] = original.counts
        both[1, place[len(original.cells) :]] = masked.counts
        yield BothTables(distinct, both[0], both[1])
        return
    for first, second in zip(tables_of(original, group), tables_of(masked, group), strict=True):
        yield BothTables(np.arange(first.size), first.ravel(), second.ravel())


def filled_cells(counts: WeightedCounts) -> FilledCells:
    """Return the cells of a table (c,) that hold records."""
    cells = np.flatnonzero(counts)
    return FilledCells(cells, counts[cells])
