"""One column of an R data frame -> numbers and labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from rdata.parser import RObject, RObjectType

from core.data import Column, number_label
from core.errors import Malformed
from core.intake.arrow.arrow_columns import convert_cells, stated_order
from core.intake.formats import Format
from core.intake.labelled.moments import DAY, SECOND, DateScale
from core.intake.labelled.zero_formats import as_shown, shown_code, zeros_shown
from core.intake.names import escape_hidden
from core.intake.number_cells import real_numbers, with_labels
from core.intake.r_data.objects import attributes_of, classes_of, spoken, text_of, texts_of
from core.intake.report import NO_CHOICES, Finding, ReadChoices, Severity
from core.intake.text_cells import encode_texts, keep_texts
from core.intake.workbook.number_formats import Template
from core.wording import counted, first_of

NA_WORD = 1954
"""The lower half of R's missing number; a tag in the byte above it tells kinds of missing apart (haven)."""
NA_INTEGER = -(2**31)
EPOCH = "1970-01-01"
READ_CLASSES = frozenset(
    {
        "factor",
        "ordered",
        "Date",
        "POSIXct",
        "POSIXt",
        "hms",
        "difftime",
        "integer64",
        "haven_labelled",
        "haven_labelled_spss",
        "vctrs_vctr",
        "labelled",
        "AsIs",
        "logical",
        "integer",
        "numeric",
        "double",
        "character",
    }
)
"""Classes of which nothing is lost: they are read, or say only what the cells show."""
FORMATS = {"format.spss": Format.SPSS, "format.stata": Format.STATA, "format.sas": Format.SAS}
"""Attributes under which haven keeps the display format of the file that it read."""
LONGEST_NAME, SHOWN_CLASSES = 40, 5
REFUSED = "keep one value per cell, or leave the column out"


