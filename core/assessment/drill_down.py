"""The numbers behind the drill-down: from a scenario to its pairs, a pair's cross-tables, a variable's distribution.

Everything here is an aggregate (counts in categories or bins); no value of a record is passed on.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import leaves_list, linkage
from scipy.spatial.distance import squareform

from core.assessment.comparison import Assessment, Comparison
from core.data import Coded, Level, Pair, PairedVariable
from core.measures import Outcome, Result, Skipped

Counts = NDArray[np.int64]
Basis = Literal["recoded", "original"]
Order = Literal["file", "worst", "cluster"]
Cut = Literal["quantile", "equal"]

MOST_CATEGORIES = 30
"""Categories shown one by one; the rest are counted together."""

MOST_BINS = 12
"""Bins of a continuous variable in a cross-table."""

HISTOGRAM_BINS = 40
"""Most bins of a histogram."""

RECORDS_A_VALUE = 5
"""A continuous variable is shown by value only where its values hold this many records on average."""

STEP_WORDS = {
    "none": "no association in either file",
    "one": "associated in one file only",
    "direction": "direction of the association changed",
    "strength": "strength of the association compared",
    "untestable": "cannot be tested",
    "removed": "variable removed",
    "not comparable": "variable not comparable",
    "": "not measured",
}
"""The step that decided a pair, in words."""


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


@dataclass(frozen=True, eq=False)
class VariableView:
    """One variable's distribution in both files over the same categories or bins.

    Parameters
    ----------
    name : str
    level : Level
        Of the values shown.
    labels : tuple of str, (c,)
    original : int array (c,)
    masked : int array (c,) or None
        None where ``reason`` says why there is none.
    missing_original, missing_masked : int
    edges : float array (c + 1,) or None
        Ends of histogram bins, rounded; the outermost may be infinite. None: categories.
    reason : str
    """

    name: str
    level: Level
    labels: tuple[str, ...]
    original: Counts
    masked: Counts | None
    missing_original: int
    missing_masked: int
    edges: NDArray[np.float64] | None = None
    reason: str = ""


@dataclass(frozen=True, eq=False)
class PairMatrix:
    """LDUbiv of all pairs of one scenario.

    Parameters
    ----------
    names : tuple of str, (k,)
    utility : float array (k, k)
        Symmetric; NaN on the diagonal and where there is no value.
    steps : str array (k, k)
        The step that decided, or why there is no value: keys of ``STEP_WORDS``.
    """

    names: tuple[str, ...]
    utility: NDArray[np.float64]
    steps: NDArray[np.str_]

    def words(self) -> NDArray[np.str_]:
        """Return (k, k) the steps in words."""
        texts = [[STEP_WORDS.get(step, step) for step in row] for row in self.steps.tolist()]
        return np.array(texts, dtype=np.str_).reshape(self.steps.shape)


@dataclass(frozen=True)
class PairRow:
    """One pair of a list of pairs, with what decided it."""

    a: str
    b: str
    utility: float
    step: str
    test: str
    n: int


@dataclass(frozen=True, eq=False)
class VariableMatrix:
    """LDUuni of every variable (rows) in every scenario (columns); NaN where there is no value."""

    names: tuple[str, ...]
    scenarios: tuple[str, ...]
    utility: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class _Categories:
    """Both files' values of one variable as codes into the same labels; -1 is missing."""

    labels: tuple[str, ...]
    original: NDArray[np.int64]
    masked: NDArray[np.int64] | None
    reason: str = ""
    edges: NDArray[np.float64] | None = None


def pair_view(pair: Pair, a: str, b: str, basis: Basis = "recoded", cut: Cut = "quantile") -> PairView:
    """Cross-tabulate two variables in both files.

    Parameters
    ----------
    pair : Pair
    a, b : str
        Rows and columns.
    basis : {"recoded", "original"}
        Whether the original is shown after the masked file's recode, or as it stands.
    cut : {"quantile", "equal"}
        How continuous variables are binned: at most 12 bins of about equal frequency or of equal width.

    Raises
    ------
    KeyError
        The pair has no such variable.
    """
    rows = _categories(_variable(pair, a), basis, cut, MOST_BINS)
    columns = _categories(_variable(pair, b), basis, cut, MOST_BINS)
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


