"""Predicates that single out: conditions on a few variables that exactly one record of a released file meets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.optimize import curve_fit, least_squares
from scipy.special import gammaln

from core.statistics.arrays import Floats, Integers
from core.statistics.tables import cell_ids

BATCH = 5000
TRIES = 200
"""Predicates that are tried for each that is wanted."""
FEWEST_NEW = 5
"""Trying ends with a batch that brings fewer new ones."""

SIZES = 10
"""Sizes of parts of a file at which it is counted how many predicates single out in them."""

SMALLEST_PART = 1000
"""Records of the smallest part of a control that the correction for its size looks at (anonymeter 1.1.0)."""


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


NUMERIC = (Condition.EQUAL, Condition.NOT, Condition.MORE, Condition.LESS, Condition.AT_LEAST, Condition.AT_MOST)
CATEGORICAL = (Condition.EQUAL, Condition.NOT)


@dataclass(frozen=True, eq=False)
class SearchedFile:
    """The distinct records of a file.

    Parameters
    ----------
    values : float64 array (n, m)
        Numbers, or codes; NaN where missing.
    ordered : bool array (m,)
        Whether a variable's values can be larger or smaller.
    """

    values: Floats
    ordered: NDArray[np.bool_]

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
        return SearchedFile(np.ascontiguousarray(values[first]), ordered)


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
    limit = most or len(file.values) + 1
    columns = np.ascontiguousarray(file.values.T)
    return _matches(columns, *file.sorted_rows, predicates.columns, predicates.conditions, predicates.values, limit)


def multivariate_predicates(file: SearchedFile, most: int, n_columns: int, random: np.random.Generator) -> Predicates:
    """Return different predicates that single out a record of the file, made of its values.

    A record and some variables are drawn; the predicate asks for its values: the same one of categories, at least as
    large of a number above the variable's median, else at most as large, as extreme values are rare. It is kept where
    one record alone meets it (Giomi et al. 2023, section 4.1, after Cohen and Nissim 2020).

    Parameters
    ----------
    file : SearchedFile
        Its records in an order that does not depend on the file's.
    most : int
        How many are wanted; fewer where ``TRIES`` times as many tries do not give them, or hardly any new ones.
    n_columns : int
    random : numpy.random.Generator
    """
    n, m = file.values.shape
    medians = np.array([np.nanmedian(c) if not np.isnan(c).all() else np.nan for c in file.values.T])
    kept: dict[bytes, None] = {}
    parts: list[Predicates] = []
    for _ in range(max(most * TRIES // BATCH, 1)):
        rows = random.integers(n, size=BATCH)
        columns = np.sort(np.argsort(random.random((BATCH, m)), axis=1)[:, : min(n_columns, m)], axis=1)
        tried = _from_records(file, rows, columns, medians)
        alone = tried.take(np.flatnonzero(matches(file, tried, 2) == 1))
        new = _not_yet(alone, kept, most)
        parts.append(alone.take(new))
        if len(kept) >= most or len(new) < FEWEST_NEW:
            break
    return _joined(parts)


def univariate_predicates(file: SearchedFile, most: int, random: np.random.Generator) -> Predicates:
    """Return predicates over one variable that single out a record of the file.

    A value that one record has, the smallest and the largest one, and that it is missing (Giomi et al. 2023, 4.1).
    """
    parts = [_of_one_column(column, j, bool(file.ordered[j])) for j, column in enumerate(file.values.T)]
    every = _joined(parts)
    alone = every.take(np.flatnonzero(matches(file, every, 2) == 1))
    chosen = np.sort(random.permutation(len(alone))[:most])
    return alone.take(chosen)


def random_predicates(file: SearchedFile, n: int, n_columns: int, random: np.random.Generator) -> Predicates:
    """Return predicates as one guesses them: variables, values of the file and conditions at random."""
    m = file.values.shape[1]
    columns = np.sort(np.argsort(random.random((n, m)), axis=1)[:, : min(n_columns, m)], axis=1)
    place, kind = random.random(columns.shape), random.random(columns.shape)
    conditions, values = np.empty_like(columns), np.empty(columns.shape)
    for j in range(m):
        distinct = file.values[np.sort(np.unique(file.values[:, j], return_index=True, equal_nan=True)[1]), j]
        kinds = np.array(NUMERIC if file.ordered[j] else CATEGORICAL, dtype=np.int64)
        here = columns == j
        values[here] = distinct[(place[here] * len(distinct)).astype(np.int64)]
        conditions[here] = kinds[(kind[here] * len(kinds)).astype(np.int64)]
    absent = np.isnan(values)
    conditions[absent] = np.where(conditions[absent] == Condition.EQUAL, Condition.ABSENT, Condition.PRESENT)
    return Predicates(columns, conditions, values)


def corrected_for_size(counts: Integers, n_control: int, n_original: int) -> float:
    """Return how many predicates would single out a record of a control as large as the original, cautiously.

    As anonymeter 1.1.0 corrects: norm times the integral of n w (1 - w)^(n-1) over the weights w of predicates from 0
    to w_max (Giomi et al. 2023, 4.1; Cohen and Nissim 2020, PNAS 117, 8344-8352) is fitted to how many single out in
    random parts of the control of 1,000 records and more, and carried on. In place of random parts their expectation
    is taken. Of a control of up to 1,000 records there is one size alone: all weights count as equally likely, and the
    correction is (n_c + 1) / (n_o + 1). That makes the control's rate too low rather than too high; ``at_size`` says
    what the counts themselves let expect.

    Parameters
    ----------
    counts : int64 array (p,)
        Records of the control that meet each predicate.
    n_control, n_original : int
        Where the original is the smaller one, nothing is carried on: the expectation follows from the counts.
    """
    alone = float((counts == 1).sum())
    if n_original <= n_control or not alone:
        return at_size(counts, n_control, n_original)
    if n_control <= SMALLEST_PART:
        return alone * (n_control + 1) / (n_original + 1)
    sizes = np.linspace(SMALLEST_PART, n_control, SIZES).astype(np.int64)
    seen = np.array([_expected_alone(counts, n_control, int(size)) for size in sizes])
    start = 1 / _curve(np.array([n_control]), n_control, 1.0)[0]
    fitted, _ = curve_fit(
        _of_weight, sizes.astype(np.float64), seen, p0=(1 / n_control, start), bounds=(0, (1, np.inf))
    )
    last, larger = _of_weight(np.array([n_control, n_original]), fitted[0], fitted[1])
    return min(alone * float(larger / last), float(len(counts)))


def at_size(counts: Integers, n: int, size: int) -> float:
    """Return how many predicates would single out a record of a file of another size, by their counts in this one.

    In a smaller one the expectation over its random parts; in a larger one the curve of ``corrected_for_size``, fitted
    to these expectations at ten sizes down to a tenth.

    Parameters
    ----------
    counts : int64 array (p,)
    n, size : int
    """
    alone = float((counts == 1).sum())
    if size <= n or not alone:
        return _expected_alone(counts, n, min(size, n))
    sizes = np.unique(np.linspace(max(n // SIZES, 1), n, SIZES).astype(np.int64))
    seen = np.array([_expected_alone(counts, n, int(part)) for part in sizes])
    start = np.array([np.log(n), np.log(max(seen[-1], 1e-3) * n)])

    def misses(logarithms: Floats) -> Floats:
        return np.asarray(_curve(sizes, *np.exp(logarithms)) - seen)

    fit = least_squares(misses, start)
    last, larger = _curve(np.array([n, size]), *np.exp(fit.x))
    return min(alone * float(larger / last), float(len(counts)))


def _of_weight(sizes: NDArray[Any], largest: float, norm: float) -> Floats:
    """Return the curve with its largest weight as parameter."""
    return _curve(sizes, 1 / max(largest, 1e-300), norm)


def _curve(sizes: NDArray[Any], per_weight: float, norm: float) -> Floats:
    """Return norm / (n + 1) times 1 - (n w + 1) (1 - w)^n with w = 1 / per_weight."""
    w = min(1.0 / max(per_weight, 1.0), 1 - 1e-12)
    n = sizes.astype(np.float64)
    return np.asarray(norm * (1 - (n * w + 1) * np.exp(n * np.log1p(-w))) / (n + 1))


def _expected_alone(counts: Integers, n: int, size: int) -> float:
    """Return how many predicates are expected to single out a record of a random part of a file."""
    k = counts[(counts > 0) & (counts <= n - size + 1)].astype(np.float64)
    log_chance = np.log(k) + _log_choose(n - k, size - 1.0) - _log_choose(float(n), float(size))
    return float(np.sort(np.exp(log_chance)).sum())


def _log_choose(n: Floats | float, k: float) -> Floats:
    return np.asarray(gammaln(np.asarray(n) + 1) - gammaln(k + 1) - gammaln(np.asarray(n) - k + 1))


def _from_records(file: SearchedFile, rows: Integers, columns: Integers, medians: Floats) -> Predicates:
    values = file.values[rows[:, None], columns]
    larger = values > medians[columns]
    ordered = np.where(larger, Condition.AT_LEAST, Condition.AT_MOST)
    conditions = np.where(file.ordered[columns], ordered, Condition.EQUAL)
    return Predicates(columns, np.where(np.isnan(values), Condition.ABSENT, conditions).astype(np.int64), values)


def _not_yet(predicates: Predicates, kept: dict[bytes, None], most: int) -> Integers:
    """Return the predicates that were not kept before, as many as are wanted; they are kept from now on."""
    keys = np.column_stack([predicates.columns, predicates.conditions, predicates.values + 0.0])
    new = []
    for row, key in enumerate(map(np.ndarray.tobytes, keys)):
        if len(kept) < most and key not in kept:
            kept[key] = None
            new.append(row)
    return np.array(new, dtype=np.int64)


def _of_one_column(column: Floats, j: int, ordered: bool) -> Predicates:
    present = column[~np.isnan(column)]
    distinct, counts = np.unique(present, return_counts=True)
    alone = present[np.isin(present, distinct[counts == 1])]  # in the order of the records
    asked = [(Condition.EQUAL, value) for value in alone]
    if ordered and len(present):
        asked += [(Condition.AT_MOST, present.min()), (Condition.AT_LEAST, present.max())]
    if np.isnan(column).any():
        asked.append((Condition.ABSENT, np.nan))
    conditions = np.array([condition for condition, _ in asked], dtype=np.int64)
    values = np.array([value for _, value in asked], dtype=np.float64)
    return Predicates(np.full((len(asked), 1), j), conditions[:, None], values[:, None])


def _joined(parts: list[Predicates]) -> Predicates:
    return Predicates(
        np.concatenate([p.columns for p in parts]).astype(np.int64),
        np.concatenate([p.conditions for p in parts]),
        np.concatenate([p.values for p in parts]),
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
) -> Integers:
    """Count the records that meet each predicate, of those that meet its narrowest condition.

    Whoever meets a condition stands in one piece of its variable's ascending values: no record outside of it is asked.
    """
    counts = np.zeros(len(columns), dtype=np.int64)
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
            counts[p] += met
            if counts[p] >= limit:
                break
    return counts


@njit(cache=True, nogil=True)
def _span(ascending: Floats, condition: int, asked: float) -> tuple[int, int]:
    """Return the piece of ascending values, missing ones last, that holds all that meet a condition."""
    n = len(ascending)
    present = int(np.searchsorted(ascending, np.inf, side="right"))
    if condition == 3:
        return present, n
    if condition == 4:
        return 0, n
    if condition == 7:
        return 0, present
    if np.isnan(asked):
        return 0, 0
    first = int(np.searchsorted(ascending[:present], asked, side="left"))
    last = int(np.searchsorted(ascending[:present], asked, side="right"))
    if condition == 0:
        return first, last
    if condition == 1:
        return first, present
    if condition == 2:
        return 0, last
    return (last, present) if condition == 5 else (0, first)


@njit(cache=True, nogil=True)
def _meets(value: float, condition: int, asked: float) -> bool:
    """Tell whether a value meets a condition; comparisons with a missing value are false."""
    if condition == 0:
        return value == asked
    if condition == 1:
        return value >= asked
    if condition == 2:
        return value <= asked
    if condition == 3:
        return bool(np.isnan(value))
    if condition == 4:
        return value != asked
    if condition == 5:
        return value > asked
    if condition == 6:
        return value < asked
    return not bool(np.isnan(value))
