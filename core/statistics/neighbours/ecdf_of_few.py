"""Distribution functions of a few variables at a time, from tables of their classes.

Records are counted once by the classes of a few variables; running sums over a table give the share at or below
each cell in every dimension. Counts are whole numbers, so that the differences are exact for the classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Codes, Floats, Integers
from core.statistics.ordering import ValueCodes
from core.statistics.reproducible import TOLERANCE

Variables = tuple[int, ...]
"""By their numbers, ascending."""

Weights = NDArray[Any]
"""Whole numbers of 32 bits or fewer, which are less to move, or float64."""

TABLE = 4_000_000
"""Cells times samples of one table that is held: more samples are counted one part after the other."""


ROWS = 2**14
"""Records whose cells are numbered at once, so that they stay in the processor's cache."""


class ClassAxis(NamedTuple):
    """A variable by classes.

    Parameters
    ----------
    classes : array (N,)
        Of each record, 0, 1, ...: whole numbers of any type; few bytes are less to move.
    size : int
        Number of classes.
    ordered : int
        So many classes, the first, are in ascending order: a record is at or below those of its own and later ones.
        The others are compared with themselves only.
    below_all : bool
        Whether the first class lies below every other, ordered or not.
    """

    classes: NDArray[Any]
    size: int
    ordered: int
    below_all: bool = False

    def part(self, rows: slice) -> ClassAxis:
        """Return the classes of some records."""
        return self._replace(classes=self.classes[rows])


class Samples(NamedTuple):
    """Samples of the same records: their variables by classes, and how often each record is in each sample.

    ``weights`` are a uint8, int32 or float64 array (m, r).
    """

    axes: Sequence[ClassAxis]
    weights: Weights


class FewDifferences(NamedTuple):
    """Of each sample (r,): the largest difference of two distribution functions, and the mean squared one.

    ``cell`` is the first at which the largest is reached, by its class in each variable, for the first sample.
    """

    maximum: Floats
    mean_square: Floats
    cell: tuple[int, ...]


def quantile_classes(values: ValueCodes, most: int, weights: Floats | None = None) -> Integers:
    """Return the class 0, 1, ... of each value: its own where few values differ, else one of ``most`` quantiles.

    Parameters
    ----------
    values : ValueCodes
        Of N records; none missing.
    most : int
        Number of classes at most.
    weights : float64 array (N,) or None
        How many records each counts for; None: one.
    """
    own, distinct, counts = values
    if len(distinct) <= most:
        return own.astype(np.int64)
    reached = np.cumsum(counts if weights is None else np.bincount(own, weights))
    # a share that the sum misses by its last bits alone is reached
    shares = np.arange(1, most + 1) / most * (reached[-1] * (1 - TOLERANCE))
    ends = np.unique(np.searchsorted(reached, shares))
    # of each distinct value the first class whose end it does not exceed: looked up once for all that have it
    return np.searchsorted(ends, np.arange(len(distinct)))[own]


def set_differences(
    first: Sequence[ClassAxis], first_weight: Weights, others: Samples, sets: Sequence[Variables]
) -> list[FewDifferences]:
    """Compare joint distribution functions of a file with those of samples, at the cells that hold records.

    Parameters
    ----------
    first : sequence of ClassAxis
        The variables of the file, its n records.
    first_weight : int32 or float64 array (n,)
        How many records each counts for.
    others : Samples
        Their variables have the same classes.
    sets : sequence of tuple of int
        Variables that are looked at together, by their numbers, ascending.
    """
    return [_compared([first[i] for i in each], first_weight, [others.axes[i] for i in each], others) for each in sets]


