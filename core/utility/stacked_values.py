"""The values of one variable in two files that stand one below the other: looked up where they lie, never copied."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.data import (
    NO_WHOLE,
    Coded,
    PackedDecimals,
    PackedNumbers,
    Store,
    Translated,
    cells_of,
    codes_counted,
    store_of,
)
from core.statistics.arrays import Floats

NO_TABLE = np.empty(0)


class HeldValues(NamedTuple):
    """The values of a file, as its cells and what those mean.

    Parameters
    ----------
    cells : array (n,)
        As they lie in memory.
    table : float64 array (k + 1,)
        What each cell stands for; the last one is that of -1. Empty: a cell is a number.
    divisor : int
        By which cells without a table are divided; 0: they are the values.
    """

    cells: NDArray[Any]
    table: Floats
    divisor: int = 0

    def at(self, rows: NDArray[Any]) -> Floats:
        """Return the values of some rows, NaN where missing."""
        cells = self.cells[rows]
        if len(self.table):
            return np.asarray(self.table[cells])
        if not self.divisor:
            return np.asarray(cells + 0.0)  # -0 is 0
        return np.where(cells == NO_WHOLE, np.nan, cells / np.float64(self.divisor))


def held_numbers(coded: Coded, codes: Floats | None = None) -> HeldValues:
    """Return the values of a variable of one file.

    Parameters
    ----------
    coded : Coded
    codes : float64 array (k + 1,) or None
        What each code of a category stands for, NaN at last; None: a number.
    """
    store = store_of(coded, "values")
    if codes is None:
        return _held_number(store)
    table = codes[store.meanings] if isinstance(store, Translated) else codes
    return HeldValues(cells_of(store), table)


def _held_number(store: Store) -> HeldValues:
    if isinstance(store, PackedNumbers):
        # -0 is 0
        return HeldValues(store.cells, store.table + 0.0)
    if isinstance(store, PackedDecimals):
        return HeldValues(store.cells, NO_TABLE, store.divisor)
    return HeldValues(cells_of(store), NO_TABLE)


def codes_seen(coded: Coded, width: int) -> NDArray[np.bool_]:
    """Return (width,) true for each code that occurs in a file."""
    store = store_of(coded, "values")
    if not isinstance(store, Translated):
        return np.asarray(codes_counted(store, width)[:width] > 0)
    meanings = store.meanings[:-1]
    meant = meanings[codes_counted(store, len(meanings))[: len(meanings)] > 0]
    seen = np.zeros(width, dtype=bool)
    seen[meant[meant >= 0]] = True
    return seen
