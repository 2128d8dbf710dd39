"""How many masked records have key values that somebody in the original has: all of them where values are true."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from core.data import Coded, KeySet, KeysFound, Level, PairedVariable
from core.statistics.tables import cell_ids, cells_of

POWERLESS = 0.9
"""Where so many would be found though every variable were shuffled, keys tell nothing: all variables are compared."""
MOST_PATTERNS = 30
"""Missing masked values are looked at in this many patterns, the most frequent ones; each needs a pass of its own."""

Codes = NDArray[np.int64]


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
        Without key sets of which nothing can be compared; over all variables where the keys alone tell nothing.
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
    columns = [shared_codes(v) for v in keys]
    original, masked = (np.column_stack([c[side] for c in columns]) for side in (0, 1))
    shares = [_shares(codes, int(original.max(initial=0)) + 1) for codes in masked.T]
    n, known, by_chance = 0, 0, 0.0
    for rows, observed in _patterns(masked):
        own = _distinct(original[:, observed])
        n += len(rows)
        known += _n_found(own, masked[rows][:, observed])
        by_chance += len(rows) * _chance(own, [shares[i] for i in np.flatnonzero(observed)])
    return KeysFound(tuple(v.name for v in keys), n, known, min(1.0, by_chance / n) if n else 0.0)


def _patterns(masked: Codes) -> list[tuple[Codes, NDArray[np.bool_]]]:
    """Return the rows of each pattern of missing values with the columns observed, the most frequent patterns first."""
    patterns, of_row, counts = np.unique(masked >= 0, axis=0, return_inverse=True, return_counts=True)
    order = np.lexsort((np.arange(len(counts)), -counts))[:MOST_PATTERNS]
    return [(np.flatnonzero(of_row.ravel() == i), patterns[i]) for i in order if patterns[i].any()]


def _distinct(codes: Codes) -> Codes:
    """Return the distinct rows without a missing value, in lexicographic order."""
    rows = codes[cells_of(codes).rows]
    return np.asarray(rows[(rows >= 0).all(axis=1)])


def _chance(own: Codes, shares: Sequence[NDArray[np.float64]]) -> float:
    """Return the share that independent values would have among these combinations."""
    expected = np.ones(len(own))
    for known, share in zip(own.T, shares, strict=True):
        expected *= share[known]
    return float(expected.sum())


def _n_found(own: Codes, masked: Codes) -> int:
    ids, n = cell_ids(np.concatenate([own, masked]))
    known = np.zeros(n, dtype=bool)
    known[ids[: len(own)]] = True
    return int(known[ids[len(own) :]].sum())


def _shares(codes: Codes, width: int) -> NDArray[np.float64]:
    counts = np.bincount(codes[codes >= 0], minlength=width)
    return np.asarray(counts / max(int(counts.sum()), 1))


def shared_codes(variable: PairedVariable) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return original and masked values of a variable as codes of one list; -1 where missing."""
    assert variable.masked is not None
    original, masked = variable.recoded, variable.masked
    values = np.concatenate([_present(original), _present(masked)])
    distinct = np.unique(values)
    return _codes(original, distinct), _codes(masked, distinct)


def shared_code_tables(variables: Iterable[PairedVariable]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the codes (n, d) and (m, d) of both files' records in one or more variables, in their order."""
    original, masked = zip(*map(shared_codes, variables), strict=True)
    return np.column_stack(original), np.column_stack(masked)


def _present(column: Coded) -> NDArray[np.float64]:
    return column.values[~column.is_missing()].astype(np.float64) + 0.0


def _codes(column: Coded, distinct: NDArray[np.float64]) -> NDArray[np.int64]:
    values, present = column.values, ~column.is_missing()
    codes = np.full(len(values), -1, dtype=np.int64)
    codes[present] = np.searchsorted(distinct, values[present].astype(np.float64) + 0.0)
    return codes
