"""Texts of tables that people open in a spreadsheet: none of them is ever taken for a formula.

Which character parts cells depends on the reader's country and choice, so every place that may become the beginning of
a cell is guarded, not the beginning of the text alone; and signs count in every width that a spreadsheet reads as one.
Masked files are data, not tables for people: they are written as they are (``core.masking.csv_rendering``).
"""

from __future__ import annotations

import re

SEPARATORS = (
    ",;|:\t\r\n\v\f\x1c\x1d\x1e\x1f\x85\u2028\u2029\uff0c\uff1a\uff1b\uff5c\u037e\ufe10\ufe13\ufe14\ufe50\ufe54\ufe55"
)
"""As they are, full-width, small, upright; and the question mark of Greek, which is a semicolon once normalised."""
UNSEEN = (
    " \"'\x00-\x08\x0e-\x1b\x7f-\x84\x86-\xa0\xad\u034f\u061c\u1680\u180b-\u180e\u2000-\u200f\u202a-\u202f"
    "\u205f-\u206f\u3000\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0000-\U000e01ef"
)
"""Quotes, and what a spreadsheet may show as nothing: spaces, control characters, marks of direction or variants."""
SIGNS = "=+@\\-\uff1d\uff0b\uff0d\uff20\u2212\ufe62\ufe63\ufe66\ufe6b\u207a-\u207c\u208a-\u208c\ufb29"
"""As they are, full-width, small, raised, lowered; the minus sign of mathematics, the plus of Hebrew."""

_BEGINNING = re.compile(f"(^|[{SEPARATORS}])([{UNSEEN}]*)(?=[{SIGNS}])")
_NUMBER = re.compile(r"-?\d+(\.\d+)?%?")


def harmless(text: str) -> str:
    """Return a text with an apostrophe before every sign from which a spreadsheet would read a formula.

    A text that is a plain number stays as it is.
    """
    return text if _NUMBER.fullmatch(text) else _BEGINNING.sub(r"\1\2'", text)
