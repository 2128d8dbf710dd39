"""The numbers behind the drill-down: a pair's cross-tables in both files.

Everything here is an aggregate (counts in categories or bins); no value of a record is passed on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.data import Coded, Level, Pair, PairedVariable, category_text
from core.statistics.arrays import Counts
from core.statistics.distributions import Cut, bins
from core.statistics.reproducible import comparable
from core.statistics.tables import frequencies_of

Basis = Literal["recoded", "original"]

MOST_CATEGORIES = 30
"""Categories shown one by one; the rest are counted together."""

MOST_BINS = 12
"""Bins of a continuous variable in a cross-table."""

HISTOGRAM_BINS = 40
"""Most bins of a histogram."""


@dataclass(frozen=True, eq=False)
class PairView:
    """Two variables, cross-tabulated in both files over the same categories or bins.

    Parameters
    ----------
    a, b : str
        The variables in rows and columns.
    row_labels, column_labels : tuple of str, (r,) and (c,)
    original : int array (r, c)
        Records of the original that have both values.
    masked : int array (r, c) or None
        The same of the masked file; None where ``reason`` says why there is none.
    missing_original, missing_masked : int
        Records left out because a value is missing.
    reason : str
    """

    a: str
    b: str
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    original: Counts
    masked: Counts | None
    missing_original: int
    missing_masked: int
    reason: str = ""

    @property
    def n_original(self) -> int:
        """Records counted in the original."""
        return int(self.original.sum())

    @property
    def n_masked(self) -> int:
        """Records counted in the masked file; 0 where there is no table."""
        return 0 if self.masked is None else int(self.masked.sum())

    def of_original(self) -> PairView:
        """Return the table of the original alone, without the categories that only the masked file has."""
        rows, columns = (np.flatnonzero(self.original.sum(axis=axis)) for axis in (1, 0))
        return replace(
            self,
            row_labels=tuple(self.row_labels[i] for i in rows),
            column_labels=tuple(self.column_labels[j] for j in columns),
            original=self.original[np.ix_(rows, columns)],
            masked=None,
        )


@dataclass(frozen=True, eq=False)
class _Categories:
    """Both files' values of one variable as codes into the same labels; -1 is missing."""

    labels: tuple[str, ...]
    original: NDArray[np.int64]
    masked: NDArray[np.int64] | None
    reason: str = ""


def pair_view(pair: Pair, a: str, b: str, basis: Basis = "recoded", cut: Cut = "quantile") -> PairView:
    """Cross-tabulate two variables in both files.

    Parameters
    ----------
    pair : Pair
    a, b : str
        Rows and columns.
    basis : {"recoded", "original"}
        Whether the original is shown after the masked file's recode, or as it is.
    cut : {"quantile", "equal"}
        How continuous variables are binned: at most 12 bins of about equal frequency or of equal width.

    Raises
    ------
    KeyError
        The pair has no such variable.
    """
    rows = _categories(variable_of(pair, a), basis, cut, MOST_BINS)
    columns = _categories(variable_of(pair, b), basis, cut, MOST_BINS)
    shape = len(rows.labels), len(columns.labels)
    original, missing_original = _cross_table(rows.original, columns.original, shape)
    masked, missing_masked = None, 0
    if rows.masked is not None and columns.masked is not None:
        masked, missing_masked = _cross_table(rows.masked, columns.masked, shape)
    return PairView(
        a,
        b,
        rows.labels,
        columns.labels,
        original,
        masked,
        missing_original,
        missing_masked,
        rows.reason or columns.reason,
    )


def variable_of(pair: Pair, name: str) -> PairedVariable:
    """Return the variable with this name; KeyError where there is none."""
    for variable in pair.variables:
        if variable.name == name:
            return variable
    raise KeyError(name)


def _cross_table(rows: NDArray[np.int64], columns: NDArray[np.int64], shape: tuple[int, int]) -> tuple[Counts, int]:
    """Return the (r, c) counts of the complete records, and how many are not complete."""
    complete = (rows >= 0) & (columns >= 0)
    cells = rows[complete] * shape[1] + columns[complete]
    return frequencies_of(cells, shape[0] * shape[1]).reshape(shape), int(np.sum(~complete))


def _categories(variable: PairedVariable, basis: Basis, cut: Cut, bins: int) -> _Categories:
    original = variable.recoded if basis == "recoded" else variable.original
    masked, reason = variable.masked, ""
    if masked is None:
        reason = f"{variable.name} was removed"
    elif variable.problem and basis == "recoded":
        masked, reason = None, f"{variable.name}: {variable.problem}"
    if original.level is Level.CONTINUOUS:
        return _binned(original, masked, reason, cut, bins)
    if masked is not None and masked.level is Level.CONTINUOUS:
        masked, reason = None, f"{variable.name} has categories in the original and numbers in the masked file"
    labels = _union(original.categories, () if masked is None else masked.categories)
    both = _recoded(original, labels), None if masked is None else _recoded(masked, labels)
    meanings = variable.recoded_labels if basis == "recoded" else variable.value_labels
    shown = tuple(category_text(label, meanings) for label in labels)
    return _lumped(_Categories(shown, *both, reason))


def _union(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))


def _recoded(coded: Coded, labels: tuple[str, ...]) -> NDArray[np.int64]:
    """Return the codes of categories as codes into ``labels``."""
    place = {label: i for i, label in enumerate(labels)}
    new = np.array([*(place[c] for c in coded.categories), -1], dtype=np.int64)
    return np.asarray(new[coded.values])


def _lumped(categories: _Categories) -> _Categories:
    """Keep the largest categories in their order; count the rest together."""
    size = len(categories.labels)
    if size <= MOST_CATEGORIES:
        return categories
    share = np.zeros(size)
    for codes in (categories.original, categories.masked):
        if codes is not None:
            share += frequencies_of(codes, size) / max(1, int(np.sum(codes >= 0)))
    kept = np.sort(np.argsort(-comparable(share), kind="stable")[:MOST_CATEGORIES])
    new = np.full(size + 1, MOST_CATEGORIES, dtype=np.int64)
    new[kept], new[size] = np.arange(MOST_CATEGORIES), -1
    labels = (*(categories.labels[i] for i in kept), f"other ({size - MOST_CATEGORIES} categories)")
    masked = None if categories.masked is None else new[categories.masked]
    return _Categories(labels, new[categories.original], masked, categories.reason)


def _binned(original: Coded, masked: Coded | None, reason: str, cut: Cut, most: int) -> _Categories:
    """Bin numbers by edges that depend on the original; masked categories follow as they are."""
    numbers = [c.values.astype(np.float64) for c in (original, masked) if c is not None and c.level is Level.CONTINUOUS]
    known = [values[~np.isnan(values)] for values in numbers]
    chosen = bins(known[0], np.concatenate(known), cut, most)
    codes = chosen.codes(numbers[0])
    if masked is None:
        return _Categories(chosen.labels, codes, None, reason)
    if masked.level is Level.CONTINUOUS:
        return _Categories(chosen.labels, codes, chosen.codes(numbers[1]), reason)
    labels = _union(chosen.labels, masked.categories)
    return _lumped(_Categories(labels, codes, _recoded(masked, labels), reason))
