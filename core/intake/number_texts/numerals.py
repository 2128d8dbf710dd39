"""Which texts are numbers, and whether a number keeps the text exactly.

All functions look at the distinct texts of a column, never at its cells, so their cost does not grow
with the number of records where values repeat.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

Mask = NDArray[np.bool_]

EXACT_DIGITS = 15
"""Every decimal number of up to 15 digits comes back from a double as it was written (IEEE 754)."""
EXACT_WHOLE = 10**EXACT_DIGITS
"""Whole numbers from here on are kept as written."""

INFINITE = r"^[+-]?(?i:inf|infinity)$"
CODE_LIKE = r"^[+-]?0\d"
LONG = rf"^[+-]?0*[1-9]\d{{{EXACT_DIGITS},}}$"
"""Whole numbers that a double can change: identifiers, mostly."""
EXPONENT_CODE = r"^\d+[eE]\d{1,2}$"
"""Three digits behind the E are no code that anyone uses."""
SIGNED_ZERO = r"^[+-]0*\D?0*$"
NEGATIVE = r"^-.*[1-9]"


@dataclass(frozen=True)
class Marks:
    """How numbers are written: the decimal mark, and the mark between thousands (empty: none, None: find out)."""

    decimal: str = "."
    thousands: str | None = None

    @property
    def grouping(self) -> tuple[str, ...]:
        """The marks that groups of three may have; an apostrophe and a space stand for all that look alike."""
        if self.thousands is not None:
            return tuple(self.thousands)
        return ("," if self.decimal == "." else ".", "'", " ")


@dataclass(frozen=True)
class Numerals:
    """The distinct texts of a column as numbers.

    Parameters
    ----------
    values : float64 array (k,)
        The number of each text, NaN where it is none.
    number : bool array (k,)
        Texts that are numbers.
    code : bool array (k,)
        Numbers with leading zeros.
    long : bool array (k,)
        Whole numbers of more than 15 digits.
    beyond : bool array (k,)
        Texts such as 1e400 or inf, which no finite number holds (``number`` is false).
    rounded : bool array (k,)
        Numbers whose text holds more digits than a double keeps.
    """

    values: NDArray[np.float64]
    number: Mask
    code: Mask
    long: Mask
    beyond: Mask
    rounded: Mask


def matches(texts: Any, pattern: str) -> Mask:
    """Return (k,) true where a text matches (RE2 syntax)."""
    matching: Mask = pc.match_substring_regex(texts, pattern).to_numpy(zero_copy_only=False)
    return matching


def matches_among(texts: Any, pattern: str, candidates: Mask) -> Mask:
    """Return (k,) true where a candidate matches; the others cost nothing."""
    matching = np.zeros(len(candidates), dtype=bool)
    if candidates.any():
        matching[candidates] = matches(texts.filter(pa.array(candidates)), pattern)
    return matching


def plain_pattern(decimal: str) -> str:
    """Return the pattern of a number without groups."""
    d = re.escape(decimal)
    return rf"^[+-]?(\d+({d}\d*)?|{d}\d+)([eE][+-]?\d+)?$"


def parse_numerals(texts: Any, marks: Marks) -> Numerals:
    """Read the distinct texts of a column as numbers.

    Parameters
    ----------
    texts : pyarrow string array (k,)
        Trimmed.
    marks : Marks
        Groups are no plain numbers: `written_numbers` reads them.
    """
    plain = matches(texts, plain_pattern(marks.decimal))
    none = np.zeros(len(texts), dtype=bool)
    beyond = matches_among(texts, INFINITE, ~plain)
    if not plain.any():
        return Numerals(np.full(len(texts), np.nan), plain, none, none, beyond, none)
    canonical = _with_point(texts if plain.all() else pc.if_else(pa.array(plain), texts, None), marks.decimal)
    values = doubles(canonical)
    lost = plain & (np.isinf(values) | _vanished(canonical, values))
    number = plain & ~lost
    values = np.where(number, values, np.nan) + 0.0
    wide = number & _filled(pc.greater(pc.binary_length(texts), EXACT_DIGITS))
    long = matches_among(texts, LONG, wide)
    return Numerals(
        values,
        number,
        number & matches(texts, CODE_LIKE),
        long,
        beyond | lost,
        _is_rounded(canonical, values, wide & ~long),
    )


def merged_spellings(texts: Any, numerals: Numerals, decimal: str) -> Mask:
    """Return (k,) true where another text would become the same number: 10.1 and 10.10, +49 and 49, 5 and 5.0.

    Leading zeros and digits beyond those that a number keeps are told elsewhere. A zero with a sign is one of
    arithmetic, and left out too, where it has decimals (-0.0) or the column holds negative numbers.
    """
    number = numerals.number & ~numerals.code & ~numerals.long & ~numerals.rounded
    zero = matches_among(texts, SIGNED_ZERO, number & (numerals.values == 0))
    if zero.any():
        negative = bool(matches_among(texts, NEGATIVE, number).any())
        decimals = pc.match_substring(texts, decimal).to_numpy(zero_copy_only=False)
        number &= ~(zero & (negative | decimals))
    where = np.flatnonzero(number)
    _, inverse, times = np.unique(numerals.values[where], return_inverse=True, return_counts=True)
    merged = np.zeros(len(number), dtype=bool)
    merged[where] = times[inverse] > 1
    return merged


def exponent_codes(texts: Any, numerals: Numerals, decimal: str) -> Mask:
    """Return (k,) true for texts such as 1E5 where no number has decimals or a signed exponent: codes, mostly."""
    exponent = matches_among(texts, EXPONENT_CODE, numerals.number)
    if exponent.any() and matches_among(texts, rf"{re.escape(decimal)}|[eE][+-]", numerals.number).any():
        return np.zeros_like(exponent)
    return exponent


def _with_point(texts: Any, decimal: str) -> Any:
    return texts if decimal == "." else pc.replace_substring(texts, decimal, ".")


def doubles(texts: Any) -> NDArray[np.float64]:
    """Return the numbers (k,) of texts with a decimal point, NaN for null."""
    values: NDArray[np.float64] = pc.cast(texts, pa.float64()).to_numpy(zero_copy_only=False)
    return values


def _filled(mask: Any) -> Mask:
    filled: Mask = pc.fill_null(mask, False).to_numpy(zero_copy_only=False)
    return filled


def _vanished(texts: Any, values: NDArray[np.float64]) -> Mask:
    """Tell texts such as 1e-400: not zero as written, zero as a double."""
    vanished = np.zeros(len(values), dtype=bool)
    for i in np.flatnonzero(values == 0):
        mantissa = texts[int(i)].as_py().lower().partition("e")[0]
        vanished[i] = any(digit in mantissa for digit in "123456789")
    return vanished


def _is_rounded(texts: Any, values: NDArray[np.float64], wide: Mask) -> Mask:
    """Tell wide texts that no double writes, neither in its shortest form nor with its 17 digits."""
    rounded = np.zeros(len(values), dtype=bool)
    where = np.flatnonzero(wide)
    shortest = pc.cast(pa.array(values[where]), pa.string())
    differs = ~_filled(pc.equal(texts.take(pa.array(where)), shortest))
    for i in where[differs]:
        value, written = float(values[i]), Decimal(texts[int(i)].as_py())
        rounded[i] = written not in (Decimal(repr(value)), Decimal(f"{value:.16e}"))
    return rounded
