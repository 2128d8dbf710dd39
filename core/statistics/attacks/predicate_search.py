"""Predicates that single out a record, found in a file's own values, and such as one guesses."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Floats, Integers
from core.statistics.attacks.predicates import Condition, Predicates, SearchedFile, matches

BATCH = 5000
TRIES = 500
"""Predicates that are tried for each that is wanted."""
QUIET = 3
"""Trying ends with as many batches in a row that bring no new one."""

NUMERIC = (Condition.EQUAL, Condition.NOT, Condition.MORE, Condition.LESS, Condition.AT_LEAST, Condition.AT_MOST)
CATEGORICAL = (Condition.EQUAL, Condition.NOT)


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
        How many are wanted; fewer where ``TRIES`` times as many tries do not give them, or ``QUIET`` batches none.
    n_columns : int
    random : numpy.random.Generator
    """
    n, m = len(file), len(file.codes)
    medians = np.array([_median(*of) for of in zip(file.distinct, file.begins, strict=True)])
    kept: dict[bytes, None] = {}
    parts: list[Predicates] = []
    quiet = 0
    for _ in range(max(most * TRIES // BATCH, 1)):
        rows = random.integers(n, size=BATCH)
        columns = np.sort(np.argsort(random.random((BATCH, m)), axis=1)[:, : min(n_columns, m)], axis=1)
        tried = _from_records(file, rows, columns, medians)
        alone = tried.take(np.flatnonzero(matches(file, tried, 2) == 1))
        new = _not_yet(alone, kept, most)
        parts.append(alone.take(new))
        quiet = 0 if len(new) else quiet + 1
        if len(kept) >= most or quiet == QUIET:
            break
    return _joined(parts)


def univariate_predicates(file: SearchedFile, most: int, random: np.random.Generator) -> Predicates:
    """Return predicates over one variable that single out a record of the file.

    A value that one record has, the smallest and the largest one, and that it is missing (Giomi et al. 2023, 4.1).
    """
    alone = [_alone_in_column(file, j) for j in range(len(file.codes))]
    last = np.cumsum([len(part) for part in alone])
    chosen = np.sort(random.permutation(int(last[-1]))[:most])
    places = np.split(chosen, np.searchsorted(chosen, last[:-1]))
    return _joined([part.take(at - end + len(part)) for part, at, end in zip(alone, places, last, strict=True)])


def random_predicates(file: SearchedFile, n: int, n_columns: int, random: np.random.Generator) -> Predicates:
    """Return predicates as one guesses them: variables, values of the file and conditions at random."""
    m = len(file.codes)
    columns = np.sort(np.argsort(random.random((n, m)), axis=1)[:, : min(n_columns, m)], axis=1)
    place, kind = random.random(columns.shape), random.random(columns.shape)
    conditions, values = np.empty_like(columns), np.empty(columns.shape)
    for j in range(m):
        distinct = _as_they_come(file, j, np.diff(file.begins[j]) > 0)
        kinds = np.array(NUMERIC if file.ordered[j] else CATEGORICAL, dtype=np.int64)
        here = columns == j
        values[here] = distinct[(place[here] * len(distinct)).astype(np.int64)]
        conditions[here] = kinds[(kind[here] * len(kinds)).astype(np.int64)]
    absent = np.isnan(values)
    conditions[absent] = np.where(conditions[absent] == Condition.EQUAL, Condition.ABSENT, Condition.PRESENT)
    return Predicates(columns, conditions, values)


def _from_records(file: SearchedFile, rows: Integers, columns: Integers, medians: Floats) -> Predicates:
    values = file.values(columns, rows[:, None])
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


def _alone_in_column(file: SearchedFile, j: int) -> Predicates:
    """Return the predicates over one variable that one record meets, the values in the order of the records."""
    begins, distinct = file.begins[j], file.distinct[j]
    counts = np.diff(begins)
    rare = _as_they_come(file, j, np.append(counts[:-1] == 1, False))
    present, absent = np.flatnonzero(counts[:-1]), np.flatnonzero(counts[-1:]) + len(counts) - 1
    extremes = present[[0, -1]] if file.ordered[j] and len(present) else np.empty(0, dtype=np.int64)
    conditions = np.array([Condition.AT_MOST, Condition.AT_LEAST], dtype=np.int64)[: len(extremes)]
    asked = np.concatenate([conditions, np.full(len(absent), Condition.ABSENT)]).astype(np.int64)
    at = np.concatenate([extremes, absent])
    met_once = counts[at] == 1
    conditions = np.concatenate([np.full(len(rare), Condition.EQUAL), asked[met_once]]).astype(np.int64)
    asked_values = np.concatenate([rare, distinct[at][met_once]])
    return Predicates(np.full((len(asked_values), 1), j), conditions[:, None], asked_values[:, None])


def _as_they_come(file: SearchedFile, j: int, which: NDArray[np.bool_]) -> Floats:
    """Return the values of some codes (k + 1,), all of which occur, in the order in which they come first."""
    comes_first = np.zeros(len(file), dtype=bool)
    comes_first[file.in_order[j, file.begins[j][:-1][which]]] = True
    return np.asarray(file.distinct[j][file.codes[j, comes_first]])


def _median(distinct: Floats, begins: Integers) -> float:
    """Return the median of the values of a variable; NaN where all are missing."""
    present = int(begins[-2])
    if not present:
        return float("nan")
    low, high = np.searchsorted(begins, [(present - 1) // 2, present // 2], side="right") - 1
    return float((distinct[low] + distinct[high]) / 2)


def _joined(parts: list[Predicates]) -> Predicates:
    return Predicates(
        np.concatenate([p.columns for p in parts]).astype(np.int64),
        np.concatenate([p.conditions for p in parts]),
        np.concatenate([p.values for p in parts]),
    )
