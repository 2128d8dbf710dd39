"""The variables of both files in the same whole numbers, whatever format and digits each file was written with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.data import (
    CHUNK,
    Column,
    Microdata,
    PackedCodes,
    PackedDecimals,
    PackedNumbers,
    Store,
    Translated,
    cells_of,
    code_type,
    codes_counted,
    distinct_numbers,
    in_chunks,
    length,
    packed_codes,
    ranked_numbers,
    store_of,
    stored_packed,
    unpacked,
)
from core.pairing.coding.columns import NO_LABELS, number_of, observed
from core.pairing.coding.inference import CELLS_EACH
from core.pairing.coding.missing_tokens import missing_tokens
from core.pairing.coding.near_numbers import are_whole, near_numbers
from core.pairing.coding.notation import same_notation
from core.pairing.coding.value_labels import same_codes
from core.statistics.arrays import Floats
from core.statistics.ordering import value_codes

Codes = NDArray[np.int64]
Numbers = PackedNumbers | PackedDecimals

UNKNOWN = -2
"""Marks a code that was not met yet."""
SMALL_RANGE = 4
"""Whole numbers over a range of up to this many times the number of records are codes by themselves."""


@stored_packed(original=packed_codes, masked=packed_codes)
@dataclass(frozen=True, eq=False)
class Alike:
    """One variable of both files in the same codes.

    Parameters
    ----------
    name : str
        Of the original.
    original, masked : int64 arrays (n,), (m,)
        Codes of 0 to ``width`` - 1, numbers in ascending order before texts; -1: empty.
    width : int
    numbers : float64 array (n_numbers,)
        What the codes that are numbers stand for, ascending.
    other_reasons : bool
        Values are missing for other reasons, or reasons were merged: the codes for them do not occur as often.
    """

    name: str
    original: Codes
    masked: Codes
    width: int
    numbers: Floats
    other_reasons: bool = False

    @property
    def stores(self) -> tuple[Store, Store]:
        """The codes of both files as they are packed."""
        return store_of(self, "original"), store_of(self, "masked")

    @property
    def all_numbers(self) -> bool:
        """Whether every cell of both files that holds anything holds a number."""
        return all(bool((codes < len(self.numbers)).all()) for codes in (self.original, self.masked))

    @property
    def all_texts(self) -> bool:
        """Whether every cell of both files that holds anything holds a text."""
        return all(bool((present(codes) >= len(self.numbers)).all()) for codes in (self.original, self.masked))

    def take(self, original_rows: Codes, masked_rows: Codes) -> Alike:
        """Return the variable with only these records of either file."""
        return replace(self, original=self.original[original_rows], masked=self.masked[masked_rows])


def present(codes: Codes) -> Codes:
    """Return the codes of the cells that hold anything."""
    return codes[codes >= 0]


def equal_rows(v: Alike) -> NDArray[np.bool_]:
    """Return (n,) whether the cells of the same row are equal, in files of equal length."""
    return np.concatenate(list(_equal_chunks(v))) if length(v.stores[0]) else np.zeros(0, dtype=bool)


def is_equal(v: Alike) -> bool:
    """Whether all cells of the same row are equal, in files of equal length."""
    return all(bool(equal.all()) for equal in _equal_chunks(v))


def _equal_chunks(v: Alike) -> Iterator[NDArray[np.bool_]]:
    return (own == other for own, other in _paired_chunks(v))


def _paired_chunks(v: Alike) -> Iterator[tuple[Codes, Codes]]:
    for (_, own), (_, other) in zip(*(in_chunks([store]) for store in v.stores), strict=True):
        yield own, other


def is_renamed(v: Alike) -> bool:
    """Whether every category has one other code, row by row, so that nothing of it is hidden.

    Among as many values as records any two variables would seem so: there must be few, and not all of one cell.
    """
    own, theirs = (_n_distinct(store, v.width) for store in v.stores)
    if own != theirs or CELLS_EACH * own > length(v.stores[0]):
        return False
    new = np.full(v.width + 1, UNKNOWN, dtype=np.int64)
    for codes, others in _paired_chunks(v):
        known = new[codes]
        new[codes] = others
        if ((known != UNKNOWN) & (known != others)).any() or (new[codes] != others).any():
            return False
    return len(np.unique(new[new != UNKNOWN])) == theirs


def _n_distinct(store: Store, width: int) -> int:
    """Return how many codes occur, -1 among them."""
    counts = counted(store, width)
    return int(np.count_nonzero(counts)) + int(counts.sum() < length(store))


def counted(store: Store, width: int) -> Codes:
    """Return (width,) how often each code occurs."""
    counts = np.zeros(width + 1, dtype=np.int64)
    for _, codes in in_chunks([store]):
        if width > CHUNK:
            np.add.at(counts, codes, 1)  # -1 is at the end
        else:
            counts += np.bincount(np.where(codes < 0, width, codes), minlength=width + 1)
    return counts[:-1]


def alike(name: str, their_name: str, original: Microdata, masked: Microdata, missing: Sequence[str]) -> Alike:
    """Return a variable of both files in the same codes.

    What is the same value is for `same_notation` to say, as where variables are paired; beyond that, other words for a
    missing value and numbers written with fewer decimals are the same.

    Parameters
    ----------
    name, their_name : str
        In the original and in the masked file.
    original, masked : Microdata
    missing : sequence of str
        Missing codes of the variable.
    """
    labels = original.value_labels.get(name, NO_LABELS), masked.value_labels.get(their_name, NO_LABELS)
    gone = {*missing, *original.user_missing.get(name, ()), *masked.user_missing.get(their_name, ())}
    ours = original.columns[name]
    theirs, _ = same_codes(ours, masked.columns[their_name], *labels)
    other_reasons = _reasons(ours, gone) != _reasons(theirs, gone)
    own, theirs = _without(ours, gone, original.n_records), _without(theirs, gone, masked.n_records)
    own, theirs, _ = same_notation(own, theirs, digits=False)
    return replace(_coded(name, own, theirs), other_reasons=other_reasons)


def _reasons(column: Column, gone: set[str]) -> list[int]:
    """Return how many cells each code for a missing value has, empty cells too: however the codes are written."""
    kept = gone | set(missing_tokens(column.labels))
    texts = codes_counted(column.code_store, len(column.labels)).tolist() if column.code_store is not None else []
    by_label = list(zip(column.labels, texts, strict=False))
    empty = int(column.is_empty().sum()) + sum(n for label, n in by_label if not label.strip())
    counts = [n for label, n in by_label if label in kept]
    numbers = [value for value in map(number_of, gone) if value is not None]
    if numbers and column.number_store is not None:
        counts += [sum(int((c == x).sum()) for _, c in in_chunks([column.number_store])) for x in numbers]
    return sorted(n for n in (*counts, empty) if n)


def _without(column: Column, gone: set[str], n_records: int) -> Column:
    return observed(column, gone | set(missing_tokens(column.labels)), n_records)


def _coded(name: str, own: Column, other: Column) -> Alike:
    codes: Store
    other_codes: Store
    stores = own.number_store, other.number_store
    if isinstance(stores[0], PackedNumbers | PackedDecimals) and isinstance(stores[1], PackedNumbers | PackedDecimals):
        codes, other_codes, numbers = _translated(*stores)
    else:
        few, their_few, numbers = _number_codes(own.number_cells(), other.number_cells())
        codes, other_codes = (PackedCodes(each, np.int64) for each in (few, their_few))
    n = len(numbers)
    place = {text: i for i, text in enumerate(sorted({*own.labels, *other.labels}))}
    both = _with_texts(own, codes, place, n), _with_texts(other, other_codes, place, n)
    return Alike(name, *both, n + len(place), numbers)


def _with_texts(column: Column, codes: Store, place: Mapping[str, int], n_numbers: int) -> Store:
    """Return the codes of a column's numbers with those of its texts, which stand behind the numbers."""
    store = column.code_store
    if store is None:
        return codes
    text = np.fromiter((n_numbers + place[label] for label in column.labels), np.int64, len(column.labels))
    if isinstance(store, PackedCodes) and not len(column.distinct_numbers()):
        return Translated(store.cells, np.append(text, -1))
    texts = np.append(text, -1)[column.codes]
    return np.where(texts < 0, unpacked(codes), texts)


