"""Feather and other Arrow files -> columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pyarrow as pa

from core.errors import Malformed
from core.intake.arrow.arrow_columns import convert_cells, damage_in_words, refuse_schema, refuse_size
from core.intake.arrow.arrow_parts import one_below_the_other, refuse_unlike_schemas
from core.intake.arrow.unlisted import refuse_two_files, refuse_unlisted_batches
from core.intake.folder_parts.alike import in_part
from core.intake.formats import Format
from core.intake.names import settle_names
from core.intake.parsed import Parsed, Source
from core.intake.report import Finding, ReadReport, Severity

MAGIC = b"ARROW1"


def read(source: Source) -> Parsed:
    """Read an Arrow file; raise an IntakeError that names the column and the remedy."""
    return read_parts([source])


def read_parts(sources: Sequence[Source]) -> Parsed:
    """Read the Arrow files of one table; raise an IntakeError that names file, column and remedy."""
    tables = []
    for source in sources:
        with in_part(source.name, len(sources)):
            tables.append(_table(source))
    refuse_unlike_schemas([(source.name, table.schema) for source, table in zip(sources, tables, strict=True)])
    columns = [one_below_the_other([table.column(i) for table in tables]) for i in range(tables[0].num_columns)]
    parsed = parsed_table(pa.table(columns, tables[0].column_names), sources[0], Format.ARROW.value)
    return replace(parsed, part_rows=tuple(table.num_rows for table in tables))


def _table(source: Source) -> pa.Table:
    content = pa.py_buffer(source.content).slice(source.start)
    if content.slice(max(0, len(content) - len(MAGIC))).to_pybytes() != MAGIC:
        raise Malformed("the Arrow file is cut off: its end is missing; copy it again")
    refuse_two_files(Format.ARROW, source.content, source.start)
    with damage_in_words(Format.ARROW):
        file = pa.ipc.open_file(pa.BufferReader(content))
        refuse_schema(file.schema)
        refuse_unlisted_batches(content, file.num_record_batches)
        table = file.read_all()
        table.validate(full=True)
    return table


def parsed_table(table: pa.Table, source: Source, form: str) -> Parsed:
    """Return the columns of a table that was read; raise an IntakeError that names the column and the remedy."""
    refuse_size(table.num_rows, table.num_columns, source.limits)
    names, findings = settle_names(table.column_names, source.limits.name_characters)
    if table.num_rows == 1:
        findings.append(Finding(Severity.WARNING, "the file has one row only", None, 1))
    columns = {}
    for i, name in enumerate(names):
        columns[name], more = convert_cells(name, table.column(i))
        findings += more
    return Parsed(columns, ReadReport(form, table.num_rows, len(names), tuple(findings)))
