"""Variables of both files scaled for Gower's distance."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data import Level, PairedVariable
from core.risk.treatments import is_numeric
from core.statistics.linkage import ValueDifference


def gower_columns(variable: PairedVariable) -> tuple[NDArray[np.float64], NDArray[np.float64], ValueDifference]:
    """Return original and masked values scaled for Gower's distance, NaN where missing, and how to compare.

    Continuous values by the original's range, ordered ones by their place among the categories, nominal
    ones 0 or 1 (Gower 1971, Biometrics 27, 857-871).
    """
    assert variable.masked is not None
    if is_numeric(variable):
        original, masked = variable.recoded.values, variable.masked.values
        present = original[~np.isnan(original)]
        width = float(np.ptp(present)) if len(present) else 0.0
        return original / (width or 1.0), masked / (width or 1.0), ValueDifference.ABSOLUTE
    original, masked = _with_nan(variable.recoded.values), _with_nan(variable.masked.values)
    if variable.masked.level is Level.ORDINAL:
        width = max(len(variable.masked.categories) - 1, 1)
        return original / width, masked / width, ValueDifference.ABSOLUTE
    return original, masked, ValueDifference.EQUAL


def _with_nan(codes: NDArray[Any]) -> NDArray[np.float64]:
    values = codes.astype(np.float64)
    return np.where(values < 0, np.nan, values)
