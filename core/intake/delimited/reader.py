"""Delimited text -> columns: decode, find the dialect, count, parse, convert, report."""

from __future__ import annotations

import csv
import mmap
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv as arrow_csv

from core.data import Column
from core.errors import LimitExceeded, Malformed, NothingInside
from core.intake.delimited.decimal_mark import find_marks
from core.intake.delimited.dialect import SAMPLE_BYTES, Dialect, find_dialect, records
from core.intake.delimited.encoding import Bytes, decode
from core.intake.delimited.header import Header, header_question, is_blank, is_number, read_header
from core.intake.delimited.structure import Structure, check_structure, scan, text_lines
from core.intake.formats import Format
from core.intake.limits import Limits
from core.intake.names import settle_names
from core.intake.numerals import Marks
from core.intake.parsed import Parsed, Source
from core.intake.report import Finding, ReadChoices, ReadReport, Severity
from core.intake.stored.stored_file import FileView
from core.intake.text_cells import Texts, convert_texts
from core.intake.titles import NOTE_WIDTH, note_below

BLOCK_BYTES = 1 << 24
CHUNK = 1 << 24
SAMPLE_ROWS = 100


def read(source: Source) -> Parsed:
    """Read delimited text; raise an IntakeError that names the line and the remedy."""
    csv.field_size_limit(max(source.limits.line_bytes, SAMPLE_BYTES))
    text = decode(source.content, source.start, source.choices.encoding)
    if text.content is not source.content:
        _free_memory(source.content)
    if is_blank(text.content, text.start):
        raise NothingInside("the file holds no text; choose another file")
    dialect, findings = find_dialect(text, source.name.rpartition(".")[2].lower(), source.choices)
    header = read_header(text, dialect, source.choices, source.limits, findings)
    lines = _count_lines(text.content, header.start)
    _refuse_many_cells(lines, len(header.names), source.limits)
    width = _width(text.content, header, dialect)
    columns, structure = _parse(text.content, header, dialect, width, lines, findings, source.choices)
    names, columns = _fit_header(header, columns, findings)
    names, name_findings = settle_names(names, source.limits.name_characters)
    findings = [
        *text.findings,
        *findings,
        *name_findings,
        *_row_findings(structure),
        *_notes_below(columns),
        *header_question(names, source.choices),
    ]
    converted, marks = _convert(names, columns, dialect, source.choices, findings)
    return Parsed(
        converted,
        ReadReport(
            Format.DELIMITED.value,
            structure.rows,
            len(names),
            tuple(findings),
            text.encoding,
            dialect.delimiter,
            dialect.quote,
            marks.decimal,
        ),
    )


def _width(content: Bytes, header: Header, dialect: Dialect) -> int:
    """Return the header's number of cells, or one more where every record of a sample has one more."""
    reader = records(text_lines(content, header.start), dialect)
    width = len(header.names)
    seen = 0
    try:
        for row in reader:
            if row and len(row) != width + 1:
                return width
            seen += bool(row)
            if seen == SAMPLE_ROWS:
                break
    except csv.Error:
        return width
    return width + 1


def _refuse_many_cells(lines: int, width: int, limits: Limits) -> None:
    cells = lines * width
    if cells > limits.text_cells:
        raise LimitExceeded(
            f"about {cells:,} cells (lines times columns), {limits.text_cells:,} are allowed; leave columns out"
        )


def _count_lines(content: Bytes, start: int) -> int:
    """Count line ends of any kind; a last line without an end counts too."""
    ends = 0
    for at in range(start, len(content), CHUNK):
        # One byte more than the chunk, so that \r\n across two chunks is one end.
        chunk = content[at : at + CHUNK]
        ends += chunk.count(b"\n")
        if b"\r" in chunk:
            ends += chunk.count(b"\r") - content[at : at + CHUNK + 1].count(b"\r\n")
    return ends + (content[-1:] not in {b"\n", b"\r"})


