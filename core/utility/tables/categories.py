"""A variable of both files as categories: matched by label, numbers on common edges, missing a category of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.data import Level, Pair, PairedVariable
from core.statistics.arrays import Codes, Floats
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

    def cut(original: Floats, masked: Floats) -> tuple[tuple[str, ...], Codes, Codes]:
        seen = [x[~np.isnan(x)] for x in (original, masked)]
        chosen = bins(seen[0], np.concatenate(seen), "quantile", classes) if len(seen[0]) + len(seen[1]) else None
        labels = chosen.labels if chosen else ()

        def codes(values: Floats) -> Codes:
            places = chosen.codes(values) if chosen else np.full(len(values), -1)
            return np.where(places < 0, len(labels), places).astype(np.int32)

        return labels, codes(original), codes(masked)

    return _categories(pair, paired, cut)


def _categories(
    pair: Pair, paired: PairedVariable, cut: Callable[[Floats, Floats], tuple[tuple[str, ...], Codes, Codes]]
) -> Categories:
    original, masked = files_of(pair, paired)
    if original.level is Level.CONTINUOUS:
        labels, first, second = cut(*(np.asarray(c.values, dtype=np.float64) for c in (original, masked)))
        return Categories(paired.name, (*labels, MISSING), first, second)
    return Categories(paired.name, (*original.categories, MISSING), *map(codes_with_missing, (original, masked)))
