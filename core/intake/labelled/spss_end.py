"""Where the records of an SPSS file end by its own bytes: whatever stands behind them would be lost without a word.

The layout is that of PSPP's developers (GNU PSPP Developers Guide, "System File Format").
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from core.errors import Malformed
from core.intake.parsed import Bytes

BEHIND = "something follows the last record of the SPSS file, and would be lost; save it anew in SPSS"
DAMAGED = "the SPSS file is cut off or its parts lie elsewhere than it says; copy it again"
HEADER_BYTES = 176
LAYOUT, COMPRESSION = 64, 72
LAYOUTS = (2, 3)
PLAIN, IN_BYTES, IN_BLOCKS = 0, 1, 2
VARIABLE, LABELS, LABELLED, TEXT, MORE, LAST = 2, 3, 4, 6, 7, 999
SLOT, LINE = 8, 80
SKIPPED, END, AS_IT_IS = 0, 252, 253
"""Codes of a compressed cell: none, the file's end, and a cell that stands behind its eight codes as it is."""
PADDING = b"\0"
BLOCK = struct.Struct("qqii")


class _Start(NamedTuple):
    """Where the records begin, how many slots of eight bytes a record has, and how they are packed."""

    place: int
    slots: int
    compression: int
    order: str


def refuse_behind_records(content: Bytes, start: int, n_rows: int | None) -> None:
    """Refuse an SPSS file with anything behind its last record.

    Parameters
    ----------
    content : bytes or mmap
    start : int
        Where in it the file begins.
    n_rows : int or None
        As the header counts; None: it does not.

    Raises
    ------
    Malformed
        Something would be lost, or a part of the file lies elsewhere than it says.
    """
    try:
        records = _records(content, start)
        if records.compression == PLAIN:
            _refuse_behind_plain(content, records, n_rows)
        elif records.compression == IN_BYTES:
            _refuse_behind_codes(content, records.place, records, n_rows)
        else:
            _refuse_behind_codes(b"".join(_blocks(content, start, records)), 0, records, n_rows)
    except (struct.error, zlib.error, IndexError):
        raise Malformed(DAMAGED) from None


def _records(content: Bytes, start: int) -> _Start:
    """Go through what describes the variables, to where the records begin."""
    view = memoryview(content)
    order = "<" if int.from_bytes(view[start + LAYOUT : start + LAYOUT + 4], "little") in LAYOUTS else ">"
    number: Callable[[int], int] = lambda at: int(struct.unpack_from(f"{order}i", view, at)[0])  # noqa: E731
    place, slots = start + HEADER_BYTES, 0
    while (kind := number(place)) != LAST:
        slots += kind == VARIABLE
        after = place + _size_of(kind, place, number, view)
        if after <= place:
            raise Malformed(DAMAGED)
        place = after
    return _Start(place + 2 * 4, slots, number(start + COMPRESSION), order)


def _size_of(kind: int, place: int, number: Callable[[int], int], view: memoryview) -> int:
    """Return the bytes of one record of the description."""
    if kind == VARIABLE:
        has_label, n_missing = number(place + 8), abs(number(place + 12))
        label = 4 + -(-number(place + 32) // 4) * 4 if has_label else 0
        return 32 + label + SLOT * n_missing
    if kind == LABELS:
        at = place + 8
        for _ in range(number(place + 4)):
            at += SLOT + (view[at + SLOT] + SLOT) // SLOT * SLOT
        return at - place
    if kind == LABELLED:
        return 8 + 4 * number(place + 4)
    if kind == TEXT:
        return 8 + LINE * number(place + 4)
    if kind == MORE:
        return 16 + number(place + 8) * number(place + 12)
    raise Malformed(DAMAGED)


def _refuse_behind_plain(content: Bytes, records: _Start, n_rows: int | None) -> None:
    width = SLOT * records.slots
    n = (len(content) - records.place) // width if n_rows is None else n_rows
    if bytes(content[records.place + n * width :]).strip(PADDING):
        raise Malformed(BEHIND)


def _refuse_behind_codes(content: Bytes, place: int, records: _Start, n_rows: int | None) -> None:
    cells, behind = _through_codes(content, place)
    too_many = bool(cells % records.slots) if n_rows is None else cells > n_rows * records.slots
    if behind.strip(PADDING) or too_many:
        raise Malformed(BEHIND)


def _through_codes(content: Bytes, place: int) -> tuple[int, bytes]:
    """Return how many compressed cells stand before the code of the end, or the file's end, and what is behind it."""
    cells, size = 0, len(content)
    while place < size:
        codes = content[place : place + SLOT]
        end = codes.find(END)
        used = codes if end < 0 else codes[:end]
        cells += len(used) - used.count(SKIPPED)
        place += SLOT + SLOT * used.count(AS_IT_IS)
        if end >= 0:
            return cells, codes[end + 1 :] + content[place:]
    return cells, b""


def _blocks(content: Bytes, start: int, records: _Start) -> Iterator[bytes]:
    """Yield the blocks of a .zsav unpacked; refuse bytes before, between and behind those that it lists."""
    header, trailer, size = struct.unpack_from(f"{records.order}3q", content, records.place)
    if header != records.place - start or start + trailer + size != len(content):
        raise Malformed(BEHIND if start + trailer + size < len(content) else DAMAGED)
    (n_blocks,) = struct.unpack_from(f"{records.order}i", content, start + trailer + 20)
    first = start + trailer + 24
    if size != 24 + BLOCK.size * n_blocks:
        raise Malformed(DAMAGED)
    listed = [
        struct.unpack_from(f"{records.order}qqii", content, first + BLOCK.size * i)[1::2] for i in range(n_blocks)
    ]
    places = [header + 24, *(place + packed for place, packed in listed)]
    if [*(place for place, _ in listed), trailer] != places:
        raise Malformed(BEHIND)
    for place, after in pairwise(places):
        engine = zlib.decompressobj()
        yield engine.decompress(content[start + place : start + after])
        if engine.unused_data or not engine.eof:
            raise Malformed(BEHIND if engine.unused_data else DAMAGED)
