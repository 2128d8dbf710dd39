"""The word that somebody meant who wrote another one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the end of a sentence that asks for the nearest known word; empty where none is near."""
    folded = {each.casefold(): each for each in known}
    close = get_close_matches(word.casefold(), folded, n=1)
    return f"; did you mean {folded[close[0]]}?" if close else ""
