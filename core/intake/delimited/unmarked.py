"""Text in UTF-16 or UTF-32 that does not say so by a mark at its beginning: found by what its characters are."""

from __future__ import annotations

import unicodedata

WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
UNIT = 4
"""Bytes of the widest character: a sample is cut to whole ones."""
STRANGE = frozenset({"Cc", "Cn", "Co"})
"""Controls, characters that there are not, and private ones: in the wrong order of bytes a text is full of them."""
MOST_STRANGE = 0.01
STRAY_NUL = 0.2
"""A smaller share of NUL is an accident where all else is text."""


def unmarked_encoding(sample: bytes) -> str | None:
    """Return the encoding of a text of two or four bytes a character, whatever its script; None: it is no such text."""
    if b"\0" not in sample or _is_text_with_stray_nul(sample):
        return None
    fitting = [encoding for encoding in WIDE if _fits(sample, encoding)]
    return fitting[0] if len(fitting) == 1 else None


def _is_text_with_stray_nul(sample: bytes) -> bool:
    if sample.count(0) > STRAY_NUL * len(sample):
        return False
    text = sample.decode("utf-8", "replace").replace("\0", "")
    return _strange(text) + text.count("\ufffd") <= MOST_STRANGE * len(text)


def _fits(sample: bytes, encoding: str) -> bool:
    text = sample[: len(sample) // UNIT * UNIT or len(sample)].decode(encoding, "replace")
    # with its bytes exchanged, a line end is no character at all
    lines = "\n" in text or "\r" in text
    return lines and _strange(text) + text.count("\ufffd") <= MOST_STRANGE * len(text)


def _strange(text: str) -> int:
    return sum(c not in "\t\n\r" and unicodedata.category(c) in STRANGE for c in text)
