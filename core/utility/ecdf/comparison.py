"""Both files' empirical distribution functions at every merged record: the shared step of U_m and U_s."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from core.data import Level, Pair
from core.statistics.neighbours import (
    EcdfCounts,
    EcdfDifference,
    counts_at,
    ecdf_counts,
    ecdf_difference,
    merged_points,
)
from core.statistics.ordering import ValueCodes
from core.statistics.tables import column_cell_ids
from core.utility.ecdf.parameters import EcdfParameters
from core.utility.resampled_null import NO_NULL, ResampledNull, as_null, draws, no_null
from core.utility.stacked import Stacked, StackedVariable, stack

AFFORDABLE = 1.5e8
"""Comparisons that one evaluation may need if it is to be repeated for the null: about two seconds."""


SORTING = 10
"""Comparisons in whose time one number is ranked."""


@dataclass(frozen=True, eq=False)
class EcdfComparison:
    """The difference of two distribution functions, with its null.

    Parameters
    ----------
    stacked : Stacked
    parameters : EcdfParameters
    dimensions : int
        Of the records after coding, indicators counted one by one.
    counts : EcdfCounts or None
        None where the files cannot be compared.
    difference : EcdfDifference or None
    null_maximum, null_mean_square : ResampledNull
    """

    stacked: Stacked
    parameters: EcdfParameters
    dimensions: int = 0
    counts: EcdfCounts | None = None
    difference: EcdfDifference | None = None
    null_maximum: ResampledNull = NO_NULL
    null_mean_square: ResampledNull = NO_NULL

    def largest(self) -> LargestEcdfDifference:
        """Return where the functions differ most: the point, and the share of either file at or below it."""
        assert self.counts is not None
        assert self.difference is not None
        at = self.difference.at
        row = int(self.counts.row[at])
        return {
            "point": {v.name: v.shown(row) for v in self.stacked.variables},
            "compared_by": {v.name: "=" if v.level is Level.NOMINAL else "<=" for v in self.stacked.variables},
            "share_original": self.counts.original[at].item() / self.stacked.totals[0],
            "share_masked": self.counts.masked[at].item() / self.stacked.totals[1],
        }


class LargestEcdfDifference(TypedDict):
    """The point where the functions differ most, how each variable is compared there, and the shares."""

    point: dict[str, str | float | None]
    compared_by: dict[str, str]
    share_original: float
    share_masked: float


@dataclass(frozen=True, eq=False)
class _Coded:
    values: NDArray[np.int32]
    cells: NDArray[np.int64]
    dimensions: int


def compare_ecdfs(pair: Pair, parameters: EcdfParameters) -> EcdfComparison:
    """Compare the joint distribution functions of two files at all N merged records.

    Returns
    -------
    EcdfComparison
        Ordinal variables are compared by their order; a missing value is one more category, as an
        indicator of its own.
    """
    stacked = stack(pair)
    if stacked.reason:
        return EcdfComparison(stacked, parameters)
    coded = _code(stacked, parameters.coding)
    counts = ecdf_counts(coded.values, coded.cells, stacked.is_masked, stacked.weights)
    difference = ecdf_difference(counts, *stacked.totals)
    reason = no_null(parameters.replicates, counts.work + SORTING * coded.values.size, AFFORDABLE)
    null = [] if reason else _null(stacked, coded, parameters)
    maximum, mean_square = [d.maximum for d in null], [d.mean_square for d in null]
    nulls = [ResampledNull((), reason)] * 2 if reason else [as_null(maximum), as_null(mean_square)]
    return EcdfComparison(stacked, parameters, coded.dimensions, counts, difference, *nulls)


def _null(stacked: Stacked, coded: _Coded, parameters: EcdfParameters) -> list[EcdfDifference]:
    """Compare the original with samples of it: all of them are at its own points, which are found once."""
    n, m = stacked.n_original, stacked.n_masked
    points, weights = merged_points(coded.values[:n], coded.cells[:n]), stacked.weights_by_file()[0]
    original, work = counts_at(points, points.point, weights)
    null = []
    for rows in draws(parameters.seed, "ecdf", n, m, parameters.replicates):
        drawn, at = stacked.weights_drawn(rows), points.point[rows]
        both = None if weights is None or drawn is None else np.concatenate([weights, drawn])
        multiplicity = np.bincount(np.concatenate([points.point, at]), both, len(points.row))
        sample = counts_at(points, at, drawn)[0]
        totals = stacked.totals if drawn is None else (stacked.totals[0], drawn.sum().item())
        counts = EcdfCounts(original, sample, multiplicity, points.row, points.point, work)
        null.append(ecdf_difference(counts, *totals))
    return null


def _code(stacked: Stacked, coding: str) -> _Coded:
    """Code records so that "at or below" means <= in every dimension, within one cell."""
    numbers: list[NDArray[np.int32]] = []
    equal: list[NDArray[Any]] = []
    dimensions = 0
    for variable in stacked.variables:
        missing, partly = variable.missing(), variable.partly
        if variable.level is Level.NOMINAL:
            size = len(variable.categories)
            categories = np.where(missing, size, variable.values).astype(np.min_scalar_type(size))
            used = np.flatnonzero(np.bincount(categories))
            dimensions += len(used) if coding == "onehot" else len(used) - 1
            if coding == "onehot":
                equal.append(categories)
            else:
                numbers.extend((categories == c).astype(np.int32) for c in used[1:])
            continue
        # ranks are in the order of the values
        numbers.append(filled(variable).codes)
        dimensions += 1
        if partly:
            dimensions += 2 if coding == "onehot" else 1
            (equal if coding == "onehot" else numbers).append(missing.astype(np.int32))
    cells = column_cell_ids(equal, stacked.n)[0] if equal else np.zeros(stacked.n, dtype=np.int64)
    # one row of memory a dimension, as it is looked at
    values = np.stack(numbers).T if numbers else np.empty((stacked.n, 0), dtype=np.int32)
    return _Coded(values, cells, dimensions)


def filled(variable: StackedVariable) -> ValueCodes:
    """Return numbers by their place, missing ones with the largest: below it lie all the records of their cell."""
    coded = variable.coded()
    if not variable.partly:
        return coded
    missing = coded.codes < 0
    if not len(coded.distinct):
        return ValueCodes(np.zeros_like(coded.codes), np.zeros(1), np.array([len(missing)]))
    largest, counts = len(coded.distinct) - 1, coded.counts.copy()
    counts[largest] += np.count_nonzero(missing)
    return ValueCodes(np.where(missing, np.int32(largest), coded.codes), coded.distinct, counts)
