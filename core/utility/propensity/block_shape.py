"""What the columns of one variable depend on, of all records, and which of its slots hold which of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
import scipy

from core.statistics.arrays import Floats
from core.utility.propensity.own_columns import DEGREE


class Piece(NamedTuple):
    """Own columns of a variable that come from the same slots, both counted from the first of the variable.

    ``share`` of its columns can be other than 0 in one record.
    """

    slot: int
    slots: int
    column: int
    columns: int
    share: float


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

    def width(self, *, curved: bool) -> int:
        """Return how many columns a variable has: as a curve or as a straight line, with that of missing values."""
        if self.categories is not None:
            own = max(len(self.categories) - 1, 0)
        elif not curved:
            own = 1
        else:
            own = max(len(self.few) - 1, 0) if self.few is not None else len(self.knots) - DEGREE - 2
        return own + self.partly_missing

    def slots(self, *, curved: bool) -> int:
        """Return how many of a variable's own columns can be other than 0 in one record."""
        if self.categories is not None or (curved and self.few is not None):
            return 1
        return (DEGREE + 1 if curved else 1) + self.partly_missing

    def pieces(self, *, curved: bool) -> tuple[Piece, ...]:
        """Return which slots hold which own columns; the indicator of missing values of a number is a piece of its own.

        Of missing values there are few, so that nobody has to count them.
        """
        slots, width = self.slots(curved=curved), self.width(curved=curved)
        apart = int(self.partly_missing and slots > 1)
        own, columns = slots - apart, width - apart
        first = (Piece(0, own, 0, columns, own / columns),) if columns else ()
        return first + ((Piece(own, 1, columns, 1, 0.0),) if apart else ())

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
