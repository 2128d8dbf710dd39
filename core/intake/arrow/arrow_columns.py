"""Arrow's types -> columns: whole numbers exact, texts as texts, dates and decimals as written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.data import Column
from core.errors import Malformed, NothingInside
from core.intake.limits import Limits, refuse_cells, refuse_table
from core.intake.names import escape_hidden
from core.intake.number_cells import (
    EXACT_HALF,
    EXACT_SHORT,
    Converted,
    empty_column,
    half_decimals,
    real_numbers,
    shortest_decimals,
)
from core.intake.number_texts.numerals import EXACT_DIGITS, EXACT_WHOLE, Marks
from core.intake.report import NO_CHOICES, Finding, Severity
from core.intake.text_cells import convert_texts, encode_texts, keep_texts
from core.wording import counted, first_of

SHOWN_LEVELS, LONGEST_LEVEL = 8, 30
SECOND_DECIMALS = {"s": 0, "ms": 3, "us": 6, "ns": 9}
KIND = b"ARROW:extension:name"
"""Under which Arrow keeps what a column is beyond what it stores."""
OUTSIDE = "<value out of range"
"""How Arrow writes a time that it cannot write."""


@contextmanager
def damage_in_words(kind: str) -> Iterator[None]:
    """Say in our own words that a file is damaged: Arrow's can quote the content."""
    try:
        yield
    except MemoryError:
        raise
    except (pa.ArrowException, OSError, UnicodeDecodeError):
        raise Malformed(f"the {kind} file is damaged and cannot be read; write or copy it again") from None


def refuse_size(rows: int, columns: int, limits: Limits) -> None:
    """Refuse a table that is empty or too large."""
    refuse_table(limits, columns, rows, limits.parquet_cells)
    refuse_cells(rows * columns, limits)
    if not columns:
        raise NothingInside("the file has no columns; export the variables too")
    if not rows:
        raise NothingInside("the file has columns but no rows; export the records too")


def refuse_schema(schema: Any) -> None:
    """Refuse equal names, and cells that are no single values; names the column."""
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
        if _handler(plain_type(stored.type)) is None:
            raise Malformed(f"column {stored.name!r} is of type {stored.type}, which is not read; leave it out")


def plain_type(kind: Any) -> Any:
    """Return the type of the values behind dictionaries and extension types."""
    while pa.types.is_dictionary(kind) or isinstance(kind, pa.BaseExtensionType):
        kind = kind.value_type if pa.types.is_dictionary(kind) else kind.storage_type
    return kind


def unread_kinds(schema: Any) -> list[Finding]:
    """Say where a column is of a kind of its own, such as a month or a quarter: only what it stores is read."""
    findings = []
    for stored in schema:
        kind = (stored.metadata or {}).get(KIND, b"").decode("utf-8", "replace")
        if isinstance(stored.type, pa.BaseExtensionType):
            kind = stored.type.extension_name
        if kind:
            shown = escape_hidden(kind)[:LONGEST_LEVEL]
            message = f"the file says that it is of the kind {shown}, whose meaning is not read; read as it is stored"
            findings.append(Finding(Severity.WARNING, message, stored.name))
    return findings


def convert_cells(name: str, cells: Any) -> Converted:
    """Return one column, and the report on it."""
    kind = plain_type(cells.type)
    if isinstance(cells.type, pa.BaseExtensionType):
        cells = cells.cast(cells.type.storage_type)
    levels = _levels_of(name, cells) if pa.types.is_dictionary(cells.type) else []
    if pa.types.is_dictionary(cells.type) and is_text(kind):
        column, findings = keep_texts(name, encode_texts(cells))
        return column, [*findings, *levels]
    if pa.types.is_dictionary(cells.type):
        cells = cells.cast(kind)
    handler = _handler(kind)
    if handler is None:
        raise Malformed(f"column {name!r} is of type {kind}, which is not read; leave it out")
    column, findings = handler(name, cells)
    return column, [*findings, *levels]


def is_text(kind: Any) -> bool:
    """Whether a type is one of texts."""
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))


def _levels_of(name: str, cells: Any) -> list[Finding]:
    chunks = cells.chunks if isinstance(cells, pa.ChunkedArray) else [cells]
    return stated_levels(name, chunks, ordered=cells.type.ordered)


def stated_levels(name: str, chunks: Sequence[Any], *, ordered: bool) -> list[Finding]:
    """Report on the categories that a file names: their order, and those that no record has.

    Parameters
    ----------
    name : str
    chunks : sequence of pyarrow dictionary arrays
    ordered : bool
        The file puts them in an order.
    """
    if not chunks:
        return []
    levels = _distinct([chunk.dictionary for chunk in chunks])
    used = _distinct([chunk.dictionary.take(chunk.indices.unique().drop_null()) for chunk in chunks])
    order = [stated_order(name, [str(level) for level in levels.to_pylist()])] if ordered else []
    return [*order, *_unused_levels(name, len(levels) - len(used))]


def _distinct(values: Sequence[Any]) -> Any:
    return pa.concat_arrays(values).unique().drop_null()


def _unused_levels(name: str, n: int) -> list[Finding]:
    """Say that a file names categories which no record has: users of it would see what was suppressed."""
    if not n:
        return []
    what = counted(n, "category that no record has", "categories that no record has")
    message = (
        f"the file names {what}: not read as categories of the variable, and visible to all who get the file; drop "
        "unused levels before release"
    )
    return [Finding(Severity.NOTE, message, name, n, leftover=True)]


