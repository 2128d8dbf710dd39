"""An Excel workbook -> columns: choose the sheet, find the table, convert, count what Excel could not compute."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from core.errors import Malformed, NothingInside
from core.intake.formats import Format
from core.intake.limits import Limits, refuse_table
from core.intake.names import escape_hidden, settle_names
from core.intake.parsed import Parsed, Source
from core.intake.report import Finding, ReadChoices, ReadReport, Severity
from core.intake.titles import header_question
from core.intake.workbook.cells import as_shown, cell_text, convert_cells
from core.intake.workbook.layout import SheetTable, find_table
from core.intake.workbook.number_formats import Template
from core.intake.workbook.sheet_scan import scan_workbook
from core.intake.workbook.sheet_xml import (
    computed_on_opening,
    count_repeated,
    count_uncomputed,
    count_unread,
    has_content,
    hidden_parts,
    sheet_members,
    zero_templates,
)
from core.wording import counted, first_of

SHOWN_SHEETS = 5
ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
PASSWORD = (
    "the workbook is protected by a password; open it in Excel, save it without the password and choose that file"  # noqa: S105
)


@dataclass(frozen=True)
class Book:
    """A workbook: calamine's view of it, and its archive where it is one (.xlsx)."""

    sheets: CalamineWorkbook
    archive: zipfile.ZipFile | None
    members: dict[str, str]


def read(source: Source) -> Parsed:
    """Read one sheet of a workbook; raise an IntakeError that says what to correct."""
    book = _open(source)
    candidates, findings = _candidates(book, source.choices)
    name, sheet, table = _first_with_records(book, candidates, source)
    findings += _other_sheets(candidates, name, source.choices)
    header = [""] * sheet.width if table.header is None else [cell_text(cell) for cell in table.header]
    kept = _kept_columns(header, table, findings)
    names, name_findings = settle_names(
        [header[i] for i in kept], source.limits.name_characters, header=source.choices.header
    )
    findings += [*table.findings, *name_findings, *_sheet_findings(book, sheet, name, table)]
    findings += header_question(header, lambda i: _is_value(table, i), source.choices)
    findings += _hidden_parts(book, sheet, name, dict(zip(kept, names, strict=True)))
    zeros = _zero_templates(book, sheet, name)
    columns = {}
    for i, column in zip(kept, names, strict=True):
        cells = [row[i] for row in table.records]
        if i in zeros:
            cells = as_shown(column, cells, zeros[i], source.choices, findings)
        columns[column], more = convert_cells(column, cells, source.choices)
        findings += more
    n_rows = len(table.records)
    return Parsed(
        columns, ReadReport(Format.WORKBOOK.value, n_rows, len(names), tuple(findings), sheet=escape_hidden(name))
    )


def _first_with_records(book: Book, candidates: Sequence[str], source: Source) -> tuple[str, CalamineSheet, SheetTable]:
    """Return the first sheet that has records below its names; raise for the first where none has."""
    refusal: NothingInside | None = None
    for name in candidates:
        try:
            return name, *_table(book, name, source)
        except NothingInside as empty:
            refusal = refusal or empty
    raise refusal or NothingInside("every sheet of the workbook is empty; choose another file")


def _table(book: Book, name: str, source: Source) -> tuple[CalamineSheet, SheetTable]:
    with _damage_in_words():
        sheet = book.sheets.get_sheet_by_name(name)
    start = sheet.start
    if start is None:
        raise NothingInside(f"the sheet {escape_hidden(name)!r} is empty; choose another sheet")
    _refuse_size(sheet, source.limits)
    with _damage_in_words():
        rows = list(sheet.to_python(skip_empty_area=True))
    return sheet, find_table(rows, start[0] + 1, source.choices)


