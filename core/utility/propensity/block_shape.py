"""What the columns of one variable depend on, of all records."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import scipy

from core.statistics.arrays import Floats

DEGREE = 3
"""Of the splines: cubic."""


@dataclass(frozen=True, eq=False)
class BlockShape:
    """What the columns of a variable depend on, of all records.

    Parameters
    ----------
    categories : tuple of str or None
        None: a number.
    partly_missing, unmasked : bool
    mean, spread : float
        Of the numbers; a spread of 0 where all are the same.
    few : float64 array or None
        The distinct values of a number that has few; None: many, and ``knots`` are those of its cubic spline.
    knots : float64 array
    """

    categories: tuple[str, ...] | None
    partly_missing: bool
    unmasked: bool
    mean: float = 0.0
    spread: float = 0.0
    few: Floats | None = None
    knots: Floats = field(default_factory=lambda: np.empty(0))

    def with_mean(self, seen: Floats) -> Floats:
        """Return numbers in units of their standard deviation with the mean where they are missing."""
        if not self.partly_missing:
            return np.where(np.isnan(seen), 0.0, seen)
        return np.where(np.isnan(seen), self.mean / self.spread if self.spread else 0.0, seen)

    @cached_property
    def roughness(self) -> Floats:
        """Of the spline's columns, as ``Term`` has it."""
        return _roughness(self.knots)


def _roughness(knots: Floats) -> Floats:
    """Return the integrals of products of second derivatives of all B-splines but the first.

    The second derivative of a cubic spline is a straight line between knots, so Simpson's rule on each piece is
    exact. B-splines add up to 1, so leaving out the first only moves the curve up or down, which costs nothing.
    """
    count = len(knots) - 4
    pieces = np.unique(knots)
    width = np.diff(pieces)
    second = scipy.interpolate.BSpline(knots, np.eye(count), 3).derivative(2)
    at = [second(x) for x in (pieces[:-1], (pieces[:-1] + pieces[1:]) / 2)]
    last = 2 * at[1] - at[0]  # the line's other end: at a knot of the border the next piece would be taken
    squares = [np.einsum("p,pi,pj->ij", width * w / 6, v, v) for w, v in zip((1, 4, 1), (*at, last), strict=True)]
    return np.asarray(sum(squares)[1:, 1:])
