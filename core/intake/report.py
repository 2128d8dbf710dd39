"""What was read and how: findings, the choices that answer them, and the reading as a whole."""

from __future__ import annotations

import codecs
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from core.data import Microdata
from core.errors import IntakeError
from core.wording import did_you_mean

NO_QUOTES = "none"


class Severity(StrEnum):
    """How much a finding asks of the officer."""

    NOTE = "note"
    WARNING = "warning"
    QUESTION = "question"


@dataclass(frozen=True)
class Finding:
    """One thing that the officer should know about a file.

    Parameters
    ----------
    severity : Severity
        A question means: the best reading was taken, another one is possible.
    message : str
        In words; for a question it names the alternative.
    column : str or None
        The column it is about; None: the file.
    count : int or None
        How many cells (of a column), rows or names are concerned.
    choice : str
        The field of `ReadChoices` that answers a question; empty: answered elsewhere.
    alternatives : tuple of str
        Values of that field that are possible besides the one taken.
    leftover : bool
        The file carries something beside its records that users of a released file should not get.
    missing_like : tuple of str
        The texts, of those that often stand for a missing value, that a question is about.
    """

    severity: Severity
    message: str
    column: str | None = None
    count: int | None = None
    choice: str = ""
    alternatives: tuple[str, ...] = ()
    leftover: bool = False
    missing_like: tuple[str, ...] = ()


WANTED: dict[str, tuple[type, str]] = {
    **dict.fromkeys(("encoding", "delimiter", "quote", "decimal", "thousands", "sheet"), (str, "text")),
    **dict.fromkeys(("header", "multiline"), (bool, "True or False")),
    **dict.fromkeys(("numbers", "texts"), (str, "names of columns")),
    "header_row": (int, "the number of a row"),
}
"""Of what kind an answer is, and in words."""


@dataclass(frozen=True)
class ReadChoices:
    """What the officer decides about a file; None or empty: found out.

    Parameters
    ----------
    encoding : str or None
        A text encoding, such as "utf-8", "cp1252" or "cp1250".
    delimiter : str or None
        One character.
    quote : str or None
        One character, or "none": quotes are ordinary text.
    decimal : str or None
        "." or ",".
    thousands : str or None
        The mark between groups of three digits; an apostrophe and a space mean all that look alike; empty: none.
    header : bool or None
        Whether the first row holds the names; None: it does.
    multiline : bool
        Quoted cells that run over several lines are meant, even where they look like rows.
    numbers, texts : tuple of str
        Columns to read as numbers in spite of leading zeros or many digits; columns to keep as
        written.
    sheet : str or None
        The sheet of a workbook, or the table of an R workspace.
    header_row : int or None
        The line or row that holds the names, from 1; what is above it is left out.

    Raises
    ------
    IntakeError
        A choice that cannot be followed, or two that exclude each other.
    """

    encoding: str | None = None
    delimiter: str | None = None
    quote: str | None = None
    decimal: str | None = None
    thousands: str | None = None
    header: bool | None = None
    multiline: bool = False
    numbers: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    sheet: str | None = None
    header_row: int | None = None

    def __post_init__(self) -> None:
        for choice, wanted in WANTED.items():
            _refuse_other_kind(choice, getattr(self, choice), *wanted)
        if self.encoding is not None:
            _refuse_unknown_encoding(self.encoding)
        if self.delimiter is not None and (len(self.delimiter) != 1 or self.delimiter in '"\r\n\0'):
            raise IntakeError("the delimiter must be one character, such as , or ; or a tab")
        if self.quote not in {None, NO_QUOTES, '"', "'"}:
            raise IntakeError("the quote must be \" or ' or 'none'")
        if self.decimal not in {None, ".", ","}:
            raise IntakeError("the decimal mark must be . or ,")
        if self.thousands not in {None, "", ".", ",", " ", "'"}:
            raise IntakeError("the thousands mark must be . or , or ' or a space, or empty")
        if self.thousands and self.thousands == self.decimal:
            raise IntakeError("decimal mark and thousands mark must differ")
        if self.header_row is not None and self.header_row < 1:
            raise IntakeError("rows are counted from 1: choose row 1 or a later one for the names")

    def with_answer(self, choice: str, written: str) -> ReadChoices:
        """Return these choices with the answer to a question, written as in the alternatives of a finding."""
        refuse_unknown_choice(choice)
        value: Any = written
        if choice in {"numbers", "texts"}:
            value = (*getattr(self, choice), written)
        elif choice in {"header", "multiline"}:
            value = _truth(choice, written)
        elif choice == "header_row":
            if not written.isdecimal():
                raise IntakeError(f"header_row must be the number of a row, not {written!r}")
            value = int(written)
        return replace(self, **{choice: value})


def refuse_unknown_choice(choice: str) -> None:
    """Raise an IntakeError where a file cannot be read otherwise by this."""
    known = [field.name for field in fields(ReadChoices)]
    if choice not in known:
        meant = did_you_mean(choice, known)
        raise IntakeError(f"a file can be read otherwise by {', '.join(known)}, not by {choice!r}{meant}")


def _refuse_other_kind(choice: str, value: object, kind: type, words: str) -> None:
    given = value if isinstance(value, tuple) else () if value is None else (value,)
    for one in given:
        if type(one) is not kind:  # True is an int, and 'false' is true
            raise IntakeError(f"{choice} must be {words}, not {one!r}")


NO_CHOICES = ReadChoices()
"""Everything is found out."""


@dataclass(frozen=True)
class ReadReport:
    """How a file was read.

    Parameters
    ----------
    format : str
    n_rows, n_columns : int
    findings : tuple of Finding
    encoding, delimiter, quote, decimal : str or None
        Of text files; None where they do not apply.
    sheet : str or None
        Of a workbook, or the table of an R workspace.
    """

    format: str
    n_rows: int
    n_columns: int
    findings: tuple[Finding, ...] = ()
    encoding: str | None = None
    delimiter: str | None = None
    quote: str | None = None
    decimal: str | None = None
    sheet: str | None = None

    @property
    def codes(self) -> tuple[str, ...]:
        """Columns kept as written until somebody chooses: several spellings are one number, as 10.1 and 10.10 are."""
        asked = [f for f in self.findings if f.choice == "numbers" and f.severity is Severity.QUESTION]
        return tuple(f.column for f in asked if f.column is not None)


@dataclass(frozen=True, eq=False)
class Reading:
    """A file's content, the report on it, and the choices by which it was read."""

    microdata: Microdata
    report: ReadReport
    choices: ReadChoices = NO_CHOICES


def _truth(choice: str, written: str) -> bool:
    if written.lower() not in {"true", "yes", "false", "no"}:
        raise IntakeError(f"{choice} must be true or false, not {written!r}")
    return written.lower() in {"true", "yes"}


def _refuse_unknown_encoding(encoding: str) -> None:
    try:
        # zip, base64 and their like are codecs too, but none for text; CPython marks them so.
        is_text = codecs.lookup(encoding)._is_text_encoding
    except LookupError:
        is_text = False
    if not is_text:
        raise IntakeError(f"the text encoding {encoding!r} is not known; try utf-8, cp1252 or cp1250")
