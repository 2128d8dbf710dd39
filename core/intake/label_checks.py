"""Labels that may not mean what they look like: missing values, dates, look-alikes, hidden characters."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.intake.number_texts.numerals import Mask, matches
from core.intake.report import Finding, Severity

MISSING_LIKE = ("", ".", "na", "n/a", "#n/a", "#na", "<na>", "nan", "-nan", "null", "none", "nil")
"""In small letters; the empty text stands for cells that hold only spaces, which are empty cells and no labels."""

DATE = r"^\d{1,2}[/.\-]\d{1,2}[/.\-](\d{4}|\d{2})$"
DAY_FIRST = r"^(1[3-9]|[23]\d)[/.\-]"
MONTH_FIRST = r"^\d{1,2}[/.\-](1[3-9]|[23]\d)[/.\-]"
DAY_AND_MONTH = r"^([1-9]|[12]\d|3[01])\.(0?[1-9]|1[0-2])$"
MONTH_OF_TWO_DIGITS = r"\.\d\d$"
MONTH_AND_YEAR = r"^([1-9]|1[0-2])\.(19|20)\d\d$"
HIDDEN = (
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x{9f}\x{ad}\x{61c}\x{200b}-\x{200f}\x{2028}-\x{202e}\x{2060}-\x{2069}\x{feff}]"
)
SHOWN_SPELLINGS = 5


def is_missing_like(trimmed: Any) -> Mask:
    """Return (k,) true where a text is one that files write for a missing value."""
    short = pc.less_equal(pc.binary_length(trimmed), max(map(len, MISSING_LIKE)))
    missing: Mask = short.to_numpy(zero_copy_only=False)
    if missing.any():
        lowered = pc.ascii_lower(trimmed.filter(short))
        missing[missing] = pc.is_in(lowered, pa.array(MISSING_LIKE)).to_numpy(zero_copy_only=False)
    return missing


def check_labels(name: str, distinct: Any, trimmed: Any, counts: NDArray[np.int64], label: Mask) -> list[Finding]:
    """Report on the labels of a column.

    Parameters
    ----------
    name : str
    distinct, trimmed : pyarrow string array (k,)
        The column's texts, and the same without surrounding spaces.
    counts : int64 array (k,)
        Cells of each text.
    label : bool array (k,)
        Which of the texts are labels.
    """
    if not label.any():
        return []
    texts, bare = distinct.filter(pa.array(label)), trimmed.filter(pa.array(label))
    cells = counts[label]
    findings = [
        _missing_like(name, bare, cells),
        _ambiguous_dates(name, bare, cells),
        _look_alikes(name, bare),
        _hidden_characters(name, texts, cells),
    ]
    return [f for f in findings if f is not None]


def _missing_like(name: str, bare: Any, cells: NDArray[np.int64]) -> Finding | None:
    like = is_missing_like(bare)
    if not like.any():
        return None
    spellings = sorted(set(bare.filter(pa.array(like)).to_pylist()))
    listed = ", ".join(spellings[:SHOWN_SPELLINGS])
    message = f"cells that often stand for a missing value ({listed}) are kept as a category; declare them missing?"
    return Finding(Severity.QUESTION, message, name, int(cells[like].sum()), missing_like=tuple(spellings))


def _ambiguous_dates(name: str, bare: Any, cells: NDArray[np.int64]) -> Finding | None:
    date = matches(bare, DATE)
    if date.sum() * 2 < len(date):
        return None
    day_first, month_first = bool(matches(bare, DAY_FIRST)[date].any()), bool(matches(bare, MONTH_FIRST)[date].any())
    if day_first != month_first:
        return None
    message = "dates whose order of day and month is not clear; kept as written: which one is meant?"
    if day_first:
        message = "dates with the day first and dates with the month first; kept as written: which one is meant?"
    return Finding(Severity.QUESTION, message, name, int(cells[date].sum()))


def partial_dates(name: str, trimmed: Any, counts: NDArray[np.int64], number: Mask) -> list[Finding]:
    """Ask about numbers that all could be dates without a year, such as 31.12, or without a day, such as 12.2020."""
    texts = trimmed.filter(pa.array(number))
    days = matches(texts, DAY_AND_MONTH).all() and matches(texts, MONTH_OF_TWO_DIGITS).any()
    if not len(texts) or not (days or matches(texts, MONTH_AND_YEAR).all()):
        return []
    what = "a day and a month (31.12)" if days else "a month and a year (12.2020)"
    message = (
        f"every number could be {what}: read as decimals, of which 1.10 and 1.1 are the same; if they are dates, keep "
        "the column as written"
    )
    return [Finding(Severity.QUESTION, message, name, int(counts[number].sum()), "texts", (name,))]


def _look_alikes(name: str, bare: Any) -> Finding | None:
    folded = pc.utf8_lower(pc.utf8_normalize(bare, form="NFC"))
    alike = len(bare) - pc.count_distinct(folded).as_py()
    if not alike:
        return None
    message = "labels differ from another one only in surrounding spaces or in small and capital letters; kept apart"
    return Finding(Severity.WARNING, message, name, alike)


def _hidden_characters(name: str, texts: Any, cells: NDArray[np.int64]) -> Finding | None:
    hidden = matches(texts, HIDDEN)
    if not hidden.any():
        return None
    message = "cells hold characters that do not show or that turn the text around; kept, shown escaped"
    return Finding(Severity.WARNING, message, name, int(cells[hidden].sum()))
