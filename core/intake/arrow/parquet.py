"""Parquet -> columns, one at a time."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from core.errors import Malformed
from core.intake.arrow.arrow_columns import damage_in_words, refuse_schema, refuse_size, unread_kinds
from core.intake.arrow.arrow_parts import one_below_the_other, refuse_unlike_schemas
from core.intake.arrow.gathered import BATCH_RECORDS, GatheredWhole, gathered
from core.intake.arrow.unlisted import refuse_two_files, refuse_unlisted_pages
from core.intake.folder_parts.alike import in_part, of_parts
from core.intake.formats import Format
from core.intake.names import settle_names
from core.intake.number_cells import Converted
from core.intake.parsed import Parsed, Source
from core.intake.reading_progress import ReportProgress, between
from core.intake.report import Finding, ReadReport, Severity

MAGIC = b"PAR1"
SCHEMA_AS_WRITTEN = b"ARROW:schema"
"""Under which Arrow keeps the types that a table had before it became Parquet."""


def read(source: Source) -> Parsed:
    """Read a Parquet file; raise an IntakeError that names the column and the remedy."""
    return read_parts([source])


def read_parts(sources: Sequence[Source]) -> Parsed:
    """Read the Parquet files of one table; raise an IntakeError that names file, column and remedy."""
    files = [_opened(source, len(sources)) for source in sources]
    schema, limits = files[0].schema, sources[0].limits
    n_rows = sum(file.n_rows for file in files)
    refuse_size(n_rows, max(file.parquet.metadata.num_columns for file in files), limits)
    for file in files:
        with in_part(file.name, len(files)):
            refuse_schema(file.schema)
    refuse_unlike_schemas([(file.name, file.schema) for file in files])
    names, findings = settle_names(schema.names, limits.name_characters)
    columns = {}
    for i, (name, stored) in enumerate(zip(names, schema, strict=True)):
        on_progress = between(sources[0].on_progress, i / len(names), (i + 1) / len(names))
        column, more = _convert(name, files, stored.name, on_progress)
        columns[name] = column.packed()
        findings += more
    for file in files:
        # only what was read is asked where it lies: asking a damaged description of a column would end the process
        with in_part(file.name, len(files)), damage_in_words(Format.PARQUET):
            refuse_unlisted_pages(file.parquet.metadata, file.content)
    findings += of_parts([(file.name, unread_kinds(file.schema)) for file in files])
    findings += of_parts([(file.name, _lost_orders(file.parquet.metadata.metadata, file.schema)) for file in files])
    report = ReadReport(Format.PARQUET.value, n_rows, len(names), tuple(findings))
    return Parsed(columns, report, part_rows=tuple(file.n_rows for file in files))


class _File(NamedTuple):
    """A Parquet file of which the footer was read, and how many files are read with it."""

    name: str
    content: Any
    parquet: Any
    schema: Any
    n_parts: int

    @property
    def n_rows(self) -> int:
        return int(self.parquet.metadata.num_rows)


def _opened(source: Source, n_parts: int) -> _File:
    content = pa.py_buffer(source.content).slice(source.start)
    with in_part(source.name, n_parts):
        _refuse_truncated(content)
        refuse_two_files(Format.PARQUET, source.content, source.start)
        with damage_in_words(Format.PARQUET):
            # a page whose checksum was written with it is compared with that: one wrong byte would be another value
            file = pq.ParquetFile(pa.BufferReader(content), page_checksum_verification=True)
            schema = file.schema_arrow
    return _File(source.name, content, file, schema, n_parts)


def _lost_orders(metadata: Mapping[bytes, bytes] | None, schema: Any) -> list[Finding]:
    """Say where categories were in an order that the file does not hold: Parquet keeps that of texts only."""
    described = (metadata or {}).get(SCHEMA_AS_WRITTEN)
    if described is None:
        return []
    with damage_in_words(Format.PARQUET):
        written = pa.ipc.read_schema(pa.py_buffer(base64.b64decode(described)))
    ordered = {field.name for field in written if pa.types.is_dictionary(field.type) and field.type.ordered}
    message = "its categories were in an order, which the file does not hold: set level and order"
    return [
        Finding(Severity.WARNING, message, field.name)
        for field in schema
        if field.name in ordered and not pa.types.is_dictionary(field.type)
    ]


def _convert(name: str, files: Sequence[_File], stored: str, on_progress: ReportProgress) -> Converted:
    """Return a column of all files, read batch by batch where its type allows it."""
    column = gathered([file.schema.field(stored).type for file in files])
    n_cells, n_rows = 0, sum(file.n_rows for file in files)
    if not isinstance(column, GatheredWhole):
        for file in files:
            for cells in _batches(file, stored):
                column.add(cells)
                n_cells += len(cells)
                on_progress(n_cells / max(1, n_rows))
    return column.column(name, lambda: one_below_the_other([_stored_cells(file, stored) for file in files]))


def _stored_cells(file: _File, name: str) -> Any:
    return pa.chunked_array(list(_batches(file, name)), file.schema.field(name).type)


def _batches(file: _File, name: str) -> Iterator[Any]:
    """Yield the cells of a column."""
    n_cells, batches = 0, None
    with in_part(file.name, file.n_parts):
        while True:
            try:
                with damage_in_words(Format.PARQUET):
                    batches = batches or file.parquet.iter_batches(
                        BATCH_RECORDS, columns=[name], use_threads=False, use_pandas_metadata=False
                    )
                    batch = next(batches, None)
                    if batch is None:
                        break
                    # The bytes of a text are only looked at here.
                    batch.validate(full=True)
            except Malformed:
                raise Malformed(_where_damaged(file.parquet, name, file.n_rows)) from None
            n_cells += batch.num_rows
            yield batch.column(0)
        if n_cells != file.n_rows:
            raise Malformed(
                f"column {name!r} has {n_cells:,} cells, the footer says {file.n_rows:,}; write the file again"
            )


def _where_damaged(file: Any, name: str, n_rows: int) -> str:
    """Say which records of a column cannot be read: those of the first damaged row group, or all."""
    first, last = 1, n_rows
    for group in range(file.num_row_groups):
        last = first + file.metadata.row_group(group).num_rows - 1
        try:
            with damage_in_words(Format.PARQUET):
                file.read_row_group(group, columns=[name], use_threads=False).validate(full=True)
        except Malformed:
            break
        first = last + 1
    else:
        first, last = 1, n_rows
    return (
        f"the Parquet file is damaged: column {name!r} cannot be read in records {first:,} to {last:,}; "
        "write or copy it again"
    )


def _refuse_truncated(content: Any) -> None:
    end = content.slice(max(0, len(content) - 8)).to_pybytes()
    footer = int.from_bytes(end[:4], "little")
    if len(content) < 12 or not end.endswith(MAGIC) or footer > len(content) - 12:
        raise Malformed("the Parquet file is cut off: its footer is missing; copy it again")
