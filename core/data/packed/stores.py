"""What columns are held as: arrays, and codes, numbers and decimals in fewer bytes; and looking at them in chunks."""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

PACKED_FROM = 2**16
"""Records from which a column is packed: below, unpacking would cost more than the memory is worth."""

CHUNK = 2**18
"""Records that are looked at or unpacked at once, so that what is made on the way stays small."""

NO_WHOLE = -(2**31)
"""Stands for a missing number among whole ones."""

Floats = NDArray[np.float64]
Store = Any
"""An array, or what it was packed into."""


@dataclass(frozen=True, eq=False)
class PackedCodes:
    """Codes of categories in as few bytes as the largest one needs, -1 for missing.

    Parameters
    ----------
    cells : int8, int16 or int32 array (n,)
    kind : int32 or int64
        What they are unpacked to.
    """

    cells: NDArray[Any]
    kind: Any = np.int32

    def unpack(self, cells: NDArray[Any]) -> NDArray[Any]:
        """Return the values of some of the cells."""
        return np.asarray(cells.astype(self.kind))

    def is_missing(self) -> NDArray[np.bool_]:
        """Return (n,) true where the value is missing."""
        return np.asarray(self.cells < 0)


@dataclass(frozen=True, eq=False)
class PackedNumbers:
    """Numbers as codes of one or two bytes into a table; unpacked float64.

    Parameters
    ----------
    cells : uint8 or uint16 array (n,)
    table : float64 array (k + 1,)
        Ascending, NaN at last; where values were emptied afterwards, NaN in their places too.
    """

    cells: NDArray[Any]
    table: Floats

    def unpack(self, cells: NDArray[Any]) -> Floats:
        """Return the values of some of the cells."""
        return np.asarray(self.table[cells])

    def is_missing(self) -> NDArray[np.bool_]:
        """Return (n,) true where the value is missing."""
        gone = np.isnan(self.table)
        if gone.sum() == gone[-1]:  # to compare is a tenth of looking up
            return np.asarray(self.cells == len(gone) - 1) if gone[-1] else np.zeros(len(self.cells), dtype=bool)
        return np.asarray(gone[self.cells])

    def distinct(self) -> tuple[Floats, NDArray[np.int64]]:
        """Return the numbers that occur, ascending, and the place of each of the table's among them, -1 elsewhere."""
        held = (codes_counted(self.cells, len(self.table)) > 0) & ~np.isnan(self.table)
        return self.table[held], np.where(held, np.cumsum(held) - 1, -1)

    def codes_of_distinct(self) -> tuple[Floats, NDArray[Any]]:
        """Return the numbers that occur, ascending, and the place of each cell's among them, -1 for missing."""
        distinct, place = self.distinct()
        kind, themselves = np.dtype(code_type(len(distinct) - 1)), np.append(np.arange(len(distinct)), -1)
        shared = kind.itemsize == self.cells.itemsize and np.array_equal(place, themselves)
        if shared and not self.is_missing().any():  # the cells are these codes already
            return distinct, self.cells.view(kind)
        return distinct, place.astype(kind)[self.cells]


@dataclass(frozen=True, eq=False)
class PackedDecimals:
    """Numbers of few decimals as whole numbers; unpacked float64.

    A decimal is the float nearest to it, and so is the quotient of two whole numbers: both are the same.

    Parameters
    ----------
    cells : int32 array (n,)
        ``NO_WHOLE`` where missing.
    divisor : int
    """

    cells: NDArray[np.int32]
    divisor: int

    def unpack(self, cells: NDArray[Any]) -> Floats:
        """Return the values of some of the cells."""
        values = cells / np.float64(self.divisor)
        values[cells == NO_WHOLE] = np.nan
        return np.asarray(values)

    def is_missing(self) -> NDArray[np.bool_]:
        """Return (n,) true where the value is missing."""
        return np.asarray(self.cells == NO_WHOLE)


@dataclass(frozen=True, eq=False)
class Translated:
    """Cells that another column holds, with another meaning: they lie in memory once.

    Parameters
    ----------
    cells : array of whole numbers (n,)
    meanings : int64 array (k,)
        What each stands for, -1 for missing; the last one is that of -1.
    """

    cells: NDArray[Any]
    meanings: NDArray[np.int64]

    def unpack(self, cells: NDArray[Any]) -> NDArray[np.int64]:
        """Return the values of some of the cells."""
        return np.asarray(self.meanings[cells])

    def is_missing(self) -> NDArray[np.bool_]:
        """Return (n,) true where the value is missing."""
        return np.asarray((self.meanings < 0)[self.cells])


@dataclass(frozen=True)
class RowByRow:
    """Links of files that are next to each other row by row: nothing needs to be stored.

    Parameters
    ----------
    n_records : int
    """

    n_records: int


Packed = PackedCodes | PackedNumbers | PackedDecimals | Translated


