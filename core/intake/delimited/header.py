"""The record that holds the names of a text file: where it is, and what is above it."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.errors import Malformed, NothingInside
from core.intake.delimited.dialect import Dialect, records
from core.intake.delimited.encoding import CHUNK, Bytes, Text
from core.intake.delimited.structure import text_lines
from core.intake.limits import Limits, refuse_table
from core.intake.report import Finding, ReadChoices, Severity
from core.intake.titles import MEASURED_ROWS, names_row


@dataclass(frozen=True)
class Header:
    """The names as they are, and where the records begin: byte of the text, line of the file."""

    names: tuple[str, ...]
    start: int
    first_line: int


@dataclass(frozen=True)
class Head:
    """One of the first records: its cells, the line and byte it begins on, and those behind it."""

    cells: tuple[str, ...]
    line: int
    start: int
    next_line: int
    end: int


def is_blank(content: Bytes, start: int) -> bool:
    """Tell whether bytes hold nothing but white space from a place on."""
    return all(not content[at : at + CHUNK].strip() for at in range(start, len(content), CHUNK))


def read_header(text: Text, dialect: Dialect, choices: ReadChoices, limits: Limits, findings: list[Finding]) -> Header:
    """Read the record that holds the names: the first that is not blank, or the one below titles."""
    heads = _first_records(text, dialect)
    head = heads[_names_place(heads, choices, findings)]
    refuse_table(limits, len(head.cells))
    if choices.header is False:
        return Header(("",) * len(head.cells), head.start, head.line)
    if is_blank(text.content, head.end):
        raise NothingInside("the file has a header but no rows; export the records too")
    return Header(head.cells, head.end, head.next_line)


def _first_records(text: Text, dialect: Dialect) -> list[Head]:
    """Return the first records that are not blank, and where each begins and ends."""
    size, lines = text.start, 0

    def counted() -> Any:
        nonlocal size, lines
        for line in text_lines(text.content, text.start):
            size += len(line.encode())
            lines += 1
            yield line

    heads: list[Head] = []
    reader = records(counted(), dialect, strict=True)
    start, line = size, 1
    try:
        for row in reader:
            if row:
                heads.append(Head(tuple(row), line, start, lines + 1, size))
            start, line = size, lines + 1
            if len(heads) == MEASURED_ROWS:
                break
    except csv.Error:
        if not heads:
            raise Malformed(
                "the quotes of the header do not match; correct the line, or choose to read quotes as ordinary text"
            ) from None
    return heads


def _names_place(heads: Sequence[Head], choices: ReadChoices, findings: list[Finding]) -> int:
    if choices.header_row is not None:
        place = next((i for i, head in enumerate(heads) if head.line == choices.header_row), None)
        if place is None:
            raise Malformed(f"no record begins on line {choices.header_row:,}; choose another line for the names")
        return place
    place = names_row([[cell.strip() for cell in head.cells] for head in heads], lambda cell: not is_number(cell))
    if place:
        message = (
            f"the names are taken from line {heads[place].line:,}; what is above it is left out. "
            "If it belongs to the table, choose another line for the names"
        )
        findings.append(Finding(Severity.QUESTION, message, None, place, "header_row", (str(heads[0].line),)))
    return place


def is_number(name: str) -> bool:
    """Tell whether a name is written like a number."""
    try:
        float(name)
    except ValueError:
        return False
    return True
