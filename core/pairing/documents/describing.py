"""A file described by a document about its study: labels, categories, missing codes, levels and weights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from core.data import Column, DocumentedFile, DocumentedVariable, Microdata, StudyDocument, number_label
from core.errors import CodebookError

SYSTEM_MISSING = "1.79769313"
"""How the largest number that a computer holds begins: statistical programs write it for an empty cell."""

EMPTY_CELL = "sysmiss"
"""How programs name an empty cell among the codes of a variable."""


def describe(microdata: Microdata, study: StudyDocument) -> Microdata:
    """Return a file with what a document says of it; what the file itself says holds.

    Parameters
    ----------
    microdata : Microdata
    study : StudyDocument
        Of its files, the one with most of this file's variables is taken.

    Returns
    -------
    Microdata
        With labels, value labels and missing codes, and the documented file under the names of the data.

    Raises
    ------
    CodebookError
        The document describes none of the variables.
    """
    file = _described_file(microdata, study)
    said = {v.name: v for v in file.variables}
    labels = {**{name: v.label for name, v in said.items() if v.label}, **microdata.labels}
    values = {name: _value_labels(microdata, v) for name, v in said.items()}
    missing = {name: _missing(microdata, v) for name, v in said.items()}
    return replace(
        microdata,
        labels=labels,
        value_labels={**microdata.value_labels, **{name: own for name, own in values.items() if own}},
        user_missing={**microdata.user_missing, **{name: codes for name, codes in missing.items() if codes}},
        document=file,
    )


def _described_file(microdata: Microdata, study: StudyDocument) -> DocumentedFile:
    """Return the file of a study that these data are, with variables under the names that the data give them."""

    def fits(file: DocumentedFile) -> tuple[int, bool, int]:
        return len(_named_as_in(microdata.columns, file)), file.records == microdata.n_records, -len(file.variables)

    file = max(study.files, key=fits)
    names = _named_as_in(microdata.columns, file)
    if not names:
        raise CodebookError(f"the document describes none of the variables of {microdata.name}: it is of another study")
    variables = tuple(
        replace(v, name=names[v.name], weighted_by=names.get(v.weighted_by, ""))
        for v in file.variables
        if v.name in names
    )
    return replace(file, variables=variables)


def _named_as_in(columns: Iterable[str], file: DocumentedFile) -> Mapping[str, str]:
    """Return by documented name that of the data: the same one, else the only one that differs in case alone."""
    own_names = list(columns)
    folded = [name.casefold() for name in own_names]
    by_case = {name.casefold(): name for name in own_names if folded.count(name.casefold()) == 1}
    exact = set(own_names)
    named = {v.name: v.name if v.name in exact else by_case.get(v.name.casefold(), "") for v in file.variables}
    taken = list(named.values())
    return {said: name for said, name in named.items() if name and (said == name or taken.count(name) == 1)}


def _value_labels(microdata: Microdata, variable: DocumentedVariable) -> Mapping[str, str]:
    numeric = microdata.columns[variable.name].numbers is not None
    said = {_code(code, numeric=numeric): text for code, text in variable.categories.items()}
    return {**said, **microdata.value_labels.get(variable.name, {})}


def _missing(microdata: Microdata, variable: DocumentedVariable) -> tuple[str, ...]:
    """Return the codes that the file or the document declares missing; a masked file may have those that are not here.

    Of a range those that occur; of what statistical programs write for an empty cell as well.
    """
    column = microdata.columns[variable.name]
    declared = [_code(c, numeric=column.numbers is not None) for c in variable.missing if c.casefold() != EMPTY_CELL]
    occurring = column.categories()[1] if variable.missing_ranges else ()
    in_range = [code for code in occurring if _in_ranges(code, variable, column)]
    system = [label for label in column.labels if label.lstrip("-").startswith(SYSTEM_MISSING)]
    return tuple(dict.fromkeys([*microdata.user_missing.get(variable.name, ()), *declared, *in_range, *system]))


def _in_ranges(code: str, variable: DocumentedVariable, column: Column) -> bool:
    if code in column.labels:
        return False
    return any(low <= float(code) <= high for low, high in variable.missing_ranges)


def _code(code: str, *, numeric: bool) -> str:
    """Return a documented code as the data write it: 01 and 1.0 are 1 where the column holds numbers."""
    try:
        return number_label(float(code)) if numeric else code
    except (ValueError, OverflowError):
        return code
