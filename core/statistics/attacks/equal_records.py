"""Records that occur in another file too: found by a number of each record, and compared value by value."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Integers
from core.statistics.attacks.records_in_blocks import Column, RecordBlocks
from core.statistics.ordering import value_codes
from core.statistics.reproducible import mixed_bits
from core.statistics.tables import column_cell_ids

Flags = NDArray[np.bool_]
Keys = NDArray[np.uint64]
EVERY = slice(None)


def occur_in(records: RecordBlocks, others: RecordBlocks) -> Flags:
    """Return which records (n,) are equal, in all variables, to one of the others; no NaN."""
    candidates = _same_key(_numbers(records), _numbers(others))
    maybe = np.flatnonzero(candidates >= 0)
    candidates = candidates[maybe]
    equal = np.ones(len(maybe), dtype=bool)
    for column, other in zip(records.columns, others.columns, strict=True):
        equal &= column(EVERY)[maybe] == other(EVERY)[candidates]
    occurs = np.zeros(records.n, dtype=bool)
    occurs[maybe] = equal
    # different records with the same number: as good as never, and then looked up exactly
    if not equal.all():
        doubtful = maybe[~equal]
        occurs[doubtful] = _exactly(records.in_order(doubtful), others)
    return occurs


def _numbers(records: RecordBlocks) -> Keys:
    """Return a number of each record, equal for equal ones; 0 and -0 are equal."""
    total = np.zeros(records.n, dtype=np.uint64)
    for column in records.columns:
        total = mixed_bits(total ^ (column(EVERY) + 0.0).view(np.uint64))
    return total


def _same_key(keys: Keys, other_keys: Keys) -> Integers:
    """Return the first row of the other file with the key of each row, -1 where none has it."""
    rows, other_rows = np.argsort(keys), np.argsort(other_keys, kind="stable")
    keys, other_keys = keys[rows], other_keys[other_rows]
    first = np.full(len(rows), -1, dtype=np.int64)
    place = np.searchsorted(other_keys, keys)
    known = place < len(other_keys)
    known[known] = other_keys[place[known]] == keys[known]
    first[rows[known]] = other_rows[place[known]]
    return first


def _exactly(records: RecordBlocks, others: RecordBlocks) -> Flags:
    both = (_codes_of_both(*columns) for columns in zip(records.columns, others.columns, strict=True))
    ids, _ = column_cell_ids(both, records.n + others.n)
    return np.isin(ids[: records.n], ids[records.n :])


def _codes_of_both(first: Column, second: Column) -> NDArray[np.int32]:
    return value_codes(np.concatenate([first(EVERY), second(EVERY)])).codes
