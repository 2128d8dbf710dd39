"""Titles above a table and notes below it: where the row of the names is, when the first row is none."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from typing import Any

from core.intake.report import Finding, Severity

Row = Sequence[Any]

SEARCHED_ROWS = 30
"""Rows in which the names are looked for."""
MEASURED_ROWS = 1_000
"""Rows from which the usual number of filled cells is taken."""
NARROW = 0.5
"""A row that fills less than this share of the usual cells is a title or a note."""

NOTE_WIDTH = 3
"""From this number of columns on, a last row with its first cell filled only is a note."""


def names_row(rows: Sequence[Row], is_text: Callable[[Any], bool]) -> int:
    """Return the place of the row that holds the names: the first, or the first full row of texts below titles.

    Parameters
    ----------
    rows : sequence of sequences
        From the first that holds anything; an empty cell is "".
    is_text : callable
        Whether a cell that is not empty is a text (and no number or date).
    """
    width = usual_width(rows)
    if filled(rows[0]) >= width:
        return 0
    for place, row in enumerate(rows[1:SEARCHED_ROWS], 1):
        if filled(row) >= width:
            named = all(is_text(cell) for cell in row if cell != "")
            return place if named and any(is_title(above, width) for above in rows[:place]) else 0
    return 0


def filled(row: Row) -> int:
    """Return how many cells of a row hold anything."""
    return sum(cell != "" for cell in row)


def usual_width(rows: Sequence[Row]) -> int:
    """Return how many cells a row of a table usually fills, 2 at least."""
    widths = [n for n in map(filled, rows[:MEASURED_ROWS]) if n]
    return max(2, round(statistics.median(widths))) if widths else 2


def is_title(row: Row, width: int) -> bool:
    """Tell a title: far narrower than the table, or one text at the left."""
    count = filled(row)
    return count < NARROW * width or (count == 1 and row[0] != "")


def note_below(count: int) -> Finding:
    """Return the warning about rows at the end that look like notes."""
    message = (
        f"the last rows ({count:,}) hold text in their first cell only, like a note below the table; "
        "they are read as records: take them out of the file if they are none"
    )
    return Finding(Severity.WARNING, message, None, count)
