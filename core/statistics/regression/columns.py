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


class DesignColumns(Protocol):
    """A matrix (m, p) of which rows can be asked for; an array is one."""

    @property
    def shape(self) -> tuple[int, ...]:
        """(m, p)."""

    def __getitem__(self, rows: slice, /) -> Floats:
        """Return some rows."""


class MadeColumns:
    """A matrix (m, p) whose rows are made by a function of a slice, some blocks at once, since each call costs time.

    Parameters
    ----------
    m, p : int
    make : callable
    """

    def __init__(self, m: int, p: int, make: Callable[[slice], Floats]) -> None:
        self.shape, self._make = (m, p), make
        self._at, self._made = slice(0, 0), np.empty((0, p))

    def __getitem__(self, rows: slice, /) -> Floats:
        """Return some rows, to be read only."""
        if not self._at.start <= rows.start <= rows.stop <= self._at.stop:
            self._at = slice(rows.start, min(max(rows.stop, rows.start + AT_ONCE * ROWS), self.shape[0]))
            self._made = self._make(self._at)
        return self._made[rows.start - self._at.start : rows.stop - self._at.start]


def columns_of(m: int, p: int, make: Callable[[slice], Floats]) -> DesignColumns:
    """Return a matrix whose rows are made by a function; where it is small they are made once."""
    if m * p > HELD:
        return MadeColumns(m, p, make)
    # column by column in memory, as rows are worked on
    columns_first = np.empty((p, m)).T
    for rows in blocks_of(slice(0, m), AT_ONCE * ROWS):
        columns_first[rows] = make(rows)
    return columns_first


def parts(m: int) -> Iterator[slice]:
    """Yield the rows whose figures are held at once, some blocks of rows."""
    return (slice(first, min(first + PART, m)) for first in range(0, m, PART))


def blocks(m: int) -> Iterator[slice]:
    """Yield the rows that are worked on at once."""
    return blocks_of(slice(0, m))


def blocks_of(part: slice, size: int = ROWS) -> Iterator[slice]:
    """Yield the blocks of rows of a part."""
    return (slice(first, min(first + size, part.stop)) for first in range(part.start, part.stop, size))


def from_mean(columns: DesignColumns, rows: slice, mean: Floats) -> Floats:
    """Return some rows from their mean, an array of their own with column by column in memory."""
    return np.subtract(columns[rows], mean, order="F")


def some_of(columns: DesignColumns, kept: Integers) -> DesignColumns:
    """Return some of the columns."""
    return columns_of(columns.shape[0], len(kept), lambda rows: columns[rows][:, kept])


def score_residuals(masked: WeightedCounts, size: WeightedCounts, n: float, n_masked: float) -> Floats:
    """Return masked records at each point less what their share of all would be, times n: exact without weights."""
    kind = np.float64 if masked.dtype.kind == "f" else np.int64
    return np.asarray(masked.astype(kind) * n - size.astype(kind) * n_masked)
