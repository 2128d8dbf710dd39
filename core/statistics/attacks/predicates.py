"""Predicates that single out: conditions on a few variables that exactly one record of a released file meets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Floats, Integers
from core.statistics.tables import cell_ids


class Condition(IntEnum):
    """What a predicate asks of a variable; a missing value meets ``ABSENT``, ``NOT`` and ``PRESENT`` alone."""

    EQUAL = 0
    AT_LEAST = 1
    AT_MOST = 2
    ABSENT = 3
    NOT = 4
    MORE = 5
    LESS = 6
    PRESENT = 7


@dataclass(frozen=True, eq=False)
class SearchedFile:
    """The distinct records of a file.

    Parameters
    ----------
    values : float64 array (n, m)
        Numbers, or codes; NaN where missing.
    ordered : bool array (m,)
        Whether a variable's values can be larger or smaller.
    rows : int64 array (n,) or None
        Row of the file that each record stands in first; None: not known.
    """

    values: Floats
    ordered: NDArray[np.bool_]
    rows: Integers | None = None

    @cached_property
    def columns(self) -> Floats:
        """Values (m, n), one row of memory a variable."""
        return np.ascontiguousarray(self.values.T)

    @cached_property
    def sorted_rows(self) -> tuple[Floats, Integers]:
        """Values (m, n) of every variable in ascending order, missing ones last, and the record that each is of."""
        rows = np.argsort(self.values, axis=0, kind="stable")
        return np.ascontiguousarray(np.take_along_axis(self.values, rows, axis=0).T), np.ascontiguousarray(rows.T)

    @staticmethod
    def of(values: Floats, ordered: NDArray[np.bool_]) -> SearchedFile:
        """Return a file without repeated records, in the order in which they come first."""
        codes = [np.unique(column, return_inverse=True, equal_nan=True)[1] for column in values.T]
        ids, _ = cell_ids(np.column_stack(codes))
        first = np.sort(np.unique(ids, return_index=True)[1])
        return SearchedFile(np.ascontiguousarray(values[first]), ordered, first)


@dataclass(frozen=True, eq=False)
class Predicates:
    """Predicates over c variables each.

    Parameters
    ----------
    columns, conditions : int64 arrays (p, c)
    values : float64 array (p, c)
    """

    columns: Integers
    conditions: Integers
    values: Floats

    def __len__(self) -> int:
        return len(self.columns)

    def take(self, rows: Integers) -> Predicates:
        """Return only these."""
        return replace(self, columns=self.columns[rows], conditions=self.conditions[rows], values=self.values[rows])


def matches(file: SearchedFile, predicates: Predicates, most: int = 0) -> Integers:
    """Return (p,) how many distinct records meet each predicate; counting stops at ``most``, where that is not 0."""
    return _found(file, predicates, most or len(file.values) + 1)[0]


def first_matches(file: SearchedFile, predicates: Predicates) -> Integers:
    """Return (p,) a distinct record of the file that meets each predicate, -1 where none does."""
    return _found(file, predicates, 1)[1]


def _found(file: SearchedFile, predicates: Predicates, limit: int) -> tuple[Integers, Integers]:
    return _matches(
        file.columns, *file.sorted_rows, predicates.columns, predicates.conditions, predicates.values, limit
    )


@njit(cache=True, nogil=True)
def _matches(
    file: Floats,
    ascending: Floats,
    rows: Integers,
    columns: Integers,
    conditions: Integers,
    values: Floats,
    limit: int,
) -> tuple[Integers, Integers]:
    """Count the records that meet each predicate, of those that meet its narrowest condition; with the last of them.

    Whoever meets a condition stands in one piece of its variable's ascending values: no record outside of it is asked.
    """
    counts, last_met = np.zeros(len(columns), dtype=np.int64), np.full(len(columns), -1)
    for p in range(len(columns)):
        narrowest, begin, end = 0, 0, file.shape[1] + 1
        for c in range(columns.shape[1]):
            first, last = _span(ascending[columns[p, c]], conditions[p, c], values[p, c])
            if last - first < end - begin:
                narrowest, begin, end = c, first, last
        candidates = rows[columns[p, narrowest]]
        for i in range(begin, end):
            met = True
            for c in range(columns.shape[1]):
                met = met and _meets(file[columns[p, c], candidates[i]], conditions[p, c], values[p, c])
            if met:
                counts[p] += 1
                last_met[p] = candidates[i]
            if counts[p] >= limit:
                break
    return counts, last_met


@njit(cache=True, nogil=True)
def _span(ascending: Floats, condition: int, asked: float) -> tuple[int, int]:
    """Return the piece of ascending values, missing ones last, that holds all that meet a condition."""
    n = len(ascending)
    present = int(np.searchsorted(ascending, np.inf, side="right"))
    if condition == Condition.ABSENT:
        return present, n
    if condition == Condition.NOT:
        return 0, n
    if condition == Condition.PRESENT:
        return 0, present
    if np.isnan(asked):
        return 0, 0
    first = int(np.searchsorted(ascending[:present], asked, side="left"))
    last = int(np.searchsorted(ascending[:present], asked, side="right"))
    if condition == Condition.EQUAL:
        return first, last
    if condition == Condition.AT_LEAST:
        return first, present
    if condition == Condition.AT_MOST:
        return 0, last
    return (last, present) if condition == Condition.MORE else (0, first)


@njit(cache=True, nogil=True)
def _meets(value: float, condition: int, asked: float) -> bool:
    """Tell whether a value meets a condition; comparisons with a missing value are false."""
    if condition == Condition.EQUAL:
        return value == asked
    if condition == Condition.AT_LEAST:
        return value >= asked
    if condition == Condition.AT_MOST:
        return value <= asked
    if condition == Condition.ABSENT:
        return bool(np.isnan(value))
    if condition == Condition.NOT:
        return value != asked
    if condition == Condition.MORE:
        return value > asked
    if condition == Condition.LESS:
        return value < asked
    return not bool(np.isnan(value))
