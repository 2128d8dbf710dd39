"""Cells of a sheet, each with its own type -> a column of numbers and labels."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.data import Column, number_label
from core.intake.label_checks import is_missing_like
from core.intake.number_cells import Converted, real_numbers
from core.intake.number_texts.numerals import Marks, parse_numerals
from core.intake.number_texts.written_numbers import written_numbers
from core.intake.report import Finding, ReadChoices, Severity
from core.intake.text_cells import Texts, convert_texts, encode_texts, keep_texts
from core.intake.workbook.number_formats import Template, as_code, codes_question, filled_in, shows_codes
from core.wording import counted

CERTAIN_FROM = (1900, 3)
"""Year and month from which on Excel's calendar is right."""
AS_WRITTEN = Marks(".", "")


def convert_cells(name: str, cells: Sequence[Any], choices: ReadChoices) -> Converted:
    """Turn a column of a sheet into numbers and labels.

    Parameters
    ----------
    name : str
        For the report.
    cells : sequence
        "" where the cell is empty; numbers, texts, truth values, dates and times otherwise.
    choices : ReadChoices

    Returns
    -------
    Column
        Numbers as numbers; texts as labels exactly as written, also where they look like numbers; truth values
        as ``true`` and ``false``; dates and times in ISO form. Where text that is a number stands among numbers,
        it is read as a number, so that 1 and "1" are not two categories.
    """
    column, findings = _converted(name, cells, choices)
    return column, [*findings, *_uncertain_dates(name, cells)]


def _uncertain_dates(name: str, cells: Sequence[Any]) -> list[Finding]:
    """Warn of numbers that Excel shows as dates that no calendar has, or that its own calendar has wrong."""
    days = [cell for cell in cells if isinstance(cell, dt.date)]
    early = sum((day.year, day.month) < CERTAIN_FROM for day in days)
    clock = sum(isinstance(cell, dt.time) for cell in cells) if days else 0
    findings = []
    if early:
        message = (
            "dates before 1 March 1900 are not certain: Excel's calendar has a 29 February 1900, read as the 28th; "
            "write such dates as text"
        )
        findings.append(Finding(Severity.WARNING, message, name, early))
    if clock:
        message = "cells among dates hold a number below 1, which is no date; read as a time of day"
        findings.append(Finding(Severity.WARNING, message, name, clock))
    return findings


def _converted(name: str, cells: Sequence[Any], choices: ReadChoices) -> Converted:
    numbers = np.array([float(c) if _is_number(c) else np.nan for c in cells])
    texts = encode_texts(pa.array(_texts(cells), pa.string()))
    if name in choices.texts or name in choices.numbers:
        return convert_texts(name, _everything(cells, texts, numbers), AS_WRITTEN, choices)
    if not texts.cells(np.ones(len(texts.distinct), dtype=bool)):
        return real_numbers(name, numbers)
    trimmed = pc.ascii_trim_whitespace(texts.distinct)
    numerals = parse_numerals(trimmed, AS_WRITTEN)
    if np.isnan(numbers).all():
        return keep_texts(name, texts)
    number = numerals.number.copy()
    if (written := written_numbers(trimmed, number, ~is_missing_like(trimmed), Marks())) is not None:
        number |= written.number
    if number.any():
        everything = _everything(cells, texts, numbers)
        column, findings = convert_texts(name, everything, Marks(), ReadChoices(decimal="."))
        count = texts.cells(number)
        message = "cells hold a number that is stored as text, among cells that hold numbers; both are read alike"
        return column, [*findings, Finding(Severity.WARNING, message, name, count)]
    return _mixed(name, texts, numbers)


def as_shown(
    name: str, cells: Sequence[Any], template: Template, choices: ReadChoices, findings: list[Finding]
) -> list[Any]:
    """Return a column's whole numbers as a format of zeros shows them (00000: 01234), and ask.

    Columns with other numbers, and those that the officer wants as numbers, stay as they are.
    """
    numbers = [cell for cell in cells if _is_number(cell)]
    if not shows_codes(template, numbers) or name in choices.numbers:
        return list(cells)
    findings.append(codes_question(name, as_code(template), len(numbers)))
    return [filled_in(template, int(cell)) if _is_number(cell) else cell for cell in cells]


def cell_text(cell: Any, with_time: bool = False) -> str:
    """Return a cell as text: numbers in their shortest form, dates and times in ISO form."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, (int, float)):
        return number_label(float(cell)) if np.isfinite(cell) else str(cell)
    if isinstance(cell, dt.datetime):
        return _trimmed(cell.strftime("%H:%M:%S.%f"), f"{cell:%Y-%m-%d} ".rjust(11, "0"))
    if isinstance(cell, dt.date):
        return f"{cell.isoformat()} 00:00:00" if with_time else cell.isoformat()
    if isinstance(cell, dt.time):
        return _trimmed(cell.strftime("%H:%M:%S.%f"))
    if isinstance(cell, dt.timedelta):
        return _length(cell)
    return str(cell).replace("\0", "")


def _is_number(cell: Any) -> bool:
    return isinstance(cell, (int, float)) and not isinstance(cell, bool)


def _texts(cells: Sequence[Any]) -> list[str | None]:
    """Return what is no number as text, empty cells as None."""
    with_time = any(isinstance(cell, dt.datetime) for cell in cells)
    return [None if _is_number(c) or c == "" else cell_text(c, with_time) for c in cells]


def _everything(cells: Sequence[Any], texts: Texts, numbers: Any) -> Texts:
    """Return all cells as texts, numbers among them."""
    written = texts.distinct.take(pa.array(texts.codes, mask=texts.codes < 0)).to_pylist()
    both = [text if np.isnan(x) else cell_text(cell) for cell, text, x in zip(cells, written, numbers, strict=True)]
    return encode_texts(pa.array(both, pa.string()))


def _mixed(name: str, texts: Texts, numbers: Any) -> Converted:
    labelled, findings = keep_texts(name, texts)
    coded, more = real_numbers(name, numbers)
    cells = int((~labelled.is_empty()).sum())
    of_numbers, of_text = (counted(n, "cell", "cells") for n in (int((~np.isnan(numbers)).sum()), cells))
    message = (
        f"holds numbers ({of_numbers}) and text ({of_text}, {len(labelled.labels):,} different); the text is kept as "
        "categories next to the numbers"
    )
    mixture = [Finding(Severity.WARNING, message, name, cells)] if cells else []
    if coded.labels:
        return convert_texts(name, _everything(numbers, texts, numbers), AS_WRITTEN, ReadChoices())
    if not labelled.labels:
        return coded, [*findings, *more]
    return Column(coded.numbers, labelled.codes, labelled.labels), [*findings, *more, *mixture]


def _trimmed(clock: str, day: str = "") -> str:
    return day + clock.rstrip("0").rstrip(".") if "." in clock else day + clock


def _length(span: dt.timedelta) -> str:
    seconds, rest = divmod(abs(span), dt.timedelta(seconds=1))
    sign = "-" if span < dt.timedelta(0) else ""
    clock = f"{sign}{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    return _trimmed(f"{clock}.{rest.microseconds:06d}")
