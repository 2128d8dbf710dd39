"""Numbers that a file stores as numbers -> columns: infinite ones as text, short floats as they were meant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.data import Column
from core.intake.report import Finding, Severity

Converted = tuple[Column, list[Finding]]

EXACT_DOUBLE, EXACT_SHORT, EXACT_HALF = 2.0**53, 2.0**24, 2.0**11
"""From here on a number of 64, 32 or 16 bits stands for several whole numbers."""


def empty_column(n: int) -> Column:
    """Return a column of ``n`` empty cells."""
    return Column(None, np.full(n, -1, dtype=np.int32))


def real_numbers(name: str, values: NDArray[np.float64], exact: float = EXACT_DOUBLE) -> Converted:
    """Return numbers as a column; infinite ones become labels, and -0 becomes 0.

    Parameters
    ----------
    name : str
        For the report.
    values : float64 array (n,)
        NaN where the cell is empty.
    exact : float
        From which number on the file cannot tell whole numbers apart.
    """
    if np.isnan(values).all():
        return empty_column(len(values)), []
    values = values + 0.0
    findings = _beyond_exact(name, values, exact)
    infinite = np.isinf(values)
    if not infinite.any():
        return Column(values), findings
    codes = np.full(len(values), -1, dtype=np.int32)
    labels = tuple(sorted({"inf" if v > 0 else "-inf" for v in values[infinite]}))
    for code, label in enumerate(labels):
        codes[values == float(label)] = code
    values[infinite] = np.nan
    message = "cells hold an infinite number; kept as text"
    findings.append(Finding(Severity.WARNING, message, name, int(infinite.sum())))
    return Column(None if np.isnan(values).all() else values, codes, labels), findings


def _beyond_exact(name: str, values: NDArray[np.float64], exact: float) -> list[Finding]:
    wide = (np.abs(values) >= exact) & (values == np.floor(values)) & np.isfinite(values)
    if not wide.any():
        return []
    message = (
        "the file stores whole numbers so large that neighbours cannot be distinguished; check that they are no codes"
    )
    return [Finding(Severity.WARNING, message, name, int(wide.sum()))]


def shortest_decimals(values: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return numbers stored with about 7 digits as the shortest decimal that gives the same: 5.1, not 5.0999999.

    Whole numbers stay as they are stored: 123456792 is not 123456790.
    """
    broken = _broken(values)
    out = values.astype(np.float64)
    out[broken] = pc.cast(pc.cast(pa.array(values[broken]), pa.string()), pa.float64()).to_numpy(zero_copy_only=False)
    return out


def half_decimals(values: NDArray[np.float16]) -> NDArray[np.float64]:
    """Return numbers stored with about 3 digits as the shortest decimal that gives the same: 0.1, not 0.09998."""
    distinct, inverse = np.unique(values, return_inverse=True)
    out = distinct.astype(np.float64)
    broken = _broken(distinct)
    out[broken] = [float(str(value)) for value in distinct[broken]]
    return out[inverse]


def _broken(values: NDArray[Any]) -> NDArray[np.bool_]:
    return np.asarray(np.isfinite(values) & (values != np.floor(values)))


def with_labels(column: Column, labels: Mapping[int, str]) -> Column:
    """Return a column with labels in some of its empty rows, by row."""
    if not labels:
        return column
    distinct = tuple(sorted({*column.labels, *labels.values()}))
    codes = np.full(len(column), -1, dtype=np.int32)
    if column.codes is not None and column.labels:
        place = np.array([*(distinct.index(label) for label in column.labels), -1], dtype=np.int32)
        codes = place[column.codes]
    for row, label in labels.items():
        codes[row] = distinct.index(label)
    return Column(column.numbers, codes, distinct)
