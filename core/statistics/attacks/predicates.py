"""Predicates that single out: conditions on a few variables that exactly one record of a released file meets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Floats, Integers
from core.statistics.attacks.column_order import Rows, codes_in_order, place_of, rows_in_order
from core.statistics.tables import cells_of


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
    known_order : int32 array (m, n) or None
        ``in_order``, where it is known already.
    """

    values: Floats
    ordered: NDArray[np.bool_]
    rows: Integers | None = None
    known_order: Rows | None = None

    @cached_property
    def columns(self) -> Floats:
        """Values (m, n), one row of memory a variable."""
        return np.ascontiguousarray(self.values.T)

    @cached_property
    def in_order(self) -> Rows:
        """The records (m, n) in ascending order of every variable, missing ones last."""
        return _in_order(self.columns) if self.known_order is None else self.known_order

    @staticmethod
    def of(values: Floats, ordered: NDArray[np.bool_]) -> SearchedFile:
        """Return a file without repeated records, in the order in which they come first."""
        columns = np.ascontiguousarray(values.T)
        rows = _in_order(columns)
        codes = np.empty_like(rows)
        for column, own, code in zip(columns, rows, codes, strict=True):
            codes_in_order(column, own, code)
        first = np.sort(cells_of(codes.T).rows)
        if len(first) == len(values):
            return SearchedFile(columns.T, ordered, first, rows)
        place = np.full(len(values), -1, dtype=np.int32)
        place[first] = np.arange(len(first), dtype=np.int32)
        kept = (place[own] for own in rows)
        left = np.vstack([own[own >= 0] for own in kept]) if len(rows) else rows[:, first]
        return SearchedFile(columns[:, first].T, ordered, first, left)


def _in_order(columns: Floats) -> Rows:
    rows = np.empty(columns.shape, dtype=np.int32)
    for column, own in zip(columns, rows, strict=True):
        own[:] = rows_in_order(column)
    return rows


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
    return _matches(file.columns, file.in_order, predicates.columns, predicates.conditions, predicates.values, limit)


@njit(cache=True, nogil=True)
def _matches(
    file: Floats, rows: Rows, columns: Integers, conditions: Integers, values: Floats, limit: int
) -> tuple[Integers, Integers]:
    """Count the records that meet each predicate, of those that meet its narrowest condition; with the last of them.

    Whoever meets a condition stands in one piece of its variable's ascending values: no record outside of it is asked.
    """
    counts, last_met = np.zeros(len(columns), dtype=np.int64), np.full(len(columns), -1)
    present = np.array([place_of(file[j], rows[j], np.inf, True) for j in range(len(file))])
    for p in range(len(columns)):
        narrowest, begin, end = 0, 0, file.shape[1] + 1
        for c in range(columns.shape[1]):
            j = columns[p, c]
            first, last = _span(file[j], rows[j], present[j], conditions[p, c], values[p, c])
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
def _span(column: Floats, rows: Rows, present: int, condition: int, asked: float) -> tuple[int, int]:
    """Return the piece of ascending values, missing ones last, that holds all that meet a condition."""
    if condition == Condition.ABSENT:
        return present, len(rows)
    if condition == Condition.NOT:
        return 0, len(rows)
    if condition == Condition.PRESENT:
        return 0, present
    if np.isnan(asked):
        return 0, 0
    first = place_of(column, rows[:present], asked, False)
    last = place_of(column, rows[:present], asked, True)
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
