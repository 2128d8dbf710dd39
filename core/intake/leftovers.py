"""Residual content of a file: author names, comments, cached copies of records, names of dropped columns."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq

from core.intake.arrow.footer_checks import MARKS
from core.intake.checks.zip_checks import ZIP, inflated, members
from core.intake.formats import Format
from core.intake.names import escape_hidden
from core.intake.parsed import Parsed, Source
from core.intake.report import Finding, Severity
from core.wording import counted, first_of

RESIDUAL_PARTS = tuple(
    (re.compile(pattern), what)
    for pattern, what in (
        (
            r"xl/comments\d*\.xml|xl/threadedComments/.+|xl/persons/.+",
            "comments, with the names of those who wrote them",
        ),
        (r"xl/pivotCache/pivotCacheRecords\d*\.xml", "a pivot table cache with a copy of records"),
        (r"xl/externalLinks/externalLink\d*\.xml", "links to other workbooks, with their paths"),
        (r"xl/media/.+", "pictures"),
        (r"docProps/custom\.xml|customXml/item\d*\.xml", "custom document properties (custom XML)"),
    )
)
NAMED_PERSON = re.compile(rb"<(?:dc:creator|cp:lastModifiedBy)>\s*+[^<]")
SCHEMA_KEYS = frozenset({"ARROW:schema", "pandas"})
"""Metadata keys that Arrow and pandas write to describe the columns; they are not reported."""
MOST_KEYS_NAMED = 5


def with_leftovers(parsed: Parsed, source: Source) -> Parsed:
    """Return the parsed file with a note on each kind of residual content (metadata, comments, cached records)."""
    content = source.content[source.start : source.start + len(ZIP)]
    messages: list[str] = []
    if parsed.report.format == Format.WORKBOOK.value and content == ZIP:
        messages = _workbook_messages(source)
    elif parsed.report.format in (Format.PARQUET.value, Format.ARROW.value):
        messages = _schema_messages(_schema(source))
    if not messages:
        return parsed
    notes = tuple(Finding(Severity.NOTE, message, leftover=True) for message in messages)
    report = dataclasses.replace(parsed.report, findings=(*parsed.report.findings, *notes))
    return dataclasses.replace(parsed, report=report)


def _workbook_messages(source: Source) -> list[str]:
    """Return the notes on the parts and the properties of a workbook."""
    listed = members(source.content)
    names = [member.filename for member in listed]
    messages = [
        f"the workbook holds {what}; remove them before release"
        for pattern, what in RESIDUAL_PARTS
        if any(pattern.fullmatch(name) for name in names)
    ]
    core = next((member for member in listed if member.filename == "docProps/core.xml"), None)
    if core is not None and NAMED_PERSON.search(b"".join(inflated(source.content, core))):
        messages.append("the workbook's properties name the person who wrote or last saved it; remove them")
    return messages


def _schema(source: Source) -> pa.Schema | None:
    """Return the schema of a Parquet or Arrow file; None: the content is neither."""
    buffer = pa.py_buffer(source.content).slice(source.start)
    start = buffer.slice(0, min(8, len(buffer))).to_pybytes()
    if start.startswith(MARKS[Format.PARQUET]):
        return pq.ParquetFile(pa.BufferReader(buffer)).schema_arrow
    if start.startswith(MARKS[Format.ARROW]):
        return pa.ipc.open_file(pa.BufferReader(buffer)).schema
    return None


def _schema_messages(schema: pa.Schema | None) -> list[str]:
    if schema is None:
        return []
    messages = []
    metadata = {_text(k): _text(v) for k, v in (schema.metadata or {}).items()}
    additional = sorted(escape_hidden(key) for key in metadata if key not in SCHEMA_KEYS)
    if additional:
        named = first_of([key[:40] for key in additional], MOST_KEYS_NAMED)
        messages.append(f"the file holds additional metadata ({named}); check it before release")
    n_columns = sum(bool(set(map(_text, field.metadata or {})) - {"PARQUET:field_id"}) for field in schema)
    if n_columns:
        messages.append(
            f"{counted(n_columns, 'column has', 'columns have')} metadata attached; check it before release"
        )
    dropped = _columns_of_pandas(metadata) - set(schema.names)
    if dropped:
        messages.append(
            f"the metadata that pandas wrote still names {counted(len(dropped), 'column', 'columns')} that were "
            "dropped from the file; write the file again without the old metadata"
        )
    return messages


def _columns_of_pandas(metadata: Mapping[str, str]) -> set[str]:
    """Return the names of the columns in the metadata that pandas wrote; empty if there is none or it is damaged."""
    try:
        described = json.loads(metadata.get("pandas", "{}"))
        named = [column.get("field_name") or column.get("name") for column in described.get("columns", [])]
    except (ValueError, AttributeError, TypeError):
        return set()
    return {name for name in named if isinstance(name, str)}


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
