"""A variable, and what each record counts for, in both files of a pair."""

from __future__ import annotations

import numpy as np

from core.data import Coded, Level, Pair, PairedVariable
from core.statistics.arrays import Codes, Floats

Weights = tuple[Floats, Floats] | tuple[None, None]
"""Of the original's and the masked file's records; None: every record counts alike."""


def record_weights(pair: Pair) -> Weights:
    """Return how many records each record of either file counts for (n,), (m,)."""
    return (None, None) if pair.weights is None else (pair.weights.original, pair.weights.masked)


def files_of(pair: Pair, paired: PairedVariable) -> tuple[Coded, Coded]:
    """Return a variable in both files, the original's after the recode; of a removed one all values are missing."""
    return paired.recoded, paired.masked or nothing_of(paired.recoded, pair.masked.n_records)


def codes_with_missing(coded: Coded) -> Codes:
    """Return the categories (n,) of a categorical variable, the missing ones behind the last."""
    values = coded.values
    return np.where(values < 0, np.int32(len(coded.categories)), values).astype(np.int32, copy=False)


def nothing_of(coded: Coded, n: int) -> Coded:
    """Return n missing values: what is left of a removed variable."""
    if coded.level is Level.CONTINUOUS:
        return Coded(coded.level, np.full(n, np.nan))
    return Coded(coded.level, np.full(n, -1, dtype=np.int32), coded.categories)
