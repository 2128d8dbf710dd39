"""Words in charts: escaped, shortened, measured."""

from __future__ import annotations

import html
import unicodedata

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


def escaped(text: str) -> str:
    """Return text such that plotly shows it as it is, whatever markup it seems to hold."""
    return html.escape(text, quote=False)


def shortened(text: str, most: int) -> str:
    """Return text of at most ``most`` characters, with an ellipsis where something was cut."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Estimate the width of a line of Inter in pixels, on the safe side."""
    return sum(_width(c) for c in text) * size * (1.07 if bold else 1.0)


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
