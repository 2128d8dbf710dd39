"""Columns of a file in codes or numbers, ready to be measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from core.data.packed import Store, cells_of, contents, length, missing_in, packed_codes, store_of, stored_packed, taken
from core.data.variable import Level


@stored_packed(values=packed_codes)
@dataclass(frozen=True, eq=False)
class Coded:
    """One variable of one file, ready to be measured.

    Parameters
    ----------
    level : Level
    values : float64 array (n,) with NaN for missing where continuous; else int32 codes, -1 for missing
    categories : tuple of str
        The label of each code, ordinal ones lowest first; empty where continuous.

    Notes
    -----
    The values of many records are held packed; each time they are asked for they are unpacked, unless somebody still
    holds them.
    """

    level: Level
    values: NDArray[np.float64] | NDArray[np.int32]
    categories: tuple[str, ...] = ()

    @classmethod
    def of(cls, level: Level, store: Store, categories: tuple[str, ...] = ()) -> Coded:
        """Return a variable whose values may be packed already."""
        return cls(level, cast("NDArray[np.float64]", store), categories)

    @property
    def store(self) -> Store:
        """The values as they are held."""
        return store_of(self, "values")

    def __len__(self) -> int:
        return length(self.store)

    @property
    def n_bytes(self) -> int:
        """Bytes in memory of the values."""
        return cells_of(self.store).nbytes

    def contents(self) -> Iterator[bytes | memoryview]:
        """Yield what a digest of the values is made of; equal values that are held in other ways give another."""
        return contents(self.store)

    def is_missing(self) -> NDArray[np.bool_]:
        """Return (n,) true where the value is missing."""
        return missing_in(self.store)

    def take(self, rows: NDArray[np.int64] | slice) -> Coded:
        """Return the variable with only these rows, in this order; those of a slice share its memory."""
        return Coded.of(self.level, taken(self.store, rows), self.categories)


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
