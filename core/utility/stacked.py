"""Original and masked file stacked on each other: what the whole-file measures of Woo et al. (2009) compare."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data import Coded, Level, Pair, PairedVariable, category_text, chunks
from core.statistics.arrays import Floats
from core.statistics.ordering import ValueCodes, value_codes
from core.tables import Weights
from core.utility.compared_variables import (
    ComparedVariables,
    Said,
    comparable_variables,
    comparison_notices,
    leaving_out,
    without,
)
from core.utility.stacked_values import StackedValues, coded_together, codes_seen, stacked_numbers
from core.utility.weighting import effective_size, scaled_weights
from core.wording import first_reason


@dataclass(frozen=True, eq=False)
class StackedVariable:
    """One variable of the merged records, the original's first.

    Parameters
    ----------
    name : str
    level : Level
        After masking.
    numbers : StackedValues, StackedValues
        Of either file; see ``values``.
    categories : tuple of str
        Nominal: observed ones, sorted, so that the order of codes in a file cannot matter.
        Ordinal: all, lowest first. Continuous: empty.
    partly : bool
        Whether a value is missing.
    unmasked : bool
        Linked files hold the same value in every record, and every record.
    """

    name: str
    level: Level
    numbers: tuple[StackedValues, StackedValues]
    categories: tuple[str, ...]
    partly: bool
    unmasked: bool = False

    @property
    def n_original(self) -> int:
        """Number of the original's records, which come first."""
        return len(self.numbers[0].cells)

    @property
    def n(self) -> int:
        """Number of merged records N."""
        return self.n_original + len(self.numbers[1].cells)

    @property
    def values(self) -> Floats:
        """(N,) the values, NaN for missing; an array of its own whenever it is asked for.

        Nominal ones are codes of ``categories``, ordinal ones scores 0, 1, ... in their order.
        """
        values = np.empty(self.n)
        for rows in chunks(self.n):
            values[rows] = self.at(np.arange(rows.start, min(rows.stop, self.n)))
        return values

    def at(self, rows: NDArray[Any]) -> Floats:
        """Return the values (r,) of some merged records."""
        first = self.n_original
        masked = rows >= first
        if not masked.any():
            return self.numbers[0].at(rows)
        if masked.all():
            return self.numbers[1].at(rows - first)
        values = np.empty(len(rows))
        values[~masked], values[masked] = self.numbers[0].at(rows[~masked]), self.numbers[1].at(rows[masked] - first)
        return values

    def coded(self) -> ValueCodes:
        """Return the values by their place among the distinct ones, -1 for missing: what ``value_codes`` gives."""
        return coded_together(*self.numbers) or value_codes(self.values)

    def missing(self) -> NDArray[np.bool_]:
        """Return (N,) true where the value is missing."""
        return np.isnan(self.values) if self.partly else np.zeros(self.n, dtype=bool)

    def shown(self, row: int) -> str | float | None:
        """Return one record's value for people: category, number, or None where missing."""
        value = self.at(np.array([row])).item()
        if np.isnan(value):
            return None
        return self.categories[int(value)] if self.categories else value


class StackedDetail(ComparedVariables):
    """What was compared, and which variables have missing values."""

    with_missing: list[str]


@dataclass(frozen=True, eq=False)
class Stacked:
    """Merged records of an original and a masked file.

    Parameters
    ----------
    variables : tuple of StackedVariable
        Those that both files have, sorted by name, so that the order of columns cannot matter.
    n_original, n_masked : int
    removed, recoded : tuple of str
        Variables that the masking dropped, dropped here too; variables compared after the same
        recode of the original.
    left_out : tuple of str
        Variables that cannot be compared: the files are, by the other ones.
    reason : str
        Why the files cannot be compared as a whole; empty where they can.
    weights : float64 array (N,) or None
        Sampling weights, scaled so that they add up to the records of each file; None: every record counts alike.
    """

    variables: tuple[StackedVariable, ...]
    n_original: int
    n_masked: int
    removed: tuple[str, ...] = ()
    recoded: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    reason: str = ""
    weights: NDArray[np.float64] | None = None

    @property
    def n(self) -> int:
        """Number of merged records N."""
        return self.n_original + self.n_masked

    @property
    def is_masked(self) -> NDArray[np.bool_]:
        """(N,) T of the paper: true for the masked file's records."""
        return np.arange(self.n) >= self.n_original

    def weights_by_file(self) -> Weights:
        """Return the weights (n,), (m,) of either file."""
        return (
            (None, None) if self.weights is None else (self.weights[: self.n_original], self.weights[self.n_original :])
        )

    @property
    def totals(self) -> tuple[float, float]:
        """Records of either file, or the sums of their weights, which are the same but for rounding."""
        before, after = self.weights_by_file()
        if before is None or after is None:
            return self.n_original, self.n_masked
        return before.sum().item(), after.sum().item()

    def weights_drawn(self, rows: NDArray[np.int64]) -> NDArray[np.float64] | None:
        """Return the weights of these of the original's records, scaled so that they add up to their number."""
        if self.weights is None:
            return None
        drawn = self.weights[rows]
        return np.asarray(drawn * (len(rows) / float(np.sort(drawn).sum())))

    def effective_share_masked(self) -> float:
        """Return Kish's effective number of masked records by their number; 1 without weights."""
        masked = self.weights_by_file()[1]
        return 1.0 if masked is None else effective_size(masked) / len(masked)

    def of_original(self) -> Iterator[Any]:
        """Yield all that the original's values are known by: names, categories, cells and what these mean, weights."""
        for v in self.variables:
            numbers = v.numbers[0]
            yield v.name, str(v.level), v.categories, v.partly, numbers.divisor
            yield numbers.table
            yield numbers.cells
        yield self.weights_by_file()[0]

    def described(self) -> StackedDetail:
        """Return what was compared, JSON-ready."""
        return {
            "variables": [v.name for v in self.variables],
            "removed": list(self.removed),
            "recoded": list(self.recoded),
            "n_original": self.n_original,
            "n_masked": self.n_masked,
            "with_missing": [v.name for v in self.variables if v.partly],
            **without(self.left_out),
        }

    def said(self, *notices: str) -> Said:
        """Say which variables were not compared, or not as they are in the original, and what else is noticed."""
        return {
            "notices": (*comparison_notices(self.removed, self.recoded), *notices),
            "validity": leaving_out(self.left_out),
        }


