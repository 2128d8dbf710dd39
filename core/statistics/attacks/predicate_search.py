"""Predicates that single out a record, found in a file's own values, and such as one guesses."""

from __future__ import annotations

import numpy as np

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
    n, m = file.values.shape
    medians = np.array([np.nanmedian(c) if not np.isnan(c).all() else np.nan for c in file.values.T])
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
