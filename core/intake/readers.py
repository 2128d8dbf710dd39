"""Which module reads which format; a module is imported when its format is met."""

from __future__ import annotations

from dataclasses import fields, replace
from importlib import import_module
from typing import Any, Protocol, cast

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.data import Column
from core.errors import IntakeError
from core.intake.delimited.decimal_mark import find_marks
from core.intake.formats import Format
from core.intake.label_checks import is_missing_like
from core.intake.number_texts.numerals import Marks, parse_numerals
from core.intake.number_texts.written_numbers import written_numbers
from core.intake.parsed import Parsed, Source
from core.intake.report import NO_CHOICES, Finding, ReadChoices, Severity
from core.intake.text_cells import Texts, convert_texts


class Reader(Protocol):
    """A module that reads one format."""

    def read(self, source: Source) -> Parsed:
        """Read a file; raise an IntakeError that says what to correct."""


READERS = {
    Format.DELIMITED: ".delimited.reader",
    Format.WORKBOOK: ".workbook.reader",
    Format.PARQUET: ".arrow.parquet",
    Format.ARROW: ".arrow.arrow_file",
    Format.SPSS: ".labelled.reader",
    Format.SPSS_PORTABLE: ".labelled.reader",
    Format.STATA: ".labelled.reader",
    Format.SAS: ".labelled.reader",
    Format.SAS_TRANSPORT: ".labelled.reader",
    Format.R: ".r_data.reader",
    Format.GZIP: ".archives",
    Format.ZIP: ".archives",
    Format.OTHER_PACKAGE: ".other_packages",
}


OF_COLUMNS = ("numbers", "texts")
"""Choices that every format takes."""
TAKEN = {
    Format.DELIMITED: ("encoding", "delimiter", "quote", "decimal", "thousands", "header", "header_row", "multiline"),
    Format.WORKBOOK: ("header", "header_row", "sheet"),
    Format.R: ("sheet",),
    **dict.fromkeys((Format.SPSS, Format.SPSS_PORTABLE, Format.STATA, Format.SAS, Format.SAS_TRANSPORT), ("encoding",)),
    **dict.fromkeys((Format.PARQUET, Format.ARROW, Format.OTHER_PACKAGE), ()),
}
"""Which other choices a format takes; an archive those of the file in it."""


def reader_of(form: Format, choices: ReadChoices = NO_CHOICES) -> Reader:
    """Return the reader of a format; an IntakeError says which of the choices changes nothing in it."""
    if form in TAKEN:
        taken = (*OF_COLUMNS, *TAKEN[form])
        for name in (field.name for field in fields(ReadChoices)):
            if name not in taken and getattr(choices, name) != getattr(NO_CHOICES, name):
                raise IntakeError(
                    f"{name} changes nothing in a file of this format ({form}); it takes {', '.join(taken)}"
                )
    return cast(Reader, import_module(READERS[form], __package__))


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
