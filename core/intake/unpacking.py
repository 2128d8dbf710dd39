"""Compressed bytes unpacked in memory: a bomb is refused before it has grown, and nothing behind the end is dropped."""

from __future__ import annotations

import bz2
import io
import lzma
import zipfile
import zlib
from collections.abc import Callable, Sequence
from typing import Protocol

from core.errors import LimitExceeded, Malformed
from core.intake.checks.zip_checks import inflated, refuse_unclear, refuse_unlisted
from core.intake.limits import Limits
from core.wording import counted


class Decompressor(Protocol):
    """What zlib, bz2 and lzma offer."""

    @property
    def eof(self) -> bool:
        """Whether the end of the stream was reached."""

    @property
    def unused_data(self) -> bytes:
        """What stands behind the end."""

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        """Unpack some bytes."""


KINDS: tuple[tuple[bytes, Callable[[], Decompressor]], ...] = (
    (b"\x1f\x8b", lambda: zlib.decompressobj(wbits=31)),
    (b"BZh", bz2.BZ2Decompressor),
    (b"\xfd7zXZ\x00", lzma.LZMADecompressor),
)
"""How what gzip, bzip2 and xz compress begins, and what unpacks it."""


PIECE, LARGEST_PIECE = 256, 1 << 20
"""Bytes of a stream that are unpacked at once, at first and at most."""


def is_compressed(content: bytes) -> bool:
    """Tell whether bytes are compressed by gzip, bzip2 or xz."""
    return content.startswith(tuple(start for start, _ in KINDS))


def unpack(content: bytes, limits: Limits) -> bytes:
    """Return what gzip, bzip2 or xz has compressed.

    Raises
    ------
    LimitExceeded
        Unpacked it is larger than allowed, or grows more than allowed.
    Malformed
        It is damaged or cut off.
    """
    most = allowed_size(len(content), limits)
    start, decompressor = next(kind for kind in KINDS if content.startswith(kind[0]))
    try:
        unpacked = _all_streams(start, decompressor, content, most)
    except (OSError, EOFError, zlib.error, lzma.LZMAError):
        raise Malformed("the archive is damaged or cut off; copy it again") from None
    if len(unpacked) > most:
        raise too_large(most)
    return unpacked


def unzipped(
    content: bytes, damaged: str, chosen: Callable[[Sequence[zipfile.ZipInfo]], Sequence[zipfile.ZipInfo]], most: int
) -> tuple[dict[str, bytes], bool]:
    """Return the files of a zip archive by their names, and whether it holds a comment.

    Parameters
    ----------
    content : bytes
    damaged : str
        What is said of an archive that cannot be read.
    chosen : callable
        Says by the list which files are unpacked; raises where it is not as it must be.
    most : int
        Bytes that all of them may have together.

    Raises
    ------
    LimitExceeded
        They are larger.
    Malformed
        It is damaged, has a password, two files of one name, or bytes that its list does not name.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            listed = archive.infolist()
            wanted = chosen(listed)
            if sum(member.file_size for member in wanted) > most:
                raise too_large(most)
            refuse_unclear(listed)
            refuse_unlisted(content, archive)
            for member in listed:
                archive.open(member).close()  # the list and the member itself give one name
            comment = bool(archive.comment) or any(member.comment for member in listed)
            return {member.filename: b"".join(inflated(content, member)) for member in wanted}, comment
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError):
        raise Malformed(damaged) from None


def allowed_size(packed: int, limits: Limits) -> int:
    """Return how large something may be when unpacked."""
    by_ratio = max(limits.ratio_free_bytes, packed * limits.unpack_ratio)
    return min(limits.unpacked_bytes, limits.member_bytes, by_ratio)


def too_large(most: int) -> LimitExceeded:
    """Return the refusal of what grows beyond a size."""
    return LimitExceeded(
        f"unpacked it is larger than the {most:,} bytes allowed; leave columns out, or save it as Parquet"
    )


def _all_streams(start: bytes, decompressor: Callable[[], Decompressor], content: bytes, most: int) -> bytes:
    """Unpack everything that was packed one behind the other; a byte more than allowed at the most."""
    out = bytearray()
    at = 0
    while content.startswith(start, at) and len(out) <= most:
        at = _unpack_stream(decompressor(), content, at, out, most)
    if len(out) <= most and content[at:].strip(b"\0"):
        raise Malformed(
            f"{counted(len(content) - at, 'byte follows', 'bytes follow')} the end of what was packed, and would "
            "be lost; pack the file again"
        )
    return bytes(out)


def _unpack_stream(stream: Decompressor, content: bytes, at: int, out: bytearray, most: int) -> int:
    """Unpack one stream and return where it ends; in growing pieces, as what stands behind the end is copied."""
    size = PIECE
    while not stream.eof and len(out) <= most:
        piece = content[at : at + size]
        if not piece:
            raise EOFError
        out += stream.decompress(piece, most + 1 - len(out))
        at += len(piece)
        size = min(2 * size, LARGEST_PIECE)
    return at - len(stream.unused_data)
