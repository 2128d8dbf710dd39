"""The sheets of a workbook skimmed as text, before a reader lays out rows times columns in memory.

A workbook of two kilobytes can name the farthest cell of a sheet, XFD1048576, and a reader then asks for memory for
17,179,869,184 cells. Nothing is parsed here: cell references are looked for, and what no workbook needs is refused.
"""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass

from core.errors import LimitExceeded, Malformed
from core.intake.checks.zip_checks import inflated, members
from core.intake.limits import Limits
from core.intake.parsed import Bytes

SHEET = re.compile(r"xl/worksheets/[^/]+\.xml", re.IGNORECASE)
COLUMN = re.compile(rb"\sr\s*=\s*[\"']\$?([A-Za-z]{1,3})")
ROW = re.compile(rb"\sr\s*=\s*[\"']\$?[A-Za-z]{0,3}\$?(\d{1,9})")
DECLARATION = re.compile(rb"<!(?:DOCTYPE|ENTITY)")
OVERLAP = 64
"""Longer than any cell reference with its quotes: carried over from one piece to the next."""
LETTERS = 26


@dataclass
class Farthest:
    """The largest row and column that a sheet names, from 1."""

    row: int = 0
    column: int = 0

    @property
    def cells(self) -> int:
        """Cells of the rectangle up to there."""
        return self.row * self.column


def scan_workbook(content: Bytes, limits: Limits) -> None:
    """Refuse a workbook whose sheets reach too far or that declares document types.

    Parameters
    ----------
    content : bytes or mmap
        Ends with the workbook.
    limits : Limits

    Raises
    ------
    LimitExceeded
        A sheet's farthest cell makes more cells than are allowed.
    Malformed
        A part is damaged, holds more than it says, or declares a document type.
    """
    for member in members(content):
        if member.filename.lower().endswith((".xml", ".rels", ".vml")):
            farthest = _skim(content, member, is_sheet=SHEET.fullmatch(member.filename) is not None)
            if farthest.cells > limits.sheet_cells or farthest.column > limits.columns:
                raise LimitExceeded(
                    f"a sheet reaches to row {farthest.row:,} and column {farthest.column:,}; "
                    f"{limits.sheet_cells:,} cells and {limits.columns:,} columns are allowed: delete what stands "
                    "beyond the records, or save the file as CSV"
                )


def _skim(content: Bytes, member: zipfile.ZipInfo, *, is_sheet: bool) -> Farthest:
    farthest = Farthest()
    kept = b""
    for piece in inflated(content, member):
        text = kept + piece
        if DECLARATION.search(text) or text.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise Malformed("the workbook declares a document type or is written in UTF-16; save it anew in Excel")
        if is_sheet:
            farthest.row = max(farthest.row, *map(int, {*ROW.findall(text), b"0"}))
            farthest.column = max(farthest.column, *map(column_number, {*COLUMN.findall(text), b""}))
        kept = text[-OVERLAP:]
    return farthest


def column_number(letters: bytes) -> int:
    """Return a column's number from 1: A is 1, Z 26, AA 27, XFD 16,384."""
    number = 0
    for letter in letters.upper():
        number = number * LETTERS + letter - ord("A") + 1
    return number
