"""Tables of the compared variables, counted in blocks of records: what all measures of tables share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import numpy as np

from core.data import Coded, Level, Pair, PairedVariable
from core.statistics.arrays import Codes, Floats, Integers
from core.statistics.distributions import quantile_classes, quantile_cuts
from core.statistics.tables import GroupCounts, TableGroup, count_group, merged_groups, table_groups
from core.tables.blockwise import Blockwise
from core.tables.both_files import Weights, codes_with_missing, files_of, record_weights
from core.tables.values import added_counts, value_counts

SMALL_CELLS = 20_000_000
"""Cells that tables may have to be held in memory together."""

Parameters = TypeVar("Parameters")


@dataclass(frozen=True, eq=False)
class CountedVariable:
    """How a variable is counted: its categories with that of missing values, the last; cuts of a continuous one."""

    size: int
    cuts: Floats | None = None

    def codes(self, coded: Coded) -> Codes:
        """Return the categories (n,) of the records of one file."""
        if self.cuts is None:
            return codes_with_missing(coded)
        return quantile_classes(np.asarray(coded.values, dtype=np.float64), self.cuts)


@dataclass(frozen=True, eq=False)
class TablesAsked:
    """Which tables are counted.

    Parameters
    ----------
    variables : tuple of (str, CountedVariable)
    groups : tuple of TableGroup
        Of places among the variables.
    weights : (float64 array (n,), float64 array (m,)) or (None, None)
        How many records each record of either file counts for; with weights all records are one block.
    """

    variables: tuple[tuple[str, CountedVariable], ...] = ()
    groups: tuple[TableGroup, ...] = ()
    weights: Weights = (None, None)

    def totals(self, pair: Pair) -> tuple[float, float]:
        """Return the records of either file, or the sum of their weights."""
        before, after = self.weights
        if before is None or after is None:
            return pair.original.n_records, pair.masked.n_records
        return float(before.sum()), float(after.sum())


@dataclass(frozen=True, eq=False)
class BlockCodes:
    """The codes (p, n), (p, m) of the variables in a block of either file, and how many records each counts for."""

    original: Codes
    masked: Codes
    weights: Weights


BothCounts = tuple[GroupCounts, GroupCounts]


def counted_tables(
    look: Callable[[Pair, Parameters], TablesAsked],
    finish: Callable[[Pair, Parameters, TablesAsked, Iterator[BothCounts]], Any],
) -> Blockwise:
    """Return a shared step that counts tables: ``look`` says which, ``finish`` takes the counts of each group."""
    return Blockwise(
        look=look, parts=_groups, partial=_count, merge=_merged, finish=finish, small=_small, code=_coded_block
    )


def asked(
    pair: Pair, variables: Sequence[PairedVariable], tables: Sequence[Integers], classes: int, weights: Weights
) -> TablesAsked:
    """Return these tables (t, k) of variables; numbers are cut into classes at quantiles of both files pooled."""
    counted = tuple((v.name, counted_variable(pair, v, classes)) for v in variables)
    sizes = np.array([variable.size for _, variable in counted], dtype=np.int64)
    return TablesAsked(counted, tuple(g for each in tables for g in table_groups(each, sizes)), weights)


def counted_variable(pair: Pair, paired: PairedVariable, classes: int) -> CountedVariable:
    """Return how a variable is counted; numbers are cut into classes at quantiles of both files pooled."""
    if paired.recoded.level is not Level.CONTINUOUS:
        return CountedVariable(len(paired.recoded.categories) + 1)
    cuts = _cuts(pair, paired, classes)
    return CountedVariable(len(cuts) + 2, cuts)


_KNOWN: WeakKeyDictionary[PairedVariable, dict[int, Floats]] = WeakKeyDictionary()
"""Cuts of variables that were counted before: several measures cut the same numbers into the same classes."""


def _cuts(pair: Pair, paired: PairedVariable, classes: int) -> Floats:
    known = _KNOWN.setdefault(paired, {}) if pair.weights is None else {}
    if classes not in known:
        both = zip(files_of(pair, paired), record_weights(pair), strict=True)
        pooled = added_counts(*(value_counts(coded, weights, None, 1) for coded, weights in both))
        known[classes] = quantile_cuts(pooled.values, pooled.counts[0, :-1], classes)
    return known[classes]


def _groups(known: TablesAsked) -> tuple[TableGroup, ...]:
    return known.groups


def _small(known: TablesAsked) -> bool:
    return sum(group.n_cells for group in known.groups) <= SMALL_CELLS


def _coded_block(block: Pair, known: TablesAsked) -> BlockCodes:
    paired = {v.name: v for v in block.variables}
    kind: Any = np.uint8 if all(v.size <= np.iinfo(np.uint8).max + 1 for _, v in known.variables) else np.int32
    records = block.original.n_records, block.masked.n_records
    original, masked = (np.empty((len(known.variables), n), dtype=kind) for n in records)
    for i, (name, variable) in enumerate(known.variables):
        for codes, coded in zip((original, masked), files_of(block, paired[name]), strict=True):
            codes[i] = variable.codes(coded)
    return BlockCodes(original, masked, known.weights)


def _count(block: BlockCodes, _: TablesAsked, group: TableGroup) -> BothCounts:
    before, after = block.weights
    return count_group(block.original, group, before), count_group(block.masked, group, after)


def _merged(first: BothCounts, second: BothCounts) -> BothCounts:
    return merged_groups(first[0], second[0]), merged_groups(first[1], second[1])
