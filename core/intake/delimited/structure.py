"""Rows and cells counted a second time, by another parser, so that no stray quote swallows records."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pyarrow as pa

from core.errors import LimitExceeded, Malformed
from core.intake.delimited.dialect import Dialect, records
from core.intake.delimited.encoding import Bytes
from core.intake.reading_progress import ReportCount, no_progress
from core.intake.report import Finding, Severity
from core.wording import and_more, counted

SHOWN_LINES = 5
TOLD_ROWS = 2**15
CERTAIN_WIDTH = 4
"""From this number of columns on, a cell that reads like the rest of its row and whole rows is no accident."""


@dataclass
class Structure:
    """What a pass over all rows found; line numbers count from 1 and include the header.

    Parameters
    ----------
    rows, lines : int
        Records, and lines they are on (without the header's).
    blank : int
        Lines without any cell.
    n_uneven : int
        Records that are not as wide as the file.
    uneven : list of (int, int)
        Line and number of cells of the first of them.
    swallowed : list of (int, int, bool)
        Line, number of lines, and whether it is certain, of records in which a quoted cell reads like rows.
    """

    rows: int = 0
    lines: int = 0
    blank: int = 0
    n_uneven: int = 0
    uneven: list[tuple[int, int]] = field(default_factory=list)
    swallowed: list[tuple[int, int, bool]] = field(default_factory=list)


def text_lines(content: Bytes, start: int) -> Iterator[str]:
    """Yield the lines of UTF-8 text with their ends as they are."""
    buffer = pa.BufferReader(pa.py_buffer(content).slice(start))
    yield from io.TextIOWrapper(buffer, encoding="utf-8", newline="")


def scan(
    content: Bytes,
    start: int,
    dialect: Dialect,
    width: int,
    first_line: int,
    read: ReportCount = no_progress,
) -> Structure:
    """Count rows and cells with Python's own parser, strictly.

    Parameters
    ----------
    content, start : bytes or mmap, int
        UTF-8 text of the records.
    dialect : Dialect
    width : int
        Cells that every record should have.
    first_line : int
        Number of the records' first line in the file.
    read : callable
        Is told now and then how many lines have been read.

    Raises
    ------
    Malformed
        A quote is never closed, or text follows a closing quote.
    """
    reader = records(text_lines(content, start), dialect, strict=True)
    structure = Structure()
    before = 0
    try:
        for row in reader:
            _take(structure, row, reader.line_num - before, first_line + before, width, dialect)
            before = reader.line_num
            if not structure.rows % TOLD_ROWS:
                read(before)
    except csv.Error as error:
        raise _refusal(error, first_line + before, first_line + reader.line_num - 1) from None
    structure.lines = reader.line_num
    return structure


def _take(structure: Structure, row: Sequence[str], n_lines: int, line: int, width: int, dialect: Dialect) -> None:
    if not row and width > 1:
        structure.blank += 1
        return
    structure.rows += 1
    if len(row) != width and row:
        structure.n_uneven += 1
        if len(structure.uneven) < SHOWN_LINES:
            structure.uneven.append((line, len(row)))
    elif n_lines > 1:
        certain = _swallows(row, dialect.delimiter)
        if certain is not None:
            structure.swallowed.append((line, n_lines, certain))


def _swallows(row: Sequence[str], delimiter: str) -> bool | None:
    """Tell whether a cell of several lines reads like the end of one record, whole records, and the start of one.

    True: certainly, False: perhaps, None: no.
    """
    width = len(row)
    for i, cell in enumerate(row):
        lines = cell.splitlines()
        if len(lines) < 2 or width < 2:
            continue
        ends_row = lines[0].count(delimiter) == width - 1 - i and lines[-1].count(delimiter) == i
        whole = [line for line in lines[1:-1] if line]
        if ends_row and all(line.count(delimiter) == width - 1 for line in whole):
            return width >= CERTAIN_WIDTH or len(whole) > 1
    return None


def _refusal(error: csv.Error, opened: int, reached: int) -> Malformed | LimitExceeded:
    reason = str(error)
    if "field limit" in reason:
        return LimitExceeded(
            f"the record on line {opened:,} holds a cell larger than {csv.field_size_limit():,} bytes allowed; "
            "look for a quote that is never closed"
        )
    if "unexpected end" in reason:
        return Malformed(
            f"a quote opened on line {opened:,} is never closed; close it, or choose to read quotes as ordinary text"
        )
    return Malformed(
        f"line {reached:,}: text follows a closing quote (the record begins on line {opened:,}); "
        "double the quotes inside a cell, or choose to read quotes as ordinary text"
    )


def check_structure(structure: Structure, width: int, accept_multiline: bool) -> list[Finding]:
    """Refuse records of the wrong width and swallowed records; report what is odd.

    Raises
    ------
    Malformed
        Names the lines.
    """
    if structure.uneven:
        raise Malformed(_uneven_message(structure, width))
    if accept_multiline:
        return []
    certain = [(line, n) for line, n, sure in structure.swallowed if sure]
    if certain:
        line, n = max(certain, key=lambda s: s[1])
        raise Malformed(
            f"lines {structure.lines:,}, rows {structure.rows:,}: a quoted cell that opens on line {line:,} holds "
            f"{counted(n, 'line that looks like a record', 'lines that look like records')}; remove the stray "
            "quote, or choose to accept cells of several lines"
        )
    if structure.swallowed:
        line = structure.swallowed[0][0]
        message = f"the quoted cell on line {line:,} holds a line end and looks like two records; read as one cell"
        return [Finding(Severity.QUESTION, message, None, len(structure.swallowed), "multiline")]
    return []


def _uneven_message(structure: Structure, width: int) -> str:
    shown = [f"line {line:,} has {cells:,}" for line, cells in structure.uneven]
    listed = ", ".join(shown) + and_more(structure.n_uneven - len(shown))
    counts = (
        f" (lines {structure.lines:,}, rows {structure.rows:,})"
        if structure.lines > structure.rows + structure.blank
        else ""
    )
    return (
        f"every record should have {width:,} cells, but {listed}{counts}; "
        "correct these lines, quote cells that hold the delimiter, or choose another delimiter"
    )
