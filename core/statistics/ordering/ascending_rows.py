"""Rows in ascending order of their numbers, by counting the bytes of a number (radix sort, the lowest byte first).

Each byte is one pass that keeps the order of equal ones, so that after the highest byte rows stand in the order of the
whole numbers, equal ones as they came. Its cost grows with the number of records alone; comparing grows with n log n,
and a million of them leave the caches.

The four highest bytes of what numbers are above the least one tell nearly all apart: these heads are sorted, in one
array with the rows, and those few of one head are put in order by inserting. Where they are many, all bytes are sorted.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Counts, Floats

Keys = NDArray[np.uint64]
Rows = NDArray[Any]
"""Of 32 bits where rows fit in, half as much to move; else of 64."""

SIGN = np.uint64(1 << 63)
NO_NUMBER = np.uint64(2**64 - 1)
"""The key of a missing value: above that of infinity."""

BYTES = 8

HEAD = 32
"""Bits of a number that are sorted together with its row, whose bits are as many."""
LOW_HALF = np.uint64(2**HEAD - 1)


class AscendingKeys(NamedTuple):
    """Keys (n,) in ascending order, and the row that each is from: of equal ones the first row comes first."""

    keys: Keys
    rows: Rows


def rows_ascending(values: Floats) -> Rows:
    """Return the rows (n,) of numbers in ascending order, NaN last, equal ones (0 and -0 are) as they come."""
    return keys_ascending(keys_of(values)).rows


def keys_ascending(keys: Keys) -> AscendingKeys:
    """Put whole numbers of 64 bits without a sign in ascending order; they are written over."""
    if len(keys) < 2**31:
        rows = np.empty(len(keys), dtype=np.int32)
        ordered, in_order = _insert_in_order(keys, *_by_heads(keys), rows)
        if in_order:
            return AscendingKeys(ordered, rows)
    rows = np.arange(len(keys), dtype=np.int32 if len(keys) < 2**31 else np.int64)
    return AscendingKeys(*_ascending(keys, rows, np.empty_like(keys), np.empty_like(rows)))


@njit(cache=True, nogil=True)
def keys_of(values: Floats) -> Keys:
    """Return whole numbers (n,) that stand in the order of the values: equal ones for equal values, NaN above all.

    The bits of numbers of one sign ascend with their size (IEEE 754): those of negative ones are turned round, and the
    sign of the others is set, so that they come above. -0 + 0 is 0.
    """
    keys = np.empty(len(values), dtype=np.uint64)
    for i in range(len(values)):
        bits = np.float64(values[i] + 0.0).view(np.uint64)
        if np.isnan(values[i]):
            keys[i] = NO_NUMBER
        elif bits & SIGN:
            keys[i] = ~bits
        else:
            keys[i] = bits | SIGN
    return keys


@njit(cache=True, nogil=True)
def values_of(keys: Keys) -> Floats:
    """Return the values that keys stand for; of no missing one."""
    values = np.empty(len(keys))
    for i in range(len(keys)):
        values[i] = np.uint64(keys[i] ^ SIGN if keys[i] & SIGN else ~keys[i]).view(np.float64)
    return values


@njit(cache=True, nogil=True)
def _ascending(keys: Keys, rows: Rows, other_keys: Keys, other_rows: Rows) -> tuple[Keys, Rows]:
    """Sort by one byte after the other, from one pair of arrays into the other; a byte that all share needs no pass."""
    held = np.zeros((BYTES, 256), dtype=np.int64)
    for i in range(len(keys)):
        for byte in range(BYTES):
            held[byte, (keys[i] >> np.uint64(8 * byte)) & np.uint64(255)] += 1
    place = np.empty(256, dtype=np.int64)
    for byte in range(BYTES if len(keys) else 0):
        if held[byte, (keys[0] >> np.uint64(8 * byte)) & np.uint64(255)] == len(keys):
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


@njit(cache=True, nogil=True)
def _by_heads(keys: Keys) -> tuple[Keys, Keys, int]:
    """Return head and row of each number as one, in ascending order of the heads, of no missing value; and free room.

    The last is how many numbers there are.
    """
    least, most = NO_NUMBER, np.uint64(0)
    for key in keys:
        if key != NO_NUMBER:
            least, most = min(least, key), max(most, key)
    shift = np.uint64(0)
    while most > least and (most - least) >> shift > LOW_HALF:
        shift += np.uint64(1)
    both, other, k = np.empty_like(keys), np.empty_like(keys), 0
    held = np.zeros((HEAD // 8, 256), dtype=np.int64)
    for i in range(len(keys)):
        if keys[i] != NO_NUMBER:
            head = (keys[i] - least) >> shift
            both[k] = head << np.uint64(HEAD) | np.uint64(i)
            for byte in range(HEAD // 8):
                held[byte, (head >> np.uint64(8 * byte)) & np.uint64(255)] += 1
            k += 1
    for byte in range(HEAD // 8):
        if k and held[byte, (both[0] >> np.uint64(HEAD + 8 * byte)) & np.uint64(255)] < k:
            _sort_by(np.uint64(HEAD + 8 * byte), np.cumsum(held[byte]) - held[byte], both[:k], other)
            both, other = other, both
    return both, other, k


@njit(cache=True, nogil=True)
def _sort_by(shift: np.uint64, place: Counts, both: Keys, other: Keys) -> None:
    """Put numbers at the places of their bytes."""
    for number in both:
        value = (number >> shift) & np.uint64(255)
        other[place[value]] = number
        place[value] += 1


@njit(cache=True, nogil=True)
def _insert_in_order(keys: Keys, both: Keys, ordered: Keys, k: int, rows: Rows) -> tuple[Keys, bool]:
    """Fill the keys in ascending order and their rows; whether it took fewer moves than there are keys."""
    moves, highest = 0, np.uint64(0)
    for i in range(k):
        row = both[i] & LOW_HALF
        key, j = keys[row], i
        while key < highest and j > 0 and ordered[j - 1] > key:
            ordered[j], rows[j] = ordered[j - 1], rows[j - 1]
            j, moves = j - 1, moves + 1
        ordered[j], rows[j], highest = key, row, max(key, highest)
        if moves > len(keys):
            return ordered, False
    for i in range(len(keys) if k < len(keys) else 0):
        if keys[i] == NO_NUMBER:
            ordered[k], rows[k] = NO_NUMBER, i
            k += 1
    return ordered, True
