"""Numbers written for people: marks between thousands, currencies, percent and units, other minus signs and digits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.intake.number_texts.numerals import EXACT_DIGITS, Marks, Mask, doubles, matches, matches_among

SPACES = " \u00a0\u2007\u2009\u202f"
APOSTROPHES = "'\u2019\u02bc\u00b4`"
MINUS = "\u2212\u2013-"
FAMILIES = {",": (",", "a comma"), ".": (".", "a point"), "'": (APOSTROPHES, "an apostrophe"), " ": (SPACES, "a space")}
"""Marks between thousands: those that look alike are one, and how it is called."""
CURRENCY = (
    r"\p{Sc}|R\$|Fr\.|kr|zł|Kč|Ft|AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HUF|INR|JPY|MXN|NOK|NZD|PLN|RON|SEK|TRY|USD|ZAR"
)
UNIT = r"\pL[\pL./²³°]{0,14}"
"""Behind a space only, as 5 kg: 5a is a code."""
BODY = rf"\d(?:[\d.,{APOSTROPHES}{SPACES}]*\d)?(?:[.,](?P<dash>[\x{{2014}}{MINUS}]{{1,2}})?)?|[.,]\d+"
"""A price of 12,- has no decimals, and is not negative."""
WRITTEN = (
    rf"^(?P<ahead>{CURRENCY})?[{SPACES}]*(?P<open>\(?)"
    rf"(?P<sign>[+{MINUS}]?)[{SPACES}]*(?P<before>{CURRENCY})?[{SPACES}]*"
    rf"(?P<body>{BODY})"
    rf"(?:[{SPACES}]*(?P<after>[%‰]|{CURRENCY})|[{SPACES}]+(?P<unit>{UNIT}))?(?P<behind>[{MINUS}]?)(?P<close>\)?)$"
)
UNADORNED = r"^[+-]?[\d.,]*(?:[eE][+-]?\d+)?$"
"""Texts without anything that could be left out before their decimal mark is looked for."""
OTHER_DIGITS = r"[\x{0660}-\x{0669}\x{06F0}-\x{06F9}\x{0966}-\x{096F}\x{FF10}-\x{FF19}]"
ASCII = {0xFF01 + i: 0x21 + i for i in range(94)}
ASCII |= {zero + i: ord("0") + i for zero in (0x660, 0x6F0, 0x966) for i in range(10)}
"""Full-width signs, and the digits of Arabic, Persian and Hindi."""
SHAPE = np.array([ord("1") if chr(byte) in "23456789" else byte for byte in range(256)], np.uint8)
DIGITS = np.array([byte if chr(byte) in "0123456789" else 0 for byte in range(256)], np.uint8)
"""By byte of a text: the byte of its shape, and that of its digits alone."""
MOST_OTHERS, LOOKED_AT = 5, 50
"""Other texts, such as "no answer", that a column of numbers may hold; with more of them among its first it is none."""
SHORTEST_BEHIND = 2
"""Digits before a minus sign: 2- is a mark of schools."""


@dataclass(frozen=True)
class WrittenNumbers:
    """Texts of a column that are numbers where they are read as people mean them.

    Parameters
    ----------
    values : float64 array (k,)
        NaN where a text is none of them.
    seen : tuple of str
        What makes them other than plain numbers, in words.
    """

    values: NDArray[np.float64]
    seen: tuple[str, ...]

    @property
    def number(self) -> Mask:
        """(k,) true for these texts."""
        return ~np.isnan(self.values)


def grouped_pattern(marks: Marks) -> str:
    """Return the pattern of a number without a sign in groups of three digits; before the last also of two (Indian)."""
    d = re.escape(marks.decimal)
    groups = [rf"\d{{0,2}}(?:{re.escape(g)}\d{{3}})+" for family in marks.grouping for g in FAMILIES[family][0]]
    groups += [r"\d?(?:,\d{2})+,\d{3}"] if "," in marks.grouping else []
    return rf"^[1-9](?:{'|'.join(groups)})(?:{d}\d*)?$" if groups else r"^\b\B$"


def bodies(texts: Any) -> Any:
    """Return texts that could be numbers without signs, units and the marks that are no decimal mark anywhere."""
    bare = pc.replace_substring_regex(_parts(texts)["body"], f"[{APOSTROPHES}{SPACES}]", "")
    return pc.coalesce(pc.if_else(pa.array(matches(texts, UNADORNED)), texts, bare), texts)


def written_numbers(texts: Any, plain: Mask, value: Mask, marks: Marks) -> WrittenNumbers | None:
    """Read the texts of a column that are no plain numbers; None where none is a number, or they are codes or texts.

    All numbers of a column have the same unit, or none; and at most a few of its texts are no numbers.

    Parameters
    ----------
    texts : pyarrow string array (k,)
        Trimmed.
    plain, value : bool array (k,)
        Plain numbers, and texts that do not stand for a missing value.
    marks : Marks
        Where a mark between thousands was chosen, there may be any number of other texts.
    """
    candidates = value & ~plain
    if not candidates.any():
        return None
    texts = texts.filter(pa.array(candidates))
    like_one = matches(texts[:LOOKED_AT], f"{WRITTEN}|{OTHER_DIGITS}")
    if not marks.thousands and (~like_one).sum() > MOST_OTHERS:
        return None
    if len(texts) <= LOOKED_AT and not like_one.any():
        return None
    texts, digits = _with_usual_digits(texts)
    shapes, shape = shapes_of(texts)
    part = _parts(shapes)
    like, seen = _numbers(part, np.asarray(part["body"].is_valid()), marks)
    number = like[shape]
    n_others, n_numbers = int((~number).sum()), int(number.sum() + (plain & value).sum())
    if not number.any() or (not marks.thousands and not n_others <= min(MOST_OTHERS, n_numbers - 1)):
        return None
    unit = pc.binary_join_element_wise(part["ahead"], part["before"], part["after"], part["unit"], "")
    units = pc.unique(unit.filter(like)).to_pylist()
    bracketed, behind = (_has(part[name]) & like for name in ("open", "behind"))
    if len(units) > 1 or (units[0] and (plain & value).any()) or n_numbers == (bracketed | behind)[shape].sum():
        return None
    seen += [f"{units[0]!r} at every number"] if units[0] else []
    seen += ["negative numbers in parentheses"] if bracketed.any() else []
    seen += ["a minus sign behind numbers"] if behind.any() else []
    seen += ["a dash in place of decimals"] if (_has(part["dash"]) & like).any() else []
    seen += ["digits of another script or width"] if digits else []
    read = _values(texts.filter(pa.array(number)), units[0], marks)
    values = np.full(len(value), np.nan)
    values[np.flatnonzero(candidates)[number]] = np.where(_negative(part)[shape][number], -read, read) + 0.0
    return WrittenNumbers(values, tuple(seen or ["a minus sign of another kind, or a space at the sign"]))


def shapes_of(texts: Any) -> tuple[Any, NDArray[np.int32]]:
    """Return the distinct texts (k,) where every digit above 0 is a 1, and which of them each text has (n,).

    Whether a text is a number, and how it is written, hangs on nothing else; and numbers have few shapes.
    """
    shapes = _translated(texts, SHAPE).dictionary_encode()
    return shapes.dictionary, shapes.indices.to_numpy()


def _translated(texts: Any, table: NDArray[np.uint8]) -> Any:
    """Return texts of which every byte is what a table of 256 says; 0 leaves it out."""
    _, ends, content = texts.buffers()
    ends = np.frombuffer(ends, np.int32)[texts.offset : texts.offset + len(texts) + 1]
    if content is None or not ends[-1]:
        return texts
    new = table[np.frombuffer(content, np.uint8)[: ends[-1]]]
    if not new.all():
        ends = np.append(0, np.cumsum(new != 0, dtype=np.int32))[ends]
        new = new[new != 0]
    return pa.StringArray.from_buffers(len(texts), pa.py_buffer(ends.astype(np.int32)), pa.py_buffer(new))


def _parts(texts: Any) -> dict[str, Any]:
    """Return the parts of texts that could be numbers, by name; null where a text is none."""
    parts = pc.extract_regex(texts, WRITTEN)
    part = {field.name: pc.struct_field(parts, field.name) for field in parts.type}
    return part | {"body": pc.replace_substring_regex(part["body"], f"[\u2014{MINUS}]+$", "")}


def _with_usual_digits(texts: Any) -> tuple[Any, bool]:
    other = matches(texts, OTHER_DIGITS)
    if not other.any():
        return texts, False
    usual = pa.array([text.translate(ASCII) for text in texts.to_pylist()], pa.string())
    return pc.if_else(pa.array(other), usual, texts), True


def _numbers(part: dict[str, Any], likely: Mask, marks: Marks) -> tuple[Mask, list[str]]:
    """Return which texts are numbers, and the marks between thousands in them."""
    body, d = part["body"], re.escape(marks.decimal)
    grouped = matches_among(body, grouped_pattern(marks), likely)
    plain = matches_among(body, rf"^(?:(?:0|[1-9]\d*)(?:{d}\d*)?|{d}\d+)$", likely)
    n_digits = _lengths(pc.replace_substring_regex(body, r"\D", ""))
    number = (grouped | plain) & (_has(part["open"]) == _has(part["close"])) & (n_digits <= EXACT_DIGITS)
    number &= ~_has(part["behind"]) | (n_digits >= SHORTEST_BEHIND)
    marked = grouped & number
    families = (FAMILIES[family] for family in marks.grouping)
    names = [name for signs, name in families if matches_among(body, f"[{signs}]", marked).any()]
    return number, [f"{name} between groups of digits, a thousands mark" for name in names]


def _has(texts: Any) -> Mask:
    return _lengths(texts) > 0


def _lengths(texts: Any) -> NDArray[np.int64]:
    lengths: NDArray[np.int64] = pc.fill_null(pc.binary_length(texts), 0).to_numpy(zero_copy_only=False)
    return lengths


def _negative(part: dict[str, Any]) -> Mask:
    negative = matches(pc.fill_null(part["sign"], ""), f"[{MINUS}]")
    return negative | _has(part["behind"]) | _has(part["open"])


def _values(texts: Any, unit: str, marks: Marks) -> NDArray[np.float64]:
    """Return the numbers (k,) of texts, which have a unit or none: of their digits and decimal mark."""
    if marks.decimal in unit:
        texts = pc.replace_substring_regex(texts, UNIT, "")
    kept = DIGITS.copy()
    kept[ord(marks.decimal)] = ord(".")
    return doubles(_translated(texts, kept))
