"""Titles above a table and notes below it: where the row of the names is, and whether it holds names at all."""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable, Sequence
from typing import Any

from core.intake.label_checks import MISSING_LIKE
from core.intake.report import Finding, ReadChoices, Severity
from core.wording import first_of

Row = Sequence[Any]

SEARCHED_ROWS = 30
"""Rows in which the names are looked for."""
MEASURED_ROWS = 1_000
"""Rows from which the usual number of filled cells is taken."""
NARROW = 0.5
"""A row that fills less than this share of the usual cells is a title or a note."""

NOTE_WIDTH = 3
"""From this number of columns on, a last row with its first cell filled only is a note."""

VALUE = re.compile(
    r"[+-]?+[.,]?+\d[\d.,'/:\s-]*+([eE][+-]?+\d++)?+%?+"
    r"|\d{4}-\d\d-\d\d[T ][\d:.]*+(Z|[+-][\d:]*+)?+"
    r"|\d{1,2}[\s./-]?+[A-Za-z]{3,9}[\s./-]?+\d{2,4}"
)
"""What is written like a number, a date or a time, and hardly a name."""
SHOWN_COLUMNS = 5


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


def header_question(names: Sequence[str], is_value: Callable[[int], bool], choices: ReadChoices) -> list[Finding]:
    """Ask whether the row of the names is a record, where any name is written like a value.

    Parameters
    ----------
    names : sequence of str
        As they are in the file.
    is_value : callable
        Whether a name, by its place, is a value of its own column.
    choices : ReadChoices
    """
    if choices.header is not None:
        return []
    places = [str(i + 1) for i, name in enumerate(names) if name.strip() and (_is_written(name) or is_value(i))]
    if not places:
        return []
    which = "column" if len(places) == 1 else "columns"
    message = (
        f"names ({which} {first_of(places, SHOWN_COLUMNS)}) read like values: a number, a date, a missing value, or "
        "what the column holds as well. If the row of the names is a record, choose that there is no header"
    )
    return [Finding(Severity.QUESTION, message, None, len(places), "header", ("false",))]


def _is_written(name: str) -> bool:
    return name.strip().lower() in MISSING_LIKE or VALUE.fullmatch(name.strip()) is not None
