"""What is said of several variables alike: one line that lists them."""

from __future__ import annotations

from collections.abc import Iterable

from core.wording import first_of, gathered, sentence_case
from pages.components.escaping import md

MOST_NAMES = 15
"""Names that a line lists."""


def lines_of(said: Iterable[tuple[str, str]], longest: int = 600) -> list[str]:
    """Return one line for what is said of several variables alike.

    Parameters
    ----------
    said : iterable of (str, str)
        What a sentence is about, as escaped Markdown ("": the file), and the sentence, as it is.
    longest : int
        Characters of a sentence.
    """
    return [_line([name for name in names if name], md(text, longest)) for names, text in gathered(said)]


def _line(names: list[str], text: str) -> str:
    if not names:
        return sentence_case(text)
    return f"{first_of(names, MOST_NAMES)}: {text}"
