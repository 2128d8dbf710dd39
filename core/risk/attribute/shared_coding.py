"""Values of a variable in two files as codes that are the same in all blocks of both."""

from __future__ import annotations

from math import lcm

import numpy as np

from core.data import NO_WHOLE, Level, PackedDecimals, PairedVariable, chunks, distinct_numbers
from core.risk.key_cells.coding import ValueCoding


def shared_coding(variable: PairedVariable) -> ValueCoding:
    """Look at all records of both files, the original's after the same recode; every number is a value of its own."""
    assert variable.masked is not None
    own, other = variable.recoded, variable.masked
    if own.level is not Level.CONTINUOUS:
        return ValueCoding(max(len(own.categories), len(other.categories)) + 1)
    if isinstance(own.store, PackedDecimals) and isinstance(other.store, PackedDecimals):
        # decimals are whole numbers already: which of them occur need not be known
        divisor = lcm(own.store.divisor, other.store.divisor)
        lowest, highest = zip(*(_ends(store, divisor) for store in (own.store, other.store)), strict=True)
        return ValueCoding(max(highest) - min(lowest) + 2, divisor=divisor, lowest=min(lowest))
    values = np.union1d(distinct_numbers(own.store), distinct_numbers(other.store))
    return ValueCoding(len(values) + 1, values)


def _ends(store: PackedDecimals, divisor: int) -> tuple[int, int]:
    """Return the lowest and the highest number as whole ones; 0 and 0 where there is none."""
    known = [part[part != NO_WHOLE] for part in (store.cells[rows] for rows in chunks(len(store.cells)))]
    held = [part for part in known if len(part)]
    times = divisor // store.divisor
    return min((int(p.min()) for p in held), default=0) * times, max((int(p.max()) for p in held), default=0) * times
