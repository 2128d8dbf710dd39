"""SPSS, Stata and SAS files -> columns: codes stay codes, labels and declared missing codes go beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.data import Column, number_label
from core.errors import NothingInside
from core.intake.formats import ENDINGS, Format, ending_of
from core.intake.labelled.files import LabelledFile
from core.intake.labelled.moments import DateScale, moments_of
from core.intake.labelled.zero_formats import as_shown, shown_code, zeros_shown
from core.intake.limits import refuse_table
from core.intake.names import escape_hidden, settle_names
from core.intake.number_cells import EXACT_DOUBLE, EXACT_SHORT, Converted, real_numbers, shortest_decimals, with_labels
from core.intake.parsed import Parsed, Source
from core.intake.report import Finding, ReadChoices, ReadReport, Severity
from core.intake.text_cells import encode_texts, keep_texts
from core.intake.workbook.number_formats import Template
from core.wording import counted

LONGEST_LABEL = 1_000
"""Characters of a label; programs allow more, no screen shows it."""
BUILT_IN = ("BEST", "F", "COMMA", "DOLLAR", "PERCENT", "Z", "E", "$", "CHAR", "NUMX", "NEGPAREN", "EURO", "D", "HEX")


def read(source: Source) -> Parsed:
    """Read a file of a statistical program; raise an IntakeError that says what to correct."""
    form = ENDINGS[ending_of(source.name)]
    file = LabelledFile(source, form)
    file.refuse_size(source.limits)
    names, findings = settle_names(list(file.meta.column_names), source.limits.name_characters)
    columns: dict[str, Column] = {}
    missing: dict[str, tuple[str, ...]] = {}
    value_labels: dict[str, dict[str, str]] = {}
    for name, (stored, cells) in zip(names, file.columns(), strict=True):
        variable = _Variable(name, stored, form, file.meta, source.choices)
        columns[name], more = variable.convert(cells)
        codes = variable.missing_codes(columns[name])
        labels = variable.value_labels()
        findings += [*more, *_equal_labels(name, columns[name], labels)]
        missing |= {name: codes} if codes else {}
        value_labels |= {name: labels} if labels else {}
        source.on_progress(len(columns) / len(names))
    n_rows = len(columns[names[0]])
    _refuse_rows(n_rows, len(names), source)
    findings += [*file.findings, *_missing_note(columns, missing), *_catalogue_note(form, file.meta)]
    report = ReadReport(form.value, n_rows, len(names), tuple(findings), encoding=file.encoding)
    return Parsed(columns, report, _variable_labels(names, file.meta), value_labels, missing)


class _Variable:
    """One variable of a file: its format, labels and missing codes."""

    def __init__(self, name: str, stored: str, form: Format, meta: Any, choices: ReadChoices) -> None:
        self.name, self.stored, self._meta, self._form = name, stored, meta, form
        self.moments: DateScale | None = None
        self.zeros: Template | None = None
        self._as_numbers = name in choices.numbers
        self._distinct: list[float] = []
        self.is_text = meta.readstat_variable_types[stored] == "string"
        self.is_short = meta.readstat_variable_types[stored] == "float"
        if not self.is_text:
            self.moments = moments_of(form, self._storage)

    @property
    def _storage(self) -> str | None:
        """The variable's display format."""
        storage: str | None = self._meta.original_variable_types.get(self.stored)
        return storage

    def convert(self, cells: Sequence[Any]) -> Converted:
        if self.is_text:
            texts = [cell or None for cell in cells]
            return keep_texts(self.name, encode_texts(pa.array(texts, pa.string())))
        values, letters = _split(cells)
        if self.is_short:
            values = shortest_decimals(values.astype(np.float32))
        self._distinct = np.unique(values[~np.isnan(values)] + 0.0).tolist()
        if self.moments is None and not self._as_numbers:
            self.zeros = zeros_shown(self._form, self._storage, values)
        if self.moments is not None:
            column, findings = self.moments.convert(self.name, values)
        elif self.zeros is not None:
            column, findings = as_shown(self.name, values, self.zeros, self._storage or "")
        else:
            column, findings = real_numbers(self.name, values, EXACT_SHORT if self.is_short else EXACT_DOUBLE)
        return with_labels(column, letters), findings

    def code(self, stored: Any) -> str:
        """Return the label that a stored value has in the column."""
        if isinstance(stored, str):
            return stored if self.is_text else f".{stored}"
        value = float(stored)
        if not np.isfinite(value):
            return str(value)
        if self.is_short:
            value = float(shortest_decimals(np.array([value], dtype=np.float32))[0])
        if self.zeros is not None:
            return shown_code(self.zeros, value)
        written = self.moments.written(np.array([value]))[0] if self.moments else None
        return number_label(value) if written is None else written

    def value_labels(self) -> dict[str, str]:
        stored = self._meta.variable_value_labels.get(self.stored) or {}
        labels = {self.code(value): _tidy(label) for value, label in stored.items() if label}
        return {code: label for code, label in labels.items() if label}

    def missing_codes(self, column: Column) -> tuple[str, ...]:
        """Return the codes that occur and that the file declares missing."""
        ranges = self._meta.missing_ranges.get(self.stored) or []
        # Only extended missing values put a dot before a letter into a column of numbers.
        codes = [] if self.is_text else [label for label in column.labels if label.startswith(".")]
        for span in ranges:
            low, high = (span["lo"], span["hi"]) if isinstance(span, dict) else (span, span)
            if isinstance(low, str):
                codes += [label for label in column.labels if low <= label <= str(high)]
            else:
                codes += [self.code(x) for x in self._distinct if low <= x <= high]
        return tuple(label for label in column.categories()[1] if label in codes)


