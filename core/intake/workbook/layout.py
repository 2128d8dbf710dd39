"""Where the table lies in a sheet: the row of the names, the records, and what stands around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import Malformed, NothingInside
from core.intake.report import Finding, ReadChoices, Severity
from core.intake.titles import NOTE_WIDTH, Row, filled, names_row, note_below


@dataclass(frozen=True)
class SheetTable:
    """The table of a sheet.

    Parameters
    ----------
    header : sequence or None
        The row of the names; None: there is none.
    records : list of sequences
        The rows below it, blank ones left out.
    findings : list of Finding
    """

    header: Row | None
    records: list[Row]
    findings: list[Finding]


def find_table(rows: Sequence[Row], first_row: int, choices: ReadChoices) -> SheetTable:
    """Find the table.

    Parameters
    ----------
    rows : sequence of sequences
        All rows of the sheet from the first that holds anything; an empty cell is "".
    first_row : int
        The number of that row in the sheet, from 1.
    choices : ReadChoices
    """
    findings: list[Finding] = []
    top = _top(rows, first_row, choices, findings)
    header = None if choices.header is False else rows[top]
    below = rows[top if header is None else top + 1 :]
    several = len(rows[0]) > 1
    records = [row for row in below if filled(row) or not several]
    while records and not filled(records[-1]):
        records.pop()
    if not records:
        raise NothingInside("the sheet has a row of names but no records; export the records too")
    if len(records) < len(below) and several:
        blank = len(below) - len(records)
        findings.append(Finding(Severity.NOTE, f"{blank:,} blank rows were left out", None, blank))
    return SheetTable(header, records, [*findings, *_notes_below(records, header)])


def _top(rows: Sequence[Row], first_row: int, choices: ReadChoices, findings: list[Finding]) -> int:
    """Return the place of the row that holds the names."""
    if choices.header_row is not None:
        place = choices.header_row - first_row
        if not 0 <= place < len(rows) or not filled(rows[place]):
            last = first_row + len(rows) - 1
            raise Malformed(
                f"row {choices.header_row:,} holds nothing (the sheet has rows {first_row:,} to {last:,}); "
                "choose another row for the names"
            )
        return place
    place = names_row(rows, lambda cell: isinstance(cell, str))
    if place:
        message = (
            f"the names are taken from row {first_row + place:,}; what is above it is left out. "
            "If it belongs to the table, choose another row for the names"
        )
        findings.append(Finding(Severity.QUESTION, message, None, place, "header_row", (str(first_row),)))
    return place


def _notes_below(records: Sequence[Row], header: Row | None) -> list[Finding]:
    """Warn where the last rows hold one text only: a note below the table, read as a record."""
    notes = 0
    while notes < len(records) - 1 and _is_note(records[-1 - notes]):
        notes += 1
    if not notes or len(records[0]) < NOTE_WIDTH or header is None:
        return []
    return [note_below(notes)]


def _is_note(row: Row) -> bool:
    return filled(row) == 1 and isinstance(row[0], str) and row[0] != ""
