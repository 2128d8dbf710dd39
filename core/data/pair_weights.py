"""What belongs to every record of a pair of files: the sampling weight, and the jackknife group."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class PairWeights:
    """The weight of every record of both files.

    Parameters
    ----------
    variable : str
        The weight's name in the original.
    original, masked : float64 arrays (n,), (m,)
        NaN where a record has none; empty where there is a reason.
    borrowed : bool
        The masked file has no weight of its own: its records have that of the original record they are linked to.
    reason : str
        Why records cannot be weighted; empty where they can.
    """

    variable: str
    original: NDArray[np.float64]
    masked: NDArray[np.float64]
    borrowed: bool = False
    reason: str = ""

    def take(self, original_rows: NDArray[np.int64], masked_rows: NDArray[np.int64]) -> PairWeights:
        """Return the weights of these records alone."""
        if self.reason:
            return self
        return replace(self, original=self.original[original_rows], masked=self.masked[masked_rows])


@dataclass(frozen=True, eq=False)
class PairGroups:
    """The jackknife group 0 .. ``number`` - 1 of every record of both files, int arrays (n,), (m,)."""

    original: NDArray[np.int32]
    masked: NDArray[np.int32]
    number: int

    def take(self, original_rows: NDArray[np.int64] | slice, masked_rows: NDArray[np.int64] | slice) -> PairGroups:
        """Return the groups of these records alone."""
        return replace(self, original=self.original[original_rows], masked=self.masked[masked_rows])