def _split(cells: Sequence[Any]) -> tuple[NDArray[np.float64], dict[int, str]]:
    """Return the numbers, and by row the letters of extended missing values as ``.a``."""
    try:
        return np.array(cells, dtype=np.float64), {}
    except ValueError:
        letters = {row: f".{cell}" for row, cell in enumerate(cells) if isinstance(cell, str)}
        plain = [None if isinstance(cell, str) else cell for cell in cells]
        return np.array(plain, dtype=np.float64), letters


def _tidy(label: str) -> str:
    return escape_hidden(label.strip())[:LONGEST_LABEL]


def _variable_labels(names: Sequence[str], meta: Any) -> dict[str, str]:
    labels = {name: _tidy(label or "") for name, label in zip(names, meta.column_labels, strict=True)}
    return {name: label for name, label in labels.items() if label}


def _equal_labels(name: str, column: Column, labels: Mapping[str, str]) -> list[Finding]:
    """Warn where two codes that occur have one label."""
    _, codes = column.categories()
    times = Counter(labels[code] for code in codes if code in labels)
    twice = sum(n for n in times.values() if n > 1)
    if not twice:
        return []
    message = f"{twice:,} codes share their label with another code; they are kept apart as codes"
    return [Finding(Severity.WARNING, message, name, twice)]


def _missing_note(columns: Mapping[str, Column], missing: Mapping[str, Sequence[str]]) -> list[Finding]:
    if not missing:
        return []
    cells = 0
    for name, codes in missing.items():
        coded, labels = columns[name].categories()
        declared = [i for i, label in enumerate(labels) if label in codes]
        cells += int(np.isin(coded, declared).sum())
    message = (
        f"the file declares codes as missing in {counted(len(missing), 'variable', 'variables')} "
        f"({counted(cells, 'cell', 'cells')}); they are kept apart from empty cells and proposed as missing"
    )
    return [Finding(Severity.NOTE, message, None, cells)]


def _catalogue_note(form: Format, meta: Any) -> list[Finding]:
    """Say that SAS keeps the labels of its own formats in another file."""
    if form not in {Format.SAS, Format.SAS_TRANSPORT}:
        return []
    formats = {f.rstrip("0123456789.") for f in meta.original_variable_types.values() if f}
    own = sorted(f for f in formats if f and f.lstrip("$") and f not in BUILT_IN and moments_of(form, f) is None)
    if not own:
        return []
    message = (
        f"{len(own):,} formats of its own ({', '.join(own[:5])}) have their labels in a SAS catalogue, which is not "
        "read; the codes are kept"
    )
    return [Finding(Severity.NOTE, message, None, len(own))]


def _refuse_rows(n_rows: int, n_columns: int, source: Source) -> None:
    if not n_rows:
        raise NothingInside("the file has variables but no records; export the records too")
    refuse_table(source.limits, n_columns, n_rows, source.limits.text_cells)
