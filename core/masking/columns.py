"""Columns as masking methods see them: valid cells as numbers or categories, everything else left as it is.

Every method takes ``missing``: by variable, the codes that stand for a missing value (as labels). Cells that are
empty or hold such a code are never masked and never used; a method returns them as they were.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from core.data import Codebook, Column, Microdata, codes_among, number_label
from core.errors import MaskingError
from core.statistics.tables import cell_ids
from core.wording import counted, did_you_mean

MissingCodes = Mapping[str, Collection[str]]
NO_MISSING_CODES: MissingCodes = MappingProxyType({})


def missing_codes(codebook: Codebook) -> MissingCodes:
    """Return the missing codes that a codebook declares, by variable."""
    return {variable.name: variable.missing for variable in codebook.variables if variable.missing}


def column(microdata: Microdata, variable: str) -> Column:
    """Return a variable's column; raise MaskingError where the file has none of that name."""
    try:
        return microdata.columns[variable]
    except KeyError:
        meant = did_you_mean(variable, microdata.columns)
        raise MaskingError(
            f"{microdata.name} has no variable {variable!r}{meant}; choose from {', '.join(microdata.columns)}"
        ) from None


def distinct(variables: Sequence[str], method: str) -> tuple[str, ...]:
    """Return the variables; raise MaskingError where none is named or one is named twice."""
    if not variables:
        raise MaskingError(f"{method}: name at least one variable")
    for variable in variables:
        if list(variables).count(variable) > 1:
            raise MaskingError(f"{method}: {variable!r} is named twice; name each variable once")
    return tuple(variables)


def numbers(
    microdata: Microdata, variable: str, missing: MissingCodes = NO_MISSING_CODES, *, method: str
) -> NDArray[np.float64]:
    """Return a variable's numbers.

    Returns
    -------
    float64 array (n,)
        NaN where the cell is empty or holds a missing code.

    Raises
    ------
    MaskingError
        A valid cell is a text, or no cell is valid.
    """
    codes, labels = categories(microdata, variable, missing)
    value = np.array([_as_number(label) for label in labels] + [np.nan])
    texts = int(np.isnan(value[codes[codes >= 0]]).sum())
    if texts:
        raise MaskingError(
            f"{method}: {variable!r} holds texts in {counted(texts, 'cell', 'cells')}; declare them as missing codes,"
            " or choose a method for categories (global recode, PRAM)"
        )
    if not (codes >= 0).any():
        raise MaskingError(f"{method}: {variable!r} has no valid value; leave it out")
    return np.asarray(value[codes])


def number_table(
    microdata: Microdata, variables: Sequence[str], missing: MissingCodes = NO_MISSING_CODES, *, method: str
) -> NDArray[np.float64]:
    """Return the numbers of several variables (n, p), as ``numbers`` gives them."""
    return np.column_stack([numbers(microdata, name, missing, method=method) for name in variables])


def categories(
    microdata: Microdata, variable: str, missing: MissingCodes = NO_MISSING_CODES
) -> tuple[NDArray[np.int32], tuple[str, ...]]:
    """Return a variable's categories.

    Returns
    -------
    codes : int32 array (n,)
        Index into the labels, -1 where the cell is empty or holds a missing code.
    labels : tuple of str
        Categories that occur: numbers first, ascending; then texts, sorted.
    """
    codes, labels = column(microdata, variable).categories()
    absent = set(missing.get(variable, ()))
    occurs = np.bincount(codes[codes >= 0], minlength=len(labels)) > 0
    valid = [bool(occurs[i]) and label not in absent for i, label in enumerate(labels)]
    renumbered = np.full(len(labels) + 1, -1, dtype=np.int32)
    renumbered[:-1][valid] = np.arange(sum(valid), dtype=np.int32)
    return renumbered[codes], tuple(label for label, kept in zip(labels, valid, strict=True) if kept)


def combination_ids(
    microdata: Microdata, variables: Sequence[str], missing: MissingCodes = NO_MISSING_CODES
) -> NDArray[np.int64]:
    """Return (n,) the number of each record's combination of categories; 0 for all where no variable is named.

    Empty cells and missing codes together are one category more.
    """
    codes = [categories(microdata, name, missing)[0] for name in variables]
    return cell_ids(np.column_stack(codes) if codes else np.zeros((microdata.n_records, 0), dtype=np.int32))[0]


def column_of(codes: NDArray[np.int32], labels: Sequence[str]) -> Column:
    """Return a column of categories, -1 for an empty cell; labels that are numbers in their one form become numbers."""
    value = np.array([_as_number(label) for label in labels] + [np.nan])
    cell = value[codes]
    text = (codes >= 0) & np.isnan(cell)
    if not text.any():
        return Column(numbers=cell)
    used = sorted({labels[code] for code in np.unique(codes[text])})
    text_codes = np.where(text, codes_among(labels, used)[codes], np.int32(-1))
    return Column(None if np.isnan(cell).all() else cell, text_codes, tuple(used))


def text_cells(*columns: Column) -> tuple[list[NDArray[np.int32]], tuple[str, ...]]:
    """Return the texts of several columns as codes of one list, -1 where there is none; and the list, sorted."""
    labels = tuple(sorted({label for given in columns for label in given.labels}))
    return [
        np.full(len(given), -1, dtype=np.int32)
        if given.codes is None
        else codes_among(given.labels, labels)[given.codes]
        for given in columns
    ], labels


def with_categories(given: Column, codes: NDArray[np.int32], labels: Sequence[str]) -> Column:
    """Return the column with the cells of code >= 0 rewritten as ``labels[code]``; other cells as they were."""
    old_codes, old_labels = given.categories()
    cell = np.where(codes >= 0, codes + len(old_labels), old_codes).astype(np.int32)
    return column_of(cell, old_labels + tuple(labels))


def with_numbers(given: Column, values: NDArray[np.float64]) -> Column:
    """Return the column with the cells that are not NaN in ``values`` rewritten; other cells as they were."""
    if given.numbers is None:
        return given
    rewritten = np.where(np.isnan(values), given.numbers, values) + 0.0  # + 0.0: -0.0 is 0
    return replace(given, numbers=rewritten)


def without_cells(given: Column, emptied: NDArray[np.bool_]) -> Column:
    """Return the column with some cells emptied; ``emptied`` is (n,)."""
    codes, labels = given.categories()
    return column_of(np.where(emptied, np.int32(-1), codes), labels)


def with_columns(microdata: Microdata, changed: Mapping[str, Column]) -> Microdata:
    """Return the file with some columns replaced; it is no longer the file of its SHA-256."""
    columns = {name: changed.get(name, given) for name, given in microdata.columns.items()}
    return replace(microdata, columns=columns, sha256="")


def with_number_table(microdata: Microdata, variables: Sequence[str], values: NDArray[np.float64]) -> Microdata:
    """Return the file with the variables rewritten by the columns of values (n, p), as ``with_numbers`` does it."""
    return with_columns(
        microdata, {name: with_numbers(column(microdata, name), values[:, j]) for j, name in enumerate(variables)}
    )


def rounded(values: NDArray[np.float64], decimals: int | None) -> NDArray[np.float64]:
    """Return values rounded to a number of decimals (half to even); None: as they are."""
    return values if decimals is None else np.round(values, decimals)


def _as_number(label: str) -> float:
    """Return the number that a label is the one form of (``number_label``); NaN for a text such as "007" or "1-2"."""
    try:
        value = float(label)
    except ValueError:
        return np.nan
    return value if np.isfinite(value) and number_label(value) == label else np.nan