def _compared(
    axes: Sequence[ClassAxis], weight: Weights, their_axes: Sequence[ClassAxis], others: Samples
) -> FewDifferences:
    """Compare one set of variables with samples, some of them at a time."""
    own, step = _counted(axes, weight[:, None]), max(1, TABLE // prod(axis.size for axis in axes))
    parts = (others.weights[:, start : start + step] for start in range(0, others.weights.shape[1], step))
    those = [_of_set(axes, own, _counted(their_axes, np.ascontiguousarray(part))) for part in parts]
    maximum, mean_square = (np.concatenate(figures) for figures in zip(*(each[:2] for each in those), strict=True))
    return FewDifferences(maximum, mean_square, those[0].cell)


def _of_set(axes: Sequence[ClassAxis], own: Weights, counts: Weights) -> FewDifferences:
    """Compare a file's counts (cells, 1) with those of samples (cells, r)."""
    shape = tuple(axis.size for axis in axes)
    below, theirs = (_accumulated(each.reshape(*shape, -1).copy(), axes).reshape(each.shape) for each in (own, counts))
    # sums of the table, which has far fewer cells than there are records
    total = counts.sum(axis=0, dtype=np.float64)
    largest, squared, at = _differences(below[:, 0], theirs, own[:, 0], counts, float(own.sum()), total)
    return FewDifferences(largest, squared, tuple(int(i) for i in np.unravel_index(at, shape)))


@njit(cache=True, nogil=True)
def _differences(
    below: Weights, theirs: Weights, own: Weights, counts: Weights, n: float, totals: Floats
) -> tuple[Floats, Floats, int]:
    """Compare sums at or below each cell (cells,), (cells, r) where the cell holds records of either file.

    Return the largest difference of each sample and the mean squared one over the records (r,), and the first cell
    with the largest of the first sample.
    """
    samples, at = len(totals), 0
    largest, squares, records = np.zeros(samples), np.zeros(samples), np.zeros(samples)
    for cell in range(len(below)):
        for r in range(samples):
            here = float(own[cell]) + float(counts[cell, r])
            if here <= 0:
                continue
            # whole numbers without weights: exact below 2^53
            difference = below[cell] * totals[r] - theirs[cell, r] * n
            if abs(difference) > largest[r]:
                largest[r] = abs(difference)
                if r == 0:
                    at = cell
            scaled = difference / (n * totals[r])
            squares[r] += here * (scaled * scaled)
            records[r] += here
    return largest / (n * totals), squares / records, at


def _counted(axes: Sequence[ClassAxis], weights: Weights) -> Weights:
    """Return (cells, r) the sums of weights (n, r) in each cell, the last variable running fastest."""
    kind = np.float64 if weights.dtype.kind == "f" else np.int32
    table = np.zeros((prod(axis.size for axis in axes), weights.shape[1]), dtype=kind)
    for start in range(0, len(weights), ROWS):
        rows = slice(start, start + ROWS)
        first, *others = (axis.classes[rows].astype(np.int32) for axis in axes)
        cell = first
        for axis, classes in zip(axes[1:-1], others[:-1], strict=True):
            cell = cell * np.int32(axis.size) + classes
        last = others[-1] if others else np.zeros_like(cell)
        _add(cell, last, axes[-1].size if others else 1, weights[rows], table)
    return table


def _accumulated(table: Weights, axes: Sequence[ClassAxis]) -> Weights:
    """Add to every cell of a table (sizes ..., r) all those below it in every dimension; writes over it."""
    for place, axis in enumerate(axes):
        before = prod(table.shape[:place])
        _add_those_below(table.reshape(before, axis.size, -1), axis.ordered, axis.below_all)
    return table


@njit(cache=True, nogil=True)
def _add_those_below(table: Weights, ordered: int, below_all: bool) -> None:
    """Add up the first classes of the second dimension of three, one after the other; and the first to all others."""
    for i in range(table.shape[0]):
        for k in range(1, ordered):
            for r in range(table.shape[2]):
                table[i, k, r] += table[i, k - 1, r]
        for k in range(max(1, ordered), table.shape[1] if below_all else 0):
            for r in range(table.shape[2]):
                table[i, k, r] += table[i, 0, r]


@njit(cache=True, nogil=True)
def _add(cell: Codes, last: Codes, size: int, weights: Weights, table: Weights) -> None:
    """Add the weights to the cells: those of all variables but the last, and its class."""
    if weights.shape[1] == 1:
        for i in range(len(cell)):
            table[cell[i] * size + last[i], 0] += weights[i, 0]
        return
    for i in range(len(cell)):
        row = table[cell[i] * size + last[i]]
        for r in range(len(row)):
            row[r] += weights[i, r]
