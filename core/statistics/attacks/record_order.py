"""An order of records that depends on their values alone: not on their place, nor on what categories are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Integers
from core.statistics.ordering import rows_of_keys
from core.statistics.reproducible import generator, mixed_bits

Hashes = NDArray[np.uint64]
ROUNDS = 3
"""Rounds after which categories that no count tells apart are rarely left."""


def record_hashes(columns: Sequence[NDArray[Any]], nominal: Sequence[bool], names: Sequence[str]) -> Hashes:
    """Return one number a record, equal for equal records.

    A number is known by its value, an ordered category by its place. A nominal category is known by the records that
    have it: at first by their number, then by what they are in the other columns, as vertices of a graph are told
    apart by their neighbours (Weisfeiler and Leman 1968). So another name for it changes nothing.

    Parameters
    ----------
    columns : sequence of arrays (n,)
        Numbers, NaN for missing; codes, negative for missing, where nominal.
    nominal : sequence of bool
    names : sequence of str
        Of the columns, whose order does not matter.
    """
    salts = [np.uint64(crc32(name.encode())) << np.uint64(20) for name in names]
    fixed = np.zeros(len(columns[0]), dtype=np.uint64)
    codes, sizes = [], []
    for column, is_nominal, salt in zip(columns, nominal, salts, strict=True):
        if is_nominal:
            codes.append((column.astype(np.int64) + 1, salt))
            sizes.append(np.bincount(codes[-1][0]).astype(np.uint64))
        else:
            values = np.where(np.isnan(column), np.nan, column.astype(np.float64) + 0.0)
            fixed += mixed_bits(values.view(np.uint64) ^ salt)
    known = sizes
    for _ in range(ROUNDS if codes else 0):
        records = _hashed(fixed, codes, known)
        known = [_summed(records, code, len(size)) for (code, _), size in zip(codes, sizes, strict=True)]
    return _hashed(fixed, codes, known)


def _hashed(fixed: Hashes, codes: Sequence[tuple[Integers, np.uint64]], known: Sequence[Hashes]) -> Hashes:
    total = fixed.copy()
    for (code, salt), category in zip(codes, known, strict=True):
        total += mixed_bits(category ^ salt)[code]
    return mixed_bits(total)


def _summed(records: Hashes, code: Integers, size: int) -> Hashes:
    """Return the sum of the records' numbers by category; sums of whole numbers have no order."""
    sums = np.zeros(size, dtype=np.uint64)
    np.add.at(sums, code, records)
    return sums


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
    order = rows_of_keys(hashes).astype(np.int64)
    if not most or most >= len(order):
        return order
    return np.asarray(order[np.sort(generator(seed, task).choice(len(order), most, replace=False))])
