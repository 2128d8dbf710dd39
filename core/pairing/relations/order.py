"""Whether the values of two files go together row by row, more than in any neighbouring order."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data import Store, in_chunks, length, taken, unpacked
from core.pairing.relations.alike import Alike, Codes, counted, present
from core.pairing.relations.rows import SURE
from core.statistics.reproducible import above

AtRows = Callable[[Codes], Codes]

FEWEST_TO_JUDGE = 30
CLEAR = 4.0
"""Standard errors by which equal rows must go together more often than shifted ones."""
SHIFTS = (1, 2, 3, 4, 5, 6, 12)
"""Rows up and down: with files of couples, households of one size or months, every second to twelfth row is alike."""
GROUPS = 20
"""Numbers with more different values are compared by rank."""
MOST_CATEGORIES = 50
"""Texts with more different values are compared by equality."""
MOST_ROWS, BLOCKS = 20_000, 8
"""Of larger files these rows are looked at, in so many blocks."""


def agreeing(variables: Sequence[Alike]) -> list[str]:
    """Return the variables whose values go together row by row.

    For every variable, the masked value is foretold from the original's value of the same row, by the most frequent
    one with it (so that recoded, banded and renumbered values count too) or by rank; then from the rows up and down.
    Files that are merely sorted alike, or of the same pattern, foretell as well from there. Variables that only rise
    or fall say nothing: numbers given in order of entry are the same in any two files.

    Parameters
    ----------
    variables : sequence of Alike
        Of files with equally many records.
    """
    judged = [v for v in variables if not all(map(_is_sorted, v.stores))]
    if not judged:
        return []
    n = length(judged[0].stores[0])
    if n < FEWEST_TO_JUDGE:
        return _agreeing_few(judged)
    rows = _rows(n)
    return [v.name for v in judged if _goes_together(v, rows)]


def _is_sorted(store: Store) -> bool:
    """Whether the codes of a column only rise, or only fall."""
    rising, falling, last = True, True, np.empty(0, dtype=np.int64)
    for _, codes in in_chunks([store]):
        known = np.concatenate((last, present(codes)))
        steps = np.diff(known)
        rising, falling = rising and bool((steps >= 0).all()), falling and bool((steps <= 0).all())
        if not (rising or falling):
            return False
        last = known[-1:]
    return True


def _rows(n: int) -> Codes:
    if n <= MOST_ROWS:
        return np.arange(n)
    length = MOST_ROWS // BLOCKS
    starts = [(n - length) * i // (BLOCKS - 1) for i in range(BLOCKS)]
    return np.concatenate([np.arange(start, start + length) for start in starts])


def _goes_together(v: Alike, rows: Codes) -> bool:
    own, other, how = _compared(v)
    masked = other(rows)
    n = length(v.stores[0])

    def strength(shift: int) -> float:
        return how(own((rows + shift) % n), masked)

    known = int(((own(rows) >= 0) & (masked >= 0)).sum())
    same, first = strength(0), strength(1)
    if known < FEWEST_TO_JUDGE or not above(same, first):
        return False
    shifted = max(first, *(strength(shift) for s in SHIFTS for shift in (s, -s)))
    variance = 1.0 if how is _correlation else max(shifted * (1 - shifted), 1 / known)
    return bool(above(same - shifted, CLEAR * math.sqrt(2 * variance / known)))


def _both(own: Codes, masked: Codes) -> tuple[Codes, Codes]:
    both = (own >= 0) & (masked >= 0)
    return own[both], masked[both]


def _correlation(own: Codes, masked: Codes) -> float:
    """Return Spearman's correlation, from sums of whole numbers; 0 where one of the variables is constant."""
    x, y = _both(own, masked)
    n, sum_x, sum_y = len(x), int(x.sum()), int(y.sum())
    spread = (n * int((x * x).sum()) - sum_x * sum_x) * (n * int((y * y).sum()) - sum_y * sum_y)
    return (n * int((x * y).sum()) - sum_x * sum_y) / math.sqrt(spread) if spread else 0.0


def _equality(own: Codes, masked: Codes) -> float:
    """Return the share of equal cells."""
    x, y = _both(own, masked)
    return int((x == y).sum()) / max(len(x), 1)


def _foretold(own: Codes, masked: Codes) -> float:
    """Return the share of masked values that are the most frequent one with the original's value (Guttman's lambda)."""
    x, y = _both(own, masked)
    if not len(x):
        return 0.0
    height, width = int(x.max()) + 1, int(y.max()) + 1
    table = np.bincount(x * width + y, minlength=height * width).reshape(height, width)
    return int(table.max(axis=1).sum()) / len(x)


def _compared(v: Alike) -> tuple[AtRows, AtRows, Callable[[Codes, Codes], float]]:
    """Return both columns ready to be compared in some rows, and how: by rank, by category, by equality."""
    # numbers of records fit into four bytes: where nearly every record has a number of its own, they are many
    kind: Any = np.int32 if length(v.stores[0]) < 2**31 else np.int64
    counts = [counted(store, v.width).astype(kind) for store in v.stores]
    distinct = max(map(np.count_nonzero, counts))
    if distinct > GROUPS and 2 * len(v.numbers) >= v.width:
        meanings, how = map(_ranks, counts), _correlation
    elif distinct <= MOST_CATEGORIES:
        meanings, how = map(_places, counts), _foretold
    else:
        return _at_rows(v.stores[0]), _at_rows(v.stores[1]), _equality
    own, other = (_at_rows(store, new) for store, new in zip(v.stores, meanings, strict=True))
    return own, other, how


def _at_rows(store: Store, new: NDArray[Any] | None = None) -> AtRows:
    """Return what gives the codes of some rows, or others in their place; -1 stays."""

    def at(rows: Codes) -> Codes:
        codes = unpacked(taken(store, rows))
        return codes if new is None else np.where(codes < 0, -1, new[codes]).astype(np.int64)

    return at


def _places(counts: NDArray[Any]) -> NDArray[Any]:
    """Return codes without gaps."""
    return np.asarray(np.cumsum(counts > 0) - 1)


def _ranks(counts: NDArray[Any]) -> NDArray[Any]:
    """Return the number of records with a lower code, for every code."""
    lower = np.cumsum(counts, dtype=counts.dtype)
    lower -= counts
    return lower


def _agreeing_few(variables: Sequence[Alike]) -> list[str]:
    """Return the variables that are equal in every row, where no random order would show them so."""
    equal = [v for v in variables if np.array_equal(v.original, v.masked) and len(np.unique(v.original)) > 1]
    if not equal:
        return []
    patterns = np.unique(np.column_stack([v.original for v in equal]), axis=0, return_counts=True)[1]
    orders = math.lgamma(len(equal[0].original) + 1) - sum(math.lgamma(count + 1) for count in patterns.tolist())
    return [v.name for v in equal] if above(orders, SURE) else []
