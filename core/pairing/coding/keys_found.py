"""How many masked records have key values that somebody in the original has: all of them where values are true."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data import (
    Coded,
    KeySet,
    KeysFound,
    Level,
    PairedVariable,
    Store,
    cells_of,
    codes_counted,
    mapped_codes,
    ranked_numbers,
    unpacked,
)
from core.statistics.tables import cells_of_columns

POWERLESS = 0.9
"""Where so many would be found though every variable were shuffled, keys show nothing: all variables are compared."""
MOST_PATTERNS = 30
"""Missing masked values are looked at in this many patterns, the most frequent ones; each needs a pass of its own."""

Codes = NDArray[np.integer[Any]]
Rows = NDArray[np.int64]


def keys_found(variables: Iterable[PairedVariable], keysets: Sequence[KeySet]) -> dict[str, KeysFound]:
    """Return by key set how many masked records have a combination of key values that the original has.

    Parameters
    ----------
    variables : iterable of PairedVariable
        Those whose masking is declared are left out, and those of which the values cannot be compared.
    keysets : sequence of KeySet

    Returns
    -------
    mapping of str to KeysFound
        Without key sets of which nothing can be compared; over all variables where the keys alone show nothing.
    """
    # by name, so that the order of columns changes no rounding
    usable = {v.name: v for v in sorted(variables, key=lambda v: v.name) if v.masking is None and _coded_alike(v)}
    named = {keyset.name: [v for name, v in usable.items() if name in keyset.variables] for keyset in keysets}
    counted = {name: _count(keys) for name, keys in named.items() if keys}
    if any(one.by_chance > POWERLESS for one in counted.values()):
        whole = _count(list(usable.values()))
        counted = {name: whole if one.by_chance > POWERLESS else one for name, one in counted.items()}
    return {name: one for name, one in counted.items() if one.n}


def _coded_alike(v: PairedVariable) -> bool:
    """Whether values are comparable: also where some of the masked ones are new to the original, and so a problem."""
    if v.masked is None or v.recoded.level is not v.masked.level:
        return False
    return not v.problem or (v.masked.level is not Level.CONTINUOUS and v.recoded.categories == v.masked.categories)


def _count(keys: Sequence[PairedVariable]) -> KeysFound:
    # in few bytes, a variable after the other: a table of all of them would be larger than both files
    columns = [tuple(map(cells_of, packed_shared_codes(v))) for v in keys]
    original, masked = [own for own, _ in columns], [other for _, other in columns]
    shares = [_shares(other, int(own.max(initial=0)) + 1) for own, other in columns]
    n, known, by_chance = 0, 0, 0.0
    for rows, observed in _patterns(masked):
        met_in = [original[i] for i in observed]
        own, met = _distinct_and_met(met_in, [masked[i] for i in observed], rows)
        n += len(rows)
        known += met
        by_chance += len(rows) * _chance(own, [shares[i] for i in observed])
    return KeysFound(tuple(v.name for v in keys), n, known, min(1.0, by_chance / n) if n else 0.0)


def _patterns(masked: Sequence[Codes]) -> Iterator[tuple[Rows, list[int]]]:
    """Yield the rows of each pattern of missing values with the columns observed, the most frequent patterns first."""
    of_row, first = cells_of_columns(((codes >= 0).astype(np.int8) for codes in masked), len(masked[0]))
    counts = np.bincount(of_row, minlength=len(first))
    order = np.lexsort((np.arange(len(counts)), -counts))[:MOST_PATTERNS]
    for pattern in order:
        observed = [column for column, codes in enumerate(masked) if codes[first[pattern]] >= 0]
        if observed:
            yield np.flatnonzero(of_row == pattern), observed


def _distinct_and_met(original: Sequence[Codes], masked: Sequence[Codes], rows: Rows) -> tuple[list[Codes], int]:
    """Return the columns of the original's distinct rows without a missing value, and how many are one of them.

    Those rows are in lexicographic order; counted are these rows of the masked file.
    """
    n = len(original[0])
    below = (np.concatenate((own, other[rows])) for own, other in zip(original, masked, strict=True))
    of_row, first = cells_of_columns(below, n + len(rows))
    # the first row of a cell is one of the original's, if any is; the masked ones have no value missing
    at = np.minimum(first, n - 1)
    known = first < n
    for own in original:
        known &= own[at] >= 0
    return [own[first[known]] for own in original], int(known[of_row[n:]].sum())


def _chance(own: Sequence[Codes], shares: Sequence[NDArray[np.float64]]) -> float:
    """Return the share that independent values would have among these combinations, given by their columns."""
    expected = np.ones(len(own[0]))
    for known, share in zip(own, shares, strict=True):
        expected *= share[known]
    return float(expected.sum())


def _shares(codes: Codes, width: int) -> NDArray[np.float64]:
    counts = np.bincount(codes[codes >= 0], minlength=width)
    return np.asarray(counts / max(int(counts.sum()), 1))


def shared_codes(variable: PairedVariable) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return original and masked values of a variable as codes of one list; -1 where missing."""
    original, masked = packed_shared_codes(variable)
    return np.asarray(unpacked(original), dtype=np.int64), np.asarray(unpacked(masked), dtype=np.int64)


def packed_shared_codes(variable: PairedVariable) -> tuple[Store, Store]:
    """Return what `shared_codes` does, packed: without a number of eight bytes for each record."""
    assert variable.masked is not None
    (own, places), (other, their_places) = map(_ranked, (variable.recoded, variable.masked))
    distinct = np.union1d(own, other)
    return _placed(places, own, distinct), _placed(their_places, other, distinct)


def _ranked(column: Coded) -> tuple[NDArray[np.float64], Store]:
    """Return the values that occur, ascending, and the place of each record's among them, -1 for a missing one."""
    if column.level is Level.CONTINUOUS:
        return ranked_numbers(column.store)
    used = codes_counted(column.store, len(column.categories)) > 0
    return np.flatnonzero(used).astype(np.float64), mapped_codes(
        column.store, np.append(np.where(used, np.cumsum(used) - 1, -1), -1).astype(np.int32)
    )


def _placed(places: Store, own: NDArray[np.float64], distinct: NDArray[np.float64]) -> Store:
    return mapped_codes(places, np.append(np.searchsorted(distinct, own), -1).astype(np.int32))


def shared_code_tables(variables: Iterable[PairedVariable]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the codes (n, d) and (m, d) of both files' records in one or more variables, in their order."""
    original, masked = zip(*map(shared_codes, variables), strict=True)
    return np.column_stack(original), np.column_stack(masked)
