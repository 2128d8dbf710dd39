"""An order of records that depends on their values alone: not on their place, nor on what categories are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Integers
from core.statistics.reproducible import generator, mixed_bits
from core.statistics.tables import cells_of_columns

Hashes = NDArray[np.uint64]
ROUNDS = 3
"""Rounds after which categories that no count distinguishes are rarely left."""


def record_hashes(columns: Iterable[NDArray[Any]], nominal: Sequence[bool], names: Sequence[str]) -> Hashes:
    """Return one number a record, equal for equal records.

    A number is known by its value, an ordered category by its place. A nominal category is known by the records that
    have it: at first by their number, then by what they are in the other columns, as vertices of a graph are told
    apart by their neighbours (Weisfeiler and Leman 1968). So another name for it changes nothing.

    Parameters
    ----------
    columns : iterable of arrays (n,)
        Numbers, NaN for missing; codes of any whole type, -1 for missing, where nominal.
    nominal : sequence of bool
    names : sequence of str
        Of the columns, whose order does not matter.
    """
    salts = [np.uint64(crc32(name.encode())) << np.uint64(20) for name in names]
    fixed = np.zeros(0, dtype=np.uint64)
    codes, known = [], []
    for column, is_nominal, salt in zip(columns, nominal, salts, strict=True):
        if not len(fixed):
            fixed = np.zeros(len(column), dtype=np.uint64)
        if is_nominal:
            codes.append((column, salt))
            known.append(_counts(column).astype(np.uint64))
        else:
            values = np.where(np.isnan(column), np.nan, column.astype(np.float64) + 0.0)
            fixed += mixed_bits(values.view(np.uint64) ^ salt)
    for _ in range(ROUNDS if codes else 0):
        records = _hashed(fixed, codes, known)
        known = [_summed(records, code, len(size)) for (code, _), size in zip(codes, known, strict=True)]
    return _hashed(fixed, codes, known)


def _counts(codes: NDArray[Any]) -> Integers:
    """Return how many records have each code, last -1."""
    counts = np.zeros(int(codes.max(initial=-1)) + 2, dtype=np.int64)
    np.add.at(counts, codes, 1)
    return counts


def _hashed(fixed: Hashes, codes: Sequence[tuple[NDArray[Any], np.uint64]], known: Sequence[Hashes]) -> Hashes:
    total = fixed.copy()
    for (code, salt), category in zip(codes, known, strict=True):
        total += mixed_bits(category ^ salt)[code]
    return mixed_bits(total)


def _summed(records: Hashes, codes: NDArray[Any], size: int) -> Hashes:
    """Return the sum of the records' numbers by category; sums of whole numbers have no order."""
    sums = np.zeros(size, dtype=np.uint64)
    np.add.at(sums, codes, records)
    return sums


class RecordOrder(NamedTuple):
    """The rows of a file in an order of their values.

    Parameters
    ----------
    rows : array of whole numbers (n,)
        By ascending number, equal ones as they come.
    distinct : array of whole numbers (k,)
        The first row of each different record, in that order.
    """

    rows: NDArray[Any]
    distinct: NDArray[Any]


def record_order(hashes: Hashes, codes: Callable[[], Iterable[NDArray[Any]]]) -> RecordOrder:
    """Return the rows of a file in the order of their numbers, and without those that repeat another record.

    Parameters
    ----------
    hashes : uint64 array (n,)
        Equal for equal records.
    codes : callable
        Gives the codes (n,) of one variable after the other: only records with the same number are compared.
    """
    rows = np.argsort(hashes, kind="stable")
    keys = hashes[rows]
    like_next = np.append(keys[1:] == keys[:-1], False) if len(keys) else np.zeros(0, dtype=bool)
    doubtful = like_next | np.insert(like_next[:-1], 0, False) if len(keys) else like_next
    if not doubtful.any():
        return RecordOrder(rows, rows)
    compared = rows[doubtful]
    firsts = cells_of_columns((column[compared] for column in codes()), len(compared)).rows
    kept = ~doubtful
    kept[np.flatnonzero(doubtful)[firsts]] = True
    return RecordOrder(rows, rows[kept])


def drawn_records(hashes: Hashes, most: int, seed: int, task: str) -> Integers:
    """Draw records, the same ones whatever their order.

    Parameters
    ----------
    hashes : uint64 array (n,)
    most : int
        How many; 0, or n or more: all.
    seed : int
    task : str
        Names the random stream.

    Returns
    -------
    int64 array
        Rows.
    """
    return drawn_rows(np.argsort(hashes, kind="stable"), most, seed, task)


def drawn_rows(order: NDArray[Any], most: int, seed: int, task: str) -> Integers:
    """Draw records of a file whose rows are in an order of their values, as `drawn_records` does."""
    order = order.astype(np.int64)
    if not most or most >= len(order):
        return order
    return np.asarray(order[np.sort(generator(seed, task).choice(len(order), most, replace=False))])
