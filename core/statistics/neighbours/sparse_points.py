"""Points of which most coordinates are 0, as indicators of categories are: the others alone are held."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Floats, Integers

Flags = NDArray[np.bool_]


class SparsePoints(NamedTuple):
    """m points in d dimensions, each with s coordinates that may differ from 0.

    Parameters
    ----------
    at : int32 array (m, s)
        The dimension of each, ascending.
    numbers : float64 array (m, p)
        What stands there, where it is not 1.
    number_of : int64 array (s,)
        The column of ``numbers`` that a coordinate stands in; -1: it is 1.
    dimensions : int
        d.
    """

    at: NDArray[np.int32]
    numbers: Floats
    number_of: Integers
    dimensions: int

    @property
    def m(self) -> int:
        """How many points there are."""
        return len(self.at)

    def take(self, rows: Integers | Flags) -> SparsePoints:
        """Return some of the points."""
        return self._replace(at=self.at[rows], numbers=self.numbers[rows])

    def dense(self) -> Floats:
        """Return all coordinates (m, d)."""
        values = np.ones(self.at.shape)
        held = self.number_of >= 0
        values[:, held] = self.numbers[:, self.number_of[held]]
        full = np.zeros((self.m, self.dimensions))
        full[np.arange(self.m)[:, None], self.at] = values
        return full

    @staticmethod
    def of(points: Floats) -> SparsePoints:
        """Return dense points (m, d)."""
        m, d = points.shape
        every = np.arange(d, dtype=np.int32)
        return SparsePoints(np.tile(every, (m, 1)), np.ascontiguousarray(points), every.astype(np.int64), d)
