"""The distinct rows of a table: what an algorithm needs to look at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.integer[Any]]

CHUNK = 2**18
"""Rows that are numbered at once, so that little is in memory beside their numbers."""

MISSING = -1
"""The code of a missing value."""

RADIX_LIMIT = 2**63
"""Mixed-radix numbers stay below this, so that they are exact in 64 bits."""

NARROW_LIMIT = 2**31
"""Below this they fit into 32 bits."""


class Cells(NamedTuple):
    """The m distinct rows of a table of codes, in lexicographic order, whatever the order of the rows.

    Parameters
    ----------
    of_row : int64 array (n,)
        The distinct row that each row is.
    rows : int64 array (m,)
        The first row that is this one.
    """

    of_row: NDArray[np.int64]
    rows: NDArray[np.int64]


def cell_ids(codes: Integers) -> tuple[NDArray[np.int64], int]:
    """Give every cell (distinct row) of a table of codes a number.

    The codes of a row are the digits of one mixed-radix number. Where that number would not fit
    into 64 bits, what was joined so far is first renumbered; nothing is hashed, so it is exact.

    Parameters
    ----------
    codes : integer array (n, m)
        Any integers; -1 is a value like the others. With m = 0 all rows are one cell.

    Returns
    -------
    ids : int64 array (n,)
        0 .. n_cells - 1, in the lexicographic order of the rows.
    n_cells : int
    """
    return column_cell_ids(codes.T, len(codes))


def column_cell_ids(columns: Iterable[Integers], n: int) -> tuple[NDArray[np.int64], int]:
    """Give every cell of a table a number, as ``cell_ids`` does, from its columns of n codes, one at a time."""
    ids, n_cells = _narrow_ids(columns, n)
    return ids.astype(np.int64, copy=False), n_cells


def _narrow_ids(columns: Iterable[Integers], n: int) -> tuple[Integers, int]:
    """Do the same with numbers of 32 bits as long as they fit: half the memory where keys have few values."""
    ids: Integers = np.zeros(n, dtype=np.int32)
    if not n:
        return ids, 0
    size = 1
    for column in columns:
        digits, lowest, base = _digits(column)
        if size * base >= RADIX_LIMIT:
            ids, size = _renumbered(ids, size)
            if size == len(ids):
                # all rows differ already: the columns that are left change neither them nor their order
                return ids, size
            digits, base = _renumbered(digits.astype(np.int64) - lowest, base)
            lowest = 0
        if size * base >= NARROW_LIMIT:
            ids = ids.astype(np.int64, copy=False)
        for rows in _chunks(n):
            ids[rows] = ids[rows].astype(np.int64) * base + (digits[rows].astype(np.int64) - lowest)
        size *= base
    return _renumbered(ids, size)


def cells_of(codes: Integers) -> Cells:
    """Find the distinct rows of a table of codes (n, d); see ``cell_ids``."""
    return cells_of_columns(codes.T, len(codes))


def cells_of_columns(columns: Iterable[Integers], n: int) -> Cells:
    """Find the distinct rows of a table from its columns of n codes, one at a time; see ``cell_ids``."""
    ids, n_cells = _narrow_ids(columns, n)
    rows = np.zeros(n_cells, dtype=np.int64)
    for each in reversed(list(_chunks(n))):  # what is written last is the first row
        rows[ids[each][::-1]] = np.arange(*each.indices(n))[::-1]
    return Cells(ids.astype(np.int64, copy=False), rows)


def codes_counted(codes: Integers, n_codes: int = 0) -> NDArray[np.int64]:
    """Return how many records have each code 0 .. n_codes - 1, or the largest one; -1 (missing) is left out."""
    known = codes if codes.min(initial=0) >= 0 else codes[codes >= 0]
    return np.bincount(known, minlength=n_codes)


def _chunks(n: int) -> Iterator[slice]:
    return (slice(start, start + CHUNK) for start in range(0, n, CHUNK))


def _digits(column: Integers) -> tuple[Integers, int, int]:
    """Return the column, its lowest number, and how many lie between that and the highest; renumbered if too many."""
    lowest, highest = int(column.min()), int(column.max())
    if highest - lowest + 1 >= RADIX_LIMIT:
        distinct, digits = np.unique(column, return_inverse=True)
        return digits, 0, len(distinct)
    return column, lowest, highest - lowest + 1


def _renumbered(ids: Integers, size: int) -> tuple[Integers, int]:
    """Close the gaps in numbers 0 .. size - 1, in their place, keeping their order; return them and their count."""
    if size > max(2**16, 4 * len(ids)):
        distinct, codes = np.unique(ids, return_inverse=True)
        return codes, len(distinct)
    present = np.zeros(size, dtype=bool)
    for rows in _chunks(len(ids)):
        present[ids[rows]] = True
    rank = np.cumsum(present) - 1
    for rows in _chunks(len(ids)):
        ids[rows] = rank[ids[rows]]
    return ids, int(rank[-1]) + 1
