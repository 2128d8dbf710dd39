"""Characters that do not show, or that turn the text around: which they are, and how they are written out."""

from __future__ import annotations

import json
import unicodedata

INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode's general categories: controls, formats, surrogates, separators of lines and paragraphs."""

PRIVATE_USE = "Co"
"""Letters of somebody's own font: part of a name in a file, nothing that others see."""


def is_invisible(character: str) -> bool:
    """Whether nobody sees the character, with whatever font."""
    return unicodedata.category(character) in INVISIBLE


def written_out(text: object) -> str:
    """Return text with what may not be seen written out as ``<U+202E>``."""
    written = str(text)
    if written.isprintable():  # by far the most texts: nothing to look for, a character at a time
        return written
    return "".join(
        f"<U+{ord(c):04X}>" if is_invisible(c) or unicodedata.category(c) == PRIVATE_USE else c for c in written
    )


def is_text(content: object) -> bool:
    """Whether all texts in what was read from JSON can be written: it may name halves of characters, surrogates."""
    try:
        json.dumps(content, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
