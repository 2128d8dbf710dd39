"""Records in the order of their values in the first variable, then the second, and so on."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Floats
from core.statistics.ordering.ascending_rows import Rows, keys_ascending, rows_ascending
from core.statistics.ordering.value_codes import value_codes

MOST_DIGITS = 2**63
"""Numbers made of the codes of several variables stay below this."""


def rows_in_lexicographic_order(columns: Sequence[Floats] | NDArray[np.float64]) -> Rows:
    """Return the rows (n,) by their values in the first column, then the second, ...; NaN last; equal ones in place.

    The codes of the first columns are the digits of one number, which is sorted once: of as many columns as fit into
    it, or as make nearly all records different. Only those that are still alike are sorted by the columns that are
    left.
    """
    n = len(columns[0])
    keys, size, used = np.zeros(n, dtype=np.uint64), 1, 0
    for column in columns:
        codes, distinct, _ = value_codes(column)
        base = len(distinct) + 1
        if size * base >= MOST_DIGITS:
            break
        # a code below 0 is that of a missing value
        keys = keys * np.uint64(base) + np.where(codes < 0, len(distinct), codes).astype(np.uint64)
        size, used = size * base, used + 1
        if size >= n * n:
            break
    keys, rows = keys_ascending(keys)
    if used < len(columns) and n:
        like_next = np.append(keys[1:] == keys[:-1], False)
        alike = like_next | np.insert(like_next[:-1], 0, False)
        if alike.any():
            rows[alike] = _by_the_rest(columns[used:], keys[alike], rows[alike])
    return rows


def _by_the_rest(columns: Sequence[Floats] | NDArray[np.float64], keys: NDArray[np.uint64], rows: Rows) -> Rows:
    """Sort rows whose keys ascend by these columns within each key, the last column first as `np.lexsort` does."""
    order = np.arange(len(rows))
    for column in columns[::-1]:
        order = order[rows_ascending(column[rows[order]])]
    return rows[order[keys_ascending(keys[order]).rows]]
