"""Predicates that single out: conditions on a few variables that exactly one record of a released file meets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Codes, Floats, Integers
from core.statistics.ordering import value_codes


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


class CodedVariable(NamedTuple):
    """A variable by the place of its values among the distinct ones.

    Parameters
    ----------
    codes : array of whole numbers (n,)
        Negative for missing.
    distinct : float64 array (k,)
        Ascending; some need not occur.
    """

    codes: NDArray[Any]
    distinct: Floats

    @staticmethod
    def of(values: Floats) -> CodedVariable:
        """Return a variable of numbers, NaN for missing."""
        coded = value_codes(values)
        return CodedVariable(coded.codes, coded.distinct)


@dataclass(frozen=True, eq=False)
class SearchedFile:
    """Records of a file, by the codes of their values.

    Parameters
    ----------
    codes : int32 array (m, n)
        Of each variable; a missing value is above all others.
    distinct : tuple of float64 arrays
        What the codes of each variable stand for, ascending; NaN at last.
    ordered : bool array (m,)
        Whether a variable's values can be larger or smaller.
    rows : int64 array (n,)
        Row of the file that each record is in.
    """

    codes: Codes
    distinct: tuple[Floats, ...]
    ordered: NDArray[np.bool_]
    rows: Integers

    @staticmethod
    def of(variables: Iterable[CodedVariable], ordered: NDArray[np.bool_], rows: Integers) -> SearchedFile:
        """Return these rows of a file, in their order; its variables are asked for one after the other."""
        codes = np.empty((len(ordered), len(rows)), dtype=np.int32)
        distinct = []
        for own, variable in zip(codes, variables, strict=True):
            own[:] = variable.codes[rows]
            own[own < 0] = len(variable.distinct)
            distinct.append(np.append(variable.distinct, np.nan))
        return SearchedFile(codes, tuple(distinct), ordered, rows)

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def offsets(self) -> Integers:
        """Where the distinct values of each variable (m + 1,) begin among those of all."""
        return np.cumsum([0, *map(len, self.distinct)])

    @cached_property
    def begins(self) -> tuple[Integers, ...]:
        """By variable: where each of its codes (k + 2,) begins in ``in_order``, and where the last one ends."""
        return tuple(
            np.concatenate([[0], np.cumsum(np.bincount(own, minlength=len(distinct)))])
            for own, distinct in zip(self.codes, self.distinct, strict=True)
        )

    @cached_property
    def in_order(self) -> Codes:
        """The records (m, n) in ascending order of every variable, missing ones last, equal ones as they come."""
        rows = np.empty_like(self.codes)
        for own, codes, begins in zip(rows, self.codes, self.begins, strict=True):
            _put_in_order(codes, begins[:-1].copy(), own)
        return rows

    def values(self, columns: Integers, rows: Integers) -> Floats:
        """Return the values of these variables of these records, of arrays that fit each other; NaN where missing."""
        return np.asarray(np.concatenate(self.distinct)[self.offsets[columns] + self.codes[columns, rows]])


@njit(cache=True, nogil=True)
def _put_in_order(codes: Codes, place: Integers, rows: Codes) -> None:
    """Write the records by their codes, of which it is known where each begins: nothing is compared."""
    for i in range(len(codes)):
        rows[place[codes[i]]] = i
        place[codes[i]] += 1


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
    """Return (p,) how many records meet each predicate; counting stops at ``most``, where that is not 0."""
    return _found(file, predicates, most or len(file) + 1)[0]


def first_matches(file: SearchedFile, predicates: Predicates) -> Integers:
    """Return (p,) a record of the file that meets each predicate, -1 where none does."""
    return _found(file, predicates, 1)[1]


def _found(file: SearchedFile, predicates: Predicates, limit: int) -> tuple[Integers, Integers]:
    """Ask for codes: a condition is a piece of a variable's ascending values, or (``NOT``) all but a piece."""
    first, last = np.zeros_like(predicates.columns), np.zeros_like(predicates.columns)
    begin, end = np.zeros_like(first), np.full_like(first, len(file))
    without = predicates.conditions == Condition.NOT
    for j, (distinct, begins) in enumerate(zip(file.distinct, file.begins, strict=True)):
        here = predicates.columns == j
        first[here], last[here] = _pieces(distinct[:-1], predicates.conditions[here], predicates.values[here])
        narrow = here & ~without
        begin[narrow], end[narrow] = begins[first[narrow]], begins[last[narrow]]
    return _matches(file.codes, file.in_order, predicates.columns, first, last, without, begin, end, limit)


def _pieces(distinct: Floats, conditions: Integers, asked: Floats) -> tuple[Integers, Integers]:
    """Return from which code on values meet each condition, and from which on they do not any more.

    The code of a missing value is above all others; anyone who asks for a missing one finds none.
    """
    missing, at, after = len(distinct), *(np.searchsorted(distinct, asked, side=side) for side in ("left", "right"))
    at, after = (np.where(np.isnan(asked), 0, place) for place in (at, after))
    known = np.where(np.isnan(asked), 0, missing)
    first, last = at.copy(), after.copy()
    for condition, begin, end in (
        (Condition.AT_LEAST, at, known),
        (Condition.AT_MOST, 0, after),
        (Condition.MORE, after, known),
        (Condition.LESS, 0, at),
        (Condition.ABSENT, missing, missing + 1),
        (Condition.PRESENT, 0, missing),
    ):
        own = conditions == condition
        first[own], last[own] = np.broadcast_to(begin, at.shape)[own], np.broadcast_to(end, at.shape)[own]
    return first, last


@njit(cache=True, nogil=True)
def _matches(
    codes: Codes,
    in_order: Codes,
    columns: Integers,
    first: Integers,
    last: Integers,
    without: NDArray[np.bool_],
    begin: Integers,
    end: Integers,
    limit: int,
) -> tuple[Integers, Integers]:
    """Count the records that meet each predicate, of those that meet its narrowest condition; with the last of them.

    Anyone who meets a condition is in one piece of its variable's ascending values: no record outside of it is asked.
    """
    counts, last_met = np.zeros(len(columns), dtype=np.int64), np.full(len(columns), -1)
    for p in range(len(columns)):
        narrowest = 0
        for c in range(columns.shape[1]):
            if end[p, c] - begin[p, c] < end[p, narrowest] - begin[p, narrowest]:
                narrowest = c
        candidates = in_order[columns[p, narrowest]]
        for i in range(begin[p, narrowest], end[p, narrowest]):
            met = True
            for c in range(columns.shape[1]):
                code = codes[columns[p, c], candidates[i]]
                met = met and (first[p, c] <= code < last[p, c]) != without[p, c]
            if met:
                counts[p] += 1
                last_met[p] = candidates[i]
            if counts[p] >= limit:
                break
    return counts, last_met