def variable_view(pair: Pair, name: str, basis: Basis = "recoded") -> VariableView:
    """Count one variable's values in both files; KeyError where the pair has no such variable."""
    variable = _variable(pair, name)
    found = _categories(variable, basis, "equal", HISTOGRAM_BINS)
    level = (variable.recoded if basis == "recoded" else variable.original).level
    size = len(found.labels)
    return VariableView(
        name,
        level,
        found.labels,
        _counts(found.original, size),
        None if found.masked is None else _counts(found.masked, size),
        int(np.sum(found.original < 0)),
        0 if found.masked is None else int(np.sum(found.masked < 0)),
        found.edges,
        found.reason,
    )


def small_cells(counts: Counts, threshold: int) -> NDArray[np.bool_]:
    """Mark the cells of a table that must not be shown.

    Cells of 1 to ``threshold`` - 1 records, and, where a row would hide one cell only, the row's next
    smallest cell, so that the hidden one cannot be had from the row's percentages.

    Parameters
    ----------
    counts : int array (r, c)
    threshold : int
        Smallest count that may be shown; 0 or 1 hides nothing.
    """
    hidden = (counts > 0) & (counts < threshold)
    for i in np.flatnonzero(hidden.sum(axis=1) == 1):
        last = np.iinfo(np.int64).max
        candidates = np.where(counts[i] == 0, last - 1, counts[i])
        hidden[i, np.argmin(np.where(hidden[i], last, candidates))] = True
    return hidden


def pair_matrix(assessment: Assessment, order: Order = "file", roles: Collection[str] | None = None) -> PairMatrix:
    """Arrange a scenario's pairwise utilities as a symmetric matrix.

    Parameters
    ----------
    assessment : Assessment
    order : {"file", "worst", "cluster"}
        As in the file; variables with the lowest mean utility first; or alike variables side by side
        (average linkage on 1 - utility, 1 where there is none, with optimal leaf ordering:
        Bar-Joseph, Gifford and Jaakkola 2001).
    roles : collection of str or None
        Only variables with these roles.
    """
    records = [v for v in assessment.variables if roles is None or v.role in roles]
    place = {v.name: i for i, v in enumerate(records)}
    utility = np.full((len(records), len(records)), np.nan)
    steps = np.full(utility.shape, "", dtype="<U32")
    for i, record in enumerate(records):
        if record.status in {"removed", "not comparable"}:
            steps[i, :] = steps[:, i] = record.status
    for outcome in assessment.of("ldu_bivariate"):
        i, j = (place.get(name, -1) for name in outcome.target)
        if i >= 0 and j >= 0:
            steps[i, j] = steps[j, i] = _step(outcome) or steps[i, j]
            if isinstance(outcome, Result):
                utility[i, j] = utility[j, i] = outcome.value
    rows = _ordered(utility, order)
    names = tuple(records[i].name for i in rows)
    return PairMatrix(names, utility[np.ix_(rows, rows)], steps[np.ix_(rows, rows)])


def worst_pairs(assessment: Assessment, n: int) -> tuple[PairRow, ...]:
    """Return the ``n`` pairs with the lowest utility; of equals the larger change of the coefficient first."""
    found = sorted(enumerate(assessment.results("ldu_bivariate")), key=lambda item: _badness(item[1], item[0]))
    return tuple(
        PairRow(r.target[0], r.target[1], r.value, _step(r), str(r.detail.get("test", "")), r.n) for _, r in found[:n]
    )


