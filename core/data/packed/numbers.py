"""Numbers packed: as codes into a table where few differ, as whole numbers where they have few decimals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from core.data.packed.stores import (
    CHUNK,
    NO_WHOLE,
    PACKED_FROM,
    Floats,
    PackedCodes,
    PackedDecimals,
    PackedNumbers,
    Store,
    cells_of,
    chunks,
    code_type,
    in_chunks,
    length,
    unpacked,
)

MOST_DISTINCT = 2**16 - 1
"""Different numbers that a code of two bytes can stand for, beside a missing one."""

DIVISORS = tuple(10**places for places in range(7))
"""Numbers of up to six decimals are packed as whole numbers."""

LOOKED_AT = 100
"""So many numbers are looked at before all of them are."""

SAMPLE, MOST_ALIKE = 4096, 4060
"""Of so many numbers more differ than would where a code of two bytes is enough (3,968 if all were as frequent)."""

SMALL_RANGE = 4
"""Whole numbers over a range of up to this many times as many as there are need not be sorted."""

LARGEST_WHOLE = 2**31 - 1


def without_numbers(store: Store, values: Collection[float]) -> Store:
    """Return numbers with those of these values missing."""
    if isinstance(store, PackedNumbers):
        return replace(store, table=np.where(np.isin(store.table, list(values)), np.nan, store.table))
    numbers = unpacked(store)
    return packed_numbers(np.where(np.isin(numbers, list(values)), np.nan, numbers))


def distinct_numbers(store: Store) -> Floats:
    """Return the numbers that occur, ascending."""
    if isinstance(store, PackedNumbers):
        return store.distinct()[0]
    if isinstance(store, PackedDecimals):
        return store.unpack(distinct_cells(store))
    present = store[~np.isnan(store)]
    present += 0.0
    present.sort()
    return _each_once(present)


def ranked_numbers(store: Store) -> tuple[Floats, Store]:
    """Return the numbers that occur, ascending, and the place of each cell's among them, -1 for missing."""
    if isinstance(store, PackedNumbers):
        distinct, codes = store.codes_of_distinct()
        return distinct, PackedCodes(codes)
    if isinstance(store, PackedDecimals):
        return store.unpack(known := distinct_cells(store)), PackedCodes(_places_of(store.cells, known))
    codes, present = np.full(len(store), -1, dtype=np.int64), ~np.isnan(store)
    distinct, codes[present] = np.unique(store[present] + 0.0, return_inverse=True)
    return distinct, codes


def places_among(store: Store, distinct: Floats) -> Store:
    """Return the place of each cell's number among some that ascend, which hold all that occur; -1 for missing."""
    if isinstance(store, PackedNumbers):
        places = np.where(np.isnan(store.table), -1, np.searchsorted(distinct, store.table))
        return PackedCodes(places.astype(code_type(len(distinct)))[store.cells])
    few, each = np.unique(cells_of(store), return_inverse=True)  # ascending, they are looked up fast
    few = store.unpack(few) if isinstance(store, PackedDecimals) else few
    places = np.where(np.isnan(few), -1, np.searchsorted(distinct, few)).astype(code_type(len(distinct)))[each]
    return PackedCodes(places) if isinstance(store, PackedDecimals) else places


def _places_of(cells: NDArray[np.int32], known: NDArray[np.int32]) -> NDArray[Any]:
    places = np.empty(len(cells), dtype=code_type(len(known)))
    for rows in chunks(len(places)):
        few, each = np.unique(cells[rows], return_inverse=True)  # ascending, they are looked up fast
        places[rows] = np.where(few == NO_WHOLE, -1, np.searchsorted(known, few))[each]
    return places


def distinct_cells(store: PackedDecimals) -> NDArray[np.int32]:
    """Return the whole numbers that occur, ascending, those of missing cells left out."""
    # np.unique would look each up in a table of its own: 17 times as long for millions of them
    wholes = _each_once(np.sort(store.cells))
    return np.asarray(wholes[wholes != NO_WHOLE])


def _each_once(ascending: NDArray[Any]) -> NDArray[Any]:
    return ascending[np.append(True, ascending[1:] != ascending[:-1])] if len(ascending) else ascending


def packed_numbers(values: Store) -> Store:
    """Return numbers (NaN for missing) in as few bytes as give back the same ones; as they are where none do."""
    return packed_parts([values]) if isinstance(values, np.ndarray) and values.dtype == np.float64 else values


def packed_parts(parts: Sequence[Store]) -> Store:
    """Return numbers that are in several parts, one below the other, as `packed_numbers` does; at least one part."""
    n = sum(map(length, parts))
    if n < PACKED_FROM or any(np.signbit(chunk[chunk == 0]).any() for _, chunk in in_chunks(parts)):
        return _joined(parts, n)  # a table and a whole number know one zero only
    table = _table_of(parts, n)
    if table is not None:
        return _in_table(parts, n, table)
    divisor = _divisor_of(parts)
    return _joined(parts, n) if divisor is None else _as_decimals(parts, n, divisor)


