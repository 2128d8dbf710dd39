"""Variables as predictors of a model: numbers as they are, categories as indicators, missing values marked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from core.data import Column, Level

Matrix = NDArray[np.float32]


def predictor(column: Column, level: Level, missing: Iterable[str]) -> Matrix:
    """Return one variable as predictors.

    Parameters
    ----------
    column : Column
        Of n records.
    level : Level
        Nominal: an indicator per category, missing ones included. Else: the number (texts by their place in the order
        of the labels), missing ones at the mean, and an indicator of missing where there are any.
    missing : iterable of str
        Missing codes.

    Returns
    -------
    float32 array (n, q)
        q is 0 for a variable of one value.
    """
    codes, labels = column.categories()
    absent = set(missing)
    is_missing = np.array([label in absent for label in labels] + [True])[codes]
    if level is Level.NOMINAL:
        kinds = np.where(is_missing, -1, codes)
        return _table([kinds == kind for kind in np.unique(kinds)[1:]], len(codes))
    numeric = column.numbers is not None and holds_numbers(column, absent)
    value = np.asarray(column.numbers if numeric else codes, dtype=np.float64)
    centre = float(value[~is_missing].mean()) if not is_missing.all() else 0.0
    parts = (np.where(is_missing, centre, value), is_missing.astype(np.float64))
    return _table([part for part in parts if np.ptp(part) > 0], len(codes))


def _table(parts: Sequence[NDArray[np.bool_] | NDArray[np.float64]], n: int) -> Matrix:
    return np.column_stack(parts).astype(np.float32) if parts else np.zeros((n, 0), dtype=np.float32)


def holds_numbers(column: Column, missing: Iterable[str]) -> bool:
    """Whether every cell that is neither empty nor a missing code holds a number."""
    absent = set(missing)
    return column.codes is None or all(
        label in absent or not (column.codes == place).any() for place, label in enumerate(column.labels)
    )


def kinds_of(column: Column, missing: Iterable[str]) -> NDArray[np.int64]:
    """Return (n,) what each cell is: 0 a valid value, 1 empty, 2, 3 ... one of the missing codes (sorted)."""
    codes, labels = column.categories()
    place = {label: i + 2 for i, label in enumerate(sorted(set(missing)))}
    kind = np.array([place.get(label, 0) for label in labels] + [1], dtype=np.int64)
    return kind[codes]
