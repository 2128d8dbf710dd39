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
    knots is taken with the piece that is next to it.
    """
    count = len(knots) - DEGREE - 1
    spline, before = np.empty(DEGREE + 1), np.empty(DEGREE + 1)
    for i in range(len(values)):
        x, piece = values[i], DEGREE
        while piece < count - 1 and x >= knots[piece + 1]:
            piece += 1
        spline[0] = 1.0
        for degree in range(1, DEGREE + 1):
            before[:degree] = spline[:degree]
            spline[0] = 0.0
            for k in range(1, degree + 1):
                high, low = knots[piece + k], knots[piece + k - degree]
                if high == low:
                    spline[k] = 0.0
                    continue
                share = before[k - 1] / (high - low)
                spline[k - 1] += share * (high - x)
                spline[k] = share * (x - low)
        for k in range(DEGREE + 1):
            at[i, k] = piece - DEGREE + k - 1  # -1: the first of all splines, which is none
            into[i, k] = spline[k]


@njit(cache=True, nogil=True)
def write_slots(at: Places, value: Floats, into: Floats) -> None:
    """Write what the slots (n, s) hold over zeros (n, own columns)."""
    for i in range(at.shape[0]):
        for s in range(at.shape[1]):
            if at[i, s] >= 0:
                into[i, at[i, s]] = value[i, s]
