"""What the header of an SPSS or Stata file counts, compared with the records that the file holds."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable
from typing import Any, Literal

from core.errors import IntakeError, Malformed
from core.intake.formats import Format
from core.intake.parsed import Bytes

Parse = Callable[..., tuple[dict[str, list[Any]], Any]]
"""Parses the file in the stream that it is given, with the options of the parser; an IntakeError where it cannot."""
Order = Literal["little", "big"]
MORE = "records stand behind the {:,} that the file's header counts, and would be lost; save it anew in its program"
OTHER_END = (
    "the file's header counts {:,} records, and what follows them is no part of a Stata file: records would be "
    "lost, or are missing; save it anew in Stata"
)
BEHIND = "something follows the end of the {} file, and would be lost; save it anew in its program"
SPSS_MARK, SPSS_PACKED_MARK = b"$FL2@(#)", b"$FL3@(#)"
NO_DATA = b"<data></data>"
STATA_MAP, LAST_OF_MAP = b"</header><map>", 13 * 8
"""The map of a Stata file says where each part of it begins, and at last where it ends."""
STATA_HEADER_BYTES = 1_000
SPSS_COUNT = slice(80, 84)
UNKNOWN_COUNT = b"\xff" * 4
"""-1: the records are read to the file's end."""
STATA_COUNT, OLD_STATA_COUNT = b"<N>", 6
SHORT_COUNT = b"<release>117"
LONG_NAMES = 110
"""The first release of Stata's files in which names have 32 characters, not 8."""
SENTINEL = b"ruend"
"""A set of value labels that is put behind a file: it is found where the file ends in good order."""
FIRST_LABELLED = 108
MANY_RECORDS = 2**31 - 1
"""More than a portable file holds: all of them are gone through, and none is kept."""


def refuse_ends_elsewhere(form: Format, content: Bytes, start: int) -> None:
    """Refuse a file with another behind it, or a Stata file that counts more records than it has bytes.

    Raises
    ------
    Malformed
        Something would be lost, or nothing read.
    """
    if form is Format.SPSS:
        if any(content.find(mark, start + 1) >= 0 for mark in (SPSS_MARK, SPSS_PACKED_MARK)):
            raise Malformed(BEHIND.format(form))
    elif form is Format.STATA:
        _refuse_stata(content, start)


def _refuse_stata(content: Bytes, start: int) -> None:
    head = bytes(content[start : start + STATA_HEADER_BYTES])
    if (at := head.find(STATA_COUNT)) >= 0:
        size, place = 4 if SHORT_COUNT in head else 8, at + len(STATA_COUNT)
        order: Order = "little" if b">LSF<" in head else "big"
        _refuse_other_end(content, start, head, order)
    else:
        size, place = 4, OLD_STATA_COUNT
        order = "little" if head[1:2] == b"\2" else "big"
    stated = int.from_bytes(head[place : place + size], order)
    if stated > len(content):
        raise Malformed(f"the file's header counts {stated:,} records, more than it has bytes; save it anew in Stata")
    if not stated and at >= 0 and content.find(NO_DATA, start) < 0:
        raise Malformed(MORE.format(0))


def _refuse_other_end(content: Bytes, start: int, head: bytes, order: Order) -> None:
    """Refuse a Stata file that ends elsewhere than its map of itself says."""
    last = head.find(STATA_MAP) + len(STATA_MAP) + LAST_OF_MAP
    end = start + int.from_bytes(head[last : last + 8], order)
    if end > len(content):
        raise Malformed("the Stata file is cut off; copy it again")
    if bytes(content[end:]).strip(b"\r\n\0 "):
        raise Malformed(BEHIND.format(Format.STATA))


def refuse_more_records(form: Format, content: io.BytesIO, n_rows: int | None, parse: Parse) -> None:
    """Refuse a file with records, or anything else, behind what its header counts.

    Parameters
    ----------
    form : Format
    content : io.BytesIO
        The whole file.
    n_rows : int or None
        As the header counts; None: it does not, and the file is read to its end.
    parse : callable

    Raises
    ------
    Malformed
        Records would be lost.
    """
    if form is Format.SPSS_PORTABLE:
        if _ends_before_its_end(content, parse):
            raise Malformed(BEHIND.format(form))
    elif n_rows is None:
        return
    elif form is Format.SPSS:
        if _one_more_of_spss(content, n_rows, parse):
            raise Malformed(MORE.format(n_rows))
    elif form is Format.STATA and content.getbuffer()[0] >= FIRST_LABELLED:
        _refuse_leftover(content, n_rows, parse)


def _one_more_of_spss(content: io.BytesIO, n_rows: int, parse: Parse) -> bool:
    """Tell whether a record is found behind the last one that is counted, when the file does not say where to end."""
    view = content.getbuffer()
    counted = bytes(view[SPSS_COUNT])
    view[SPSS_COUNT] = UNKNOWN_COUNT
    try:
        cells, _ = parse(content, row_offset=n_rows, row_limit=1)
    except IntakeError:
        return False  # what is behind is no record; reading says what else is wrong
    finally:
        view[SPSS_COUNT] = counted
        view.release()
    return any(cells.values())


def _ends_before_its_end(content: io.BytesIO, parse: Parse) -> bool:
    """Tell whether a portable file ends in good order without its own end, which is a row of Z."""
    whole = content.getvalue().rstrip(b"\r\n \x1a")
    shorter = whole.rstrip(b"Z\r\n")
    if shorter == whole:
        return True
    try:
        parse(io.BytesIO(shorter), row_offset=MANY_RECORDS)
    except IntakeError:
        return False
    return True


def _refuse_leftover(content: io.BytesIO, n_rows: int, parse: Parse) -> None:
    """Refuse an old Stata file between whose records and end stands what is no set of value labels."""
    view = content.getbuffer()
    release, little = view[0], view[1] == 2
    view.release()
    width = 33 if release >= LONG_NAMES else 9
    numbers = struct.pack(f"{'<' if little else '>'}5i", 18, 1, 2, 0, 0)
    labels = numbers[:4] + SENTINEL.ljust(width, b"\0") + bytes(3) + numbers[4:] + b"x\0"
    try:
        _, meta = parse(io.BytesIO(content.getvalue() + labels), metadataonly=True)
    except IntakeError:
        meta = None
    if meta is None or SENTINEL.decode() not in meta.value_labels:
        raise Malformed(OTHER_END.format(n_rows))
