"""A variable of both files as categories: matched by label, numbers on common edges, missing a category of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.data import PACKED_FROM, Coded, Level, Pair, PairedVariable, chunks, counted_numbers
from core.statistics.arrays import Codes, Floats, Integers
from core.statistics.distributions import bins, quantile_classes, quantile_cuts, quantile_cuts_of_counts
from core.statistics.tables import merged_counts
from core.utility.weighting import Weights, record_weights

MISSING = "(missing)"


@dataclass(frozen=True, eq=False)
class Categories:
    """One variable of both files.

    Parameters
    ----------
    name : str
    labels : tuple of str, (c,)
        The last is that of missing values.
    original, masked : int32 arrays (n,), (m,)
        Codes 0 .. c - 1; of a removed variable all masked values are missing.
    """

    name: str
    labels: tuple[str, ...]
    original: Codes
    masked: Codes

    @property
    def size(self) -> int:
        """Number of categories, the one of missing values included."""
        return len(self.labels)

    def counts(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the frequencies (c,) of either file."""
        first, second = (np.bincount(codes, minlength=self.size) for codes in (self.original, self.masked))
        return first.astype(np.int64), second.astype(np.int64)


class PooledCodes(NamedTuple):
    """Codes of p variables of both files, (p, n) and (p, m) int32 or uint8, and the categories of each, (p,)."""

    original: Codes
    masked: Codes
    sizes: Integers


def pooled_categories(pair: Pair, paired: PairedVariable, classes: int) -> Categories:
    """Return a variable for distances: numbers in classes cut at quantiles of both files pooled."""

    def cut(original: Floats, masked: Floats) -> tuple[tuple[str, ...], Codes, Codes]:
        cuts = pooled_cuts(original, masked, classes, record_weights(pair))
        labels = tuple(f"class {i + 1}" for i in range(len(cuts) + 1))
        return labels, quantile_classes(original, cuts), quantile_classes(masked, cuts)

    return _categories(pair, paired, cut)


def pooled_codes(pair: Pair, variables: Sequence[PairedVariable], classes: int) -> PooledCodes:
    """Return p variables for distances, as ``pooled_categories`` codes each; of large files in a byte where it fits."""
    records = pair.original.n_records, pair.masked.n_records
    kind: Any = np.uint8 if max(records) >= PACKED_FROM else np.int32
    codes = [np.empty((len(variables), n), dtype=kind) for n in records]
    sizes = np.zeros(len(variables), dtype=np.int64)
    for i, variable in enumerate(variables):
        cuts = _cuts(pair, variable, classes) if variable.recoded.level is Level.CONTINUOUS else None
        sizes[i] = len(variable.recoded.categories) + 1 if cuts is None else len(cuts) + 2
        if sizes[i] - 1 > np.iinfo(codes[0].dtype).max:
            codes = [of_file.astype(np.int32) for of_file in codes]
        for of_file, coded in zip(codes, _files(pair, variable), strict=True):
            for rows in chunks(len(coded)):
                of_file[i, rows] = _classed(coded.take(rows), cuts)
    return PooledCodes(codes[0], codes[1], sizes)


def _cuts(pair: Pair, paired: PairedVariable, classes: int) -> Floats:
    """Return the cuts of a numeric variable; records that count alike are counted by their values."""
    original, masked = _files(pair, paired)
    if pair.weights is not None:
        before, after = (np.asarray(c.values, dtype=np.float64) for c in (original, masked))
        return pooled_cuts(before, after, classes, record_weights(pair))
    (points, counts), (more, their_counts) = counted_numbers(original.store), counted_numbers(masked.store)
    return quantile_cuts_of_counts(*merged_counts((points, more), (counts, their_counts)), classes)


def _classed(coded: Coded, cuts: Floats | None) -> Codes:
    if cuts is None:
        return codes_with_missing(coded)
    return quantile_classes(np.asarray(coded.values, dtype=np.float64), cuts)


def _files(pair: Pair, paired: PairedVariable) -> tuple[Coded, Coded]:
    return paired.recoded, paired.masked or nothing_of(paired.recoded, pair.masked.n_records)


def pooled_cuts(original: Floats, masked: Floats, classes: int, weights: Weights) -> Floats:
    """Return the inner cuts of the classes of a numeric variable (n,), (m,): quantiles of both files pooled."""
    seen = ~np.isnan(original), ~np.isnan(masked)
    pooled = np.concatenate([original[seen[0]], masked[seen[1]]])
    before, after = weights
    both = None if before is None or after is None else np.concatenate([before[seen[0]], after[seen[1]]])
    return quantile_cuts(pooled, classes, both)


def shown_categories(pair: Pair, paired: PairedVariable, classes: int) -> Categories:
    """Return a variable for tables that people read: numbers in bins at round values, where the original says."""

    def cut(original: Floats, masked: Floats) -> tuple[tuple[str, ...], Codes, Codes]:
        seen = [x[~np.isnan(x)] for x in (original, masked)]
        chosen = bins(seen[0], np.concatenate(seen), "quantile", classes) if len(seen[0]) + len(seen[1]) else None
        labels = chosen.labels if chosen else ()

        def codes(values: Floats) -> Codes:
            places = chosen.codes(values) if chosen else np.full(len(values), -1)
            return np.where(places < 0, len(labels), places).astype(np.int32)

        return labels, codes(original), codes(masked)

    return _categories(pair, paired, cut)


def _categories(
    pair: Pair, paired: PairedVariable, cut: Callable[[Floats, Floats], tuple[tuple[str, ...], Codes, Codes]]
) -> Categories:
    original, masked = _files(pair, paired)
    if original.level is Level.CONTINUOUS:
        labels, first, second = cut(*(np.asarray(c.values, dtype=np.float64) for c in (original, masked)))
        return Categories(paired.name, (*labels, MISSING), first, second)
    return Categories(paired.name, (*original.categories, MISSING), *map(codes_with_missing, (original, masked)))


def codes_with_missing(coded: Coded) -> Codes:
    """Return the categories (n,) of a categorical variable, the missing ones behind the last."""
    values = coded.values
    return np.where(values < 0, np.int32(len(coded.categories)), values).astype(np.int32, copy=False)


def nothing_of(coded: Coded, n: int) -> Coded:
    """Return n missing values: what is left of a removed variable."""
    if coded.level is Level.CONTINUOUS:
        return Coded(coded.level, np.full(n, np.nan))
    return Coded(coded.level, np.full(n, -1, dtype=np.int32), coded.categories)