@dataclass
class Vector:
    """A column with what R says about it."""

    column: Column
    label: str = ""
    value_labels: dict[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    findings: list[Finding] = field(default_factory=list)


@dataclass(frozen=True)
class _Stated:
    """What a data frame states of a column, beside its cells."""

    name: str
    attributes: Mapping[str, RObject]
    classes: frozenset[str]
    encoding: str | None
    choices: ReadChoices

    def texts(self, attribute: str) -> list[str | None]:
        """Return the texts of an attribute; none where it is not stated."""
        return texts_of(self.attributes[attribute], self.encoding) if attribute in self.attributes else []


def read_vector(name: str, thing: RObject, encoding: str | None, choices: ReadChoices = NO_CHOICES) -> Vector:
    """Read one column of a data frame.

    Raises
    ------
    Malformed
        It is a list, a matrix or of a type that has no single values; names the column.
    """
    stated = _Stated(name, attributes_of(thing), classes_of(thing), encoding, choices)
    if "dim" in stated.attributes or "POSIXlt" in stated.classes:
        kind = "dates as lists" if "POSIXlt" in stated.classes else "a matrix"
        raise Malformed(f"column {name!r} holds {kind}; {REFUSED}")
    column, findings = _cells(stated, thing)
    findings += _unknown_classes(stated)
    vector = Vector(column, next(filter(None, stated.texts("label")), ""), findings=findings)
    if "labels" in stated.attributes:
        vector.value_labels = _value_labels(stated.attributes["labels"], encoding)
    vector.missing = _missing(column, stated.attributes)
    _show_zeros(stated, vector)
    return vector


def _show_zeros(stated: _Stated, vector: Vector) -> None:
    """Turn numbers into codes where the format that haven keeps of SPSS, Stata or SAS shows leading zeros."""
    numbers = vector.column.numbers
    if numbers is None or stated.name in stated.choices.numbers:
        return
    for attribute, form in FORMATS.items():
        storage = next(iter(stated.texts(attribute)), None)
        template = zeros_shown(form, storage, numbers)
        if template is not None:
            codes, labels = vector.column.codes, vector.column.labels
            tagged = {} if codes is None else {int(i): labels[codes[i]] for i in np.flatnonzero(codes >= 0)}
            coded, findings = as_shown(stated.name, numbers, template, storage or "")
            vector.column, vector.findings = with_labels(coded, tagged), [*vector.findings, *findings]
            shown = partial(_as_shown, template)
            vector.value_labels = {shown(code): text for code, text in vector.value_labels.items()}
            vector.missing = tuple(map(shown, vector.missing))
            return


def _as_shown(template: Template, code: str) -> str:
    return code if code.startswith(".") else shown_code(template, float(code))


def _cells(stated: _Stated, thing: RObject) -> tuple[Column, list[Finding]]:
    kind = thing.info.type
    if "factor" in stated.classes:
        return _factor(stated, thing)
    if kind is RObjectType.STR:
        return keep_texts(stated.name, encode_texts(pa.array(texts_of(thing, stated.encoding), pa.string())))
    if kind is RObjectType.LGL:
        values, missing = _masked(thing.value)
        return convert_cells(stated.name, pa.chunked_array([pa.array(values.astype(bool), mask=missing)]))
    if kind is RObjectType.INT:
        values, missing = _masked(thing.value)
        return _numbers(stated, np.where(missing, np.nan, values.astype(np.float64)))
    if kind is RObjectType.REAL:
        return _real(stated, np.ma.getdata(thing.value))
    raise Malformed(f"column {stated.name!r} holds {spoken(thing)} in its cells; {REFUSED}")


def _masked(values: Any) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    plain = np.ma.getdata(values)
    return plain, np.ma.getmaskarray(values) | (plain == NA_INTEGER)


def _factor(stated: _Stated, thing: RObject) -> tuple[Column, list[Finding]]:
    if thing.info.type is not RObjectType.INT:
        raise Malformed(f"column {stated.name!r} is a factor without whole numbers; write the data frame anew")
    values, missing = _masked(thing.value)
    levels = texts_of(stated.attributes["levels"], stated.encoding)
    texts = pa.array([text or "" for text in levels], pa.string())
    if len(values) and not missing.all() and not 1 <= values[~missing].min() <= values[~missing].max() <= len(texts):
        raise Malformed(f"column {stated.name!r} is a factor whose codes have no level; write the data frame anew")
    indices = pa.array((values - 1).astype(np.int32), mask=missing)
    column, findings = convert_cells(stated.name, pa.chunked_array([pa.DictionaryArray.from_arrays(indices, texts)]))
    ordered = [stated_order(stated.name, texts.to_pylist())] if "ordered" in stated.classes else []
    return column, [*findings, *ordered]


def _real(stated: _Stated, values: NDArray[np.float64]) -> tuple[Column, list[Finding]]:
    bits = values.view(np.int64)
    if "integer64" in stated.classes:
        return convert_cells(stated.name, pa.chunked_array([pa.array(bits, mask=bits == np.iinfo(np.int64).min)]))
    # R's missing number is a signalling NaN, which arithmetic would complain of.
    column, findings = _numbers(stated, np.where(np.isnan(values), np.nan, values))
    findings += _two_kinds_of_empty(stated.name, values, bits)
    tag = np.where(np.isnan(values) & ((bits & 0xFFFFFFFF) == NA_WORD), (bits >> 32) & 0xFF, 0)
    tagged = {int(row): f".{chr(int(tag[row]))}" for row in np.flatnonzero(tag)}
    return with_labels(column, tagged), findings


def _two_kinds_of_empty(name: str, values: NDArray[np.float64], bits: NDArray[np.int64]) -> list[Finding]:
    """Say where R's missing value NA is next to NaN, the result of 0/0."""
    missing = np.isnan(values) & ((bits & 0xFFFFFFFF) == NA_WORD)
    no_number = int((np.isnan(values) & ~missing).sum())
    if not no_number or not missing.any():
        return []
    empty = counted(int(missing.sum()), "cell that holds", "cells that hold")
    message = f"cells hold NaN, which is read as empty like the {empty} NA"
    return [Finding(Severity.NOTE, message, name, no_number)]


def _numbers(stated: _Stated, values: NDArray[np.float64]) -> tuple[Column, list[Finding]]:
    name, classes = stated.name, stated.classes
    if "Date" in classes:
        return _written(name, values, DateScale("date", DAY, EPOCH))
    if "POSIXct" in classes:
        column, findings = _written(name, values, DateScale("moment", SECOND, EPOCH), "Z")
        zone = next(iter(stated.texts("tzone")), "")
        if zone not in {"UTC", "GMT"}:
            message = f"times of the zone {zone or 'of the computer that wrote them'} are written in UTC"
            findings.append(Finding(Severity.NOTE, message, name))
        return column, findings
    unit = next(iter(stated.texts("units")), None) or ""
    if "hms" in classes and unit in {"", "secs"}:
        return _written(name, values, DateScale("time", SECOND))
    column, findings = real_numbers(name, values)
    if "difftime" in classes and unit:
        findings.append(Finding(Severity.NOTE, f"lengths of time are read as numbers of {unit}", name))
    return column, findings


def _unknown_classes(stated: _Stated) -> list[Finding]:
    """Say where a class gives the cells a meaning that is not read, such as a unit or a calendar of its own."""
    unknown = sorted(stated.classes - READ_CLASSES)
    if not unknown:
        return []
    named = first_of([escape_hidden(name)[:LONGEST_NAME] for name in unknown], SHOWN_CLASSES)
    message = f"R gives the column a class whose meaning is not read ({named}); its cells are read as they are stored"
    return [Finding(Severity.NOTE, message, stated.name)]


def _written(
    name: str, values: NDArray[np.float64], moments: DateScale, zone: str = ""
) -> tuple[Column, list[Finding]]:
    column, findings = moments.convert(name, values)
    return Column(column.numbers, column.codes, tuple(label + zone for label in column.labels)), findings


def _value_labels(labels: RObject, encoding: str | None) -> dict[str, str]:
    named = attributes_of(labels).get("names")
    texts = [] if named is None else texts_of(named, encoding)
    return {code: text for code, text in zip(_codes(labels, encoding), texts, strict=False) if code and text}


def _codes(values: RObject, encoding: str | None) -> list[str]:
    """Return a vector of codes as labels of categories; missing ones by their tag."""
    if values.info.type is RObjectType.STR:
        return [text_of(char, encoding) or "" for char in values.value]
    if values.info.type not in {RObjectType.INT, RObjectType.REAL}:
        return []
    numbers = np.ma.getdata(values.value).astype(np.float64)
    tags = (numbers.view(np.int64) >> 32) & 0xFF
    return [
        number_label(float(x)) if np.isfinite(x) else (f".{chr(int(tag))}" if tag else "")
        for x, tag in zip(numbers, tags, strict=True)
    ]


def _missing(column: Column, attributes: Mapping[str, RObject]) -> tuple[str, ...]:
    """Return the codes that occur and are declared missing: tagged ones, and those of SPSS files read by haven."""
    declared = set(_codes(attributes["na_values"], None)) if "na_values" in attributes else set()
    span = attributes.get("na_range")
    low, high = (np.ma.getdata(span.value).astype(float)[:2]) if span is not None else (np.inf, -np.inf)
    _, labels = column.categories()
    numbers = set() if column.numbers is None else set(map(number_label, np.unique(column.numbers[column.is_number()])))
    return tuple(
        label
        for label in labels
        if label in declared
        or (label in numbers and low <= float(label) <= high)
        or (column.numbers is not None and label not in numbers and label.startswith("."))
    )
