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
    keys : (array (a,), array (b,)) or (array (a, w), array (b, w))
        Distinct, ascending, of one type; those of several numbers in lexicographic order.
    counts : (int64 array (a,), int64 array (b,))
        Of records: sums of weights would depend on where blocks end.

    Returns
    -------
    keys : array (k,) or (k, w)
        Those of either block, ascending.
    counts : int64 array (k,)
    """
    if not (len(keys[0]) and len(keys[1])):
        full = 0 if len(keys[0]) else 1
        return keys[full], counts[full]
    size, width = len(keys[0]) + len(keys[1]), keys[0].shape[1:]
    into, sums = np.empty((size, *width), dtype=keys[0].dtype), np.empty(size, dtype=np.int64)
    first, second = (np.asarray(c, dtype=np.int64) for c in counts)
    if width in ((), (1,)):
        size = _merge(keys[0].reshape(-1), keys[1].reshape(-1), first, second, into.reshape(-1), sums)
    else:
        size = _merge_rows(keys[0], keys[1], first, second, into, sums)
    into.resize((size, *width), refcheck=False)  # a copy of the part in use would lie beside it
    sums.resize(size, refcheck=False)
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


@njit(cache=True, nogil=True)
def _merge_rows(a: Keys, b: Keys, a_counts: Counts, b_counts: Counts, into: Keys, sums: Counts) -> int:
    i, j, k = 0, 0, 0
    while i < len(a) or j < len(b):
        order = 1 if i == len(a) else -1 if j == len(b) else in_order(a, i, b, j)
        sums[k] = 0
        if order <= 0:
            for w in range(a.shape[1]):  # assigned as a row, it would take seconds to compile
                into[k, w] = a[i, w]
            sums[k] += a_counts[i]
            i += 1
        if order >= 0:
            for w in range(b.shape[1]):
                into[k, w] = b[j, w]
            sums[k] += b_counts[j]
            j += 1
        k += 1
    return k


@njit(cache=True, nogil=True)
def in_order(a: Keys, i: int, b: Keys, j: int) -> int:
    """Return -1 where row i of a stands before row j of b, 0 where both are the same, else 1."""
    for w in range(a.shape[1]):
        if a[i, w] < b[j, w]:
            return -1
        if a[i, w] > b[j, w]:
            return 1
    return 0
