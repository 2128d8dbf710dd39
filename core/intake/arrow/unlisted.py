"""Records that a Parquet or Arrow file holds and its footer does not list: they would be lost without a word."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pyarrow as pa

from core.errors import Malformed
from core.intake.arrow.footer_checks import MARKS
from core.intake.arrow.page_headers import count_cells
from core.intake.formats import Format
from core.intake.parsed import Bytes

UNLISTED = "the {} file holds more records than its footer lists, which would be lost; write it again"
BEHIND = "two {} files stand one behind the other, of which one would be read; bring each of them by itself"
PAGE = re.compile(rb"\x15[\x00\x04\x06]\x15")
"""How a page of cells begins in a Parquet file: its kind, then its size; indices and filters begin otherwise."""
ARROW_START = 8
"""Where the messages of an Arrow file begin."""


def refuse_two_files(form: Format, content: Bytes, start: int) -> None:
    """Refuse two files, one behind the other.

    Raises
    ------
    Malformed
    """
    if content.find(MARKS[form] + MARKS[form], start) >= 0:
        raise Malformed(BEHIND.format(form))


def refuse_unlisted_pages(metadata: Any, content: Any) -> None:
    """Refuse a Parquet file with bytes missing before its footer, or with cells that the footer does not list.

    Parameters
    ----------
    metadata : pyarrow FileMetaData
    content : pyarrow Buffer

    Raises
    ------
    Malformed
    """
    footer = len(content) - 8 - metadata.serialized_size
    spans: list[tuple[int, int]] = []
    listed: list[int] = []
    for group in map(metadata.row_group, range(metadata.num_row_groups)):
        for chunk in map(group.column, range(group.num_columns)):
            # a column without a cell has no page of them: its place is 0
            first = min(filter(None, (chunk.dictionary_page_offset, chunk.data_page_offset)), default=footer)
            spans.append((first, first + chunk.total_compressed_size))
            listed.append(chunk.num_values)
    if any(end > footer for _, end in spans):
        raise Malformed("the Parquet file is cut off: bytes are missing in its middle; copy it again")
    if any(count_cells(content, *span) > n for span, n in zip(spans, listed, strict=True)):
        raise Malformed(UNLISTED.format(Format.PARQUET))
    marks = len(MARKS[Format.PARQUET])
    for (_, before), (after, _) in pairwise([(0, marks), *sorted(spans), (footer, footer)]):
        if PAGE.match(content.slice(before, max(0, min(3, after - before))).to_pybytes()):
            raise Malformed(UNLISTED.format(Format.PARQUET))


def refuse_unlisted_batches(content: Any, n_listed: int) -> None:
    """Refuse an Arrow file that holds other batches of records than its footer lists.

    Parameters
    ----------
    content : pyarrow Buffer
    n_listed : int

    Raises
    ------
    Malformed
    """
    messages = pa.ipc.MessageReader.open_stream(pa.BufferReader(content.slice(ARROW_START)))
    held = 0
    try:
        while True:
            held += messages.read_next_message().type == "record batch"
    except (StopIteration, OSError, pa.ArrowInvalid):  # some writers set no end, and the footer is no message
        pass
    if held > n_listed:
        raise Malformed(UNLISTED.format(Format.ARROW))
