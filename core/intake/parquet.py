"""Parquet -> columns, one at a time: whole numbers exact, texts as texts, dates and decimals as written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from core.data import Column
from core.errors import LimitExceeded, Malformed, NothingInside
from core.intake.formats import Format
from core.intake.label_checks import check_labels
from core.intake.limits import Limits
from core.intake.names import settle_names
from core.intake.numerals import EXACT_DIGITS, EXACT_WHOLE, Marks
from core.intake.parsed import Parsed, Source
from core.intake.report import NO_CHOICES, Finding, ReadReport, Severity
from core.intake.text_cells import Texts, assemble, convert_texts

Converted = tuple[Column, list[Finding]]

MAGIC = b"PAR1"


def read(source: Source) -> Parsed:
    """Read a Parquet file; raise an IntakeError that names the column and the remedy."""
    content = pa.py_buffer(source.content).slice(source.start)
    _refuse_truncated(content)
    with _damage_in_words():
        file = pq.ParquetFile(pa.BufferReader(content))
        schema = file.schema_arrow
    n_rows = file.metadata.num_rows
    _refuse_size(file.metadata, source.limits)
    _refuse_schema(schema)
    names, findings = settle_names(schema.names, source.limits.name_characters)
    if n_rows == 1:
        findings.append(Finding(Severity.WARNING, "the file has one row only", None, 1))
    columns = {}
    for name, stored in zip(names, schema, strict=True):
        columns[name], more = _convert(name, _stored_cells(file, stored.name, n_rows))
        findings += more
    return Parsed(columns, ReadReport(Format.PARQUET.value, n_rows, len(names), tuple(findings)))


@contextmanager
def _damage_in_words() -> Iterator[None]:
    """Say in our own words that a file is damaged: Arrow's can quote the content."""
    try:
        yield
    except MemoryError:
        raise
    except (pa.ArrowException, OSError, UnicodeDecodeError):
        raise Malformed("the Parquet file is damaged and cannot be read; write or copy it again") from None


def _stored_cells(file: Any, name: str, n_rows: int) -> Any:
    with _damage_in_words():
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


def _refuse_size(metadata: Any, limits: Limits) -> None:
    rows, columns = metadata.num_rows, metadata.num_columns
    if columns > limits.columns:
        raise LimitExceeded(f"{columns:,} columns, {limits.columns:,} are allowed; leave columns out")
    if rows * columns > limits.parquet_cells:
        raise LimitExceeded(
            f"{rows:,} rows times {columns:,} columns, {limits.parquet_cells:,} cells are allowed; leave columns out"
        )
    if not columns:
        raise NothingInside("the file has no columns; export the variables too")
    if not rows:
        raise NothingInside("the file has columns but no rows; export the records too")


def _refuse_schema(schema: Any) -> None:
    seen: set[str] = set()
    for stored in schema:
        if stored.name in seen:
            raise Malformed(f"two columns are called {stored.name!r}; rename one of them")
        seen.add(stored.name)
        if pa.types.is_nested(stored.type):
            raise Malformed(
                f"column {stored.name!r} holds lists or records ({stored.type}) in its cells; "
                "write one value per cell, or leave the column out"
            )
        if _handler(_plain_type(stored.type)) is None:
            raise Malformed(f"column {stored.name!r} is of type {stored.type}, which is not read; leave it out")


def _plain_type(kind: Any) -> Any:
    """Return the type of the values behind dictionaries and extension types."""
    while pa.types.is_dictionary(kind) or isinstance(kind, pa.BaseExtensionType):
        kind = kind.value_type if pa.types.is_dictionary(kind) else kind.storage_type
    return kind


def _convert(name: str, cells: Any) -> Converted:
    kind = _plain_type(cells.type)
    if isinstance(cells.type, pa.BaseExtensionType):
        cells = cells.cast(cells.type.storage_type)
    if pa.types.is_dictionary(cells.type):
        cells = cells.cast(kind)
    handler = _handler(kind)
    if handler is None:
        raise Malformed(f"column {name!r} is of type {kind}, which is not read; leave it out")
    return handler(name, cells)


def _handler(kind: Any) -> Callable[[str, Any], Converted] | None:
    for applies, handler in HANDLERS:
        if applies(kind):
            return handler
    return None


def _empty(_: str, cells: Any) -> Converted:
    return Column(None, np.full(len(cells), -1, dtype=np.int32)), []


def _whole_numbers(name: str, cells: Any) -> Converted:
    extremes = pc.min_max(cells).as_py()
    if extremes["min"] is None:
        return _empty(name, cells)
    if extremes["min"] <= -EXACT_WHOLE or extremes["max"] >= EXACT_WHOLE:
        return _labels_of(name, cells.cast(pa.string()), _long_finding(name, cells))
    return Column(cells.cast(pa.float64()).to_numpy().astype(np.float64)), []