@contextmanager
def _damage_in_words() -> Iterator[None]:
    """Say in our own words that a workbook is damaged."""
    try:
        yield
    except (CalamineError, zipfile.BadZipFile, OSError, ValueError) as error:
        if "password" in str(error).lower():
            raise Malformed(PASSWORD) from None
        raise Malformed("the workbook is damaged or no workbook; open it in Excel and save it anew") from None
    except BaseException as panic:
        # calamine's own faults arrive as a panic, which is no Exception.
        if type(panic).__name__ == "PanicException":
            raise Malformed("the workbook is damaged; open it in Excel and save it anew") from None
        raise


def _open(source: Source) -> Book:
    content = source.content[source.start :]
    if not content.startswith(b"PK") and ENCRYPTED in content:
        raise Malformed(PASSWORD)
    if content.startswith(b"PK"):
        scan_workbook(content, source.limits)
    with _damage_in_words():
        archive = zipfile.ZipFile(io.BytesIO(content)) if content.startswith(b"PK") else None
        members = {} if archive is None else sheet_members(archive)
        return Book(CalamineWorkbook.from_filelike(io.BytesIO(content)), archive, members)


def _candidates(book: Book, choices: ReadChoices) -> tuple[list[str], list[Finding]]:
    """Return the sheets that may be read, the likeliest first: the one chosen, or the filled ones, visible first."""
    pages = [m for m in book.sheets.sheets_metadata if m.typ == SheetTypeEnum.WorkSheet]
    shown = {escape_hidden(m.name): m.name for m in pages}
    hidden = [m.name for m in pages if m.visible != SheetVisibleEnum.Visible]
    findings = _hidden_sheets(hidden)
    if choices.sheet is None:
        filled = [m.name for m in pages if _is_filled(book, m.name)]
        return sorted(filled, key=hidden.__contains__), findings
    if choices.sheet not in shown:
        names = first_of([repr(name) for name in shown], SHOWN_SHEETS)
        raise Malformed(f"the workbook has no sheet of the name chosen; it has {names}")
    return [shown[choices.sheet]], findings


def _other_sheets(candidates: Sequence[str], name: str, choices: ReadChoices) -> list[Finding]:
    """Ask which sheet is meant where several are filled."""
    others = tuple(escape_hidden(other) for other in candidates if other != name)
    if not others or choices.sheet is not None:
        return []
    message = f"the workbook has {len(candidates):,} sheets with content; {escape_hidden(name)!r} is read"
    return [Finding(Severity.QUESTION, message, None, len(candidates), "sheet", others)]


def _hidden_sheets(hidden: Sequence[str]) -> list[Finding]:
    if not hidden:
        return []
    names = first_of([repr(escape_hidden(name)) for name in hidden], SHOWN_SHEETS)
    message = f"the workbook holds hidden sheets ({names})"
    return [Finding(Severity.WARNING, message, None, len(hidden))]


def _is_filled(book: Book, name: str) -> bool:
    with _damage_in_words():
        if book.archive is not None and name in book.members:
            return has_content(book.archive, book.members[name])
        return book.sheets.get_sheet_by_name(name).start is not None


def _refuse_size(sheet: CalamineSheet, limits: Limits) -> None:
    remedy = "look for a cell far from the table, or save the sheet as CSV"
    refuse_table(limits, sheet.width, sheet.height, limits.sheet_cells, remedy)


def _kept_columns(header: Sequence[str], table: SheetTable, findings: list[Finding]) -> list[int]:
    """Return the columns that have a name or a cell."""
    kept = [i for i, name in enumerate(header) if name.strip() or any(row[i] != "" for row in table.records)]
    left_out = len(header) - len(kept)
    if left_out:
        findings.append(Finding(Severity.NOTE, f"{left_out:,} empty columns were left out", None, left_out))
    return kept


