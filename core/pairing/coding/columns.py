"""Columns made ready for coding: missing codes emptied, numbers that were written as text read as numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

import numpy as np
from numpy.typing import NDArray

from core.data import (
    Column,
    Store,
    category_text,
    codes_among,
    codes_counted,
    mapped_codes,
    no_numbers,
    number_label,
    packed_numbers,
    without_numbers,
)
from core.wording import first_of

NO_LABELS: Mapping[str, str] = {}
"""A file that says nothing about what its codes mean."""

_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")


def number_of(label: str) -> float | None:
    """Return the number that a label writes, None where it is none or a float would not keep it exactly."""
    if not _NUMBER.fullmatch(label):
        return None
    value = float(label)
    return value if abs(value) < 2**53 else None


def _missing_number(label: str) -> float | None:
    """Return the number that a missing code writes; also one that a float keeps only nearly, such as 8.98847e+307."""
    return float(label) if _NUMBER.fullmatch(label) else None


def observed(column: Column, missing: Collection[str], n_records: int) -> Column:
    """Return the column with missing codes and blank texts emptied and only the labels that occur.

    Parameters
    ----------
    column : Column
        A column without any cell has no array and takes its length from ``n_records``.
    missing : collection of str
        Codes for missing; ``number_label`` of numbers.
    n_records : int
    """
    numbers = no_numbers(n_records) if column.number_store is None else column.number_store
    codes_for_missing = [value for value in map(_missing_number, missing) if value is not None]
    if codes_for_missing:
        numbers = without_numbers(numbers, codes_for_missing)
    if column.code_store is None:
        return Column.of(numbers)
    kept = codes_counted(column.code_store, len(column.labels)) > 0
    kept &= np.array([label not in missing and bool(label.strip()) for label in column.labels], dtype=bool)
    return Column.of(numbers, *_select(column.code_store, column.labels, kept))


def _select(codes: Store, labels: tuple[str, ...], kept: NDArray[np.bool_]) -> tuple[Store, tuple[str, ...]]:
    if not kept.any():
        return None, ()
    if kept.all():
        return codes, labels
    left = tuple(label for label, keep in zip(labels, kept, strict=True) if keep)
    return mapped_codes(codes, codes_among(labels, left)), left


def with_numbers(column: Column, values: Mapping[str, float]) -> Column:
    """Return the column with the cells of these labels turned into numbers."""
    if column.codes is None or not values:
        return column
    value, codes = np.array([values.get(label, np.nan) for label in column.labels] + [np.nan]), column.codes
    numbers = np.where(codes >= 0, value[codes], column.number_cells())
    kept = np.array([label not in values for label in column.labels], dtype=bool)
    return Column.of(packed_numbers(numbers), *_select(column.code_store, column.labels, kept))


def numeric_text(column: Column, other: Column) -> dict[str, float]:
    """Return label -> number where this file writes as text (``01``) what the other has as numbers (``1``).

    Empty where the other file has such text too, or where two values of this file would become one.
    """
    if not column.labels or not other.is_number().any() or any(number_of(label) is not None for label in other.labels):
        return {}
    values = {label: value for label in column.labels if (value := number_of(label)) is not None}
    taken = set(column.distinct_numbers().tolist())
    distinct = set(values.values())
    return values if len(distinct) == len(values) and not distinct & taken else {}


def is_whole(values: NDArray[np.float64]) -> bool:
    """Return whether all numbers (NaN left out) are whole."""
    present = values[~np.isnan(values)]
    return bool((present == np.floor(present)).all())


def listed(codes: Collection[str], most: int = 5, labels: Mapping[str, str] = NO_LABELS) -> str:
    """Write categories for a message: quoted, the first few with what they mean, and how many more there are."""
    return first_of([repr(category_text(code, labels)) for code in sorted(codes, key=label_key)], most)


def label_key(label: str) -> tuple[bool, float, str]:
    """Sort key of labels: numbers first, ascending, then texts."""
    value = number_of(label)
    if value is None or number_label(value) != label:
        return True, 0.0, label
    return False, value, label
