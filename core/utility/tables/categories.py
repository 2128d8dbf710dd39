"""A variable of both files as categories: matched by label, numbers on common edges, missing a category of its own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.data import Level, Pair, PairedVariable
from core.statistics.arrays import Codes
from core.statistics.distributions import bins
from core.tables import codes_with_missing, files_of

MISSING = "(missing)"


@dataclass(frozen=True, eq=False)
class Categories:
    """One variable of both files.

    Parameters
    ----------
    name : str
    labels : tuple of str, (c,)
        The last is that of missing values.
    original, masked : int32 arrays (n,), (m,)
        Codes 0 .. c - 1; of a removed variable all masked values are missing.
    """

    name: str
    labels: tuple[str, ...]
    original: Codes
    masked: Codes

    @property
    def size(self) -> int:
        """Number of categories, the one of missing values included."""
        return len(self.labels)

    def counts(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the frequencies (c,) of either file."""
        first, second = (np.bincount(codes, minlength=self.size) for codes in (self.original, self.masked))
        return first.astype(np.int64), second.astype(np.int64)


def shown_categories(pair: Pair, paired: PairedVariable, classes: int) -> Categories:
    """Return a variable for tables that people read: numbers in bins at round values, where the original says."""
    files = files_of(pair, paired)
    if files[0].level is not Level.CONTINUOUS:
        return Categories(paired.name, (*files[0].categories, MISSING), *map(codes_with_missing, files))
    numbers = [np.asarray(coded.values, dtype=np.float64) for coded in files]
    seen = [x[~np.isnan(x)] for x in numbers]
    chosen = bins(seen[0], np.concatenate(seen), "quantile", classes) if len(seen[0]) + len(seen[1]) else None
    labels = chosen.labels if chosen else ()
    places = [chosen.codes(x) if chosen else np.full(len(x), -1) for x in numbers]
    original, masked = (np.where(codes < 0, len(labels), codes).astype(np.int32) for codes in places)
    return Categories(paired.name, (*labels, MISSING), original, masked)