def stack(pair: Pair, leave_out: Collection[str] = ()) -> Stacked:
    """Stack the variables that both files have.

    Parameters
    ----------
    pair : Pair
    leave_out : collection of str
        Variables that are not to be compared, as if neither file had them.

    Returns
    -------
    Stacked
        With a reason where no variable is left that can be compared.
    """
    problems = [v.problem for v in pair.variables if v.problem and v.name not in leave_out]
    comparable, left_out = comparable_variables(v for v in pair.variables if v.name not in leave_out)
    pair = replace(pair, variables=tuple(v for v in pair.variables if v in comparable))
    kept = [(v, v.masked) for v in comparable if v.masked is not None]
    removed = tuple(v.name for v in pair.variables if v.masked is None)
    recoded = tuple(v.name for v in pair.variables if v.masked is not None and v.recode is not None)
    reason = _why_not(pair, problems)
    all_linked = not reason and _all_linked(pair)
    variables = () if reason else tuple(_stacked(v, masked, pair, all_linked=all_linked) for v, masked in kept)
    before, after = (None, None) if reason else scaled_weights(pair)
    weights = None if before is None or after is None else np.concatenate([before, after])
    return Stacked(
        variables, pair.original.n_records, pair.masked.n_records, removed, recoded, left_out, reason, weights
    )


def _why_not(pair: Pair, problems: Sequence[str]) -> str:
    if not any(v.masked is not None for v in pair.variables):
        if problems:
            return f"no variable of both files can be compared: {first_reason(problems)}"
        return "no variable with the role key, sensitive or analysis is left in the masked file"
    if not pair.original.n_records or not pair.masked.n_records:
        return "one of the files has no records"
    return ""


def _stacked(paired: PairedVariable, masked: Coded, pair: Pair, *, all_linked: bool) -> StackedVariable:
    files, categories = (paired.recoded, masked), masked.categories
    codes = None
    if masked.level is Level.ORDINAL:
        codes = np.append(np.arange(len(categories), dtype=np.float64), np.nan)
    if masked.level is Level.NOMINAL:
        codes, categories = _in_alphabet(files, categories)
    shown = tuple(category_text(category, paired.recoded_labels) for category in categories)
    partly = any(bool(file.is_missing().any()) for file in files)
    before, after = (stacked_numbers(file, codes) for file in files)
    variable = StackedVariable(paired.name, masked.level, (before, after), shown, partly)
    return replace(variable, unmasked=all_linked and _is_unmasked(variable, pair))


def _in_alphabet(files: tuple[Coded, Coded], categories: tuple[str, ...]) -> tuple[Floats, tuple[str, ...]]:
    """Return what each code stands for among the observed categories in the order of their labels, NaN at last."""
    seen = codes_seen(files[0], len(categories)) | codes_seen(files[1], len(categories))
    kept = [int(c) for c in np.flatnonzero(seen)]
    kept.sort(key=lambda c: categories[c])
    place = np.full(len(categories) + 1, np.nan)
    place[kept] = np.arange(len(kept))
    return place, tuple(categories[c] for c in kept)


def _all_linked(pair: Pair) -> bool:
    """Whether every record of the original has one masked record of its own."""
    links, n = pair.links, pair.original.n_records
    if links is None or len(links) != n:
        return False
    linked = np.zeros(n + 1, dtype=bool)
    for rows in chunks(n):
        linked[links[rows]] = True  # -1, not linked, is the last
    return bool(linked[:n].all())


def _is_unmasked(variable: StackedVariable, pair: Pair) -> bool:
    links, n = pair.links, pair.original.n_records
    assert links is not None
    for rows in chunks(n):
        masked = np.arange(rows.start, min(rows.stop, n)) + n
        if not np.array_equal(variable.at(links[rows]), variable.at(masked), equal_nan=True):
            return False
    return True
