"""The distinct records of both files, and how many of either file are like each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.data import Level
from core.statistics.arrays import Integers, WeightedCounts
from core.statistics.distributions import dense_codes
from core.statistics.tables import cells_of_columns
from core.utility.stacked import Stacked

BLOCK = 2**18
"""Records of either file among which equal ones are looked for, so that a large file needs no order of all its records.
A record that stands unchanged in another block is two points: the model is the same, its passes take longer."""

FEW = 8
"""Where blocks have left less than one in so many records, those of all blocks are merged once more."""


@dataclass(frozen=True, eq=False)
class Merged:
    """The m distinct merged records: a row of each, and how many of either file are like it, or their weights.

    Parameters
    ----------
    row : int64 or int32 array (m,)
    point : int64 array (N,) or None
        The distinct record of each; None where equal ones were looked for block by block.
    original, masked : array (m,)
        Whole numbers of any type in which those of both files together fit; sums of weights are float64.
    """

    row: NDArray[np.signedinteger]
    point: Integers | None
    original: WeightedCounts
    masked: WeightedCounts

    @property
    def size(self) -> WeightedCounts:
        """Records at each point."""
        return self.original + self.masked


def merge(stacked: Stacked, *, in_blocks: bool = False) -> Merged:
    """Find the distinct merged records: of all, in the order of their values, or of blocks, in the order of the files.

    Parameters
    ----------
    stacked : Stacked
    in_blocks : bool
        Whether large files may be looked at block by block.
    """
    n, m = stacked.n_original, stacked.n_masked
    if not in_blocks or max(n, m) <= BLOCK:
        return _merged(stacked, np.arange(n + m))
    parts = [_in_order_of_files(_merged(stacked, rows)) for rows in _blocks(n, m)]
    joined = _joined(parts, weighted=stacked.weights is not None)
    return _merged_again(stacked, joined) if FEW * len(joined.row) < n + m else joined


def _blocks(n: int, m: int) -> Iterator[Integers]:
    """Yield the rows of a block of the original and of the masked records that are at the same places."""
    for first in range(0, max(n, m), BLOCK):
        own, theirs = (np.arange(min(first, size), min(first + BLOCK, size)) for size in (n, m))
        yield np.concatenate([own, n + theirs])


def _merged(stacked: Stacked, rows: Integers) -> Merged:
    """Merge some rows, the original's first."""
    point, place = cells_of_columns(_columns(stacked, rows), len(rows))
    own = int(np.count_nonzero(rows < stacked.n_original))
    weights = None if stacked.weights is None else stacked.weights[rows]
    original, masked = (
        np.bincount(point[part], None if weights is None else weights[part], len(place))
        for part in (slice(0, own), slice(own, None))
    )
    return Merged(rows[place], point, original, masked)


def _columns(stacked: Stacked, rows: NDArray[np.signedinteger]) -> Iterator[NDArray[np.int32]]:
    """Yield whole numbers that order some records as the variables' values do, then which values are missing."""
    for variable in stacked.variables:
        values = variable.at(rows)
        values[np.isnan(values)] = 0.0
        # codes of categories are in their order already; their numbers need no ranks
        yield values.astype(np.int32) if variable.level is Level.NOMINAL else dense_codes(values).codes
    for variable in stacked.variables:
        if variable.partly:
            yield np.isnan(variable.at(rows)).astype(np.int32)


def _in_order_of_files(merged: Merged) -> Merged:
    order = np.argsort(merged.row)
    rows = merged.row[order]
    few_bytes: NDArray[np.signedinteger] = rows.astype(np.int32) if rows[-1] < 2**31 else rows
    return Merged(few_bytes, None, merged.original[order], merged.masked[order])


def _joined(parts: list[Merged], *, weighted: bool) -> Merged:
    """Return the points of all blocks, counts in as few bytes as the largest needs."""
    kind = np.dtype(np.float64) if weighted else np.min_scalar_type(max(int(part.size.max()) for part in parts))
    row = np.concatenate([part.row for part in parts])
    original, masked = (
        np.concatenate([counts.astype(kind) for counts in file])
        for file in ([part.original for part in parts], [part.masked for part in parts])
    )
    return Merged(row, None, original, masked)


def _merged_again(stacked: Stacked, points: Merged) -> Merged:
    point, place = cells_of_columns(_columns(stacked, points.row), len(points.row))
    original, masked = (_sums(point, counts, len(place)) for counts in (points.original, points.masked))
    return Merged(points.row[place], None, original, masked)


def _sums(point: Integers, counts: WeightedCounts, m: int) -> WeightedCounts:
    # whole numbers stay exact below 2^53
    sums = np.bincount(point, counts, m)
    return sums if counts.dtype.kind == "f" else sums.astype(np.int64)
