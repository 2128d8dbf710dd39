"""Columns that a file of typed columns stores as texts and that are numbers: read as such, or asked about."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.data import Column
from core.intake.delimited.decimal_mark import find_marks
from core.intake.formats import Format
from core.intake.label_checks import is_missing_like
from core.intake.number_texts.numerals import Marks, parse_numerals
from core.intake.number_texts.written_numbers import written_numbers
from core.intake.parsed import Parsed
from core.intake.report import NO_CHOICES, Finding, ReadChoices, Severity
from core.intake.text_cells import Texts, convert_texts


def with_numbers_in_texts(parsed: Parsed, choices: ReadChoices) -> Parsed:
    """Return what was read with texts such as ``1'000`` and ``EUR 12`` as numbers, as a text file would give them.

    Plain numbers that are stored as text stay texts, unless they are chosen: they may be codes. In a workbook, where
    that happens by accident, and where they have decimals, it is asked. Columns with value labels are codes.
    """
    if parsed.report.delimiter is not None:
        return parsed
    columns, findings = dict(parsed.columns), list(parsed.report.findings)
    for name, column in parsed.columns.items():
        if column.labels and column.number_store is None and name not in {*choices.texts, *parsed.value_labels}:
            columns[name], more = _converted(name, column, parsed.report.format, choices)
            findings += [finding for finding in more if finding not in findings]
    return replace(parsed, columns=columns, report=replace(parsed.report, findings=tuple(findings)))


def _converted(name: str, column: Column, form: str, choices: ReadChoices) -> tuple[Column, list[Finding]]:
    labels = pa.array(column.labels, pa.string())
    marks, _ = find_marks([labels], ",", NO_CHOICES)
    trimmed = pc.ascii_trim_whitespace(labels)
    numerals, value = parse_numerals(trimmed, marks), ~is_missing_like(trimmed)
    written = written_numbers(trimmed, numerals.number, value, marks)
    if written is None and name not in choices.numbers:
        plain = numerals.number & ~numerals.code & ~numerals.long
        asked = plain.all() and (Format.WORKBOOK in form or bool(_has_decimals(trimmed, marks)))
        return column, [_question(name, column)] if asked else []
    texts = Texts.of(labels, np.asarray(column.codes))
    converted, findings = convert_texts(name, texts, marks, replace(choices, decimal=marks.decimal, thousands=None))
    return converted.packed(), findings


def _has_decimals(trimmed: Any, marks: Marks) -> bool:
    return bool(pc.any(pc.match_substring(trimmed, marks.decimal)).as_py())


def _question(name: str, column: Column) -> Finding:
    message = "every cell is a number that is stored as text; kept as text (categories). Are they numbers?"
    return Finding(Severity.QUESTION, message, name, int((~column.is_empty()).sum()), "numbers", (name,))