def unpacked(store: Store) -> NDArray[Any]:
    """Return the array that a store stands for; the same one as long as somebody holds it."""
    if isinstance(store, np.ndarray):
        return store
    seen = _SEEN.get(id(store))
    array = None if seen is None or seen[0]() is not store else seen[1]()
    if array is None:
        array = _whole(store)
        _remember(store, array)
    return array


_SEEN: dict[int, tuple[weakref.ref[Any], weakref.ref[NDArray[Any]]]] = {}
"""By identity of a packed column: itself, and the array which it was last unpacked into."""


def _remember(store: Packed | RowByRow, array: NDArray[Any]) -> None:
    key = id(store)
    _SEEN[key] = weakref.ref(store, lambda _: _SEEN.pop(key, None)), weakref.ref(array)


def _whole(store: Packed | RowByRow) -> NDArray[Any]:
    if isinstance(store, RowByRow):
        return np.arange(store.n_records, dtype=np.int64)
    if isinstance(store, PackedCodes):
        return store.unpack(store.cells)
    values = np.empty(len(store.cells), store.meanings.dtype if isinstance(store, Translated) else np.float64)
    for rows in chunks(len(values)):
        values[rows] = store.unpack(store.cells[rows])
    return values


def chunks(n: int) -> Iterator[slice]:
    """Return the rows of the chunks of a column."""
    return (slice(start, start + CHUNK) for start in range(0, n, CHUNK))


def in_chunks(parts: Sequence[Store]) -> Iterator[tuple[slice, NDArray[Any]]]:
    """Yield the values of parts that stand one below the other in chunks, and the rows where they stand."""
    start = 0
    for part in parts:
        cells = cells_of(part)
        for rows in chunks(len(cells)):
            chunk = cells[rows] if part is cells else part.unpack(cells[rows])
            yield slice(start, start + len(chunk)), chunk
            start += len(chunk)


def largest_in(store: Store) -> float:
    """Return the largest value without its sign; 0 where there is none, or all are missing."""
    return max((float(np.nanmax(np.abs(chunk), initial=0.0)) for _, chunk in in_chunks((store,))), default=0.0)


def length(store: Store) -> int:
    """Return the number of records."""
    return len(store if isinstance(store, np.ndarray) else store.cells)


def taken(store: Store, rows: NDArray[np.int64] | slice) -> Store:
    """Return some of the records, packed alike; those of a slice share the memory."""
    return store[rows] if isinstance(store, np.ndarray) else replace(store, cells=store.cells[rows])


def cells_of(store: Store) -> NDArray[Any]:
    """Return the array in memory."""
    return store if isinstance(store, np.ndarray) else store.cells


def codes_of(store: Store) -> NDArray[Any]:
    """Return codes in as few bytes as they are held in."""
    return store.cells if isinstance(store, PackedCodes) else unpacked(store)


def contents(store: Store) -> Iterator[bytes | memoryview]:
    """Yield all that a column holds, as it is held: what a digest of it is made of."""
    parts = [store] if isinstance(store, np.ndarray) else [getattr(store, part.name) for part in fields(store)]
    yield type(store).__name__.encode()
    for part in parts:
        if isinstance(part, np.ndarray):
            yield f"{part.dtype} {part.shape}".encode()
            yield np.ascontiguousarray(part).data
        else:
            yield repr(part).encode()


def missing_in(store: Store) -> NDArray[np.bool_]:
    """Return (n,) true where a number is NaN or a code is -1."""
    if not isinstance(store, np.ndarray):
        return store.is_missing()  # type: ignore[no-any-return]
    return np.isnan(store) if store.dtype.kind == "f" else np.asarray(store < 0)


def codes_counted(store: Store, width: int) -> NDArray[np.int64]:
    """Return how many records have each of the codes 0 to ``width`` - 1, or more where codes are larger."""
    cells = cells_of(store)
    if cells.dtype.itemsize == 1:  # as a byte -1 is the last number, and nothing has to be added to each
        counts = np.zeros(256, dtype=np.int64)
        for rows in chunks(len(cells)):
            counts += np.bincount(cells[rows].view(np.uint8), minlength=256)
        highest = np.flatnonzero(counts[: 256 - (cells.dtype.kind == "i")]).max(initial=-1) + 1
        return np.append(counts[:highest], np.zeros(max(width - highest, 0), dtype=np.int64))
    counts = np.zeros(width + 1, dtype=np.int64)
    for rows in chunks(len(cells)):
        more = np.bincount(cells[rows].astype(np.int64) + 1, minlength=len(counts))
        more[: len(counts)] += counts
        counts = more
    return counts[1:]


def code_type(largest: int) -> Any:
    """Return the smallest type of whole numbers for codes up to this one, and -1."""
    kinds = (np.int8, np.int16, np.int32, np.int64)
    return next(kind for kind in kinds if largest <= np.iinfo(kind).max)


def no_numbers(n: int) -> Store:
    """Return the numbers of a column that holds none."""
    return np.full(n, np.nan) if n < PACKED_FROM else PackedNumbers(np.zeros(n, dtype=np.uint8), np.array([np.nan]))
