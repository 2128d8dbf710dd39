"""How many cells the pages of a Parquet column say that they hold, whatever the footer says of them.

A page's header is a structure of Thrift's compact protocol (Apache Parquet format, ``PageHeader`` in parquet.thrift).
"""

from __future__ import annotations

from typing import Any

from core.errors import Malformed

DAMAGED = "the Parquet file is damaged: a page of its cells cannot be found; write or copy it again"
PACKED_SIZE, DATA, DATA_2, N_CELLS = 3, 5, 8, 1
"""Numbers of the fields of a page's header, and of the first one of its description of cells."""
TRUE, FALSE, BYTE, SHORT, INTEGER, LONG, DOUBLE, BINARY, LIST, SET, MAP, STRUCT = range(1, 13)
SIZES = {BYTE: 1, DOUBLE: 8}
DEEPEST = 8
"""Structures within structures; a page's header has three."""


def count_cells(content: Any, start: int, end: int) -> int:
    """Return how many cells the pages that begin in a part of a Parquet file hold.

    Parameters
    ----------
    content : pyarrow Buffer
    start, end : int

    Raises
    ------
    Malformed
        What is there is no row of pages.
    """
    view = memoryview(content).cast("B")
    cells = 0
    while start < end:
        header = _Header(view, start)
        try:
            fields = header.structure()
        except IndexError:
            raise Malformed(DAMAGED) from None
        described = fields.get(DATA) or fields.get(DATA_2) or {}
        cells += described.get(N_CELLS, 0)
        start = header.place + max(0, fields.get(PACKED_SIZE, 0))
    return cells


class _Header:
    """A structure of Thrift's compact protocol, read field by field."""

    def __init__(self, view: memoryview, place: int) -> None:
        self._view, self.place = view, place

    def structure(self, depth: int = 0) -> dict[int, Any]:
        """Return the numbers and structures of a structure by the numbers of their fields."""
        if depth > DEEPEST:
            raise Malformed(DAMAGED)
        fields: dict[int, Any] = {}
        number = 0
        while lead := self._byte():
            step, kind = lead >> 4, lead & 0xF
            number = number + step if step else _signed(self._whole())
            value = self._value(kind, depth)
            if value is not None:
                fields[number] = value
        return fields

    def _value(self, kind: int, depth: int) -> Any:
        if kind in {SHORT, INTEGER, LONG}:
            return _signed(self._whole())
        if kind == STRUCT:
            return self.structure(depth + 1)
        if kind in {TRUE, FALSE}:
            return None
        if kind == BINARY:
            size = self._whole()
        elif kind in SIZES:
            size = SIZES[kind]
        else:
            raise Malformed(DAMAGED)  # no page's header holds lists
        self.place += size
        return None

    def _byte(self) -> int:
        self.place += 1
        return self._view[self.place - 1]

    def _whole(self) -> int:
        number = shift = 0
        while True:
            byte = self._byte()
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                return number
            shift += 7


def _signed(number: int) -> int:
    return (number >> 1) ^ -(number & 1)
