"""Categories of two files that are one but written otherwise: blanks, letters that look alike, truth values, dates."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date

from core.data import number_label
from core.pairing.coding.columns import number_of

MOST_CATEGORIES = 5_000
"""Numbers of a file are categories, which the other may write as text, up to this many different ones."""

QUOTES = str.maketrans(
    {"‘": "'", "’": "'", "‚": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'}
)
DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
LOOK_ALIKE = str.maketrans(
    "авекмнорстухіјѕαβεζηικμνορτυχ",  # Cyrillic, then Greek: their capitals look like Latin ones
    "abekmhopctyxijsabezhikmnoptyx",
)
TRUTH: tuple[tuple[str, str], ...] = (("false", "true"), ("f", "t"), ("no", "yes"), ("n", "y"), ("0", "1"))
"""Pairs of words, each with what is not so before what is."""

_TIME = r"(?:[T ]00:00(?::00(?:\.0+)?)?)?"
_YEAR_FIRST = re.compile(rf"(\d{{4}})([-/.])(\d{{1,2}})\2(\d{{1,2}}){_TIME}")
_YEAR_LAST = re.compile(rf"(\d{{1,2}})([-/.])(\d{{1,2}})\2(\d{{4}}){_TIME}")
_ORDERS: tuple[Callable[[str], str | None], ...] = (
    lambda label: _date(_YEAR_FIRST.fullmatch(label), (1, 3, 4)),
    lambda label: _date(_YEAR_LAST.fullmatch(label), (4, 3, 1)),
    lambda label: _date(_YEAR_LAST.fullmatch(label), (4, 1, 3)),
)


def _blanks(label: str) -> str:
    return " ".join(unicodedata.normalize("NFC", label).split())


def _signs(label: str) -> str:
    return _blanks(unicodedata.normalize("NFKC", label.translate(QUOTES).translate(DASHES)))


def _digits(label: str) -> str:
    text = _signs(label)
    value = number_of(text)
    return text if value is None else number_label(value)


def _case(label: str) -> str:
    return _digits(label).casefold()


def _look(label: str) -> str:
    return _case(label).translate(LOOK_ALIKE)


FOLDS: tuple[Callable[[str], str], ...] = (_blanks, _signs, _digits, _case, _look)
"""What two spellings may differ in, each fold in all that the ones before it overlook, and in more."""


def same_categories(ours: Sequence[str], theirs: Sequence[str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Match categories that two files write in other ways.

    Parameters
    ----------
    ours, theirs : sequence of str
        The categories that occur in the original and in the masked file.

    Returns
    -------
    names : dict of str to str
        Masked category -> the original's: where all categories of either file stay apart when what the spellings
        differ in is overlooked, so that they match one to one.
    doubtful : tuple of str
        Masked categories that could be one of the original's, were it not that a file distinguishes such spellings.
    """
    known = set(ours)
    new = [label for label in theirs if label not in known]
    if not new or not ours:
        return {}, ()
    whole = _truth_values(ours, theirs) or _dates(ours, theirs)
    return (whole, ()) if whole else _respelled(ours, theirs, new)


def _respelled(
    ours: Sequence[str], theirs: Sequence[str], new: Sequence[str]
) -> tuple[dict[str, str], tuple[str, ...]]:
    names: dict[str, str] = {}
    doubtful: set[str] = set()
    widest = FOLDS[-1]
    if not {widest(label) for label in new}.intersection(map(widest, ours)):
        return {}, ()  # what does not meet where most is overlooked meets nowhere
    for fold in FOLDS:
        left = [label for label in new if label not in names]
        own, other = _by_fold(ours, fold), _by_fold(theirs, fold)
        met = [label for label in left if fold(label) in own]
        if len(own) == len(ours) and len(other) == len(theirs):
            names |= {label: own[fold(label)][0] for label in met}
        else:
            doubtful.update(met)
    return names, tuple(sorted(doubtful.difference(names)))


def _by_fold(labels: Iterable[str], fold: Callable[[str], str]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = defaultdict(list)
    for label in labels:
        groups[fold(label)].append(label)
    return groups


def _truth_values(ours: Sequence[str], theirs: Sequence[str]) -> dict[str, str]:
    """Return masked -> original where both hold nothing but truth values, the original both of them."""
    if len(ours) != 2 or len(theirs) > 2:
        return {}
    own, other = {_case(label): label for label in ours}, {_case(label): label for label in theirs}
    pair, their_pair = (next((words for words in TRUTH if set(words) >= set(used)), None) for used in (own, other))
    if pair is None or their_pair is None or len(own) != 2 or len(other) != len(theirs):
        return {}
    return {label: own[pair[their_pair.index(word)]] for word, label in other.items()}


def _dates(ours: Sequence[str], theirs: Sequence[str]) -> dict[str, str]:
    """Return masked -> original where both hold nothing but dates, each in an order that can be recognised."""
    day, their_day = _days(ours), _days(theirs)
    if day is None or their_day is None or len(set(day.values())) < len(day):
        return {}
    own = {when: label for label, when in day.items()}
    if len(set(their_day.values())) < len(their_day):
        return {}
    return {label: own[when] for label, when in their_day.items() if when in own}


def _days(labels: Collection[str]) -> Mapping[str, str] | None:
    """Return label -> date as ISO text; None where one is no date, or day and month could be either."""
    read = [days for order in _ORDERS if (days := _read_all(labels, order)) is not None]
    return read[0] if len(read) == 1 or (len(read) > 1 and read[0] == read[1]) else None


def _read_all(labels: Collection[str], order: Callable[[str], str | None]) -> Mapping[str, str] | None:
    days: dict[str, str] = {}
    for label in labels:
        day = order(label)
        if day is None:
            return None
        days[label] = day
    return days or None


def _date(match: re.Match[str] | None, places: tuple[int, int, int]) -> str | None:
    if match is None:
        return None
    year, month, day = (int(match[place]) for place in places)
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None
