"""Counts of two blocks of records put together."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Counts, WeightedCounts

Keys = NDArray[Any]


def merged_counts(
    keys: tuple[Keys, Keys], counts: tuple[WeightedCounts, WeightedCounts]
) -> tuple[Keys, WeightedCounts]:
    """Add up the counts of keys of two blocks.

    Parameters
    ----------
    keys : (array (a,), array (b,))
        Distinct, ascending, of one type.
    counts : (int64 array (a,), int64 array (b,))
        Of records: sums of weights would depend on where blocks end.

    Returns
    -------
    keys : array (k,)
        Those of either block, ascending.
    counts : int64 array (k,)
    """
    if not (len(keys[0]) and len(keys[1])):
        full = 0 if len(keys[0]) else 1
        return keys[full], counts[full]
    into = np.empty(len(keys[0]) + len(keys[1]), dtype=keys[0].dtype)
    sums = np.empty(len(into), dtype=np.int64)
    first, second = (np.asarray(c, dtype=np.int64) for c in counts)
    size = _merge(keys[0], keys[1], first, second, into, sums)
    for each in (into, sums):
        each.resize(size, refcheck=False)  # a copy of the part in use would lie beside it
    return into, sums


@njit(cache=True, nogil=True)
def _merge(a: Keys, b: Keys, a_counts: Counts, b_counts: Counts, into: Keys, sums: Counts) -> int:
    i, j, k = 0, 0, 0
    while i < len(a) or j < len(b):
        if j == len(b) or (i < len(a) and a[i] < b[j]):
            into[k], sums[k] = a[i], a_counts[i]
            i += 1
        elif i == len(a) or b[j] < a[i]:
            into[k], sums[k] = b[j], b_counts[j]
            j += 1
        else:
            into[k], sums[k] = a[i], a_counts[i] + b_counts[j]
            i += 1
            j += 1
        k += 1
    return k