def _sheet_findings(book: Book, sheet: CalamineSheet, name: str, table: SheetTable) -> list[Finding]:
    findings = []
    merged = len(sheet.merged_cell_ranges or [])
    if merged:
        message = "ranges of cells are merged: each has its value in its first cell, the others are empty"
        findings.append(Finding(Severity.WARNING, message, None, merged))
    stray = sum("\0" in cell for row in table.records for cell in row if isinstance(cell, str))
    stray += sum("\0" in cell for cell in table.header or () if isinstance(cell, str))
    if stray:
        findings.append(Finding(Severity.WARNING, "NUL characters in cells or names were left out", None, stray))
    if book.archive is None:
        message = (
            "an old workbook (.xls) does not show which cells have an error and which are empty, nor which rows and "
            "columns are hidden; save it as .xlsx to see"
        )
        findings.append(Finding(Severity.NOTE, message))
    elif name in book.members:
        with _damage_in_words():
            uncomputed = count_uncomputed(book.archive, book.members[name])
            repeated = count_repeated(book.archive, book.members[name])
            unread = count_unread(book.archive, book.members[name])
        if repeated:
            cells = counted(repeated, "cell of the sheet stands", "cells of the sheet stand")
            raise Malformed(f"{cells} there twice; open it in Excel and save it anew")
        if unread:
            cells = counted(unread, "cell of the sheet is", "cells of the sheet are")
            raise Malformed(f"{cells} written in a way that is not read exactly; open it in Excel and save it anew")
        findings += [
            *_uncomputed("hold an error (such as #DIV/0! or #N/A)", uncomputed.errors),
            *_uncomputed("hold a formula whose value was never computed", uncomputed.formulas),
            *_not_yet_computed(book.archive, uncomputed.computed),
        ]
    return findings


def _not_yet_computed(archive: zipfile.ZipFile, n_formulas: int) -> list[Finding]:
    """Warn of formulas whose values another program than Excel wrote in advance: often zeros."""
    if not n_formulas or not computed_on_opening(archive):
        return []
    message = (
        "cells hold a formula, and the workbook is to be computed when it is opened: what is read may be a placeholder "
        "such as 0. Open it in Excel and save it anew"
    )
    return [Finding(Severity.WARNING, message, None, n_formulas)]


def _hidden_parts(book: Book, sheet: CalamineSheet, name: str, columns: Mapping[int, str]) -> list[Finding]:
    """Warn of rows and columns that the sheet does not show; they are read like all others."""
    if book.archive is None or name not in book.members or sheet.start is None:
        return []
    with _damage_in_words():
        hidden = hidden_parts(book.archive, book.members[name])
    findings = []
    if hidden.rows:
        rows = counted(hidden.rows, "row of the sheet is", "rows of the sheet are")
        message = f"{rows} hidden or filtered out, and read all the same; delete what does not belong to the table"
        findings.append(Finding(Severity.WARNING, message, None, hidden.rows))
    message = "the column is hidden in the sheet, and read all the same; delete it if it does not belong to the table"
    places = [place - sheet.start[1] for place in sorted(hidden.columns)]
    return [*findings, *(Finding(Severity.WARNING, message, columns[i]) for i in places if i in columns)]


def _zero_templates(book: Book, sheet: CalamineSheet, name: str) -> dict[int, Template]:
    """Return column (from the sheet's first) -> the number format that shows leading zeros."""
    if book.archive is None or name not in book.members or sheet.start is None:
        return {}
    with _damage_in_words():
        templates = zero_templates(book.archive, book.members[name])
    return {column - sheet.start[1]: template for column, template in templates.items()}


def _uncomputed(what: str, cells: Counter[tuple[bytes, int]]) -> list[Finding]:
    if not cells:
        return []
    letters = sorted({column.decode() for column, _ in cells}, key=lambda c: (len(c), c))
    where = ", ".join(letters[:SHOWN_SHEETS]) + (" ..." if len(letters) > SHOWN_SHEETS else "")
    message = f"cells of column {where} {what}; read as empty. Correct them in Excel and save the file anew"
    return [Finding(Severity.WARNING, message, None, sum(cells.values()))]


def _is_value(table: SheetTable, i: int) -> bool:
    """Tell whether the name of a column is no text, or is one of its cells too."""
    name = None if table.header is None else table.header[i]
    return not isinstance(name, str) or any(row[i] == name for row in table.records)
