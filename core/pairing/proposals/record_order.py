"""Whether a masked file's records still stand in the original's order, or are the original's records themselves."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from core.data import Column, Microdata

FEWEST_TO_JUDGE = 30
CLEAR = 5.0
"""Standard errors by which equal rows must agree more often than neighbouring ones."""
NEIGHBOURS = (-2, -1, 1, 2)
GROUPS = 20
"""Numbers with more different values are compared in this number of groups of equal size."""


def agreeing_variables(original: Microdata, masked: Microdata, names: Mapping[str, str]) -> list[str]:
    """Return the variables whose rows show the original's order.

    A row is compared with the same row of the original and with its neighbours two up and two down: files that are
    merely sorted alike agree with neighbours as often.

    Parameters
    ----------
    original, masked : Microdata
        Of equal length; otherwise no variable is returned.
    names : mapping of str to str
        Original name -> name in the masked file.
    """
    if original.n_records != masked.n_records or original.n_records < FEWEST_TO_JUDGE:
        return []
    pairs = ((name, original.columns[name], masked.columns[theirs]) for name, theirs in names.items())
    return [name for name, own, other in pairs if _same_order(*_coded_alike(own, other))]


def _coded_alike(original: Column, masked: Column) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return both columns as codes of one list: numbers in groups of the original's, texts by themselves; -1 else."""
    codes, labels = original.categories()
    masked_codes, masked_labels = masked.categories()
    numbers = [
        float(label) for label, is_number in zip(labels, _are_numbers(original, labels), strict=True) if is_number
    ]
    if len(numbers) > GROUPS and original.numbers is not None and masked.numbers is not None:
        present = original.numbers[original.is_number()]
        edges = np.unique(np.quantile(present, np.linspace(0, 1, GROUPS + 1)[1:-1]))
        return _grouped(original.numbers, edges), _grouped(masked.numbers, edges)
    place = {label: code for code, label in enumerate(labels)}
    theirs = np.array([place.get(label, -1) for label in masked_labels] + [-1], dtype=np.int64)
    return codes.astype(np.int64), theirs[masked_codes]


def _are_numbers(column: Column, labels: tuple[str, ...]) -> NDArray[np.bool_]:
    # `Column.categories` puts the numbers first and the column's own texts behind them.
    return np.arange(len(labels)) < len(labels) - len(column.labels)


def _grouped(values: NDArray[np.float64], edges: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.where(np.isnan(values), -1, np.searchsorted(edges, values, side="right")).astype(np.int64)


def _same_order(original: NDArray[np.int64], masked: NDArray[np.int64]) -> bool:
    if len(original) != len(masked):
        return False
    known = int(((original >= 0) & (masked >= 0)).sum())
    if known < FEWEST_TO_JUDGE:
        return False
    same = _agreement(original, masked, 0)
    beside = float(np.mean([_agreement(original, masked, shift) for shift in NEIGHBOURS]))
    error = np.sqrt(max(beside * (1 - beside), 1 / known) * (1 + 1 / len(NEIGHBOURS)) / known)
    return bool(same - beside > CLEAR * error)


def _agreement(original: NDArray[np.int64], masked: NDArray[np.int64], shift: int) -> float:
    """Return the share of equal codes among rows that have one in both files."""
    own = original[max(0, shift) : len(original) + min(0, shift)]
    other = masked[max(0, -shift) : len(masked) + min(0, -shift)]
    both = (own >= 0) & (other >= 0)
    return float((own[both] == other[both]).mean()) if both.any() else 0.0


def is_copy(original: Microdata, masked: Microdata) -> bool:
    """Return whether both files hold the same cells, column by column and row by row."""
    if original.sha256 and original.sha256 == masked.sha256:
        return True
    return list(original.columns) == list(masked.columns) and all(
        _equal(column, masked.columns[name]) for name, column in original.columns.items()
    )


def _equal(a: Column, b: Column) -> bool:
    codes, labels = a.categories()
    other_codes, other_labels = b.categories()
    return labels == other_labels and np.array_equal(codes, other_codes)


def is_shuffled_copy(original: Microdata, masked: Microdata) -> bool:
    """Return whether both files hold the same records, in whatever order."""
    same_shape = original.n_records == masked.n_records and set(original.columns) == set(masked.columns)
    if not same_shape or any(_margin(original.columns[n]) != _margin(masked.columns[n]) for n in original.columns):
        return False
    names = sorted(original.columns)
    # Columns have equal categories here, so equal records have equal codes.
    tables = [np.column_stack([m.columns[name].categories()[0] for name in names]) for m in (original, masked)]
    own, other = (table[np.lexsort(table.T[::-1])] for table in tables)
    return np.array_equal(own, other)


def _margin(column: Column) -> str:
    """Return a digest of a column's categories and how often each occurs."""
    codes, labels = column.categories()
    counts = np.bincount(codes + 1, minlength=len(labels) + 1)
    digest = hashlib.sha256(counts.tobytes())
    for label in labels:
        digest.update(label.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()
