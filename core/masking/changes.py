"""What a step changed: cells, records and suppressions by variable, counted from the file before and after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.data import Column, Microdata
from core.masking.columns import text_cells


@dataclass(frozen=True)
class Changes:
    """What differs between a file before and after.

    Parameters
    ----------
    cells : mapping of str to int
        Changed cells of the records that are left, by variable; only where there are any.
    suppressed : mapping of str to int
        Those of them that were emptied.
    records : int
        Records that are left and differ in at least one cell.
    removed : tuple of str
        Variables that are gone.
    records_before, records_after : int
    """

    cells: Mapping[str, int]
    suppressed: Mapping[str, int]
    records: int
    removed: tuple[str, ...]
    records_before: int
    records_after: int

    @property
    def total_cells(self) -> int:
        """Changed cells of all variables."""
        return sum(self.cells.values())

    @property
    def total_suppressed(self) -> int:
        """Emptied cells of all variables."""
        return sum(self.suppressed.values())


def changes(before: Microdata, after: Microdata, rows: NDArray[np.int64] | None = None) -> Changes:
    """Count what differs.

    Parameters
    ----------
    before, after : Microdata
    rows : int64 array or None
        The record before that each record after comes from; None: the same.
    """
    cells: dict[str, int] = {}
    suppressed: dict[str, int] = {}
    touched = np.zeros(after.n_records, dtype=bool)
    for name, now in after.columns.items():
        then = before.columns[name]
        if now is then:
            continue
        then = then if rows is None else then.take(rows)
        differs = differing(then, now)
        touched |= differs
        cells[name] = int(differs.sum())
        suppressed[name] = int((differs & now.is_empty()).sum())
    return Changes(
        {name: count for name, count in cells.items() if count},
        {name: count for name, count in suppressed.items() if count},
        int(touched.sum()),
        tuple(name for name in before.columns if name not in after.columns),
        before.n_records,
        after.n_records,
    )


def differing(then: Column, now: Column) -> NDArray[np.bool_]:
    """Return (n,) true where two columns of the same length hold different cells."""
    numbers = then.number_cells(), now.number_cells()
    same_number = (numbers[0] == numbers[1]) | (np.isnan(numbers[0]) & np.isnan(numbers[1]))
    texts, _ = text_cells(then, now)
    return np.asarray(~same_number | (texts[0] != texts[1]))