def variable_matrix(comparison: Comparison) -> VariableMatrix:
    """Arrange LDUuni of all variables in all scenarios as a matrix, variables in the original's order."""
    found = [{o.target[0]: o for o in s.results("ldu_univariate")} for s in comparison.scenarios]
    listed = comparison.original.variables or (comparison.scenarios[0].variables if comparison.scenarios else ())
    names = tuple(v.name for v in listed)
    utility = np.full((len(names), len(found)), np.nan)
    for j, results in enumerate(found):
        for i, name in enumerate(names):
            if name in results:
                utility[i, j] = results[name].value
    return VariableMatrix(names, tuple(s.name for s in comparison.scenarios), utility)


def _variable(pair: Pair, name: str) -> PairedVariable:
    for variable in pair.variables:
        if variable.name == name:
            return variable
    raise KeyError(name)


def _counts(codes: NDArray[np.int64], size: int) -> Counts:
    return np.bincount(codes[codes >= 0], minlength=size).astype(np.int64)


def _cross_table(rows: NDArray[np.int64], columns: NDArray[np.int64], shape: tuple[int, int]) -> tuple[Counts, int]:
    """Return the (r, c) counts of the complete records, and how many are not complete."""
    complete = (rows >= 0) & (columns >= 0)
    cells = rows[complete] * shape[1] + columns[complete]
    return _counts(cells, shape[0] * shape[1]).reshape(shape), int(np.sum(~complete))


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
    return _lumped(_Categories(labels, *both, reason))


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
            share += _counts(codes, size) / max(1, int(np.sum(codes >= 0)))
    kept = np.sort(np.argsort(-share, kind="stable")[:MOST_CATEGORIES])
    new = np.full(size + 1, MOST_CATEGORIES, dtype=np.int64)
    new[kept], new[size] = np.arange(MOST_CATEGORIES), -1
    labels = (*(categories.labels[i] for i in kept), f"other ({size - MOST_CATEGORIES} categories)")
    masked = None if categories.masked is None else new[categories.masked]
    return _Categories(labels, new[categories.original], masked, categories.reason)


@dataclass(frozen=True, eq=False)
class _Bins:
    """Either single values, or bins closed on the left between ``edges`` (the outermost may be infinite)."""

    labels: tuple[str, ...]
    values: NDArray[np.float64] | None = None
    edges: NDArray[np.float64] | None = None

    def codes(self, coded: Coded) -> NDArray[np.int64]:
        """Return each value's bin; -1 where missing."""
        found = np.searchsorted(self.values, coded.values) if self.values is not None else self._bin(coded)
        return np.where(np.isnan(coded.values), -1, found)

    def _bin(self, coded: Coded) -> NDArray[np.int64]:
        assert self.edges is not None
        return np.searchsorted(self.edges[1:-1], coded.values, side="right")


def _binned(original: Coded, masked: Coded | None, reason: str, cut: Cut, most: int) -> _Categories:
    """Bin numbers by edges that depend on the original; masked categories follow as they are."""
    numbers = [c for c in (original, masked) if c is not None and c.level is Level.CONTINUOUS]
    known = [c.values[~np.isnan(c.values)].astype(np.float64) for c in numbers]
    bins = _bins(known[0], np.concatenate(known), cut, most)
    codes = bins.codes(original)
    if masked is None:
        return _Categories(bins.labels, codes, None, reason, bins.edges)
    if masked.level is Level.CONTINUOUS:
        return _Categories(bins.labels, codes, bins.codes(masked), reason, bins.edges)
    labels = _union(bins.labels, masked.categories)
    return _lumped(_Categories(labels, codes, _recoded(masked, labels), reason))


def _bins(original: NDArray[np.float64], both: NDArray[np.float64], cut: Cut, most: int) -> _Bins:
    values = np.unique(both)
    if 0 < len(values) <= MOST_BINS and len(values) * RECORDS_A_VALUE <= len(both):
        return _Bins(tuple(_number(x) for x in values), values=values)
    whole = bool(np.all(both == np.round(both)))
    cuts = np.zeros(0)
    if len(original):
        cuts = (_quantile_cuts if cut == "quantile" else _equal_cuts)(original, most, whole)
    edges = np.concatenate([[-np.inf], cuts, [np.inf]])
    if len(cuts) and both.min() >= cuts[0]:
        edges = edges[1:]
    if len(edges) > 2 and len(cuts) and both.max() < cuts[-1]:
        edges = edges[:-1]
    return _Bins(tuple(_bin_label(a, b, whole) for a, b in pairwise(edges)), edges=edges)


