"""Cells as written -> a column of numbers and labels, and a report of all that could not be kept as it stood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.data import PACKED_FROM, Column, PackedCodes, code_type, codes_counted, mapped_codes, numbers_by_code
from core.intake.label_checks import check_labels, is_missing_like, partial_dates
from core.intake.number_texts.numerals import (
    EXACT_DIGITS,
    EXPONENT_CODE,
    Marks,
    Mask,
    Numerals,
    exponent_codes,
    matches,
    merged_spellings,
    parse_numerals,
)
from core.intake.number_texts.written_numbers import written_numbers
from core.intake.report import Finding, ReadChoices, Severity
from core.wording import counted

FEW_LABELS, SHORT_LABEL, MANY_CELLS = 3, 12, 10


@dataclass(frozen=True)
class Texts:
    """A column as written.

    Parameters
    ----------
    distinct : pyarrow string array (k,)
        The distinct texts, in any order.
    codes : int8, int16 or int32 array (n,)
        Index of every cell into ``distinct``, -1 where there is no text; in as few bytes as it needs.
    counts : int64 array (k,)
        Cells of each text.
    """

    distinct: Any
    codes: NDArray[Any]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, distinct: Any, codes: NDArray[Any]) -> Texts:
        """Count the cells of each text."""
        return cls(distinct, codes, codes_counted(codes, len(distinct)))

    @classmethod
    def below(cls, parts: Sequence[Any]) -> Texts:
        """Return texts that are in several parts, one below the other.

        Parameters
        ----------
        parts : sequence of pyarrow dictionary arrays
            Each with a dictionary of its own, of strings.
        """
        if not parts:
            return cls.of(pa.array([], pa.string()), np.empty(0, dtype=np.int32))
        whole = pa.concat_arrays([part.dictionary for part in parts]).dictionary_encode()
        place = np.asarray(whole.indices.fill_null(-1))
        n = sum(map(len, parts))
        codes = np.empty(n, dtype=code_type(len(whole.dictionary)) if n >= PACKED_FROM else np.int32)
        row = start = 0
        for part in parts:
            new = np.append(place[start : start + len(part.dictionary)], -1).astype(codes.dtype)
            codes[row : row + len(part)] = new[part.indices.fill_null(-1).to_numpy(zero_copy_only=False)]
            row, start = row + len(part), start + len(part.dictionary)
        return cls.of(whole.dictionary, codes).occurring()

    def occurring(self) -> Texts:
        """Return the same without texts that no cell holds."""
        held = self.counts > 0
        if held.all():
            return self
        place = np.append(np.where(held, np.cumsum(held) - 1, -1), -1).astype(self.codes.dtype)
        return Texts(self.distinct.filter(pa.array(held)), place[self.codes], self.counts[held])

    def cells(self, mask: Mask) -> int:
        """Return how many cells have one of these texts."""
        return int(self.counts[mask].sum())


def convert_texts(name: str, texts: Texts, marks: Marks, choices: ReadChoices) -> tuple[Column, list[Finding]]:
    """Turn a column's texts into numbers and labels.

    Parameters
    ----------
    name : str
        The column's name, for the report.
    texts : Texts
        An empty text, and one of spaces alone, is an empty cell: the same in every format.
    marks : Marks
    choices : ReadChoices

    Returns
    -------
    Column
        Cells that are numbers as numbers, all others as labels exactly as written. A column that holds numbers with
        leading zeros or of more than 15 digits, several spellings of one number (10.1 and 10.10), or 1E5 among whole
        numbers is a column of codes until the officer says otherwise: all labels.
    """
    trimmed = pc.ascii_trim_whitespace(texts.distinct)
    filled = np.asarray(pc.not_equal(trimmed, "").to_numpy(zero_copy_only=False)) & (texts.counts > 0)
    numerals = parse_numerals(trimmed, marks)
    spaces = ~filled & np.asarray(pc.not_equal(texts.distinct, "").to_numpy(zero_copy_only=False))
    findings = _nothing_written(name, "spaces alone", texts.cells(spaces))
    number, values = numerals.number & filled, numerals.values
    if name in choices.texts or _is_code_column(name, texts, trimmed, numerals, marks, choices, findings):
        number = np.zeros_like(number)
    else:
        missing_like = is_missing_like(trimmed)
        written = written_numbers(trimmed, numerals.number, filled & ~missing_like, marks)
        if written is not None:
            number, values = number | written.number, np.where(written.number, written.values, values)
            if name not in choices.numbers and not marks.thousands:
                findings.append(_written_question(name, written.seen, texts.cells(written.number)))
        _report_numbers(name, texts, trimmed, numerals, number, marks, choices, findings)
        findings += partial_dates(name, trimmed, texts.counts, number)
        _report_mixture(name, texts, number, filled & ~number & ~missing_like, findings)
    findings += check_labels(name, texts.distinct, trimmed, texts.counts, filled & ~number)
    return assemble(texts, number, values, filled & ~number), findings


def with_small_indices(cells: Any) -> Any:
    """Return an Arrow dictionary array with indices in as few bytes as its own dictionary needs."""
    kind = pa.from_numpy_dtype(code_type(len(cells.dictionary)))
    return pa.DictionaryArray.from_arrays(cells.indices.cast(kind), cells.dictionary)


def encode_texts(cells: Any) -> Texts:
    """Return an Arrow string array, whole or in chunks, as distinct texts and codes."""
    chunked = pa.chunked_array([cells]) if isinstance(cells, pa.Array) else cells
    return Texts.below([with_small_indices(encoded(chunk)) for chunk in chunked.chunks])


def encoded(cells: Any) -> Any:
    """Return an Arrow array, of texts or of what is written as one, as a dictionary array of strings."""
    if not pa.types.is_dictionary(cells.type):
        return cells.cast(pa.string()).dictionary_encode()
    return pa.DictionaryArray.from_arrays(cells.indices, cells.dictionary.cast(pa.string()))


def keep_texts(name: str, texts: Texts) -> tuple[Column, list[Finding]]:
    """Turn texts of a format that tells numbers from texts into labels, exactly as written."""
    trimmed = pc.ascii_trim_whitespace(texts.distinct)
    empty = pc.equal(trimmed, "").to_numpy(zero_copy_only=False)
    findings = _nothing_written(name, "an empty text or spaces alone", texts.cells(empty))
    findings += check_labels(name, texts.distinct, trimmed, texts.counts, ~empty)
    none = np.zeros(len(empty), dtype=bool)
    return assemble(texts, none, np.full(len(empty), np.nan), ~empty), findings


def _nothing_written(name: str, what: str, cells: int) -> list[Finding]:
    """Say that cells without a visible sign are missing values, as an empty cell is."""
    if not cells:
        return []
    return [Finding(Severity.NOTE, f"cells hold {what}; read as empty cells, which are missing values", name, cells)]


def assemble(texts: Texts, number: Mask, values: NDArray[np.float64], label: Mask) -> Column:
    """Build a column from its distinct texts: which are numbers (with which value), which are labels."""
    numbers = None
    if number.any():
        numbers = numbers_by_code(texts.codes, np.where(number, values, np.nan))
    if numbers is not None and not label.any():
        return Column.of(numbers)
    where = np.flatnonzero(label)
    order = where[pc.sort_indices(texts.distinct.take(pa.array(where))).to_numpy()]
    rank = np.full(len(label) + 1, -1, dtype=np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    labels = tuple(texts.distinct.take(pa.array(order)).to_pylist())
    codes = texts.codes if texts.codes.dtype == np.int32 else PackedCodes(texts.codes)
    return Column.of(numbers, mapped_codes(codes, rank), labels)


def _is_code_column(
    name: str,
    texts: Texts,
    trimmed: Any,
    numerals: Numerals,
    marks: Marks,
    choices: ReadChoices,
    findings: list[Finding],
) -> bool:
    """Tell whether numbers would change or merge what is written, and say so."""
    changed = _changed(texts, numerals)
    merged = texts.cells(merged_spellings(trimmed, numerals, marks.decimal))
    exponent = texts.cells(exponent_codes(trimmed, numerals, marks.decimal))
    lost = [message for message, _ in changed]
    lost += [f"{merged:,} of which several spellings are one number, as 10.1 and 10.10 are"] if merged else []
    lost += [f"{exponent:,} such as 1E5 among whole numbers"] if exponent else []
    if not lost:
        return False
    listed, cells = " and ".join(lost), sum(n for _, n in changed) + merged + exponent
    if name in choices.numbers:
        findings.append(Finding(Severity.WARNING, f"read as numbers as chosen: {listed}", name, cells))
        return False
    severity, question = Severity.WARNING, ""
    if merged or exponent:
        severity, question = Severity.QUESTION, ". Are they numbers and no codes?"
    message = (
        f"holds numbers that reading them as numbers would change ({listed}); the column is kept as written{question}"
    )
    findings.append(Finding(severity, message, name, cells, "numbers", (name,)))
    return True


def _changed(texts: Texts, numerals: Numerals) -> list[tuple[str, int]]:
    """Return what a number would lose of single texts, in words, and of how many cells."""
    code, long = texts.cells(numerals.code), texts.cells(numerals.long)
    what = [(f"{code:,} with leading zeros", code), (f"{long:,} of more than {EXACT_DIGITS} digits", long)]
    return [(message, cells) for message, cells in what if cells]


def _written_question(name: str, seen: Sequence[str], cells: int) -> Finding:
    message = (
        f"cells are written with {' and '.join(seen)}; they are read as numbers. If they are codes, keep the column as "
        "written"
    )
    return Finding(Severity.QUESTION, message, name, cells, "texts", (name,))


def _report_numbers(
    name: str,
    texts: Texts,
    trimmed: Any,
    numerals: Numerals,
    number: Mask,
    marks: Marks,
    choices: ReadChoices,
    findings: list[Finding],
) -> None:
    """Report numbers that are out of range, rounded, or could mean something else."""
    beyond, rounded = texts.cells(numerals.beyond), texts.cells(numerals.rounded)
    if beyond:
        message = "cells hold a number that no computer number holds (such as 1e400 or inf); kept as text"
        findings.append(Finding(Severity.WARNING, message, name, beyond))
    if rounded:
        message = "cells hold more digits than a computer number keeps; rounded to the nearest"
        findings.append(Finding(Severity.WARNING, message, name, rounded))
    if not number.any():
        return
    padded = texts.cells(number & pc.not_equal(trimmed, texts.distinct).to_numpy(zero_copy_only=False))
    if padded:
        findings.append(Finding(Severity.NOTE, "numbers stand between spaces; the spaces are left out", name, padded))
    exponent = texts.cells(number & matches(trimmed, EXPONENT_CODE)) if name not in choices.numbers else 0
    if exponent:
        message = "cells such as 1E5 are read as numbers; if they are codes, keep the column as written"
        findings.append(Finding(Severity.QUESTION, message, name, exponent, "texts", (name,)))
    if choices.decimal is None and marks.thousands is None:
        _ask_about_thousands(name, texts, trimmed, numerals.number & number, marks, findings)


def _ask_about_thousands(
    name: str, texts: Texts, trimmed: Any, number: Mask, marks: Marks, findings: list[Finding]
) -> None:
    """Ask where every mark in a column has one to three digits before it and exactly three behind it."""
    marked = number & pc.match_substring(trimmed, marks.decimal).to_numpy(zero_copy_only=False)
    if not marked.any():
        return
    mark = "\\" + marks.decimal
    if (marked & ~matches(trimmed, rf"^[+-]?[1-9]\d{{0,2}}{mark}\d{{3}}$")).any():
        return
    message = (
        f"every {marks.decimal!r} is followed by exactly three digits: read as decimals; "
        "if it separates thousands, choose it as the thousands mark"
    )
    findings.append(Finding(Severity.QUESTION, message, name, texts.cells(marked), "thousands", (marks.decimal,)))


def _report_mixture(name: str, texts: Texts, number: Mask, text: Mask, findings: list[Finding]) -> None:
    if not number.any() or not text.any():
        return
    cells = texts.cells(text)
    message = (
        f"holds numbers ({counted(texts.cells(number), 'cell', 'cells')}) and text "
        f"({counted(cells, 'cell', 'cells')}, {_named(texts, text)}); "
        "the text is kept as categories next to the numbers"
    )
    findings.append(Finding(Severity.WARNING, message, name, cells))


def _named(texts: Texts, text: Mask) -> str:
    """Name the labels where they are plainly codes: few, short, and each of many records; else count them."""
    where = np.flatnonzero(text)
    if len(where) <= FEW_LABELS and texts.counts[where].min() >= MANY_CELLS:
        labels = sorted(texts.distinct.take(pa.array(where)).to_pylist())
        if all(len(label) <= SHORT_LABEL for label in labels):
            return ", ".join(repr(label) for label in labels)
    return f"{len(where):,} different"
