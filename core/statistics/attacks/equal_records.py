"""Records that occur in another file too: found by a number of each record, and compared value by value."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Floats
from core.statistics.ordering import rows_of_keys
from core.statistics.reproducible import mixed_bits
from core.statistics.tables import cell_ids

Flags = NDArray[np.bool_]


def occur_in(records: Floats, others: Floats) -> Flags:
    """Return which records (n, m) are equal, in all variables, to one of the others (k, m); no NaN."""
    if not len(others):
        return np.zeros(len(records), dtype=bool)
    own, theirs = _numbers(records), _numbers(others)
    order = rows_of_keys(theirs)
    place = np.minimum(np.searchsorted(theirs, own, sorter=order), len(order) - 1)
    maybe = np.flatnonzero(theirs[order[place]] == own)
    beside = order[place[maybe]]
    equal = np.ones(len(maybe), dtype=bool)
    for column, other in zip(records.T, others.T, strict=True):
        equal &= column[maybe] == other[beside]
    occurs = np.zeros(len(records), dtype=bool)
    occurs[maybe] = equal
    # different records with the same number: as good as never, and then looked up exactly
    if not equal.all():
        doubtful = maybe[~equal]
        occurs[doubtful] = _exactly(records[doubtful], others)
    return occurs


def _numbers(records: Floats) -> NDArray[np.uint64]:
    """Return a number of each record, equal for equal ones; 0 and -0 are equal."""
    total = np.zeros(len(records), dtype=np.uint64)
    for column in records.T:
        total = mixed_bits(total ^ (column + 0.0).view(np.uint64))
    return total


def _exactly(records: Floats, others: Floats) -> Flags:
    both = np.vstack([records, others])
    codes = [np.unique(column, return_inverse=True)[1] for column in both.T]
    ids, _ = cell_ids(np.column_stack(codes))
    return np.isin(ids[: len(records)], ids[len(records) :])
