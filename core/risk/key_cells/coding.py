"""Keys as codes that are the same in all blocks of a file: of a continuous key every distinct value is a category."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data import (
    Coded,
    Level,
    PackedCodes,
    Release,
    Store,
    cells_of,
    distinct_numbers,
    in_chunks,
    places_among,
    ranked_numbers,
    unpacked,
)
from core.statistics.arrays import Floats
from core.statistics.tables import CellNumbers, CellTable, counted_cells

Codes = NDArray[np.signedinteger[Any]]


@dataclass(frozen=True)
class KeyCoding:
    """How the keys of one key set are coded.

    Parameters
    ----------
    keys : tuple of str
        Those that the file has.
    values : tuple of (float64 array or None)
        Of each: the numbers that occur, ascending; None of one that is categories already.
    lacking : tuple of bool
        Of each: whether some record lacks it.
    numbers : CellNumbers
        How its combinations are numbered.
    """

    keys: tuple[str, ...]
    values: tuple[Floats | None, ...]
    lacking: tuple[bool, ...]
    numbers: CellNumbers

    def codes(self, columns: Mapping[str, Coded]) -> list[Codes]:
        """Return the keys of some records as categories, -1 where missing, in as few bytes as they are held in."""
        return [
            _cells(columns[name].store if values is None else places_among(columns[name].store, values))
            for name, values in zip(self.keys, self.values, strict=True)
        ]

    def counted(self, block: Release) -> CellTable:
        """Count the combinations of some records."""
        return counted_cells(self.codes(block.columns), block.n_records, self.numbers)

    def columns(self, codes: NDArray[np.int32], file: Mapping[str, Coded]) -> dict[str, Coded]:
        """Return codes (m, keys) as columns like those of the file that they were made from."""
        return {
            name: Coded(
                file[name].level, code if values is None else np.append(values, np.nan)[code], file[name].categories
            )
            for name, values, code in zip(self.keys, self.values, codes.T, strict=True)
        }


def key_coding(columns: Mapping[str, Coded], keys: tuple[str, ...]) -> KeyCoding:
    """Look at all records of some keys, to code them alike in all blocks."""
    values = tuple(_values(columns[name]) for name in keys)
    ends = [_ends(columns[name], numbers) for name, numbers in zip(keys, values, strict=True)]
    sizes = tuple(highest + 2 for _, highest in ends)
    return KeyCoding(keys, values, tuple(lowest < 0 for lowest, _ in ends), CellNumbers(sizes))


def key_codes(columns: Mapping[str, Coded], keys: tuple[str, ...], n_records: int) -> NDArray[np.int32]:
    """Return (n, m) the keys as categories, -1 where missing; of a continuous key every distinct value is one."""
    codes = np.empty((n_records, len(keys)), dtype=np.int32, order="F")
    for position, column in enumerate(key_coding(columns, keys).codes(columns)):
        codes[:, position] = column
    return codes


def categories(column: Coded) -> NDArray[np.int32]:
    """Return the codes of a variable; of a continuous one the rank of each distinct value, -1 where missing."""
    if column.level is not Level.CONTINUOUS:
        return column.values.astype(np.int32, copy=False)
    _, ranks = ranked_numbers(column.store)
    return unpacked(ranks).astype(np.int32, copy=False)


def _values(column: Coded) -> Floats | None:
    return distinct_numbers(column.store) if column.level is Level.CONTINUOUS else None


def _ends(column: Coded, values: Floats | None) -> tuple[int, int]:
    """Return the lowest and the highest code of a column: -1 is that of a missing value."""
    if values is not None:
        return -1 if column.is_missing().any() else 0, len(values) - 1
    held = column.store
    lowest, highest = 0, -1
    for chunk in [held.cells] if isinstance(held, PackedCodes) else (chunk for _, chunk in in_chunks((held,))):
        lowest = int(chunk.min(initial=lowest))
        highest = int(chunk.max(initial=highest))
    return lowest, highest


def _cells(store: Store) -> Codes:
    return cells_of(store) if isinstance(store, PackedCodes) else unpacked(store)