def _number_codes(own: Floats, other: Floats, n_records: int = 0) -> tuple[Codes, Codes, Floats]:
    """Return the codes of both files' numbers, -1 elsewhere, and the number of every code.

    Parameters
    ----------
    own, other : float64 arrays
    n_records : int
        Of both files together, where numbers that several records have are given once.
    """
    ends = [(np.nanmin(each), np.nanmax(each)) for each in (own, other) if not np.isnan(each).all()]
    low, high = (min(e[0] for e in ends), max(e[1] for e in ends)) if ends else (0.0, -1.0)
    n = max(n_records, len(own) + len(other))
    if high - low < SMALL_RANGE * n and all(map(are_whole, (own, other))):
        kind = code_type(int(high - low))
        ours, theirs = (np.where(np.isnan(each), -1, each - low).astype(kind) for each in (own, other))
        return ours, theirs, np.arange(low, high + 1)
    distinct = _distinct_of_both(own, other)
    codes = [_places_among(distinct, each) for each in (own, other)]
    if not are_whole(distinct):
        same = _same_numbers(distinct, *(_held(each, distinct) for each in codes))
        if same is not None:
            codes = [np.append(same, -1).astype(codes[0].dtype)[each] for each in codes]
    return codes[0], codes[1], distinct


def _distinct_of_both(own: Floats, other: Floats) -> Floats:
    """Return the numbers of both files, ascending; in chunks, so that little else is in memory."""
    first: Floats
    second: Floats
    first, second = (distinct_numbers(each) for each in (own, other))
    if not len(first):
        return second
    new = np.concatenate([_not_among(first, chunk) for _, chunk in in_chunks([second])] or [second])
    return np.insert(first, np.searchsorted(first, new), new) if len(new) else first


