"""Values of a variable in two files as codes that are the same in all blocks of both."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data import (
    NO_WHOLE,
    Coded,
    Level,
    PackedCodes,
    PackedDecimals,
    PairedVariable,
    cells_of,
    chunks,
    distinct_numbers,
    places_among,
    unpacked,
)
from core.statistics.arrays import Floats

Codes = NDArray[np.signedinteger[Any]]


@dataclass(frozen=True, eq=False)
class SharedCoding:
    """How the values of a variable are coded, -1 where missing.

    Parameters
    ----------
    size : int
        Codes are -1 to size - 2; not each of them need occur.
    values : float64 array or None
        The numbers that occur in either file, ascending, by whose place they are coded.
    divisor, lowest : int
        Of decimals: the code is the number times the divisor, less the lowest one; no divisor (0): they are none.
    """

    size: int
    values: Floats | None = None
    divisor: int = 0
    lowest: int = 0

    def codes(self, column: Coded) -> Codes:
        """Return the codes of some records of either file, in as few bytes as they are held in."""
        store = column.store
        if self.divisor:
            codes = _wholes(store, self.divisor)
            codes -= self.lowest
            codes[store.cells == NO_WHOLE] = -1
            return codes
        if self.values is not None:
            store = places_among(store, self.values)
        return cells_of(store) if isinstance(store, PackedCodes) else unpacked(store)


def shared_coding(variable: PairedVariable) -> SharedCoding:
    """Look at all records of both files, the original's after the same recode; every number is a value of its own."""
    assert variable.masked is not None
    own, other = variable.recoded, variable.masked
    if own.level is not Level.CONTINUOUS:
        return SharedCoding(max(len(own.categories), len(other.categories)) + 1)
    if isinstance(own.store, PackedDecimals) and isinstance(other.store, PackedDecimals):
        # decimals are whole numbers already: which of them occur need not be known
        divisor = lcm(own.store.divisor, other.store.divisor)
        lowest, highest = zip(*(_ends(store, divisor) for store in (own.store, other.store)), strict=True)
        return SharedCoding(max(highest) - min(lowest) + 2, divisor=divisor, lowest=min(lowest))
    values = np.union1d(distinct_numbers(own.store), distinct_numbers(other.store))
    return SharedCoding(len(values) + 1, values)


def _wholes(store: PackedDecimals, divisor: int) -> NDArray[np.int64]:
    wholes = store.cells.astype(np.int64)
    wholes *= divisor // store.divisor
    return wholes


def _ends(store: PackedDecimals, divisor: int) -> tuple[int, int]:
    """Return the lowest and the highest number as whole ones; 0 and 0 where there is none."""
    known = [part[part != NO_WHOLE] for part in (store.cells[rows] for rows in chunks(len(store.cells)))]
    held = [part for part in known if len(part)]
    times = divisor // store.divisor
    return min((int(p.min()) for p in held), default=0) * times, max((int(p.max()) for p in held), default=0) * times
