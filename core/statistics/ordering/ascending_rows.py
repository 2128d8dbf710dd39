"""Rows in ascending order of their numbers, by counting the bytes of a number (radix sort, the lowest byte first).

Each byte is one pass that keeps the order of equal ones, so that after the highest byte rows stand in the order of the
whole numbers, equal ones as they came. Its cost grows with the number of records alone; comparing grows with n log n,
and a million of them leave the caches.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Floats

Keys = NDArray[np.uint64]
Rows = NDArray[Any]
"""Of 32 bits where rows fit in, half as much to move; else of 64."""

SIGN = np.uint64(1 << 63)
NO_NUMBER = np.uint64(2**64 - 1)
"""The key of a missing value: above that of infinity."""

BYTES = 8


class AscendingKeys(NamedTuple):
    """Keys (n,) in ascending order, and the row that each is from: of equal ones the first row comes first."""

    keys: Keys
    rows: Rows


def rows_ascending(values: Floats) -> Rows:
    """Return the rows (n,) of numbers in ascending order, NaN last, equal ones (0 and -0 are) as they come."""
    return keys_ascending(keys_of(values)).rows


def rows_of_keys(keys: Keys) -> Rows:
    """Return the rows (n,) of whole numbers of 64 bits without a sign in ascending order, equal ones as they come."""
    return keys_ascending(keys.copy()).rows


def keys_ascending(keys: Keys) -> AscendingKeys:
    """Put whole numbers of 64 bits without a sign in ascending order; they are written over."""
    rows = np.arange(len(keys), dtype=np.int32 if len(keys) < 2**31 else np.int64)
    return AscendingKeys(*_ascending(keys, rows, np.empty_like(keys), np.empty_like(rows)))


@njit(cache=True, nogil=True)
def keys_of(values: Floats) -> Keys:
    """Return whole numbers (n,) that stand in the order of the values: equal ones for equal values, NaN above all.

    The bits of numbers of one sign ascend with their size (IEEE 754): those of negative ones are turned round, and the
    sign of the others is set, so that they come above. -0 + 0 is 0.
    """
    keys = np.empty(len(values), dtype=np.uint64)
    bits = (values + 0.0).view(np.uint64)
    for i in range(len(values)):
        if np.isnan(values[i]):
            keys[i] = NO_NUMBER
        elif bits[i] & SIGN:
            keys[i] = ~bits[i]
        else:
            keys[i] = bits[i] | SIGN
    return keys


@njit(cache=True, nogil=True)
def values_of(keys: Keys) -> Floats:
    """Return the values that keys stand for; of no missing one."""
    bits = np.empty(len(keys), dtype=np.uint64)
    for i in range(len(keys)):
        bits[i] = keys[i] ^ SIGN if keys[i] & SIGN else ~keys[i]
    return bits.view(np.float64)


@njit(cache=True, nogil=True)
def _ascending(keys: Keys, rows: Rows, other_keys: Keys, other_rows: Rows) -> tuple[Keys, Rows]:
    """Sort by one byte after the other, from one pair of arrays into the other; a byte that all share needs no pass."""
    held = np.zeros((BYTES, 256), dtype=np.int64)
    for i in range(len(keys)):
        for byte in range(BYTES):
            held[byte, (keys[i] >> np.uint64(8 * byte)) & np.uint64(255)] += 1
    place = np.empty(256, dtype=np.int64)
    for byte in range(BYTES):
        if held[byte].max() == len(keys):
            continue
        before = 0
        for value in range(256):
            place[value] = before
            before += held[byte, value]
        # place[v] is where the next row with byte v goes: after all smaller bytes, and the same ones that came first
        for i in range(len(keys)):
            value = (keys[i] >> np.uint64(8 * byte)) & np.uint64(255)
            other_keys[place[value]] = keys[i]
            other_rows[place[value]] = rows[i]
            place[value] += 1
        keys, other_keys = other_keys, keys
        rows, other_rows = other_rows, rows
    return keys, rows
