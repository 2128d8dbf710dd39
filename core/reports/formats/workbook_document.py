"""A report as a spreadsheet: one sheet a table; no text is ever taken for a formula or an address."""

from __future__ import annotations

import io
import re
from datetime import datetime
from typing import Any

import xlsxwriter

from core.reports.report_model import Paragraph, Report, Table

LONGEST_NAME = 31
REFUSED_IN_NAMES = re.compile(r"[\[\]:*?/\\]")
PLAIN_NUMBER = re.compile(r"-?[\d,]+(\.\d+)?(e[+-]?\d+)?%?")
WIDEST, NARROWEST = 60, 8


def write_workbook(report: Report) -> bytes:
    """Write the tables of a report as .xlsx, numbers as numbers; sentences on the first sheet."""
    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer, {"in_memory": True})
    book.set_properties({"title": report.title, "created": datetime.fromisoformat(report.dated)})
    # with a prefix a cell stays text, also for anyone who edits it
    bold, text = (book.add_format({"quote_prefix": True, "bold": bold}) for bold in (True, False))
    wrapped = book.add_format({"quote_prefix": True, "text_wrap": True, "valign": "top"})
    first = book.add_worksheet("Contents")
    first.set_column(0, 0, 110, wrapped)
    lines, used = [report.title, report.subtitle, report.mark], {"contents"}
    for section in report.sections:
        lines += ["", section.title]
        for block in section.blocks:
            if isinstance(block, Paragraph):
                lines.append(block.text)
            elif isinstance(block, Table):
                name = _sheet_name(block.title, used)
                lines.append(f"{block.title}: sheet {name}")
                _add_sheet(book, name, block, report.mark, bold, text)
    for row, line in enumerate(lines):
        first.write_string(row, 0, line, bold if row == 0 else wrapped)
    _head(first, report.mark)
    book.close()
    return buffer.getvalue()


def _add_sheet(book: Any, name: str, table: Table, mark: str, bold: Any, text: Any) -> None:
    sheet = book.add_worksheet(name)
    sheet.write_string(0, 0, table.title, bold)
    for column, head in enumerate(table.columns):
        sheet.write_string(1, column, head, bold)
    # a column of numbers holds them twice: as read, and in full where rounding or an interval hides digits
    for row, cells in enumerate(table.rows, start=2):
        for column, cell in enumerate(cells):
            if cell.number is None or not _is_plain(cell.text):
                sheet.write_string(row, column, cell.text, text)
            else:
                sheet.write_number(row, column, cell.number)
    if table.note:
        sheet.write_string(len(table.rows) + 3, 0, table.note, text)
    sheet.freeze_panes(2, 1)
    for column, head in enumerate(table.columns):
        longest = max([len(head), *(len(row[column].text) for row in table.rows)])
        sheet.set_column(column, column, min(max(longest + 1, NARROWEST), WIDEST))
    _head(sheet, mark)


def _is_plain(text: str) -> bool:
    """Whether a cell shows one number and nothing else."""
    return PLAIN_NUMBER.fullmatch(text) is not None


def _head(sheet: Any, mark: str) -> None:
    if mark:
        sheet.set_header(f"&L{mark}")


def _sheet_name(title: str, used: set[str]) -> str:
    """Return a sheet name that Excel takes: at most 31 characters, none of its marks, no two alike."""
    plain = REFUSED_IN_NAMES.sub(" ", title).strip("' ")[:LONGEST_NAME].strip("' ") or "Table"
    name, k = plain, 1
    while name.casefold() in used:
        k += 1
        name = f"{plain[: LONGEST_NAME - len(str(k)) - 1]} {k}"
    used.add(name.casefold())
    return name
