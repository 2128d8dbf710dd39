"""The values of the variables of a pair, counted in blocks of records and by jackknife group."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from core.data import Coded, Level, PackedNumbers, Pair, PairedVariable
from core.tables.blockwise import Blockwise
from core.tables.both_files import files_of, record_weights
from core.tables.values import BothValues, ValueCounts, added_counts, both_values, value_counts

MOST_BYTES = 2**28
"""Bytes that the counts of all variables may take together; beyond them one variable is counted after the other."""

BYTES = 8
"""Of one value, and of its count in one jackknife group."""

FileCounts = tuple[ValueCounts, ValueCounts]
"""How often each value of one variable occurs in some records of either file."""


Which = Callable[[Pair], Sequence[PairedVariable]]
Finish = Callable[[Pair, Any, Iterator[Iterator[BothValues]]], Any]


class CountedValues(NamedTuple):
    """The variables that are counted, in the order in which they are compared, in how many groups, and their room."""

    names: tuple[str, ...]
    groups: int
    n_bytes: int


def counted_values(which: Which, finish: Finish) -> Blockwise:
    """Return a shared step that counts single variables.

    Parameters
    ----------
    which : callable
        pair -> the variables, in the order in which they are compared.
    finish : callable
        (pair, parameters, variables) -> prepared; of each variable both files side by side (``both_values``).
    """
    return Blockwise(
        look=partial(_look, which),
        parts=_names,
        partial=_count,
        merge=_added,
        finish=partial(_finished, finish),
        small=_fit_together,
        size=_size,
    )


def _look(which: Which, pair: Pair, _: Any) -> CountedValues:
    counted = which(pair)
    values = sum(_most_values(coded) for v in counted for coded in files_of(pair, v))
    groups = 1 if pair.groups is None else pair.groups.number
    return CountedValues(tuple(v.name for v in counted), groups, BYTES * (1 + groups) * values)


def _finished(finish: Finish, pair: Pair, parameters: Any, _: CountedValues, states: Iterator[FileCounts]) -> Any:
    # weights that are no whole numbers add up to the records of a file
    before, after = (w is not None and bool((w != np.floor(w)).any()) for w in record_weights(pair))
    return finish(pair, parameters, (both_values(counts, (before, after)) for counts in states))


def _most_values(coded: Coded) -> int:
    """Return how many different values a column may hold."""
    if coded.level is not Level.CONTINUOUS:
        return len(coded.categories)
    return len(coded.store.table) if isinstance(coded.store, PackedNumbers) else len(coded)


def _names(counted: CountedValues) -> tuple[str, ...]:
    return counted.names


def _fit_together(counted: CountedValues) -> bool:
    return counted.n_bytes <= MOST_BYTES


def _count(block: Pair, known: CountedValues, name: str) -> FileCounts:
    """Count the values of a variable in both files, with their weights; of a removed one all are missing."""
    paired = next(v for v in block.variables if v.name == name)
    groups = block.groups if known.groups > 1 else None
    of_records = (None, None) if groups is None else (groups.original, groups.masked)
    each = zip(files_of(block, paired), record_weights(block), of_records, strict=True)
    original, masked = (value_counts(*file, known.groups) for file in each)
    return original, masked


def _added(first: FileCounts, second: FileCounts) -> FileCounts:
    original, masked = map(added_counts, first, second)
    return original, masked


def _size(counts: FileCounts) -> int:
    """Return how many values two files have: of a number that hardly repeats it grows with every block."""
    return sum(len(of_file.values) for of_file in counts)
