"""Values as codes that are the same in all blocks of a file, or of two: every distinct number is a category."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data import (
    NO_WHOLE,
    Coded,
    Level,
    PackedCodes,
    PackedDecimals,
    Release,
    codes_of,
    distinct_numbers,
    in_chunks,
    places_among,
    ranked_numbers,
    unpacked,
)
from core.statistics.arrays import Floats
from core.statistics.tables import CellNumbers, FilledCells, counted_cells

Codes = NDArray[np.signedinteger[Any]]


@dataclass(frozen=True, eq=False)
class ValueCoding:
    """How the values of a variable are coded, -1 where missing.

    Parameters
    ----------
    size : int
        Codes are -1 to size - 2; not each of them need occur.
    values : float64 array or None
        The numbers that occur, ascending, by whose place they are coded; None of categories.
    divisor, lowest : int
        Of decimals: the code is the number times the divisor, less the lowest one; no divisor (0): they are none.
    """

    size: int
    values: Floats | None = None
    divisor: int = 0
    lowest: int = 0

    def codes(self, column: Coded) -> Codes:
        """Return the codes of some records, in as few bytes as they are held in."""
        store = column.store
        if self.divisor:
            codes = _wholes(store, self.divisor)
            codes -= self.lowest
            codes[store.cells == NO_WHOLE] = -1
            return codes
        return codes_of(store if self.values is None else places_among(store, self.values))


def _wholes(decimals: PackedDecimals, divisor: int) -> NDArray[np.int64]:
    """Return decimals (n,) as whole numbers of a divisor that theirs goes into."""
    wholes = decimals.cells.astype(np.int64)
    wholes *= divisor // decimals.divisor
    return wholes


@dataclass(frozen=True, eq=False)
class KeyCoding:
    """How the keys of one key set are coded.

    Parameters
    ----------
    keys : tuple of str
        Those that the file has.
    codings : tuple of ValueCoding
        Of each.
    lacking : tuple of bool
        Of each: whether some record lacks it.
    numbers : CellNumbers
        How its combinations are numbered.
    """

    keys: tuple[str, ...]
    codings: tuple[ValueCoding, ...]
    lacking: tuple[bool, ...]
    numbers: CellNumbers

    def codes(self, columns: Mapping[str, Coded]) -> list[Codes]:
        """Return the keys of some records as categories, -1 where missing, in as few bytes as they are held in."""
        return [coding.codes(columns[name]) for name, coding in zip(self.keys, self.codings, strict=True)]

    def counted(self, block: Release) -> FilledCells:
        """Count the combinations of some records."""
        return counted_cells(self.codes(block.columns), block.n_records, self.numbers)

    def columns(self, codes: NDArray[np.int32], file: Mapping[str, Coded]) -> dict[str, Coded]:
        """Return codes (m, keys) as columns like those of the file that they were made from."""
        return {
            name: Coded(
                file[name].level,
                code if coding.values is None else np.append(coding.values, np.nan)[code],
                file[name].categories,
            )
            for name, coding, code in zip(self.keys, self.codings, codes.T, strict=True)
        }


def key_coding(columns: Mapping[str, Coded], keys: tuple[str, ...]) -> KeyCoding:
    """Look at all records of some keys, to code them alike in all blocks."""
    values = tuple(_values(columns[name]) for name in keys)
    ends = [_ends(columns[name], numbers) for name, numbers in zip(keys, values, strict=True)]
    codings = tuple(ValueCoding(highest + 2, numbers) for (_, highest), numbers in zip(ends, values, strict=True))
    lacking = tuple(lowest < 0 for lowest, _ in ends)
    return KeyCoding(keys, codings, lacking, CellNumbers(tuple(coding.size for coding in codings)))


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