def numbers_by_code(codes: NDArray[Any], values: Floats) -> Store:
    """Return numbers given by codes.

    Parameters
    ----------
    codes : array of whole numbers (n,)
        Which of the values each is; -1: missing.
    values : float64 array (k,)
        In any order; NaN for those that are missing.
    """
    values = np.append(values, np.nan)
    if len(codes) < PACKED_FROM or len(values) > MOST_DISTINCT or np.signbit(values[values == 0]).any():
        return packed_numbers(values[codes])
    table = np.append(np.unique(values[~np.isnan(values)]), np.nan)
    return PackedNumbers(np.searchsorted(table, values).astype(_table_code(table))[codes], table)


def _joined(parts: Sequence[Store], n: int) -> Floats:
    if len(parts) == 1 and isinstance(parts[0], np.ndarray):
        return parts[0]
    values = np.empty(n)
    for rows, chunk in in_chunks(parts):
        values[rows] = chunk
    return values


def _table_of(parts: Sequence[Store], n: int) -> Floats | None:
    """Return the distinct numbers, ascending, NaN at last; None where they are too many."""
    table = np.empty(0)
    if _nearly_all_differ(next((c for _, c in in_chunks(parts)), table)):
        return None
    for part in parts:
        for chunk in [part.table] if isinstance(part, PackedNumbers) else (c for _, c in in_chunks([part])):
            table = np.union1d(table, _distinct(chunk[~np.isnan(chunk)]))
            if len(table) > min(MOST_DISTINCT, n // 4):
                return None
    return np.append(table, np.nan)


def _nearly_all_differ(chunk: Floats) -> bool:
    """Whether a sample shows without much sorting that a table would be too large."""
    few = chunk[:: max(1, len(chunk) // SAMPLE)][:SAMPLE]
    few = few[~np.isnan(few)]
    return len(few) == SAMPLE and len(np.unique(few)) > MOST_ALIKE


def _distinct(present: Floats) -> Floats:
    """Return the distinct numbers, ascending."""
    low, high = (present.min(), present.max()) if len(present) else (0.0, 0.0)
    if high - low < SMALL_RANGE * len(present) and (present == np.floor(present)).all():
        held = np.zeros(int(high - low) + 1, dtype=bool)
        held[(present - low).astype(np.int64)] = True
        return np.asarray(np.flatnonzero(held) + low)
    return np.unique(present)


def _places(table: Floats) -> Callable[[Floats], NDArray[Any]]:
    """Return what gives the place of each number of the table; NaN is at its end."""
    known, last = table[:-1], len(table) - 1
    small = len(known) and known[-1] - known[0] < SMALL_RANGE * CHUNK and (known == np.floor(known)).all()
    if not small:
        return lambda chunk: np.searchsorted(table, chunk)
    low, width = known[0], int(known[-1] - known[0]) + 1
    place = np.full(width + 1, last)
    place[(known - low).astype(np.int64)] = np.arange(last)
    return lambda chunk: place[np.where(np.isnan(chunk), width, chunk - low).astype(np.int64)]


def _table_code(table: Floats) -> Any:
    return np.uint8 if len(table) <= np.iinfo(np.uint8).max + 1 else np.uint16


def _in_table(parts: Sequence[Store], n: int, table: Floats) -> PackedNumbers:
    cells = np.empty(n, dtype=_table_code(table))
    places, start = _places(table), 0
    for part in parts:
        rows = slice(start, start + length(part))
        start = rows.stop
        if isinstance(part, PackedNumbers):
            cells[rows] = places(part.table).astype(cells.dtype)[part.cells]
            continue
        for inside, chunk in in_chunks([part]):
            cells[rows][inside] = places(chunk)
    return PackedNumbers(cells, table)


def _divisor_of(parts: Sequence[Store]) -> int | None:
    """Return by what whole numbers must be divided to give these; None where nothing does."""
    divisor: int | None = DIVISORS[0]
    for _, chunk in in_chunks(parts):
        divisor = next((d for d in DIVISORS if d >= cast(int, divisor) and _fits(chunk, d)), None)
        if divisor is None:
            return None
    return divisor


def _as_decimals(parts: Sequence[Store], n: int, divisor: int) -> Store:
    cells = np.empty(n, dtype=np.int32)
    for rows, chunk in in_chunks(parts):
        if not _fits(chunk, divisor):  # large numbers before the first one with decimals
            return _joined(parts, n)
        with np.errstate(invalid="ignore"):
            cells[rows] = np.where(np.isnan(chunk), NO_WHOLE, np.rint(chunk * divisor))
    return PackedDecimals(cells, divisor)


def _fits(chunk: Floats, divisor: int) -> bool:
    present = chunk[~np.isnan(chunk)]
    return all(_are_quotients(some, divisor) for some in (present[:LOOKED_AT], present))


def _are_quotients(values: Floats, divisor: int) -> bool:
    with np.errstate(over="ignore"):
        scaled = np.rint(values * divisor)
    return bool((np.abs(scaled) <= LARGEST_WHOLE).all() and (scaled / divisor == values).all())
