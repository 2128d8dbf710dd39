"""How often each value of a variable occurs in both files, counted in blocks of records."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from core.data import Coded, Level, PackedNumbers, Pair, PairedVariable
from core.statistics.arrays import Floats
from core.statistics.distributions import Distribution, distribution_of, distribution_of_counts, merged_distributions
from core.utility.tables import TableParameters, nothing_of
from core.utility.weighting import record_weights

HELD = 2**28
"""Bytes that the counts of all variables may take together; beyond them one variable is counted after the other."""

BYTES = 16
"""Of one value and its count."""

FileCounts = tuple[Distribution, Distribution]
"""How often each value of one variable occurs in some records of either file."""


class CountedValues(NamedTuple):
    """The variables that are counted, in the order in which they are compared, and what their counts take at most."""

    names: tuple[str, ...]
    n_bytes: int


def counted_values(pair: Pair, _: TableParameters) -> CountedValues:
    """Return what is counted of two files."""
    counted = sorted((v for v in pair.variables if not why_no_shares(pair, v)), key=lambda v: v.name)
    values = sum(_most_values(v.recoded) + (0 if v.masked is None else _most_values(v.masked)) for v in counted)
    return CountedValues(tuple(v.name for v in counted), BYTES * values)


def names_of(counted: CountedValues) -> tuple[str, ...]:
    """Return the variables that are counted apart."""
    return counted.names


def held_together(counted: CountedValues) -> bool:
    """Whether the counts of all variables fit into memory together."""
    return counted.n_bytes <= HELD


def _most_values(coded: Coded) -> int:
    """Return how many different values a column may hold."""
    if coded.level is not Level.CONTINUOUS:
        return len(coded.categories)
    return len(coded.store.table) if isinstance(coded.store, PackedNumbers) else len(coded)


def value_counts(block: Pair, _: Any, name: str) -> FileCounts:
    """Count the values of a variable in both files, with their weights; of a removed one all are missing."""
    paired = next(v for v in block.variables if v.name == name)
    before, after = record_weights(block)
    masked = paired.masked or nothing_of(paired.recoded, block.masked.n_records)
    return _distribution(paired.recoded, before), _distribution(masked, after)


def merged_value_counts(first: FileCounts, second: FileCounts) -> FileCounts:
    """Return the counts of two blocks together."""
    original, masked = map(merged_distributions, first, second)
    return original, masked


def size_of_counts(counts: FileCounts) -> int:
    """Return how many values two files have: of a number that hardly repeats it grows with every block."""
    return sum(len(of_file.values) for of_file in counts)


def _distribution(coded: Coded, weights: Floats | None) -> Distribution:
    if coded.level is Level.CONTINUOUS:
        return distribution_of(np.asarray(coded.values, dtype=np.float64), weights)
    counts = np.bincount(coded.values.astype(np.int64) + 1, weights, len(coded.categories) + 1)
    if weights is not None:
        return distribution_of_counts(counts[1:], float(counts[0]), int((~coded.is_missing()).sum()))
    return distribution_of_counts(counts[1:].astype(np.int64), int(counts[0]))


def why_no_shares(pair: Pair, paired: PairedVariable) -> str:
    """Return why a variable's shares cannot be compared; empty where they can."""
    if not (pair.original.n_records and pair.masked.n_records):
        return "one of the files has no records"
    return paired.problem