def _long_finding(name: str, cells: Any) -> list[Finding]:
    wide = pc.greater_equal(cells, pa.scalar(EXACT_WHOLE, cells.type))
    if not pa.types.is_unsigned_integer(cells.type):
        wide = pc.or_(wide, pc.less_equal(cells, pa.scalar(-EXACT_WHOLE, cells.type)))
    message = f"holds whole numbers of more than {EXACT_DIGITS} digits; the column is kept as written"
    return [Finding(Severity.WARNING, message, name, int(pc.sum(wide).as_py()))]


def _real_numbers(name: str, cells: Any) -> Converted:
    values: NDArray[np.float64] = cells.cast(pa.float64()).to_numpy().astype(np.float64) + 0.0
    infinite = np.isinf(values)
    if not infinite.any():
        return (Column(values), []) if not np.isnan(values).all() else _empty(name, cells)
    codes = np.full(len(values), -1, dtype=np.int32)
    labels = tuple(sorted({"inf" if v > 0 else "-inf" for v in values[infinite]}))
    for code, label in enumerate(labels):
        codes[values == float(label)] = code
    values[infinite] = np.nan
    message = "cells hold an infinite number; kept as text"
    finding = Finding(Severity.WARNING, message, name, int(infinite.sum()))
    return Column(None if np.isnan(values).all() else values, codes, labels), [finding]


def _decimals(name: str, cells: Any) -> Converted:
    """Decimals are converted from their exact text, by the same rules as those of a text file."""
    return convert_texts(name, _texts(cells.cast(pa.string())), Marks(".", ""), NO_CHOICES)


def _texts_as_labels(name: str, cells: Any) -> Converted:
    return _labels_of(name, cells.cast(pa.string()), [])


def _moments(name: str, cells: Any) -> Converted:
    # Zeros behind the second say nothing: 2020-01-31 10:00:00.000000 is 2020-01-31 10:00:00.
    written = pc.replace_substring_regex(cells.cast(pa.string()), r"(\.\d*?)0+(Z?)$", r"\1\2")
    return _labels_of(name, pc.replace_substring_regex(written, r"\.(Z?)$", r"\1"), [])


def _durations(name: str, cells: Any) -> Converted:
    unit = {"s": "seconds", "ms": "milliseconds", "us": "microseconds", "ns": "nanoseconds"}[cells.type.unit]
    column, findings = _whole_numbers(name, cells.cast(pa.int64()))
    return column, [*findings, Finding(Severity.NOTE, f"lengths of time are read as numbers of {unit}", name)]


def _labels_of(name: str, cells: Any, findings: list[Finding]) -> Converted:
    texts = _texts(cells)
    empty = pc.equal(texts.distinct, "").to_numpy(zero_copy_only=False)
    if texts.cells(empty):
        message = "cells hold an empty text; read as empty cells"
        findings = [*findings, Finding(Severity.NOTE, message, name, texts.cells(empty))]
    trimmed = pc.ascii_trim_whitespace(texts.distinct)
    findings = [*findings, *check_labels(name, texts.distinct, trimmed, texts.counts, ~empty)]
    none = np.zeros(len(empty), dtype=bool)
    return assemble(texts, none, np.full(len(empty), np.nan), ~empty), findings


def _texts(cells: Any) -> Texts:
    encoded = cells.dictionary_encode().unify_dictionaries()
    codes = [chunk.indices.fill_null(-1).to_numpy(zero_copy_only=False) for chunk in encoded.chunks]
    distinct = encoded.chunk(0).dictionary if codes else pa.array([], pa.string())
    joined = np.concatenate(codes) if codes else np.empty(0, dtype=np.int32)
    return Texts.of(distinct, joined.astype(np.int32, copy=False))


HANDLERS: Sequence[tuple[Callable[[Any], bool], Callable[[str, Any], Converted]]] = (
    (pa.types.is_null, _empty),
    (pa.types.is_integer, _whole_numbers),
    (pa.types.is_floating, _real_numbers),
    (pa.types.is_decimal, _decimals),
    (pa.types.is_boolean, _texts_as_labels),
    (pa.types.is_string, _texts_as_labels),
    (pa.types.is_large_string, _texts_as_labels),
    (pa.types.is_string_view, _texts_as_labels),
    (pa.types.is_date, _moments),
    (pa.types.is_timestamp, _moments),
    (pa.types.is_time, _moments),
    (pa.types.is_duration, _durations),
)
