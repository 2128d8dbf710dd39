"""Delimited text -> columns: the records of one file, or of all files of a folder, converted and reported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

import pyarrow.compute as pc

from core.data import Column
from core.errors import Malformed
from core.intake.delimited.decimal_mark import find_marks
from core.intake.delimited.dialect import Dialect
from core.intake.delimited.header import Header, is_number
from core.intake.delimited.text_part import TextCells, TextPart, read_part, refuse_many_cells
from core.intake.folder_parts.alike import in_part, of_parts, refuse_other_names
from core.intake.folder_parts.kinds import refuse_changed_kinds
from core.intake.formats import Format
from core.intake.names import settle_names
from core.intake.number_texts.numerals import Marks
from core.intake.parsed import Parsed, Source
from core.intake.reading_progress import ReportProgress, between
from core.intake.report import NO_QUOTES, Finding, ReadChoices, ReadReport, Severity
from core.intake.text_cells import Texts, convert_texts
from core.intake.titles import NOTE_WIDTH, header_question, note_below
from core.wording import counted

SEPARATED = 0.8
"""Share of the time until all records are distinguished; then their columns are converted."""


def read(source: Source) -> Parsed:
    """Read delimited text; raise an IntakeError that names the line and the remedy."""
    return read_parts([source])


def read_parts(sources: Sequence[Source]) -> Parsed:
    """Read delimited text in several files as if they stood one below the other, each with the same names above."""
    parts, tables = _read_alike(sources)
    first, choices = parts[0], sources[0].choices
    findings: list[Finding] = []
    ends = list(accumulate(part.structure.rows for part in parts))
    written, columns = _fit_header(first.header, _texts(tables), findings)
    names, name_findings = settle_names(written, sources[0].limits.name_characters, header=choices.header)
    findings = [
        *of_parts([(part.name, part.findings) for part in parts]),
        *findings,
        *name_findings,
        *_blank_lines(sum(part.structure.blank for part in parts)),
        *_notes_below(columns, ends),
        *header_question(written, lambda i: bool(pc.index(columns[i].distinct, written[i]).as_py() >= 0), choices),
    ]
    on_progress = between(sources[0].on_progress, SEPARATED, 1.0)
    converted, marks = _convert(names, columns, first.dialect, choices, findings, on_progress)
    if len(parts) > 1:
        refuse_changed_kinds(converted, [part.name for part in parts], ends)
    report = ReadReport(
        Format.DELIMITED.value,
        ends[-1],
        len(names),
        tuple(findings),
        first.encoding,
        first.dialect.delimiter,
        first.dialect.quote,
        marks.decimal,
    )
    return Parsed(converted, report, part_rows=tuple(part.structure.rows for part in parts))


def _read_alike(sources: Sequence[Source]) -> tuple[list[TextPart], list[TextCells]]:
    """Read all files as the first one was read; a refusal names the file."""
    parts: list[TextPart] = []
    tables: list[TextCells] = []
    choices = sources[0].choices
    starts = [SEPARATED * i / len(sources) for i in range(len(sources) + 1)]
    for source, *ends in zip(sources, starts, starts[1:], strict=False):
        with in_part(source.name, len(sources)):
            part, table = read_part(replace(source, choices=choices, on_progress=between(source.on_progress, *ends)))
            if parts:
                _refuse_unlike(parts[0], tables[0], part, table)
        parts.append(part)
        tables.append(table)
        lines = sum(p.structure.lines for p in parts)
        refuse_many_cells(lines, len(tables[0].columns), source.limits)
        choices = replace(
            choices, encoding=part.encoding, delimiter=part.dialect.delimiter, quote=part.dialect.quote or NO_QUOTES
        )
    return parts, tables


def _refuse_unlike(first: TextPart, first_table: TextCells, part: TextPart, table: TextCells) -> None:
    refuse_other_names(part.header.names, first.header.names, first.name)
    if len(table.columns) != len(first_table.columns):
        raise Malformed(
            f"its records have {counted(len(table.columns), 'cell', 'cells')}, those of {first.name} "
            f"{len(first_table.columns):,}; "
            "write all files of the folder alike"
        )


def _texts(tables: list[TextCells]) -> list[Texts]:
    """Return the distinct texts and codes of every column of all files; the tables are emptied on the way."""
    texts = []
    for i in range(len(tables[0].columns)):
        texts.append(Texts.below([part for table in tables for part in table.columns[i]]))
        for table in tables:
            table.columns[i] = []
    return texts


def _fit_header(header: Header, columns: list[Texts], findings: list[Finding]) -> tuple[list[str], list[Texts]]:
    """Give every column its name: drop needless delimiters at the end, name R's row numbers."""
    names = list(header.names)
    needless = 0
    while len(columns) > 1 and (len(columns) > len(names) or not names[-1].strip()) and _is_empty(columns[-1]):
        columns, names = columns[:-1], names[: len(columns) - 1]
        needless += 1
    if needless:
        what = "a delimiter" if needless == 1 else f"{needless:,} delimiters"
        message = f"every row ends in {what} without a cell behind; left out"
        findings.append(Finding(Severity.WARNING, message, None, needless))
    if len(columns) == len(names):
        return names, columns
    if len(columns[0].distinct) < len(columns[0].codes):
        raise Malformed(
            f"the header has {len(names):,} names but every record {len(columns):,} cells; "
            "name every column, or quote cells that hold the delimiter"
        )
    message = "every row has one cell more than the header; the first is read as the row's name"
    findings.append(Finding(Severity.QUESTION, message))
    return ["", *names], columns


def _is_empty(texts: Texts) -> bool:
    return bool(pc.all(pc.equal(texts.distinct, "")).as_py())


def _blank_lines(blank: int) -> list[Finding]:
    return [Finding(Severity.NOTE, f"{blank:,} blank lines were left out", None, blank)] if blank else []


def _notes_below(columns: Sequence[Texts], ends: Sequence[int]) -> list[Finding]:
    """Warn where the last rows of a file hold their first cell only: a note below the table, read as a record."""
    if len(columns) < NOTE_WIDTH:
        return []
    notes = 0
    for start, end in zip((0, *ends), ends, strict=False):
        last = end - 1
        while last > start and _is_note(columns, last):
            notes, last = notes + 1, last - 1
    return [note_below(notes)] if notes else []


def _is_note(columns: Sequence[Texts], row: int) -> bool:
    first, *others = (texts.distinct[int(texts.codes[row])].as_py().strip() for texts in columns)
    return bool(first) and not is_number(first) and not any(others)


def _convert(
    names: Sequence[str],
    columns: list[Texts],
    dialect: Dialect,
    choices: ReadChoices,
    findings: list[Finding],
    on_progress: ReportProgress,
) -> tuple[dict[str, Column], Marks]:
    """Convert all columns; the list is emptied on the way."""
    marks, mark_findings = find_marks([c.distinct for c in columns], dialect.delimiter, choices)
    findings += mark_findings
    converted = {}
    columns.reverse()
    for name in names:
        column, more = convert_texts(name, columns.pop(), marks, choices)
        converted[name] = column.packed()
        findings += more
        on_progress(len(converted) / len(names))
    return converted, marks
