"""Parquet -> columns, one at a time."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from core.errors import Malformed
from core.intake.arrow.arrow_columns import convert_cells, damage_in_words, refuse_schema, refuse_size
from core.intake.formats import Format
from core.intake.names import settle_names
from core.intake.parsed import Parsed, Source
from core.intake.report import Finding, ReadReport, Severity

MAGIC = b"PAR1"


def read(source: Source) -> Parsed:
    """Read a Parquet file; raise an IntakeError that names the column and the remedy."""
    content = pa.py_buffer(source.content).slice(source.start)
    _refuse_truncated(content)
    with damage_in_words(Format.PARQUET):
        file = pq.ParquetFile(pa.BufferReader(content))
        schema = file.schema_arrow
    n_rows = file.metadata.num_rows
    refuse_size(n_rows, file.metadata.num_columns, source.limits)
    refuse_schema(schema)
    names, findings = settle_names(schema.names, source.limits.name_characters)
    if n_rows == 1:
        findings.append(Finding(Severity.WARNING, "the file has one row only", None, 1))
    columns = {}
    for name, stored in zip(names, schema, strict=True):
        columns[name], more = convert_cells(name, _stored_cells(file, stored.name, n_rows))
        findings += more
    return Parsed(columns, ReadReport(Format.PARQUET.value, n_rows, len(names), tuple(findings)))


def _stored_cells(file: Any, name: str, n_rows: int) -> Any:
    with damage_in_words(Format.PARQUET):
        cells = file.read(columns=[name], use_threads=False, use_pandas_metadata=False).column(0)
        # The bytes of a text are only looked at here.
        cells.validate(full=True)
    if len(cells) != n_rows:
        raise Malformed(f"column {name!r} has {len(cells):,} cells, the footer says {n_rows:,}; write the file again")
    return cells


def _refuse_truncated(content: Any) -> None:
    end = content.slice(max(0, len(content) - 8)).to_pybytes()
    footer = int.from_bytes(end[:4], "little")
    if len(content) < 12 or not end.endswith(MAGIC) or footer > len(content) - 12:
        raise Malformed("the Parquet file is cut off: its footer is missing; copy it again")