def _equal_cuts(x: NDArray[np.float64], most: int, whole: bool) -> NDArray[np.float64]:
    """Return ends of bins of one round width over the middle 99 % of the values (all, where those are equal)."""
    low, high = np.quantile(x, [0.005, 0.995])
    if low == high:
        low, high = x.min(), x.max()
    if low == high:
        return np.zeros(0)
    step = _round_step((high - low) / (most - 3), whole)
    first, last = np.floor(low / step), np.ceil(high / step)
    return np.round(np.arange(first, last + 1) * step, 12)


def _quantile_cuts(x: NDArray[np.float64], most: int, whole: bool) -> NDArray[np.float64]:
    """Return cuts into bins of about equal frequency, rounded: a cut is no record's value but by chance."""
    low, high = np.quantile(x, [0.05, 0.95])
    if low == high:
        low, high = x.min(), x.max()
    if low == high:
        return np.zeros(0)
    unit = 10.0 ** np.floor(np.log10((high - low) / (5 * most)))
    unit = max(unit, 1.0) if whole else unit
    cuts = np.unique(np.round(np.round(np.quantile(x, np.arange(1, most) / most) / unit) * unit, 12))
    return np.asarray(cuts[(cuts > x.min()) & (cuts <= x.max())])


def _round_step(width: float, whole: bool) -> float:
    """Return the next 1, 2, 2.5, 5 or 10 times a power of ten; of whole numbers a whole one."""
    power = 10.0 ** np.floor(np.log10(width))
    steps = [float(factor * power) for factor in (1, 2, 2.5, 5, 10) if factor * power >= width * (1 - 1e-9)]
    return max(1.0, next(s for s in steps if s < 1 or s == round(s))) if whole else steps[0]


def _bin_label(low: float, high: float, whole: bool) -> str:
    if np.isinf(low) and np.isinf(high):
        return "all values"
    if np.isinf(low):
        return f"under {_number(high)}"
    if np.isinf(high):
        return f"{_number(low)} or more"
    last = high - 1 if whole else high
    if last == low:
        return _number(low)
    return f"{_number(low)}–{_number(last)}" if low >= 0 else f"{_number(low)} to {_number(last)}"


def _number(x: float) -> str:
    return f"{x + 0.0:,.10g}"


def _step(outcome: Outcome) -> str:
    if isinstance(outcome, Result | Skipped):
        return str(outcome.detail.get("step", "" if isinstance(outcome, Result) else "untestable"))
    return ""


def _badness(result: Result, place: int) -> tuple[float, float, int]:
    before, after = (result.detail.get(f"coefficient_{file}") for file in ("original", "masked"))
    change = abs(float(before) - float(after)) if before is not None and after is not None else 0.0
    return result.value, -change, place


def _ordered(utility: NDArray[np.float64], order: Order) -> NDArray[np.int64]:
    size = len(utility)
    if order == "file" or size < 3:
        return np.arange(size)
    if order == "worst":
        known = ~np.isnan(utility)
        total = np.where(known, utility, 0.0).sum(axis=1)
        mean = np.where(known.any(axis=1), total / np.maximum(1, known.sum(axis=1)), np.inf)
        return np.argsort(mean, kind="stable")
    distance = np.where(np.isnan(utility), 1.0, 1.0 - utility)
    np.fill_diagonal(distance, 0.0)
    tree = linkage(squareform(distance, checks=False), method="average", optimal_ordering=True)
    return np.asarray(leaves_list(tree), dtype=np.int64)
