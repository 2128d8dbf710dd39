"""Which of two fractions of large whole numbers is the larger: told exactly, where rounding cannot tell."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Limbs = NDArray[np.uint64]

NEARLY = 1e-12
"""Fractions that no larger share of them parts are compared exactly: rounding errs by less than a thousandth of it."""

LIMBS = 6
"""Of 32 bits each: a product of three numbers below 2^62 fits."""

_HALF, _LOW = np.uint64(32), np.uint64(0xFFFFFFFF)


@njit(cache=True, nogil=True)
def larger_square(a: int, b: int, c: int, d: int) -> bool:
    """Return whether a^2 / b > c^2 / d.

    Parameters
    ----------
    a, c : int
        0 .. 2^62 - 1.
    b, d : int
        1 .. 2^62 - 1.
    """
    first, second = float(a) * float(a) / float(b), float(c) * float(c) / float(d)
    if abs(first - second) > NEARLY * max(first, second):
        return first > second
    if a == c and b == d:
        return False
    return _larger(_product(a, a, d), _product(c, c, b))


@njit(cache=True, nogil=True)
def _product(a: int, b: int, c: int) -> Limbs:
    """Return a b c, the lowest limb first."""
    result = np.zeros(LIMBS, np.uint64)
    result[0] = np.uint64(1)
    for factor in (a, b, c):
        result = _times(result, np.uint64(factor))
    return result


@njit(cache=True, nogil=True)
def _times(number: Limbs, factor: np.uint64) -> Limbs:
    result = np.zeros(LIMBS, np.uint64)
    for place, half in enumerate((factor & _LOW, factor >> _HALF)):
        carry = np.uint64(0)
        for i in range(LIMBS - place):
            reached = number[i] * half + result[i + place] + carry  # below 2^64
            result[i + place] = reached & _LOW
            carry = reached >> _HALF
    return result


@njit(cache=True, nogil=True)
def _larger(first: Limbs, second: Limbs) -> bool:
    for i in range(LIMBS - 1, -1, -1):
        if first[i] != second[i]:
            return bool(first[i] > second[i])
    return False
