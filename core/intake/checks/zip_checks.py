"""What an archive lists, looked at before anything is unpacked: how many files, how large, how densely packed."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence

from core.errors import LimitExceeded, Malformed
from core.intake.formats import display_name
from core.intake.limits import Limits
from core.intake.parsed import Bytes
from core.wording import counted

ZIP = b"PK\x03\x04"
ENTRY = re.compile(rb"PK\x01\x02")
LOCAL_HEADER_BYTES = 30
END, END_BYTES = b"PK\x05\x06", 22
"""How the end of a zip archive begins, and how long it is without a comment."""
DESCRIPTOR_BYTES, DESCRIBED = 24, 0x8
"""What may follow a packed file that says so: its sizes and checksum."""
ENCRYPTED = 0x1
CHUNK = 1 << 20
DAMAGED = "the archive is damaged and its contents cannot be listed; copy it again"


def check_archive(content: Bytes, limits: Limits) -> None:
    """Refuse an archive by what its own list of contents says.

    Parameters
    ----------
    content : bytes or mmap
        A zip archive; workbooks are zip archives too.
    limits : Limits

    Raises
    ------
    LimitExceeded
        Too many files, one or all of them too large when unpacked, or packed too densely to be honest.
    Malformed
        The list cannot be read, or files are encrypted.
    """
    # Every entry of the list begins like this: no more than these will be read below.
    entries = sum(1 for _ in ENTRY.finditer(content))
    if entries > limits.members:
        raise LimitExceeded(f"an archive of {entries:,} files, {limits.members:,} are allowed; unpack it first")
    contents = members(content)
    refuse_unclear(contents)
    for member in contents:
        if member.file_size > limits.member_bytes:
            raise LimitExceeded(
                f"{display_name(member.filename)!r} inside it would be {member.file_size:,} bytes when unpacked, "
                f"{limits.member_bytes:,} are allowed; leave columns out or save it as Parquet"
            )
    unpacked = sum(member.file_size for member in contents)
    if unpacked > limits.unpacked_bytes:
        raise LimitExceeded(
            f"{unpacked:,} bytes when unpacked, {limits.unpacked_bytes:,} are allowed; save it as Parquet"
        )
    if unpacked > limits.ratio_free_bytes and unpacked > limits.unpack_ratio * len(content):
        raise LimitExceeded(
            f"unpacked it would be {unpacked // len(content):,} times as large, {limits.unpack_ratio:,} times is "
            "allowed; if the file is meant, save it as Parquet"
        )


def refuse_unclear(contents: Sequence[zipfile.ZipInfo]) -> None:
    """Refuse files of which it is not clear which one is meant, or that nobody can read without a password."""
    if any(member.flag_bits & ENCRYPTED for member in contents):
        raise Malformed("the archive has a password; save it without one")
    if len({member.filename.casefold() for member in contents}) < len(contents):
        raise Malformed("two files inside the archive have the same name, and one of them would be lost; pack it again")


def refuse_unlisted(content: bytes, archive: zipfile.ZipFile) -> None:
    """Refuse bytes before, between and behind what the archive lists: another file may be hidden there."""
    end = content.rfind(END) + END_BYTES + len(archive.comment)
    listed = sorted(archive.infolist(), key=lambda member: member.header_offset)
    ends = [(0, 0), *((_packed_end(content, m), DESCRIPTOR_BYTES * bool(m.flag_bits & DESCRIBED)) for m in listed)]
    starts = [*(member.header_offset for member in listed), archive.start_dir]
    gaps = [(start - before, allowed) for (before, allowed), start in zip(ends, starts, strict=True)]
    unlisted = len(content) - end + sum(gap for gap, allowed in gaps if gap > allowed)
    if unlisted:
        raise Malformed(f"{unlisted:,} bytes of the zip archive are not in its list, and would be lost; pack it again")


def members(content: Bytes) -> Sequence[zipfile.ZipInfo]:
    """Return what an archive lists; bytes that stand before the archive do no harm.

    Raises
    ------
    Malformed
        The list cannot be read.
    """
    stream = io.BytesIO(content) if isinstance(content, bytes) else content
    try:
        with zipfile.ZipFile(stream) as archive:  # type: ignore[arg-type]  # a memory map is a file as well
            return archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OverflowError, OSError):
        raise Malformed(DAMAGED) from None


def inflated(content: Bytes, member: zipfile.ZipInfo) -> Iterator[bytes]:
    """Yield a member's bytes piece by piece, never more than it says it has.

    Raises
    ------
    Malformed
        It is damaged, is not what the list describes, or unpacks to more than is listed: what is read elsewhere would
        know no end.
    """
    left, checksum = member.file_size, 0
    for piece in _pieces(content, member):
        left -= len(piece)
        if left < 0:
            raise Malformed(
                f"{display_name(member.filename)!r} inside it unpacks to more than the {member.file_size:,} bytes that "
                "the archive lists: it is damaged, or the list is wrong; copy it again, or pack it anew"
            )
        checksum = zlib.crc32(piece, checksum)
        yield piece
    if left or checksum != member.CRC:
        raise Malformed(f"{display_name(member.filename)!r} inside it is not what its list describes; copy it again")


def _pieces(content: Bytes, member: zipfile.ZipInfo) -> Iterator[bytes]:
    waiting = _packed(content, member)
    if member.compress_type == zipfile.ZIP_STORED:
        yield from (bytes(waiting[at : at + CHUNK]) for at in range(0, len(waiting), CHUNK))
        return
    if member.compress_type != zipfile.ZIP_DEFLATED:
        raise Malformed("the archive is packed in a way that is not read; save it anew")
    engine = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        while not engine.eof and len(waiting):
            piece = engine.decompress(waiting, CHUNK)
            waiting = memoryview(engine.unconsumed_tail)
            yield piece
            if not piece and not waiting:
                return
        if behind := len(engine.unused_data):
            raise Malformed(
                f"{counted(behind, 'byte follows', 'bytes follow')} the end of "
                f"{display_name(member.filename)!r} inside it, and would be "
                "lost; pack it again"
            )
    except zlib.error:
        raise Malformed(f"{display_name(member.filename)!r} inside it is damaged; copy the file again") from None


def _packed_end(content: Bytes, member: zipfile.ZipInfo) -> int:
    return _packed_start(content, member) + member.compress_size


def _packed(content: Bytes, member: zipfile.ZipInfo) -> memoryview:
    start = _packed_start(content, member)
    return memoryview(content)[start : start + member.compress_size]


def _packed_start(content: Bytes, member: zipfile.ZipInfo) -> int:
    view = memoryview(content)
    header = bytes(view[member.header_offset : member.header_offset + LOCAL_HEADER_BYTES])
    if len(header) < LOCAL_HEADER_BYTES or not header.startswith(ZIP):
        raise Malformed(DAMAGED)
    names = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
    return member.header_offset + LOCAL_HEADER_BYTES + names
