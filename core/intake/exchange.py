"""What crosses between the program and a reader's process: a JSON head, then bytes.

::

    8 bytes    length of the head, little-endian
    head       JSON, padded with spaces so that the body is aligned
    body       the file's bytes on the way in; on the way out the columns, each an Arrow stream of one batch
"""

from __future__ import annotations

import dataclasses
import json
import mmap
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.data import Column, PackedCodes, PackedDecimals, PackedNumbers, Store, cells_of
from core.intake.document_parts import Document
from core.intake.limits import CELL_BYTES
from core.intake.parsed import Bytes, Parsed
from core.intake.report import Finding, ReadReport, Severity

ALIGNMENT = 64
LENGTH_BYTES = 8
NUMBERS, TEXTS = "numbers", "texts"
TABLE, DIVISOR = b"table", b"divisor"
"""By what numbers are packed, beside their cells."""

POOL = pa.system_memory_pool()
"""Arrow's own allocator reserves a gigabyte at its first byte, which counts where the process is limited."""

Keep = Callable[[NDArray[Any]], NDArray[Any]]
"""Cells of a column in a message -> the same ones where they will stay."""


def pack_head(head: Mapping[str, Any]) -> bytes:
    """Return a head as the bytes that stand before a body."""
    written = json.dumps(head).encode()
    written += b" " * (-(len(written) + LENGTH_BYTES) % ALIGNMENT)
    return len(written).to_bytes(LENGTH_BYTES, "little") + written


def unpack_head(message: Bytes) -> tuple[dict[str, Any], int]:
    """Return the head of a message and where its body begins.

    Raises
    ------
    ValueError
        There is no whole head.
    """
    start = LENGTH_BYTES + int.from_bytes(message[:LENGTH_BYTES], "little")
    head = json.loads(message[LENGTH_BYTES:start])
    if not isinstance(head, dict):
        raise ValueError("no head")
    return head, start


def describe_parsed(parsed: Parsed) -> dict[str, Any]:
    """Return all of a parsed file but its cells, as the fields of a head."""
    return {
        "report": dataclasses.asdict(parsed.report),
        "names": list(parsed.columns),
        "labels": dict(parsed.labels),
        "value_labels": {name: dict(labels) for name, labels in parsed.value_labels.items()},
        "user_missing": dict(parsed.user_missing),
    }


def describe_document(document: Document) -> dict[str, Any]:
    """Return the tables of a document and the sizes of its parts as the fields of a head; the parts are the body."""
    sizes = {name: len(part) for name, part in document.parts.items()}
    return {"sizes": sizes, "tables": dict(document.tables)}


def unpack_document(head: Mapping[str, Any], message: Bytes, start: int) -> Document:
    """Return the document that a reader handed back."""
    parts = {}
    for name, size in head["sizes"].items():
        parts[name] = bytes(message[start : start + size])
        start += size
    return Document(parts, head["tables"])


def write_columns(columns: list[Column], sink: Any) -> None:
    """Write columns to a file object, one Arrow stream each; the list is emptied on the way.

    So the cells are never in memory twice: each column goes as it is written.
    """
    columns.reverse()
    while columns:
        batch = _batch(columns.pop().packed())
        with pa.ipc.new_stream(sink, batch.schema) as writer:
            writer.write_batch(batch)
        del batch


def _batch(column: Column) -> Any:
    """Return the cells of a column as they are held; what numbers were packed by is told beside them."""
    arrays, metadata = {}, {}
    numbers, codes = column.number_store, column.code_store
    if isinstance(numbers, PackedNumbers):
        metadata[TABLE] = numbers.table.tobytes()
    elif isinstance(numbers, PackedDecimals):
        metadata[DIVISOR] = str(numbers.divisor).encode()
    if numbers is not None:
        arrays[NUMBERS] = pa.array(cells_of(numbers))
    if codes is not None:
        cells = cells_of(codes)
        arrays[TEXTS] = pa.DictionaryArray.from_arrays(
            pa.array(cells, mask=cells < 0), pa.array(column.labels, pa.string())
        )
    batch = pa.record_batch(arrays)
    return batch.replace_schema_metadata(metadata) if metadata else batch


def unpack_parsed(head: Mapping[str, Any], message: Bytes, start: int, keep: Keep = np.array) -> Parsed:
    """Return what a reader handed back; the columns are copies, and the message's memory is freed meanwhile."""
    body = pa.py_buffer(message).slice(start)
    source = pa.BufferReader(body)
    columns = {}
    for name in head["names"]:
        with pa.ipc.open_stream(source, memory_pool=POOL) as stream:
            batch = stream.read_next_batch()
            stream.read_all()  # the next column stands behind the mark of this one's end
        batch.validate(full=True)
        arrays = dict(zip(batch.schema.names, batch.columns, strict=True))
        columns[name] = _column(arrays, batch.schema.metadata or {}, keep)
        _free_memory(message, body.address - start, batch.columns)
    missing = {name: tuple(codes) for name, codes in head["user_missing"].items()}
    return Parsed(columns, _report(head["report"]), head["labels"], head["value_labels"], missing)


def _free_memory(message: Bytes, address: int, copied: Sequence[Any]) -> None:
    """Free the whole pages of a message in memory on which the cells of these arrays lie, and nothing else.

    Parameters
    ----------
    address : int
        Where it begins in memory.
    copied : sequence of pyarrow array
        Their dictionaries, which lie elsewhere in the message, stay.
    """
    if not isinstance(message, mmap.mmap) or not hasattr(mmap, "MADV_REMOVE"):
        return
    for buffer in (b for array in copied for b in array.buffers() if b is not None):
        start = buffer.address - address
        first = -(-start // mmap.PAGESIZE) * mmap.PAGESIZE
        size = (start + buffer.size) // mmap.PAGESIZE * mmap.PAGESIZE - first
        if size > 0:
            message.madvise(mmap.MADV_REMOVE, first, size)


def _column(arrays: Mapping[str, Any], metadata: Mapping[bytes, bytes], keep: Keep) -> Column:
    numbers = codes = None
    labels: tuple[str, ...] = ()
    if NUMBERS in arrays:
        numbers = _numbers(keep(np.asarray(arrays[NUMBERS])), metadata)
    if TEXTS in arrays:
        indices = arrays[TEXTS].indices
        filled = [indices, pa.scalar(-1, indices.type, memory_pool=POOL)]
        cells = keep(np.asarray(pc.call_function("coalesce", filled, memory_pool=POOL)))
        codes = PackedCodes(cells) if cells.dtype.itemsize < CELL_BYTES else cells
        labels = tuple(arrays[TEXTS].dictionary.to_pylist())
    return Column.of(numbers, codes, labels)


def _numbers(cells: NDArray[Any], metadata: Mapping[bytes, bytes]) -> Store:
    if TABLE in metadata:
        table = np.frombuffer(metadata[TABLE], np.float64)
        if int(cells.max(initial=0)) >= len(table):
            raise ValueError("a number that is not in the table")
        return PackedNumbers(cells, table)
    return PackedDecimals(cells, int(metadata[DIVISOR])) if DIVISOR in metadata else cells


def _report(fields: Mapping[str, Any]) -> ReadReport:
    findings = tuple(
        Finding(
            **{
                **f,
                "severity": Severity(f["severity"]),
                "alternatives": tuple(f["alternatives"]),
                "missing_like": tuple(f["missing_like"]),
            }
        )
        for f in fields["findings"]
    )
    return ReadReport(**{**fields, "findings": findings})
