"""Several releases of one original: whether one nests in another, and what two give away together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.data import Coded, KeySet, Level, Pair
from core.decision.consistency import Check, Status
from core.wording import counted


def check_nesting(inner: Pair, outer: Pair) -> tuple[Check, ...]:
    """Check that a file made from another one shows nothing that the other does not.

    Every value of the inner file (public use) must be a union of values of the outer one (scientific use), and
    its records a subset (SDC Practice Guide, process).

    Parameters
    ----------
    inner, outer : Pair
        Both with the same original.
    """
    about = f"nests in {outer.name}"
    if inner.links is None or outer.links is None:
        return (_unlinked(inner, outer, about),)
    rows, inner_rows, outer_rows = _shared(inner, outer)
    strangers = int(np.sum(inner.links >= 0)) - len(rows)
    checks = []
    if strangers:
        sentence = f"{strangers:,} of its records are not among those of {outer.name}"
        checks.append(Check(inner.name, about, Status.BROKEN, sentence, strangers))
    outer_columns = _columns(outer)
    for name, column in _columns(inner).items():
        if name not in outer_columns:
            sentence = f"{name} is released, which {outer.name} leaves out"
            checks.append(Check(inner.name, about, Status.BROKEN, sentence))
            continue
        checks += _check_column(inner, outer, name, column.take(inner_rows), outer_columns[name].take(outer_rows))
    if checks:
        return tuple(checks)
    sentence = f"all {len(rows):,} records and every value of every variable"
    return (Check(inner.name, about, Status.KEPT, sentence),)


def _check_column(inner: Pair, outer: Pair, name: str, fine: Coded, coarse: Coded) -> list[Check]:
    about = f"nests in {outer.name}"
    shown = int(np.sum(~fine.is_missing() & coarse.is_missing()))
    known = ~fine.is_missing() & ~coarse.is_missing()
    mixed = _split_values(_codes(coarse)[known], _codes(fine)[known])
    values = f"{counted(mixed, 'value', 'values')} of {outer.name} {'is' if mixed == 1 else 'are'}"
    sentences = (
        (shown, f"{name}: {counted(shown, 'value is', 'values are')} shown that {outer.name} suppresses"),
        (mixed, f"{name}: {values} split over several values here"),
    )
    return [Check(inner.name, about, Status.BROKEN, sentence, count) for count, sentence in sentences if count]


def check_together(first: Pair, second: Pair, keyset: KeySet) -> Check:
    """Count the records that are alone with their key values only once two releases are compared.

    Parameters
    ----------
    first, second : Pair
        Both with the same original.
    keyset : KeySet
    """
    about = f"together with {second.name}, key set {keyset.name}"
    if first.links is None or second.links is None:
        return _unlinked(first, second, about)
    rows, first_rows, second_rows = _shared(first, second)
    keys = [_key_codes(pair, keyset, taken) for pair, taken in ((first, first_rows), (second, second_rows))]
    if not len(rows) or not all(k.shape[1] for k in keys):
        return Check(first.name, about, Status.NOT_CHECKED, "not checked: no record or no key variable is in both")
    alone = [_alone(k) for k in keys]
    both = _alone(np.hstack(keys))
    count = int(np.sum(both & ~alone[0] & ~alone[1]))
    if not count:
        return Check(first.name, about, Status.KEPT, "no further record is unique when both are known")
    newly = counted(count, "record is", "records are")
    sentence = f"{newly} unique once both are known, though in neither file by itself"
    return Check(first.name, about, Status.BROKEN, sentence, count)


def _unlinked(first: Pair, second: Pair, about: str) -> Check:
    name = first.name if first.links is None else second.name
    return Check(first.name, about, Status.NOT_CHECKED, f"not checked: records of {name} are not linked")


def _shared(first: Pair, second: Pair) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the original rows that both files have, and where they are in either."""
    assert first.links is not None
    assert second.links is not None
    places = [np.flatnonzero(links >= 0) for links in (first.links, second.links)]
    rows, a, b = np.intersect1d(first.links[places[0]], second.links[places[1]], return_indices=True)
    return rows, places[0][a], places[1][b]


def _columns(pair: Pair) -> dict[str, Coded]:
    return {v.name: v.masked for v in pair.variables if v.masked is not None}


def _codes(column: Coded) -> NDArray[np.int64]:
    """Return (n,) each value's number; -1 where missing."""
    if column.level is not Level.CONTINUOUS:
        return column.values.astype(np.int64)
    _, inverse = np.unique(column.values, return_inverse=True)
    return np.where(column.is_missing(), -1, inverse).astype(np.int64)


def _split_values(outer: NDArray[np.int64], inner: NDArray[np.int64]) -> int:
    """Return how many values of the outer file go with more than one value of the inner one."""
    pairs = np.unique(np.column_stack([outer, inner]), axis=0)
    return int(np.sum(np.unique(pairs[:, 0], return_counts=True)[1] > 1))


def _key_codes(pair: Pair, keyset: KeySet, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    columns = _columns(pair)
    codes = [_codes(columns[name].take(rows)) for name in keyset.variables if name in columns]
    return np.column_stack(codes) if codes else np.zeros((len(rows), 0), dtype=np.int64)


def _alone(keys: NDArray[np.int64]) -> NDArray[np.bool_]:
    _, inverse, counts = np.unique(keys, axis=0, return_inverse=True, return_counts=True)
    return np.asarray(counts[inverse.reshape(-1)] == 1)
