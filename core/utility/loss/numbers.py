"""The variables that are numbers in both files, side by side; and records next to those they come from."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from core.data import Coded, Level, Pair, Store, in_chunks
from core.statistics.arrays import Floats
from core.tables import Weights, record_weights
from core.utility.compared_variables import ComparedVariables, Said, comparison_notices, leaving_out, without

NOT_LINKED = "records are not linked"
TOO_LARGE = "the values are too large to be squared and added"


class NumbersDetail(ComparedVariables):
    """The numeric variables that were compared."""


@dataclass(frozen=True, eq=False)
class NumericVariables:
    """Variables that are continuous in both files, sorted by name, so that the order of columns cannot matter.

    Parameters
    ----------
    names : tuple of str
    n_original, n_masked : int
        Records.
    removed, recoded : tuple of str
        Continuous variables that the masked file lacks, or holds as categories: not compared.
    left_out : tuple of str
        Those that cannot be compared although both files have them.
    reason : str
        Why nothing can be compared; empty where it can.
    """

    names: tuple[str, ...]
    n_original: int
    n_masked: int
    removed: tuple[str, ...] = ()
    recoded: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    reason: str = ""

    def described(self) -> NumbersDetail:
        """Return what was compared, JSON-ready."""
        return {
            "variables": list(self.names),
            "removed": list(self.removed),
            "recoded": list(self.recoded),
            "n_original": self.n_original,
            "n_masked": self.n_masked,
            **without(self.left_out),
        }

    def but(self, names: Collection[str]) -> Self:
        """Return what is said of the variables without these, which are left out."""
        kept = tuple(name for name in self.names if name not in names)
        return replace(self, names=kept, left_out=(*self.left_out, *(n for n in self.names if n in names)))

    def said(self) -> Said:
        """Say which variables are not among them."""
        lost = "no longer numbers after masking, so not compared"
        return {
            "notices": comparison_notices(self.removed, self.recoded, lost),
            "validity": leaving_out(self.left_out),
        }


@dataclass(frozen=True, eq=False, kw_only=True)
class Numbers(NumericVariables):
    """The same with their values.

    Parameters
    ----------
    original, masked : float64 arrays (n, p), (m, p)
        As they are in either file (a cap is part of the loss); NaN for missing.
    weights : (float64 array (n,), float64 array (m,)) or (None, None)
        How many records each record of either file counts for; None: one.
    """

    original: Floats
    masked: Floats
    weights: Weights = (None, None)


def numeric_variables(pair: Pair, fewest: int = 0) -> NumericVariables:
    """Return which variables are continuous in both files, those with fewer values in a file left out."""
    continuous = sorted((v for v in pair.variables if v.original.level is Level.CONTINUOUS), key=lambda v: v.name)
    problems = {v.name: v.problem for v in continuous if v.problem and v.masked is not None}
    fit = [(v, v.masked) for v in continuous if v.masked is not None and v.name not in problems]
    both = [(v.name, v.original, masked) for v, masked in fit if masked.level is Level.CONTINUOUS]
    scarce = tuple(name for name, *files in both if fewest and min(map(_observed, files)) < fewest)
    numeric = tuple(name for name, *_ in both if name not in scarce)
    removed = tuple(v.name for v in continuous if v.masked is None)
    recoded = tuple(v.name for v, masked in fit if masked.level is not Level.CONTINUOUS)
    few = f"fewer than {fewest} values are observed in a file: {', '.join(scarce)}" if scarce else ""
    reason = "" if numeric else next(iter(problems.values()), few or "no variable is a number in both files")
    records = pair.original.n_records, pair.masked.n_records
    return NumericVariables(numeric, *records, removed, recoded, (*problems, *scarce), reason)


def _observed(column: Coded) -> int:
    return len(column) - int(column.is_missing().sum())


def numbers_of(pair: Pair, fewest: int = 0) -> Numbers:
    """Collect the values of the variables that are continuous in both files, with so many values in each."""
    variables = numeric_variables(pair, fewest)
    original, masked = values_of(pair, variables.names)
    return Numbers(**vars(variables), original=original, masked=masked, weights=record_weights(pair))


def stores_of(pair: Pair, names: Sequence[str]) -> tuple[list[Store], list[Store]]:
    """Return the columns of these variables as they are held in either file."""
    paired = {v.name: v for v in pair.variables}
    masked = [paired[name].masked for name in names]
    return [paired[name].original.store for name in names], [column.store for column in masked if column is not None]


def values_of(pair: Pair, names: Sequence[str]) -> tuple[Floats, Floats]:
    """Return the values of these variables as float64 arrays (n, p), (m, p); NaN for missing."""
    original, masked = stores_of(pair, names)
    return _values(original, pair.original.n_records), _values(masked, pair.masked.n_records)


def _values(columns: Sequence[Store], n_records: int) -> Floats:
    values = np.empty((n_records, len(columns)))
    for j, column in enumerate(columns):
        for rows, chunk in in_chunks((column,)):
            values[rows, j] = chunk
    return values


def deviation(values: Floats) -> float:
    """Return the standard deviation of the observed values, exactly 0 where they are all the same."""
    observed = values[~np.isnan(values)]
    if len(observed) < 2 or observed.min() == observed.max():
        return 0.0
    with np.errstate(over="ignore", invalid="ignore"):
        return float(observed.std(ddof=1))


def why_not_linked(pair: Pair) -> str:
    """Return why records cannot be compared one by one."""
    return pair.link_reason if pair.links is None and pair.link_reason else NOT_LINKED
