"""LDUuni as users of the released file may be told it: from the original's counts in tens."""

from __future__ import annotations

import math
from typing import TypedDict

import numpy as np
import scipy
from numpy.typing import NDArray

from core.data import Level
from core.statistics.distributions import kolmogorov_p_value
from core.statistics.reproducible import sort_value
from core.statistics.tables import RoundedCounts, cross_table, rounded_counts
from core.utility.gdu.parameters import GduParameters
from core.utility.gdu.prepared_variable import PreparedValues, PreparedVariable
from core.utility.gdu.recoding import banding_utility, pair_comparisons
from core.utility.gdu.univariate import UnivariateUtility, utility_of_p

FEW_DEGREES = 10
"""Tables of fewer degrees of freedom than this are protected by a smallest cell (Brandt et al. 2010, Guidelines for the
checking of output based on microdata research: test statistics are safe from ten degrees of freedom on)."""


class RoundedToBase10(TypedDict):
    """What may be told of one variable.

    ``value`` (LDUuni), ``effect`` (D or total variation) and ``w`` (None for D) in [0, 1], ``suppressed`` (share of the
    records that lost their value, in [0, 1]), ``records`` (with a value in both files, at least), ``smallest_cell``
    (records, at least; None where the table has ten degrees of freedom or more).
    """

    value: float
    effect: float
    w: float | None
    suppressed: float
    records: int
    smallest_cell: int | None


def univariate_rounded(
    utility: UnivariateUtility, prepared: PreparedVariable | None, parameters: GduParameters
) -> RoundedToBase10 | None:
    """Compute what may be told of one variable; JSON-ready.

    Returns
    -------
    RoundedToBase10 or None
        None where nothing was compared.
    """
    if utility.value is None or prepared is None or utility.comparison is None or utility.recode is None:
        return None
    original, masked = prepared.recoded.ranks, prepared.masked.ranks
    counts, masked_counts = _common_counts(prepared)
    tens = rounded_counts(len(original.missing), counts, len(masked.missing), masked_counts)
    p, effect, w = _compare(tens, len(masked.missing), masked_counts, prepared.level, parameters)
    missing_masked = len(masked.missing) / len(masked.codes)
    missing_original = tens.missing / len(original.codes)
    value = _recode(utility.variable, prepared, parameters) * utility_of_p(p, parameters)
    if parameters.missing == "completeness" and missing_original < 1:
        value *= min(1.0, (1 - missing_masked) / (1 - missing_original))
    return {
        "value": value,
        "effect": effect,
        "w": w,
        "suppressed": max(0.0, missing_masked - missing_original),
        "records": min(tens.observed, masked.observed),
        "smallest_cell": _smallest_cell(tens, masked_counts),
    }


def _recode(name: str, prepared: PreparedVariable, parameters: GduParameters) -> float:
    """Return what the recode leaves of a sample that is known from running totals in tens.

    Which categories occur at all, and how the values are spread, would tell counts of the original that the masked
    file, whose categories are merged, does not show.
    """
    if not prepared.has_recode:
        return 1.0
    raw, recoded = prepared.raw.ranks, prepared.recoded.ranks
    tens = rounded_counts(len(raw.missing), raw.counts, 0, np.zeros_like(raw.counts))
    seen = np.flatnonzero((raw.codes >= 0) & (recoded.codes >= 0))
    codes, first = np.unique(raw.codes[seen], return_index=True)
    rows = np.repeat(seen[first], np.rint(tens.counts[codes]).astype(np.int64))
    values, groups = raw.values[raw.codes[rows]], recoded.codes[rows].astype(np.int64)
    if prepared.raw_level is Level.CONTINUOUS:
        return banding_utility(values, groups, parameters.recode_measure(name)).value
    return pair_comparisons(len(np.unique(raw.codes[rows])), len(np.unique(groups)))


