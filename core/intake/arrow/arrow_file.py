"""Feather and other Arrow files -> columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pyarrow as pa

from core.errors import Malformed
from core.intake.arrow.arrow_columns import convert_cells, damage_in_words, refuse_schema, refuse_size, unread_kinds
from core.intake.arrow.arrow_parts import one_below_the_other, refuse_unlike_schemas
from core.intake.arrow.gathered import BATCH_RECORDS, Gathered, gathered
from core.intake.arrow.unlisted import refuse_two_files, refuse_unlisted_batches
from core.intake.folder_parts.alike import in_part
from core.intake.formats import Format
from core.intake.names import settle_names
from core.intake.number_cells import Converted
from core.intake.parsed import Parsed, Source
from core.intake.reading_progress import ReportProgress, between
from core.intake.report import ReadReport

MAGIC = b"ARROW1"


def read(source: Source) -> Parsed:
    """Read an Arrow file; raise an IntakeError that names the column and the remedy."""
    return read_parts([source])


def read_parts(sources: Sequence[Source]) -> Parsed:
    """Read the Arrow files of one table batch by batch; raise an IntakeError that names file, column and remedy."""
    files, n_parts = [], len(sources)
    for source in sources:
        with in_part(source.name, n_parts):
            files.append(_opened(source))
    schema = files[0].schema
    refuse_unlike_schemas([(source.name, file.schema) for source, file in zip(sources, files, strict=True)])
    columns = [gathered([file.schema.field(i).type for file in files]) for i in range(len(schema))]
    rows: list[int] = []
    for source, file in zip(sources, files, strict=True):
        on_progress = between(source.on_progress, len(rows) / n_parts, (len(rows) + 1) / n_parts)
        with in_part(source.name, n_parts), damage_in_words(Format.ARROW):
            rows.append(_gather(file, columns, on_progress))
    refuse_size(sum(rows), len(schema), sources[0].limits)

    def whole(i: int) -> Any:
        return one_below_the_other([_stored_cells(file, i) for file in files])

    converted = [lambda name, i=i: columns[i].column(name, lambda: whole(i)) for i in range(len(schema))]
    return replace(_parsed(schema, sum(rows), converted, sources[0], Format.ARROW.value), part_rows=tuple(rows))


def _opened(source: Source) -> Any:
    content = pa.py_buffer(source.content).slice(source.start)
    if content.slice(max(0, len(content) - len(MAGIC))).to_pybytes() != MAGIC:
        raise Malformed("the Arrow file is cut off: its end is missing; copy it again")
    refuse_two_files(Format.ARROW, source.content, source.start)
    with damage_in_words(Format.ARROW):
        file = pa.ipc.open_file(pa.BufferReader(content))
        refuse_schema(file.schema)
        refuse_unlisted_batches(content, file.num_record_batches)
    return file


def _gather(file: Any, columns: Sequence[Gathered], on_progress: ReportProgress) -> int:
    """Add the cells of a file to its columns and return the number of records."""
    rows = 0
    for i in range(file.num_record_batches):
        batch = file.get_batch(i)
        batch.validate(full=True)
        rows += batch.num_rows
        for column, cells in zip(columns, batch.columns, strict=True):
            for start in range(0, max(1, len(cells)), BATCH_RECORDS):
                column.add(cells.slice(start, BATCH_RECORDS))
        on_progress((i + 1) / file.num_record_batches)
    return rows


def _stored_cells(file: Any, place: int) -> Any:
    cells = [file.get_batch(i).column(place) for i in range(file.num_record_batches)]
    return pa.chunked_array(cells, file.schema.field(place).type)


def parsed_table(table: pa.Table, source: Source, form: str) -> Parsed:
    """Return the columns of a table that was read; raise an IntakeError that names the column and the remedy."""
    refuse_size(table.num_rows, table.num_columns, source.limits)
    converted = [lambda name, i=i: convert_cells(name, table.column(i)) for i in range(table.num_columns)]
    return _parsed(table.schema, table.num_rows, converted, source, form)


def _parsed(
    schema: Any, rows: int, converted: Sequence[Callable[[str], Converted]], source: Source, form: str
) -> Parsed:
    names, findings = settle_names(schema.names, source.limits.name_characters)
    columns = {}
    for name, convert in zip(names, converted, strict=True):
        column, more = convert(name)
        columns[name] = column.packed()
        findings += more
    findings += unread_kinds(schema)
    return Parsed(columns, ReadReport(form, rows, len(names), tuple(findings)))