def _parse(
    content: Bytes,
    header: Header,
    dialect: Dialect,
    width: int,
    lines: int,
    findings: list[Finding],
    choices: ReadChoices,
) -> tuple[list[Texts], Structure]:
    """Parse all records, with their rows and cells counted by a second parser wherever the two could differ."""
    quoted = dialect.quote is not None and content.find(dialect.quote.encode(), header.start) >= 0
    structure = None
    if quoted:
        structure = scan(content, header.start, dialect, width, header.first_line)
        findings += check_structure(structure, width, choices.multiline)
    table, n_skipped = _arrow_table(content, header.start, dialect, width, quoted)
    if structure is None and (n_skipped or lines != table.num_rows):
        structure = scan(content, header.start, dialect, width, header.first_line)
        findings += check_structure(structure, width, choices.multiline)
    structure = structure or Structure(table.num_rows, lines)
    if n_skipped or structure.rows != table.num_rows:
        raise Malformed(
            f"lines {structure.lines:,}, rows {table.num_rows:,} by one count and {structure.rows:,} by another; "
            "look for stray quotes, or choose to read quotes as ordinary text"
        )
    parsed = list(table.columns)
    # From here on only the list holds the cells, so that the memory of each column is freed once it has been read.
    del table
    _free_memory(content)
    return _texts(parsed), structure


def _free_memory(content: Bytes) -> None:
    """Give back the memory of a file that lies in memory; it is gone for good, and must not be looked at again."""
    if isinstance(content, mmap.mmap) and not isinstance(content, FileView) and hasattr(mmap, "MADV_REMOVE"):
        content.madvise(mmap.MADV_REMOVE)


def _arrow_table(content: Bytes, start: int, dialect: Dialect, width: int, quoted: bool) -> tuple[Any, int]:
    """Return all records as dictionary columns, and how many records had another width."""
    names = [str(i) for i in range(width)]
    skipped = 0

    def skip(_: Any) -> str:
        nonlocal skipped
        skipped += 1
        return "skip"

    try:
        table = arrow_csv.read_csv(
            pa.BufferReader(pa.py_buffer(content).slice(start)),
            arrow_csv.ReadOptions(use_threads=False, block_size=BLOCK_BYTES, column_names=names),
            arrow_csv.ParseOptions(
                delimiter=dialect.delimiter,
                quote_char=dialect.quote if quoted else False,
                newlines_in_values=quoted,
                ignore_empty_lines=width > 1,
                invalid_row_handler=skip,
            ),
            arrow_csv.ConvertOptions(
                check_utf8=False,
                strings_can_be_null=False,
                null_values=[],
                # Plain strings would reserve a whole block for every column.
                column_types=dict.fromkeys(names, pa.dictionary(pa.int32(), pa.string())),
            ),
        )
    except pa.ArrowInvalid:
        # Arrow's own words quote the record.
        raise Malformed(
            "the records cannot be told apart; look for stray quotes, or choose to read quotes as ordinary text"
        ) from None
    return table, skipped


def _texts(columns: list[Any]) -> list[Texts]:
    """Return every column's distinct texts and codes; the list is emptied on the way."""
    texts = []
    columns.reverse()
    while columns:
        encoded = columns.pop().unify_dictionaries()
        codes = [chunk.indices.to_numpy() for chunk in encoded.chunks]
        texts.append(Texts.of(encoded.chunk(0).dictionary, np.concatenate(codes)))
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


def _row_findings(structure: Structure) -> list[Finding]:
    findings = []
    if structure.blank:
        findings.append(Finding(Severity.NOTE, f"{structure.blank:,} blank lines were left out", None, structure.blank))
    if structure.rows == 1:
        findings.append(Finding(Severity.WARNING, "the file has one row only", None, 1))
    return findings


def _notes_below(columns: Sequence[Texts]) -> list[Finding]:
    """Warn where the last rows hold their first cell only: a note below the table, read as a record."""
    if len(columns) < NOTE_WIDTH:
        return []
    notes = 0
    n_rows = len(columns[0].codes)
    while notes < n_rows - 1 and _is_note(columns, n_rows - 1 - notes):
        notes += 1
    return [note_below(notes)] if notes else []


def _is_note(columns: Sequence[Texts], row: int) -> bool:
    first, *others = (texts.distinct[int(texts.codes[row])].as_py().strip() for texts in columns)
    return bool(first) and not is_number(first) and not any(others)


def _convert(
    names: Sequence[str], columns: list[Texts], dialect: Dialect, choices: ReadChoices, findings: list[Finding]
) -> tuple[dict[str, Column], Marks]:
    """Convert all columns; the list is emptied on the way."""
    marks, mark_findings = find_marks([c.distinct for c in columns], dialect.delimiter, choices)
    findings += mark_findings
    converted = {}
    columns.reverse()
    for name in names:
        converted[name], more = convert_texts(name, columns.pop(), marks, choices)
        findings += more
    return converted, marks
