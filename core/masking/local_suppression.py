"""Local suppression: key values are emptied until every record has k look-alikes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.data import Microdata
from core.errors import MaskingError
from core.masking.columns import (
    NO_MISSING_CODES,
    MissingCodes,
    categories,
    column,
    distinct,
    with_columns,
    without_cells,
)
from core.statistics.frequencies import wildcard_frequencies

METHOD = "local suppression"
MOST_KEYS = 16  # every subset of the keys is weighed: 2^16 of them


def local_suppression(
    microdata: Microdata, keys: Sequence[str], *, k: int, missing: MissingCodes = NO_MISSING_CODES
) -> Microdata:
    """Suppress key values until every record agrees with at least k records (itself included) on its keys.

    An empty cell agrees with every value, in either record (wildcard). The records that violate k are taken in
    ascending order of their frequency (then in file order); each that still violates it loses the fewest cells that
    give it k look-alikes, and of equally few those of the least important keys. An emptied cell can only add
    look-alikes, so one pass is enough, and a file that satisfies k is returned unchanged.

    Parameters
    ----------
    microdata : Microdata
    keys : sequence of str
        Key variables, the most important to keep first; at most 16.
    k : int
        At least 2.
    missing : mapping
        Missing codes by variable; such cells count as empty ones.

    Raises
    ------
    MaskingError
        The file has fewer than k records, there are too many keys, or k is below 2.

    References
    ----------
    Samarati and Sweeney (1998), Protecting privacy when disclosing information: k-anonymity by suppression;
    Hundepool et al. (2012), Statistical Disclosure Control (non-perturbative masking). The greedy order is our own.
    """
    _refuse(microdata, distinct(keys, METHOD), k)
    codes = np.column_stack([categories(microdata, key, missing)[0] for key in keys])
    emptied = suppressed_cells(codes, k)
    changed = {
        key: without_cells(column(microdata, key), emptied[:, j]) for j, key in enumerate(keys) if emptied[:, j].any()
    }
    return with_columns(microdata, changed)


def suppressed_cells(codes: NDArray[np.int32], k: int) -> NDArray[np.bool_]:
    """Return which cells to empty for wildcard k-anonymity.

    Parameters
    ----------
    codes : int32 array (n, m)
        Key values, most important key first; -1 where missing.
    k : int
        At most n.

    Returns
    -------
    bool array (n, m)
    """
    keys = np.ascontiguousarray(codes, dtype=np.int32).copy()
    frequency = wildcard_frequencies(codes, None).sample.astype(np.int64)
    violating = np.flatnonzero(frequency < k)
    riskiest_first = violating[np.argsort(frequency[violating], kind="stable")]
    _empty_cells(keys, frequency, riskiest_first, _by_size(codes.shape[1]), k)
    return np.asarray((keys < 0) & (codes >= 0))


def _refuse(microdata: Microdata, keys: tuple[str, ...], k: int) -> None:
    if k < 2:
        raise MaskingError(f"{METHOD}: k must be at least 2, not {k}")
    if len(keys) > MOST_KEYS:
        raise MaskingError(f"{METHOD}: {len(keys)} keys are too many; name at most {MOST_KEYS}")
    if microdata.n_records < k:
        raise MaskingError(f"{METHOD}: {microdata.name} has {microdata.n_records} records, fewer than k = {k}; lower k")


def _by_size(m: int) -> NDArray[np.int64]:
    """Return all subsets of m keys as bits: small ones first, then those of the least important keys."""
    subsets = np.arange(1 << m)
    return subsets[np.argsort(np.bitwise_count(subsets), kind="stable")]


@njit(cache=True, nogil=True)
def _empty_cells(
    keys: NDArray[np.int32],
    frequency: NDArray[np.int64],
    order: NDArray[np.int64],
    subsets: NDArray[np.int64],
    k: int,
) -> None:
    """Empty cells of the records in ``order`` that still violate k; ``keys`` and ``frequency`` are kept up to date."""
    n, m = keys.shape
    mismatch = np.empty(n, dtype=np.int64)
    for row in order:
        if frequency[row] >= k:
            continue
        _mark_mismatches(keys, row, mismatch)
        chosen = subsets[_smallest_subset(mismatch, subsets, k)]
        for j in range(m):
            if chosen >> (m - 1 - j) & 1:
                keys[row, j] = -1
        for other in range(n):
            if mismatch[other] > 0 and mismatch[other] & ~chosen == 0:
                frequency[other] += 1
                frequency[row] += 1


@njit(cache=True, nogil=True)
def _mark_mismatches(keys: NDArray[np.int32], row: int, mismatch: NDArray[np.int64]) -> None:
    """Write the keys on which each record disagrees with one, as a set of bits; the first key is the highest bit."""
    n, m = keys.shape
    for other in range(n):
        bits = 0
        for j in range(m):
            a, b = keys[row, j], keys[other, j]
            bits = bits << 1 | (a != b and a >= 0 and b >= 0)
        mismatch[other] = bits


@njit(cache=True, nogil=True)
def _smallest_subset(mismatch: NDArray[np.int64], subsets: NDArray[np.int64], k: int) -> int:
    """Return the place of the first subset of keys that, once emptied, leaves k records without a mismatch."""
    matches = np.zeros(len(subsets), dtype=np.int64)
    for bits in mismatch:
        matches[bits] += 1
    key = 1
    while key < len(subsets):  # from "mismatch on exactly these keys" to "on no other than these"
        for subset in range(len(subsets)):
            if subset & key:
                matches[subset] += matches[subset ^ key]
        key <<= 1
    first = 0
    while matches[subsets[first]] < k:  # ends at the latest with all keys: there are k records
        first += 1
    return first