def stated_order(name: str, levels: Sequence[str]) -> Finding:
    """Return the warning about categories that a file puts in an order of its own."""
    shown = first_of([escape_hidden(level)[:LONGEST_LEVEL] for level in levels], SHOWN_LEVELS, " < ")
    message = f"the file puts the categories in order ({shown}); it is not taken over: set level and order"
    return Finding(Severity.WARNING, message, name, len(levels))


def _handler(kind: Any) -> Callable[[str, Any], Converted] | None:
    for applies, handler in HANDLERS:
        if applies(kind):
            return handler
    return None


def _empty(_: str, cells: Any) -> Converted:
    return empty_column(len(cells)), []


def _whole_numbers(name: str, cells: Any) -> Converted:
    extremes = pc.min_max(cells).as_py()
    if extremes["min"] is None:
        return _empty(name, cells)
    if extremes["min"] <= -EXACT_WHOLE or extremes["max"] >= EXACT_WHOLE:
        return _texts_as_written(name, cells.cast(pa.string()), _long_finding(name, cells))
    return Column(_array(cells)), []


def _long_finding(name: str, cells: Any) -> list[Finding]:
    wide = pc.greater_equal(cells, pa.scalar(EXACT_WHOLE, cells.type))
    if not pa.types.is_unsigned_integer(cells.type):
        wide = pc.or_(wide, pc.less_equal(cells, pa.scalar(-EXACT_WHOLE, cells.type)))
    message = f"holds whole numbers of more than {EXACT_DIGITS} digits; the column is kept as written"
    return [Finding(Severity.WARNING, message, name, int(pc.sum(wide).as_py()))]


def _real_numbers(name: str, cells: Any) -> Converted:
    if pa.types.is_float64(cells.type):
        column, findings = real_numbers(name, _array(cells))
    elif pa.types.is_float16(cells.type):
        column, findings = real_numbers(name, half_decimals(cells.to_numpy().astype(np.float16)), EXACT_HALF)
    else:
        column, findings = real_numbers(name, shortest_decimals(cells.to_numpy().astype(np.float32)), EXACT_SHORT)
    return column, [*findings, *_two_kinds_of_empty(name, cells)]


def _two_kinds_of_empty(name: str, cells: Any) -> list[Finding]:
    """Say where a file tells "not a number" from an empty cell."""
    no_number = pc.sum(pc.is_nan(cells)).as_py() or 0
    if not no_number or not cells.null_count:
        return []
    empty = counted(cells.null_count, "cell that holds", "cells that hold")
    message = f"cells hold NaN, which is read as empty like the {empty} nothing"
    return [Finding(Severity.NOTE, message, name, no_number)]


def _array(cells: Any) -> NDArray[np.float64]:
    values: NDArray[np.float64] = cells.cast(pa.float64()).to_numpy().astype(np.float64)
    return values


def _decimals(name: str, cells: Any) -> Converted:
    """Decimals are converted from their exact text, by the same rules as those of a text file."""
    return convert_texts(name, encode_texts(cells.cast(pa.string())), Marks(".", ""), NO_CHOICES)


def _texts_as_labels(name: str, cells: Any) -> Converted:
    return _texts_as_written(name, cells.cast(pa.string()))


def _moments(name: str, cells: Any) -> Converted:
    findings = []
    zone = getattr(cells.type, "tz", None)
    if zone not in {None, "UTC"}:
        # The same moment has the same label whatever zone a file shows it in.
        cells = cells.cast(pa.timestamp(cells.type.unit, "UTC"))
        findings.append(Finding(Severity.NOTE, f"times of the zone {escape_hidden(zone)} are written in UTC", name))
    # Zeros behind the second say nothing: 2020-01-31 10:00:00.000000 is 2020-01-31 10:00:00.
    as_text = cells.cast(pa.string())
    if outside := pc.sum(pc.starts_with(as_text, OUTSIDE)).as_py() or 0:
        message = "holds times outside of the years that can be written; these cells are kept as numbers in brackets"
        findings.append(Finding(Severity.WARNING, message, name, outside))
    written = pc.replace_substring_regex(as_text, r"(\.\d*?)0+(Z?)$", r"\1\2")
    return _texts_as_written(name, pc.replace_substring_regex(written, r"\.(Z?)$", r"\1"), findings)


def _durations(name: str, cells: Any) -> Converted:
    note = Finding(Severity.NOTE, "lengths of time are read as numbers of seconds", name)
    whole, decimals = cells.cast(pa.int64()), SECOND_DECIMALS[cells.type.unit]
    extremes = pc.min_max(whole).as_py()
    if max(abs(extremes["min"] or 0), abs(extremes["max"] or 0)) < EXACT_WHOLE:
        column, findings = real_numbers(name, _array(whole) / 10**decimals)
    else:  # as exact text: a double would make one number of two that differ in their last digits
        unit = pa.scalar(Decimal(1).scaleb(-decimals), pa.decimal128(10, decimals))
        column, findings = _decimals(name, pc.multiply(whole.cast(pa.decimal128(19)), unit))
    return column, [*findings, note]


def _texts_as_written(name: str, cells: Any, findings: Sequence[Finding] = ()) -> Converted:
    column, more = keep_texts(name, encode_texts(cells))
    return column, [*findings, *more]


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
