"""The own columns of a variable, written over zeros: indicators, and cubic splines."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Floats

DEGREE = 3
"""Of the splines: cubic."""


@njit(cache=True, nogil=True)
def write_categories(codes: Floats, into: Floats) -> None:
    """Set the indicator of each code but the first; a missing one, NaN, has none."""
    for i in range(len(codes)):
        if codes[i] >= 1:
            into[i, int(codes[i]) - 1] = 1.0


@njit(cache=True, nogil=True)
def write_few(values: Floats, missing: NDArray[np.bool_], few: Floats, into: Floats) -> None:
    """Set the indicator of the value that each record has, of all but the first of a few."""
    for i in range(len(values)):
        if missing[i]:
            continue
        for k in range(1, len(few)):
            if values[i] == few[k]:
                into[i, k - 1] = 1.0


@njit(cache=True, nogil=True)
def write_splines(values: Floats, knots: Floats, into: Floats) -> None:
    """Write all cubic B-splines but the first (de Boor's recurrence, in the order of operations that scipy has).

    Of the splines only the four whose knots lie about a value are not 0. A value beyond the last knots is taken with
    the piece that is next to it.
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
            if piece - DEGREE + k > 0:
                into[i, piece - DEGREE + k - 1] = spline[k]
