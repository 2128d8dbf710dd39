"""Marks before numbers, such as the ``*`` of ``*1017``: declared once for all texts that bear them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from core.data import Column, MarkedNumber
from core.pairing.coding.columns import number_of, observed, with_numbers

_MARKED = re.compile(r"([^\w\s.,+<>=≤≥-]{1,3})\s*(\S+)")
"""Signs that stand for an open end, a sign or a decimal mark are none."""


def without_marks(
    column: Column, original: Column, marks: Mapping[str, MarkedNumber]
) -> tuple[Column, tuple[str, ...]]:
    """Return a masked column with its declared marks read as declared, and how many texts bore each.

    Parameters
    ----------
    column, original : Column
        A mark that texts of the original bear too belongs to its values and is left alone.
    marks : mapping of str to MarkedNumber
    """
    flags: list[str] = []
    for mark, meaning in marks.items():
        if any(label.startswith(mark) for label in original.labels):
            continue
        numbers = _numbers(column.labels, mark)
        if not numbers:
            continue
        if meaning is MarkedNumber.NUMBER:
            column = with_numbers(column, numbers)
        else:
            column = observed(column, tuple(numbers), len(column))
        counted = "counted as the numbers they hold" if meaning is MarkedNumber.NUMBER else "counted as missing"
        flags.append(f"{len(numbers):,} different texts with the mark {mark!r} {counted}")
    return column, tuple(flags)


def _numbers(labels: Sequence[str], mark: str) -> dict[str, float]:
    cut = {label: number_of(label.removeprefix(mark).strip()) for label in labels if label.startswith(mark)}
    return {label: value for label, value in cut.items() if value is not None}


def usual_mark(labels: Sequence[str]) -> tuple[str, int]:
    """Return the mark that most of these texts bear before a number, and how many do; ``("", 0)`` where none does."""
    matches = (_MARKED.fullmatch(label) for label in labels)
    marks = Counter(match[1] for match in matches if match is not None and number_of(match[2]) is not None)
    return min(marks.items(), key=lambda item: (-item[1], item[0])) if marks else ("", 0)


def mark_hint(labels: Sequence[str]) -> str:
    """Return what to declare where texts are numbers with a mark before them; empty where they are not."""
    mark, times = usual_mark(labels)
    if not mark:
        return ""
    texts = f"{times:,} of these texts are numbers" if times > 1 else "it is a number"
    return (
        f"; {texts} with the mark {mark!r}: declare once what it means for all of them, on the Set up page or as "
        f'marks = {{ "{mark}" = "number" }} of the scenario (or "missing")'
    )