def _not_among(distinct: Floats, values: Floats) -> Floats:
    known: Floats = distinct[np.minimum(np.searchsorted(distinct, values), len(distinct) - 1)]
    new: Floats = values[known != values]
    return new


def _places_among(distinct: Floats, values: Floats) -> Codes:
    places: Codes = np.empty(len(values), dtype=code_type(len(distinct)))
    for rows, chunk in in_chunks([values]):
        few = value_codes(chunk)  # in ascending order they are looked up fast; a missing one is the last
        places[rows] = np.append(np.searchsorted(distinct, few.distinct), -1)[few.codes]
    return places


def _translated(own: Numbers, other: Numbers) -> tuple[Store, Store, Floats]:
    """Return what `_number_codes` does, from the distinct numbers of both files and how often they occur."""
    # each distinct number is a record here: what is found of it holds for all that have it
    (ours, places), (theirs, their_places) = ranked_numbers(own), ranked_numbers(other)
    few, their_few, numbers = _number_codes(ours, theirs, length(own) + length(other))
    meanings = np.append(few, -1), np.append(their_few, -1)
    return Translated(cells_of(places), meanings[0]), Translated(cells_of(their_places), meanings[1]), numbers


def _held(codes: Codes, distinct: Floats) -> NDArray[np.bool_]:
    present = np.zeros(len(distinct) + 1, dtype=bool)  # -1 is at the end
    present[codes] = True
    return present[:-1]


def _same_numbers(distinct: Floats, in_own: NDArray[np.bool_], in_other: NDArray[np.bool_]) -> Codes | None:
    """Return the code of every number: that of the number of the other file which it is; None: each has its own."""
    if not in_own.any() or not (in_other & ~in_own).any():
        return None
    own, other = np.flatnonzero(in_own), np.flatnonzero(in_other)
    near = near_numbers(distinct[own], distinct[other], rounded=True)
    if near is None:
        return None
    codes = np.arange(len(distinct), dtype=np.int64)
    if near.finer:
        codes[other] = own[near.ours]
    else:
        codes[own[near.met]] = other[near.theirs[near.met]]
    return codes
