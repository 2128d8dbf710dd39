"""The own columns of a variable, indicators and cubic splines: which are not 0 in a record, and what stands there.

A slot holds one of them: ``at`` says which own column it is, -1 none.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Floats

DEGREE = 3
"""Of the splines: cubic."""

Places = NDArray[np.int32]


@njit(cache=True, nogil=True)
def lay_categories(codes: Floats, last: int, at: Places) -> None:
    """Set the indicator of each code but the first; of a missing one, NaN, the last."""
    for i in range(len(codes)):
        at[i] = last if np.isnan(codes[i]) else np.int32(codes[i]) - 1


@njit(cache=True, nogil=True)
def lay_few(values: Floats, few: Floats, last: int, at: Places) -> None:
    """Set the indicator of the value that each record has, of all but the first of a few; of NaN the last."""
    for i in range(len(values)):
        at[i] = last if np.isnan(values[i]) else -1
        for k in range(1, len(few)):
            if values[i] == few[k]:
                at[i] = k - 1


@njit(cache=True, nogil=True)
def lay_splines(values: Floats, knots: Floats, at: Places, into: Floats) -> None:
    """Write all cubic B-splines but the first (de Boor's recurrence, in the order of operations that scipy has).

    Of the splines only the four whose knots lie about a value are not 0: they take four slots. A value beyond the last
    knots is taken with the piece that is next to it. Inner knots differ, so that no piece is empty.
    """
    count = len(knots) - DEGREE - 1
    for i in range(len(values)):
        x, k = values[i], DEGREE
        while k < count - 1 and x >= knots[k + 1]:
            k += 1
        # below, two and three knots before and after the value
        low, high = x - knots[k], knots[k + 1] - x
        share = 1.0 / (knots[k + 1] - knots[k])
        s0, s1 = share * high, share * low
        lower, higher = x - knots[k - 1], knots[k + 2] - x
        near, far = s0 / (knots[k + 1] - knots[k - 1]), s1 / (knots[k + 2] - knots[k])
        s0, s1, s2 = near * high, near * lower + far * higher, far * low
        near, middle = s0 / (knots[k + 1] - knots[k - 2]), s1 / (knots[k + 2] - knots[k - 1])
        far = s2 / (knots[k + 3] - knots[k])
        into[0, i] = near * high
        into[1, i] = near * (x - knots[k - 2]) + middle * higher
        into[2, i] = middle * lower + far * (knots[k + 3] - x)
        into[3, i] = far * low
        for s in range(DEGREE + 1):
            at[s, i] = k - DEGREE + s - 1  # -1: the first of all splines, which is none


@njit(cache=True, nogil=True)
def write_slots(at: Places, value: Floats, into: Floats) -> None:
    """Write what the slots (s, n) hold over zeros (n, own columns)."""
    for s in range(at.shape[0]):
        for i in range(at.shape[1]):
            if at[s, i] >= 0:
                into[i, at[s, i]] = value[s, i]