def smallest_cell(a: PreparedVariable, b: PreparedVariable) -> int | None:
    """Return the records of the smallest cell of both files' tables of two variables, 0 where one is empty.

    Of the categories that the masked file has: what is told must not hang on whether the original has another one. An
    empty cell counts: were cells of a few records alone hidden, figures that are told would say that nobody is there.
    None where a variable is continuous, or the table has ten degrees of freedom or more.
    """
    original, masked = (_table(getattr(a, version), getattr(b, version)) for version in ("recoded", "masked"))
    if original is None or masked is None or not masked.any():
        return None
    had = np.ix_(masked.any(axis=1), masked.any(axis=0))
    rows, columns = masked[had].shape
    if (rows - 1) * (columns - 1) >= FEW_DEGREES:
        return None
    return int(min(original[had].min(), masked[had].min()))


def _table(a: PreparedValues, b: PreparedValues) -> NDArray[np.int64] | None:
    if a.groups is None or b.groups is None:
        return None
    return cross_table(a.ranks.codes, b.ranks.codes, a.ranks.distinct, b.ranks.distinct)


def _common_counts(prepared: PreparedVariable) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return both files' counts of every value that occurs in either, or of every category."""
    original, masked = prepared.recoded.ranks, prepared.masked.ranks
    if prepared.level is not Level.CONTINUOUS:
        return original.counts, masked.counts
    values = np.union1d(original.values, masked.values)
    both = np.zeros((2, len(values)), dtype=np.int64)
    for row, ranks in zip(both, (original, masked), strict=True):
        row[np.searchsorted(values, ranks.values)] = ranks.counts
    return both[0], both[1]


def _compare(
    tens: RoundedCounts, masked_missing: int, masked: NDArray[np.int64], level: Level, parameters: GduParameters
) -> tuple[float, float, float | None]:
    """Return p, the effect (D or total variation) and w (None for D), as ``compare_distributions`` does."""
    missingness = np.array([tens.missing, tens.counts.sum()]), np.array([masked_missing, masked.sum()])
    with_missing = parameters.missing == "category"
    if level is not Level.CONTINUOUS:
        whole = np.append(tens.counts, tens.missing), np.append(masked, masked_missing)
        return _categories(*(whole if with_missing else (tens.counts, masked)))
    compared = _continuous(tens.counts, masked)
    return min(compared, _categories(*missingness), key=lambda c: sort_value(c[0])) if with_missing else compared


def _continuous(original: NDArray[np.float64], masked: NDArray[np.int64]) -> tuple[float, float, None]:
    n, m = float(original.sum()), int(masked.sum())
    if n <= 0:
        return 0.0, 1.0, None
    distance = float(np.abs(np.cumsum(original) / n - np.cumsum(masked) / m).max())
    return kolmogorov_p_value(distance, n, m), distance, None


def _categories(original: NDArray[np.float64], masked: NDArray[np.int64]) -> tuple[float, float, float]:
    table = np.array([original, masked.astype(np.float64)])
    table = table[:, table.any(axis=0)]
    n = table.sum(axis=1)
    if n.min() <= 0:
        return 0.0, 1.0, 1.0
    if table.shape[1] < 2:
        return 1.0, 0.0, 0.0
    tested = scipy.stats.chi2_contingency(table, correction=False)
    effect = float(np.abs(table[0] / n[0] - table[1] / n[1]).sum() / 2)
    return float(tested.pvalue), effect, math.sqrt(float(tested.statistic) / float(n.sum()))


def _smallest_cell(tens: RoundedCounts, masked: NDArray[np.int64]) -> int | None:
    # in tens: whether a category occurs that the masked file does not have would tell that nobody is in it
    there = (tens.counts > 0) | (masked > 0)
    if int(there.sum()) - 1 >= FEW_DEGREES:
        return None
    cells = np.append(tens.certain[there], masked[there & (masked > 0)])
    return int(cells.min()) if cells.size else None
