"""One sentence for several things that the same is said of, however their counts differ."""

from __future__ import annotations

import re
from collections.abc import Iterable

COUNT = re.compile(r"(?<![\d,])\d[\d,]*+(?= (?:cells|records|categories|values|names)\b)")
"""A count in a sentence; other numbers may be values, which are never gathered."""


def gathered(said: Iterable[tuple[str, str]]) -> list[tuple[tuple[str, ...], str]]:
    """Bring sentences together that differ in their counts only; counts that differ are written as a range.

    Parameters
    ----------
    said : iterable of (str, str)
        What a sentence is about, and the sentence.

    Returns
    -------
    list of (tuple of str, str)
        In the order in which they were first said.
    """
    groups: dict[str, list[tuple[str, str]]] = {}
    for name, sentence in said:
        groups.setdefault(COUNT.sub("#", sentence), []).append((name, sentence))
    return [(tuple(name for name, _ in group), _with_ranges([text for _, text in group])) for group in groups.values()]


def _with_ranges(sentences: list[str]) -> str:
    columns = zip(*(COUNT.findall(sentence) for sentence in sentences), strict=True)
    ranges = iter([_range([int(count.replace(",", "")) for count in column]) for column in columns])
    return COUNT.sub(lambda _: next(ranges), sentences[0])


def _range(counts: list[int]) -> str:
    low, high = min(counts), max(counts)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"
