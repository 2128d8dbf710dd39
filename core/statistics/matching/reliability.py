"""Which keys of a masked file tell most of their own records."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.statistics.arrays import Codes, Floats, Integers
from core.statistics.matching.key_columns import KeyColumn
from core.statistics.reproducible import comparable_number


def nearer_share(column: KeyColumn, links: Integers) -> float:
    """Return the mean share of masked values that are nearer to the true value than the person's own; ties count half.

    0.5 where the masked values tell nothing of their own records, near 0 where they are true and rarely repeat.

    Parameters
    ----------
    column : KeyColumn
    links : int64 array (m,)
        The row of the original that each masked record comes from, -1 where unknown; at least one known.
    """
    rows = np.flatnonzero(links >= 0)
    true, own = column.original[links[rows]], column.masked[rows]
    shares = _of_categories(true, own, column.masked) if column.values is None else _of_numbers(true, own, column)
    return float(np.sort(shares).mean())


def order_by_reliability(columns: Sequence[KeyColumn], names: Sequence[str], links: Integers) -> list[int]:
    """Return the keys, the most reliable one first; of equals the earlier name."""
    shares = [comparable_number(nearer_share(column, links)) for column in columns]
    return sorted(range(len(columns)), key=lambda key: (shares[key], names[key]))


def _of_categories(true: Codes, own: Codes, masked: Codes) -> Floats:
    counts = np.bincount(masked + 1, minlength=int(max(masked.max(), true.max())) + 2) / len(masked)
    equal = counts[true + 1]
    return np.asarray(np.where(true == own, equal / 2, equal + (1 - equal) / 2))


def _of_numbers(true: Codes, own: Codes, column: KeyColumn) -> Floats:
    """Return the shares from the sorted masked values: those within the own distance, less half of those at it."""
    assert column.values is not None
    masked = column.masked[column.masked >= 0]
    values, n = np.sort(column.values[masked]), len(column.masked)
    x, y = (np.append(column.values, np.nan)[codes] for codes in (true, own))
    d = np.where(np.isnan(x) & np.isnan(y), 0.0, np.where(np.isnan(x) | np.isnan(y), 1.0, np.abs(x - y)))
    inner, outer = (_within(values, x, d, slack) for slack in (-1e-9, 1e-9))
    blanks = n - len(values)
    inner += np.where(np.isnan(x), blanks * (d > 0), blanks * (d > 1 + 1e-9))
    outer += np.where(np.isnan(x), blanks, blanks * (d >= 1 - 1e-9))
    return np.asarray((inner + outer) / (2 * n))


def _within(values: Floats, x: Floats, d: Floats, slack: float) -> Floats:
    """Return how many known values lie nearer than d + slack to x; all are 1 away from a missing x."""
    low = np.searchsorted(values, x - d - slack, side="left")
    high = np.searchsorted(values, x + d + slack, side="right")
    within = np.maximum(high - low, 0).astype(np.float64)
    return np.where(np.isnan(x), np.where(d + slack >= 1, len(values), 0.0), within)
