"""Words in charts: escaped, shortened, measured."""

import html
import re
import unicodedata
from functools import cache
from typing import Any

import numpy as np

from core.wording import written_out

ADVANCE = {
    0.27: "ijl'!,.:;I| ",
    0.36: '()/[]{}frt\\"',
    0.50: "1-_*?J^`–",
    0.56: "ksvxyzLachnu",
    0.63: "$&0234689AEFKPRSTVXYZbdegopq57×",
    0.76: "#+<=>~BCDGHNOQU%",
    0.90: "wmMW@…",
}
"""Widths of characters of Inter, rounded up, in em; others count as 0.63, wide East Asian ones as 1."""

MARKS = "_-./"
"""Behind these a name that is longer than its line may be broken."""

_WIDTHS = {character: width for width, characters in ADVANCE.items() for character in characters}


OBJECTS_OWN = {
    *("constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString"),
    *("valueOf", "__proto__", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__"),
}
"""What every object of a browser has: the page looks each text of a figure up in a list of colours, and finds these."""

PAGES_COLOUR = re.compile(r"#(?=0000[0-2]\d)")
"""How the colours begin that the page replaces by those of its theme, wherever they stand."""

TEMPLATE = "%{"
"""How plotly marks what it fills in, in notes and titles too; what it does not know it leaves out."""

MARK = "\u2060"
"""Nothing that is seen: a name with it is in no list. Names of the data have none (``core.intake.names``)."""


def escaped(text: str) -> str:
    """Return text such that plotly shows it as it is, whatever markup or word of the page it seems to hold.

    What may not be seen, or turns the direction of what follows, is written out as ``<U+202E>``, as on pages.
    """
    text = written_out(text)
    if text in OBJECTS_OWN:
        return f"&#{ord(text[0])};{text[1:]}"
    return PAGES_COLOUR.sub("&#35;", html.escape(text, quote=False)).replace(TEMPLATE, "&#37;{")


def as_sent(thing: Any) -> Any:
    """Return what a click on a chart shall give such that the page leaves its names as they are."""
    if isinstance(thing, str):
        return MARK + thing if thing in OBJECTS_OWN else PAGES_COLOUR.sub(f"#{MARK}", thing)
    has_parts = isinstance(thing, (list, tuple)) or (isinstance(thing, np.ndarray) and thing.dtype.kind == "O")
    return [as_sent(part) for part in thing] if has_parts else thing


def as_clicked(thing: Any) -> Any:
    """Return what a click gives with the names as they are."""
    if isinstance(thing, str):
        return thing.replace(MARK, "")
    return [as_clicked(part) for part in thing] if isinstance(thing, (list, tuple)) else thing


def shortened(text: str, most: int) -> str:
    """Return text of at most ``most`` characters, with an ellipsis where something was cut."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Estimate the width of a line of Inter in pixels, on the safe side."""
    return sum(_width(c) for c in text) * size * (1.07 if bold else 1.0)


@cache
def _width(character: str) -> float:
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    return _WIDTHS.get(character, 0.63)


def wrapped(text: str, width: float, size: float) -> list[str]:
    """Return text in lines of at most ``width`` pixels, broken at spaces, and names too long for one at their marks."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
        while cut := _cut(lines[-1], width, size):
            lines[-1:] = [lines[-1][:cut], lines[-1][cut:]]
    return lines


def _cut(line: str, width: float, size: float) -> int:
    """Return where a line that is too long can be cut: behind the last mark that fits; 0 where it fits or has none."""
    if text_width(line, size) <= width:
        return 0
    marks = [i for i, c in enumerate(line[:-1], 1) if c in MARKS and text_width(line[:i], size) <= width]
    return max(marks, default=0)


def number(value: float) -> str:
    """Return a number with four significant digits."""
    return f"{value:,.4g}"
