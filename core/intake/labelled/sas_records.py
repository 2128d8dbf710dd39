"""How many records a SAS file holds by its own lengths and pages: compared with what its header counts."""

from __future__ import annotations

import re
import struct
from typing import NamedTuple

from core.errors import Malformed
from core.intake.parsed import Bytes
from core.intake.report import Finding, Severity
from core.wording import counted

CUT_OFF = "the SAS file is cut off in the middle of a record; copy it again"
MORE = "records stand behind the {:,} that the file's header counts, and would be lost; save it anew in its program"
FEWER = "the file's header counts {:,} records and it holds {:,}; copy it again, or save it anew in its program"
TOLD = "the file's header counts {:,} records and its pages {:,}: compare the number of records with that in SAS"
PADDING = b" \0"
RECORD = 80
"""Bytes of a record of a transport file, headers included."""
HEADER = re.compile(rb"HEADER RECORD\*{7}(MEMBER |MEMBV8 |NAMESTR|NAMSTV8|OBS    |OBSV8  ) HEADER RECORD!{7}")
NAMESTR, LENGTH_PLACE, COUNT_PLACE, STATED_PLACE = 140, 4, slice(54, 58), slice(48, 63)
WIDE, ALIGNED, LITTLE = 32, 35, 37
"""Places in the header of a SAS file of what says how wide its numbers are, where they lie and in which order."""
SIZES, HEADER_BYTES = 196, 288
ROWS_ON_PAGE, DELETED = (0x100, 0x200), 0x80
COMPRESSED = (b"SASYZCRL", b"SASYZCR2")


class _Page(NamedTuple):
    kind: int
    blocks: int
    descriptions: int


def transport_counts(content: Bytes, start: int) -> range:
    """Return how many records a transport file can hold by its length; refuse one that lost or hides records.

    The first version of the format counts none and fills its last 80 bytes with blanks, which can be records of blank
    texts as well.

    Parameters
    ----------
    content : bytes or mmap
    start : int
        Where in it the file begins.

    Returns
    -------
    range
        From the least to the most; empty where the file counts its records itself.

    Raises
    ------
    Malformed
        Several data sets, one cut off in a record, or one that counts its records wrongly.
    """
    headers: dict[bytes, int] = {}
    for header in HEADER.finditer(content, start):
        name = header[1][:3]
        if (header.start() - start) % RECORD:
            continue
        if name == b"MEM" and name in headers:
            raise Malformed("the SAS file holds several data sets, of which one would be read; save each by itself")
        headers.setdefault(name, header.start())
    if not {b"NAM", b"OBS"} <= headers.keys():
        return range(0)
    width = _record_width(content, headers[b"NAM"])
    return _transport_counts(content, headers[b"OBS"], width) if width > 0 else range(0)


def _record_width(content: Bytes, header: int) -> int:
    stated = bytes(content[header : header + RECORD])[COUNT_PLACE]
    first = header + RECORD
    if not stated.isdigit() or first + int(stated) * NAMESTR > len(content):
        return 0
    return sum(struct.unpack_from(">h", content, first + i * NAMESTR + LENGTH_PLACE)[0] for i in range(int(stated)))


def _transport_counts(content: Bytes, header: int, width: int) -> range:
    start = header + RECORD
    n_whole, rest = divmod(len(content) - start, width)
    # the format is made of records of 80 bytes, the last one filled up: whole observations cut off leave a part of one
    if (len(content) - start) % RECORD or bytes(content[len(content) - rest :]).strip(PADDING):
        raise Malformed(CUT_OFF)
    stated = bytes(content[header:start])[STATED_PLACE].strip()
    if b"OBSV8" not in bytes(content[header:start]) or not stated.isdigit():
        # less than 80 bytes are filled up: a record that begins before them is one
        return range(max(0, (len(content) - start - RECORD) // width + 1), n_whole + 1)
    if n_whole < int(stated):
        raise Malformed(FEWER.format(int(stated), n_whole))
    if bytes(content[start + int(stated) * width :]).strip(PADDING):
        raise Malformed(MORE.format(int(stated)))
    return range(0)


def blank_records(counts: range, n_read: int, *, only_texts: bool) -> tuple[int, list[Finding]]:
    """Return how many records of blanks follow those that were read, and what is not certain about them.

    Parameters
    ----------
    counts : range
        How many records the file can hold, as `transport_counts` returns it.
    n_read : int
        Records up to the last one that is not blank.
    only_texts : bool
        No variable is a number: a blank number is no value of SAS, so records with one are never blank.
    """
    if not only_texts or not counts:
        return 0, []
    blank = max(0, counts[0] - n_read)
    possible = counts[-1] - n_read - blank
    if possible <= 0:
        return blank, []
    message = (
        "the file ends in blanks, which its format fills up with: "
        f"{counted(n_read + blank, 'record is', 'records are')} read, and "
        f"{counted(possible, 'more record of blanks is', 'more records of blanks are')} possible. Compare the number "
        "of records with that in SAS"
    )
    return blank, [Finding(Severity.WARNING, message, None, possible)]


def refuse_other_page_count(content: Bytes, start: int, n_rows: int) -> list[Finding]:
    """Refuse a SAS file whose pages hold another number of records than its header counts; of several pages, say it.

    Pages with deleted records, and those of compressed files, do not say how many they hold. What the first of several
    pages says was not compared with files of SAS: a difference is told, and no reason to refuse.

    Raises
    ------
    Malformed
        Records would be lost, or made up from what is next to the records of a page.
    """
    pages = _pages(content, start)
    if any(page.kind & DELETED for page in pages) or any(content.find(mark, start) >= 0 for mark in COMPRESSED):
        return []
    held = sum(page.blocks - page.descriptions for page in pages if page.kind in ROWS_ON_PAGE)
    if held == n_rows:
        return []
    if len(pages) > 1:
        return [Finding(Severity.WARNING, TOLD.format(n_rows, held), None, abs(held - n_rows))]
    raise Malformed(MORE.format(n_rows) if held > n_rows else FEWER.format(n_rows, held))


def _pages(content: Bytes, start: int) -> list[_Page]:
    """Return what each page says of itself; refuse a file with more or less than its header counts of them."""
    head = bytes(content[start : start + HEADER_BYTES])
    wide, order = head[WIDE : WIDE + 1] == b"3", "<" if head[LITTLE : LITTLE + 1] == b"\1" else ">"
    sizes = SIZES + (4 if head[ALIGNED : ALIGNED + 1] == b"3" else 0)
    if len(head) < HEADER_BYTES:
        return []
    header, size, n_pages = struct.unpack_from(f"{order}ii{'q' if wide else 'i'}", head, sizes)
    if size <= 0 or header <= 0 or header + size * n_pages != len(content) - start:
        raise Malformed(
            f"the SAS file's header counts {counted(n_pages, 'page', 'pages')} and it holds more or fewer: it is cut "
            "off, or something follows it; copy it again"
        )
    place = start + header + (32 if wide else 16)
    return [_Page(*struct.unpack_from(f"{order}3H", content, place + i * size)) for i in range(n_pages)]
