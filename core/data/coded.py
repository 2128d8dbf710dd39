"""Columns of a file in codes or numbers, ready to be measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.data.variable import Level


@dataclass(frozen=True, eq=False)
class Coded:
    """One variable of one file, ready to be measured.

    Parameters
    ----------
    level : Level
    values : float64 array (n,) with NaN for missing where continuous; else int32 codes, -1 for missing
    categories : tuple of str
        The label of each code, ordinal ones lowest first; empty where continuous.
    """

    level: Level
    values: NDArray[np.float64] | NDArray[np.int32]
    categories: tuple[str, ...] = ()

    def is_missing(self) -> NDArray[np.bool_]:
        """Return (n,) true where the value is missing."""
        if self.level is Level.CONTINUOUS:
            return np.isnan(self.values)
        return np.asarray(self.values < 0)

    def take(self, rows: NDArray[np.int64] | slice) -> Coded:
        """Return the variable with only these rows, in this order; those of a slice share its memory."""
        return replace(self, values=self.values[rows])


class TakenColumns(Mapping[str, Coded]):
    """Columns with only some rows: taken when a column is asked for, since few measures ask for all of them."""

    def __init__(self, columns: Mapping[str, Coded], rows: NDArray[np.int64]) -> None:
        self._columns, self._rows = columns, rows
        self._taken: dict[str, Coded] = {}

    def __getitem__(self, name: str) -> Coded:
        if name not in self._taken:
            self._taken[name] = self._columns[name].take(self._rows)
        return self._taken[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)
