"""Direct identifiers recognised by a column's texts: mail and web addresses, numbers of telephones, accounts, persons.

The patterns are conservative: most of a column's texts must fit, so that a code list or a remark with a number in it
is not accused. Only counts are handed out, never a value.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.data import Column, codes_counted, missing_in

FITTING = 0.8
"""Share of a column's distinct texts that must fit a pattern."""
FEWEST = 5
"""A column of fewer distinct texts is not judged by its content."""
LONGEST = 80
FREE_WORDS, FREE_CHARACTERS = 5, 30
"""Free text: at least these words and characters on average, and mostly different from record to record."""

_MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[A-Za-z]{2,}")
_WEB = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_NETWORK = re.compile(r"(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)")
_TELEPHONE = re.compile(
    r"(?!\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}$)"  # no date
    r"(?:(?:\+|00)\d[\d\s()/.-]{6,18}\d|\(?0\d{1,4}\)?[\s/-]\d[\d\s/-]{4,12}\d|\(\d{3}\)\s?\d{3}-\d{4})"
)
_SOCIAL_SECURITY = re.compile(r"(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}")
_NATIONAL_INSURANCE = re.compile(r"[A-CEGHJ-PR-TW-Z]{2}\s?\d{2}\s?\d{2}\s?\d{2}\s?[A-D]", re.IGNORECASE)
_ACCOUNT = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}")
_MAC = re.compile(r"(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}")
_PERSONAL_WEIGHTS = (7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)


@dataclass(frozen=True)
class IdentifierCells:
    """A kind of direct identifier, and how many cells of a column hold one."""

    kind: str
    cells: int


def identifying_content(column: Column) -> IdentifierCells | None:
    """Return the kind of direct identifier that a column's texts are; None where they are none.

    Parameters
    ----------
    column : Column
        Numbers count where they are written as personal numbers are (13 digits with a valid check digit).
    """
    if not column.labels and not _may_be_personal_numbers(column.distinct_numbers()):
        return None
    store, labels = column.category_store()
    counts = codes_counted(store, len(labels))
    occurring = [i for i in range(len(labels)) if counts[i] and len(labels[i]) <= LONGEST]
    if len(occurring) >= FEWEST:
        texts = [labels[i].strip() for i in occurring]
        for kind, fits in KINDS:
            fitting = [fits(text) for text in texts]
            if sum(fitting) >= FITTING * len(fitting):
                return IdentifierCells(kind, int(counts[occurring][np.array(fitting)].sum()))
    return _free_text(column)


def _may_be_personal_numbers(distinct: NDArray[np.float64]) -> bool:
    """Whether most numbers have 13 digits; as other identifiers, texts alone are written."""
    return int(((distinct >= 10.0**12) & (distinct < 10.0**13)).sum()) >= FITTING * max(1, len(distinct))


def _free_text(column: Column) -> IdentifierCells | None:
    labels = column.labels
    if column.code_store is None or len(labels) < FEWEST:
        return None
    cells = int((~missing_in(column.code_store)).sum())
    words = np.mean([len(label.split()) for label in labels])
    characters = np.mean([len(label) for label in labels])
    if 2 * len(labels) > cells and words >= FREE_WORDS and characters >= FREE_CHARACTERS:
        return IdentifierCells("free text, in which anything may be named", cells)
    return None


def _matching(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda text: pattern.fullmatch(text) is not None


def is_account_number(text: str) -> bool:
    """Return whether a text is an international bank account number with valid check digits (ISO 13616)."""
    plain = text.replace(" ", "").upper()
    if not _ACCOUNT.fullmatch(plain):
        return False
    return int("".join(str(int(c, 36)) for c in plain[4:] + plain[:4])) % 97 == 1


def is_personal_number(text: str) -> bool:
    """Return whether a text is a personal number of 13 digits: a date of birth, a serial number, a check digit."""
    if len(text) != 13 or not (text.isascii() and text.isdigit()):
        return False
    day, month = int(text[:2]), int(text[2:4])
    rest = sum(int(d) * w for d, w in zip(text, _PERSONAL_WEIGHTS, strict=False)) % 11
    return 1 <= day <= 31 and 1 <= month <= 12 and int(text[12]) == (11 - rest) % 11


KINDS: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("e-mail addresses", _matching(_MAIL)),
    ("web addresses", _matching(_WEB)),
    ("network addresses", _matching(_NETWORK)),
    ("device addresses", _matching(_MAC)),
    ("bank account numbers", is_account_number),
    ("personal numbers", is_personal_number),
    ("social security numbers", _matching(_SOCIAL_SECURITY)),
    ("national insurance numbers", _matching(_NATIONAL_INSURANCE)),
    ("telephone numbers", _matching(_TELEPHONE)),
)
"""The more exact pattern goes first."""
