"""Names that nobody knows: which one may be meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches


def did_you_mean(name: object, known: Iterable[str], other_words: Mapping[str, str] | None = None) -> str:
    """Return " (did you mean 'gdu'?)" after a name that is not known; empty where none that is comes near.

    Parameters
    ----------
    name : object
    known : iterable of str
        Capitals make no difference.
    other_words : mapping of str to str or None
        What known names are called elsewhere.
    """
    words = [str(word) for word in known]
    meant = {**(other_words or {}), **{word: word for word in words}}
    by_letters = {word.casefold(): known_name for word, known_name in meant.items() if known_name in words}
    close = get_close_matches(str(name).casefold(), by_letters, n=1)
    return f" (did you mean {by_letters[close[0]]!r}?)" if close else ""
