"""Columns of a design: held in memory, or made block of rows by block of rows whenever they are passed over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

import numpy as np

from core.statistics.arrays import Floats

ROWS = 1024
"""Rows of a design that are worked on at once, so that they stay in the processor's cache."""

AT_ONCE = 8
"""Blocks of rows that are made at once."""

HELD = 8e7
"""Cells of a design that is held in memory (640 MB); a larger one is made anew at every pass."""


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


def blocks(m: int) -> Iterator[slice]:
    """Yield the rows that are worked on at once."""
    return (slice(first, min(first + ROWS, m)) for first in range(0, m, ROWS))


def from_mean(columns: DesignColumns, rows: slice, mean: Floats) -> Floats:
    """Return some rows from their mean, an array of their own."""
    return columns.from_mean(rows, mean) if isinstance(columns, MadeColumns) else np.asarray(columns[rows] - mean)
