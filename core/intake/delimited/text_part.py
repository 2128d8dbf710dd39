"""One text file, whole or a part of a folder -> its records as texts: decode, find the dialect, count, parse."""

from __future__ import annotations

import csv
import mmap
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from pyarrow import csv as arrow_csv

from core.errors import LimitExceeded, Malformed, NothingInside
from core.intake.delimited.dialect import SAMPLE_BYTES, Dialect, find_dialect, records
from core.intake.delimited.encoding import Bytes, decode
from core.intake.delimited.header import Header, is_blank, read_header
from core.intake.delimited.structure import Structure, check_structure, scan, text_lines
from core.intake.limits import Limits
from core.intake.parsed import Source
from core.intake.reading_progress import ReportCount, between, lines_read
from core.intake.report import Finding
from core.intake.stored.stored_file import FileView
from core.intake.text_cells import with_small_indices

BLOCK_BYTES = 1 << 24
CHUNK = 1 << 24
SAMPLE_ROWS = 100
DECODED, COUNTED = 0.15, 0.2
"""Shares of the time until the encoding is known, and until the lines are counted."""
SCANNED = 0.8
"""Share of what is left that Python's own parser takes where a file has quotes."""


@dataclass(frozen=True)
class TextPart:
    """All of a text file but its cells.

    Parameters
    ----------
    name : str
    header : Header
    structure : Structure
    dialect : Dialect
    encoding : str
    findings : tuple of Finding
    """

    name: str
    header: Header
    structure: Structure
    dialect: Dialect
    encoding: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class TextCells:
    """The cells of a text file.

    Parameters
    ----------
    n_rows : int
    columns : list of lists of pyarrow dictionary arrays
        Of each column its parts, one below the other; each part has its own dictionary, and indices as small as that.
    """

    n_rows: int
    columns: list[list[Any]]


def read_part(source: Source) -> tuple[TextPart, TextCells]:
    """Return a text file, and its cells."""
    csv.field_size_limit(max(source.limits.line_bytes, SAMPLE_BYTES))
    text = decode(source.content, source.start, source.choices.encoding)
    source.on_progress(DECODED)
    if text.content is not source.content:
        _free_memory(source.content)
    if is_blank(text.content, text.start):
        raise NothingInside("the file holds no text; choose another file")
    dialect, findings = find_dialect(text, source.name.rpartition(".")[2].lower(), source.choices)
    header = read_header(text, dialect, source.choices, source.limits, findings)
    lines = _count_lines(text.content, header.start)
    source.on_progress(COUNTED)
    refuse_many_cells(lines, len(header.names), source.limits)
    width = _width(text.content, header, dialect)
    cells, structure = _parse(text.content, header, dialect, width, lines, findings, source)
    _free_memory(text.content)
    return TextPart(source.name, header, structure, dialect, text.encoding, (*text.findings, *findings)), cells


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


def refuse_many_cells(lines: int, width: int, limits: Limits) -> None:
    """Refuse a text, or all texts of a folder, by lines times columns."""
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
    source: Source,
) -> tuple[TextCells, Structure]:
    """Parse all records, with their rows and cells counted by a second parser wherever the two could differ."""
    quoted = dialect.quote is not None and content.find(dialect.quote.encode(), header.start) >= 0
    structure = None
    multiline, scanned = source.choices.multiline, COUNTED + (1.0 - COUNTED) * SCANNED * quoted
    if quoted:
        read = lines_read(between(source.on_progress, COUNTED, scanned), lines)
        structure = scan(content, header.start, dialect, width, header.first_line, read)
        findings += check_structure(structure, width, multiline)
    read = lines_read(between(source.on_progress, scanned, 1.0), lines)
    cells, n_skipped = _arrow_cells(content, header.start, dialect, width, quoted, read)
    if structure is None and (n_skipped or lines != cells.n_rows):
        structure = scan(content, header.start, dialect, width, header.first_line)
        findings += check_structure(structure, width, multiline)
    structure = structure or Structure(cells.n_rows, lines)
    if n_skipped or structure.rows != cells.n_rows:
        raise Malformed(
            f"lines {structure.lines:,}, rows {cells.n_rows:,} by one count and {structure.rows:,} by another; "
            "look for stray quotes, or choose to read quotes as ordinary text"
        )
    return cells, structure


def _free_memory(content: Bytes) -> None:
    """Give back the memory of a file that lies in memory; it is gone for good, and must not be looked at again."""
    if isinstance(content, mmap.mmap) and not isinstance(content, FileView) and hasattr(mmap, "MADV_REMOVE"):
        content.madvise(mmap.MADV_REMOVE)


def _arrow_cells(
    content: Bytes, start: int, dialect: Dialect, width: int, quoted: bool, read: ReportCount
) -> tuple[TextCells, int]:
    """Return all records, read block by block, and how many records had another width."""
    names = [str(i) for i in range(width)]
    columns: list[list[Any]] = [[] for _ in names]
    rows = skipped = 0

    def skip(_: Any) -> str:
        nonlocal skipped
        skipped += 1
        return "skip"

    try:
        with arrow_csv.open_csv(
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
        ) as blocks:
            for block in blocks:
                rows += block.num_rows
                for parts, cells in zip(columns, block.columns, strict=True):
                    parts.append(with_small_indices(cells))
                read(rows)
    except pa.ArrowInvalid:
        # Arrow's own words quote the record.
        raise Malformed(
            "the records cannot be separated; look for stray quotes, or choose to read quotes as ordinary text"
        ) from None
    return TextCells(rows, columns), skipped
