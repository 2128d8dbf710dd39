"""Compressed bytes unpacked in memory, a piece at a time: a bomb is refused before it has grown."""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable
from typing import Protocol

from core.errors import LimitExceeded, Malformed
from core.intake.limits import Limits

PIECE = 1 << 20


class Decompressor(Protocol):
    """What bz2 and lzma offer."""

    @property
    def eof(self) -> bool:
        """Whether the end of the stream was reached."""

    @property
    def needs_input(self) -> bool:
        """Whether nothing more can be had without new input."""

    def decompress(self, data: bytes, max_length: int = ...) -> bytes:
        """Unpack some bytes."""


def is_compressed(content: bytes) -> bool:
    """Tell whether bytes are compressed by gzip, bzip2 or xz."""
    return content.startswith((b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00"))


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
    kinds: tuple[tuple[bytes, Callable[[bytes, int], bytes]], ...] = (
        (b"\x1f\x8b", _gunzip),
        (b"BZh", lambda data, size: _drain(bz2.BZ2Decompressor, data, size)),
        (b"\xfd7zXZ\x00", lambda data, size: _drain(lzma.LZMADecompressor, data, size)),
    )
    unpacker = next(unpacker for start, unpacker in kinds if content.startswith(start))
    try:
        unpacked = unpacker(content, most)
    except (OSError, EOFError, zlib.error, lzma.LZMAError):
        raise Malformed("the archive is damaged or cut off; copy it again") from None
    if len(unpacked) > most:
        raise too_large(most)
    return unpacked


def allowed_size(packed: int, limits: Limits) -> int:
    """Return how large something may be when unpacked."""
    by_ratio = max(limits.ratio_free_bytes, packed * limits.unpack_ratio)
    return min(limits.unpacked_bytes, limits.member_bytes, by_ratio)


def too_large(most: int) -> LimitExceeded:
    """Return the refusal of what grows beyond a size."""
    return LimitExceeded(
        f"unpacked it is larger than the {most:,} bytes allowed; leave columns out, or save it as Parquet"
    )


def _gunzip(content: bytes, most: int) -> bytes:
    """Unpack all members of a gzip file; a byte more than allowed at the most."""
    out = bytearray()
    rest = content
    while rest.startswith(b"\x1f\x8b"):
        stream = zlib.decompressobj(wbits=31)
        out += stream.decompress(rest, most + 1 - len(out))
        if len(out) > most:
            return bytes(out)
        if not stream.eof:
            raise EOFError
        rest = stream.unused_data
    return bytes(out)


def _drain(kind: Callable[[], Decompressor], content: bytes, most: int) -> bytes:
    stream = kind()
    out = bytearray(stream.decompress(content, PIECE))
    while not stream.eof and len(out) <= most:
        if stream.needs_input:
            raise EOFError
        out += stream.decompress(b"", PIECE)
    return bytes(out)
