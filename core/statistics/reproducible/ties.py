"""When two numbers count as equal: the one rule by which whatever is decided on sums of floats is decided.

The last bits of a sum, a product of matrices, a logarithm or an eigenvector differ between processors and libraries:
a vector unit adds in another order, a fused product rounds once where others round twice. Figures may differ by that
much (about 1e-15), a decision must not: one other neighbour, one other class, and the figure is another one.

So a decision is made

1. on integers (counts, ranks, products of counts) wherever they say the same, or else
2. with a *tolerance*: numbers that differ by less than ``TOLERANCE`` of the larger are equal, and equal ones are told
   apart by a rule of their own that depends on no rounding: the first, the smaller number, the earlier name.

``TOLERANCE`` lies a million times above what sums of a file's size err by, and far below what a figure shows. A value
that stands for a quantity that could be 0 is compared relative to a ``scale``, never to itself.

Where a search stops (Newton's method, proportional fitting, EM) is no such decision: what it compares has no reason to
be equal to its limit, and what one step more would change lies below what the figure shows.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit
from numpy.typing import ArrayLike, NDArray

from core.statistics.arrays import Floats

DROPPED_BITS = 22
"""Of the 52 binary places of a number, these are rounded away: 30 are left."""

TOLERANCE = 2.0 ** (DROPPED_BITS - 52)
"""Numbers that differ by less than this share of the larger count as equal (9.3e-10)."""

SMALLEST_POWER = 1e-300
"""Where a unit is chosen by a width, a smaller one is none: its parts could not be written as numbers."""

_HALF = np.int64(1 << (DROPPED_BITS - 1))
_KEPT = np.int64(-1 << DROPPED_BITS)


def comparable(values: ArrayLike, scale: float | Floats | None = None) -> Floats:
    """Return numbers whose order and equality may be relied on.

    Parameters
    ----------
    values : float array
    scale : float or float array or None
        Of what size the terms are that the values were summed from: values are rounded to multiples of
        ``TOLERANCE`` times it (those with the scale 0 to 0). None: each is rounded to 30 binary places of its own.

    Returns
    -------
    float64 array
        Halves away from 0; 0 and -0 are 0, NaN and infinities stay.
    """
    given = np.asarray(values, dtype=np.float64) + 0.0
    if scale is None:
        bits = np.ascontiguousarray(given).view(np.int64)
        return np.where(np.isfinite(given), ((bits + _HALF) & _KEPT).view(np.float64), given).reshape(given.shape)
    unit = np.asarray(scale, dtype=np.float64) * TOLERANCE
    steps = np.divide(given, unit, out=np.zeros_like(given), where=unit > 0)
    return np.asarray(np.rint(steps) * unit + 0.0)


@njit(cache=True, nogil=True)
def comparable_number(value: float) -> float:
    """Return one number rounded to 30 binary places, as ``comparable`` does, for compiled loops."""
    bits = np.float64(value).view(np.int64)
    return np.int64((bits + _HALF) & _KEPT).view(np.float64)


def above(value: ArrayLike, limit: ArrayLike) -> NDArray[np.bool_]:
    """Tell which values are larger than a limit; those equal to it within the tolerance are not."""
    values, bound = np.asarray(value, dtype=np.float64), np.asarray(limit, dtype=np.float64)
    return np.asarray(values > bound + TOLERANCE * np.abs(bound))


def below(value: ArrayLike, limit: ArrayLike) -> NDArray[np.bool_]:
    """Tell which values are smaller than a limit; those equal to it within the tolerance are not."""
    if isinstance(value, float) and isinstance(limit, float):
        # single numbers are asked for most often, for which arrays take ten times as long
        return np.asarray(value < limit - TOLERANCE * abs(limit))
    values, bound = np.asarray(value, dtype=np.float64), np.asarray(limit, dtype=np.float64)
    return np.asarray(values < bound - TOLERANCE * np.abs(bound))


def sort_value(value: float) -> float:
    """Return what a figure is sorted by, so that equal ones keep the order that the rest of the key gives them."""
    return float(comparable(value))


def power_of_ten(value: float) -> float:
    """Return the largest power of ten that is not above a positive value, itself where it is one; at least 1e-300."""
    if value < SMALLEST_POWER:
        return SMALLEST_POWER
    exponent = math.floor(math.log10(value))
    if not below(value, float(f"1e{exponent + 1}")):
        exponent += 1
    # read as a decimal: a power that is computed differs in its last bit from processor to processor
    return float(f"1e{exponent}")


def sign_of(vector: Floats) -> float:
    """Return 1 or -1, by which an eigenvector is multiplied so that it points the same way everywhere.

    Its sum becomes positive; where that is 0 within the tolerance, the first of its largest elements.
    """
    total, size = float(vector.sum()), float(np.abs(vector).sum())
    decisive = total if abs(total) > TOLERANCE * size else float(vector[first_largest(np.abs(vector))])
    return -1.0 if decisive < 0 else 1.0


def first_largest(values: ArrayLike, scale: float = 0.0) -> int:
    """Return the first place whose value is the largest, or equal to it within the tolerance.

    Parameters
    ----------
    values : float array (n,)
        At least one; no NaN.
    scale : float
        Of what size the terms are that they were summed from, where that is more than the largest itself.
    """
    numbers = np.asarray(values, dtype=np.float64)
    largest = float(numbers.max())
    return int(np.argmax(numbers >= largest - TOLERANCE * max(abs(largest), scale)))


def multiples(values: ArrayLike, unit: float) -> Floats:
    """Return the multiples of a unit that are nearest to values, without the noise of 3 times 0.1.

    Parameters
    ----------
    values : array-like of float
    unit : float
        At least 1e-300, with at most four digits.
    """
    digits = max(12, 3 - math.floor(math.log10(unit)))
    return np.asarray(np.round(np.round(np.asarray(values, dtype=np.float64) / unit) * unit, digits))
