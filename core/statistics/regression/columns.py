"""Columns of a design: held in memory, or made block of rows by block of rows whenever they are passed over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

import numpy as np

from core.statistics.arrays import Floats, Integers, WeightedCounts

ROWS = 1024
"""Rows of a design that are worked on at once, so that they stay in the processor's cache."""

AT_ONCE = 8
"""Blocks of rows that are made at once."""

HELD = 8e7
"""Cells of a design that is held in memory (640 MB); a larger one is made anew at every pass."""

PART = 128 * ROWS
"""Rows of which figures are held for themselves, and then added to those of all."""


FromMean = Callable[[slice, Floats], Floats]
"""Rows, and the mean (p,) that is to be taken from each."""


class DesignColumns(Protocol):
    """A matrix (m, p) of which rows can be asked for; an array is one."""

    @property
    def shape(self) -> tuple[int, ...]:
        """(m, p)."""

    def __getitem__(self, rows: slice, /) -> Floats:
        """Return some rows."""


class MadeColumns:
    """A matrix (m, p) whose rows are made by a function of a slice.

    Parameters
    ----------
    m, p : int
    make : callable
    make_from_mean : callable or None
        Makes rows from a mean, one block at a time; None: they are made, some blocks at once, since each call costs
        time, and then moved.
    """

    def __init__(self, m: int, p: int, make: Callable[[slice], Floats], make_from_mean: FromMean | None) -> None:
        self.shape, self._make, self._from_mean = (m, p), make, make_from_mean
        self._at_once = AT_ONCE if make_from_mean is None else 1
        self._at, self._made = slice(0, 0), np.empty((0, p))

    def __getitem__(self, rows: slice, /) -> Floats:
        """Return some rows, to be read only."""
        if not self._at.start <= rows.start <= rows.stop <= self._at.stop:
            self._at = slice(rows.start, min(max(rows.stop, rows.start + self._at_once * ROWS), self.shape[0]))
            self._made = self._make(self._at)
        return self._made[rows.start - self._at.start : rows.stop - self._at.start]

    def from_mean(self, rows: slice, mean: Floats) -> Floats:
        """Return some rows from their mean."""
        return np.asarray(self[rows] - mean) if self._from_mean is None else self._from_mean(rows, mean)


def columns_of(
    m: int, p: int, make: Callable[[slice], Floats], make_from_mean: FromMean | None = None
) -> DesignColumns:
    """Return a matrix whose rows are made by a function; where it is small they are made once."""
    if m * p > HELD:
        return MadeColumns(m, p, make, make_from_mean)
    held = np.empty((m, p))
    for rows in blocks(m):
        held[rows] = make(rows)
    return held


def parts(m: int) -> Iterator[slice]:
    """Yield the rows whose figures are held at once, some blocks of rows."""
    return (slice(first, min(first + PART, m)) for first in range(0, m, PART))


def blocks(m: int) -> Iterator[slice]:
    """Yield the rows that are worked on at once."""
    return blocks_of(slice(0, m))


def blocks_of(part: slice) -> Iterator[slice]:
    """Yield the blocks of rows of a part."""
    return (slice(first, min(first + ROWS, part.stop)) for first in range(part.start, part.stop, ROWS))


def from_mean(columns: DesignColumns, rows: slice, mean: Floats) -> Floats:
    """Return some rows from their mean, an array of their own."""
    return columns.from_mean(rows, mean) if isinstance(columns, MadeColumns) else np.asarray(columns[rows] - mean)


def some_of(columns: DesignColumns, kept: Integers) -> DesignColumns:
    """Return some of the columns."""
    m, p = columns.shape

    def kept_from_mean(rows: slice, mean: Floats) -> Floats:
        of_all = np.zeros(p)
        of_all[kept] = mean
        return from_mean(columns, rows, of_all)[:, kept]

    return columns_of(m, len(kept), lambda rows: columns[rows][:, kept], kept_from_mean)


def away_from_share(masked: WeightedCounts, size: WeightedCounts, n: float, n_masked: float) -> Floats:
    """Return masked records at each point less what their share of all would be, times n: exact without weights."""
    kind = np.float64 if masked.dtype.kind == "f" else np.int64
    return np.asarray(masked.astype(kind) * n - size.astype(kind) * n_masked)
