"""What the columns of a number rest on: its mean and spread, and the quantiles where the knots of a spline stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.data import CHUNK, chunks
from core.statistics.arrays import Floats, WeightedCounts
from core.utility.stacked import StackedVariable

SPLINE_COLUMNS = 6
"""Columns of a spline: cubic, with knots at the quartiles."""

VALUES_BEYOND_KNOTS = 4
"""A cubic spline has so many more coefficients than inner knots; each needs a value of its own."""


class NumbersSeen(NamedTuple):
    """Of a number at some points: how many have it, and mean and standard deviation over their records.

    0 where none has it; the standard deviation is 0 too where all have the same.
    """

    present: int
    mean: float
    spread: float


def numbers_seen(variable: StackedVariable, row: NDArray[np.signedinteger], size: WeightedCounts) -> NumbersSeen:
    """Look at the distinct records ``row`` with ``size`` records each, chunk by chunk."""
    present, total, weight, squares = 0, 0.0, 0.0, 0.0
    for seen, records in _seen(variable, row, size):
        present += len(seen)
        total += float(seen @ records)
        weight += float(records.sum())
    if not present:
        return NumbersSeen(0, 0.0, 0.0)
    mean = total / weight
    for seen, records in _seen(variable, row, size):
        squares += float((seen - mean) ** 2 @ records)
    return NumbersSeen(present, mean, float(np.sqrt(squares / weight)))


def few_or_knots(
    variable: StackedVariable, row: NDArray[np.signedinteger], size: WeightedCounts, seen: NumbersSeen, knots: int
) -> tuple[Floats | None, Floats]:
    """Return the distinct values of a number where they are few, and else the knots of its spline, at quantiles.

    Both in units of its standard deviation. Inner knots are values that occur, at most four fewer than there are: then
    the columns of the spline do not depend on each other (Schoenberg and Whitney 1953).
    """
    if not seen.spread:
        return np.zeros(min(seen.present, 1)), np.empty(0)
    if len(row) > CHUNK and size.dtype.kind != "f":
        distinct, quantiles = _of_all_records(variable, knots)
    else:
        distinct, quantiles = _in_order(variable, row, size, seen, knots)
    if len(distinct) <= SPLINE_COLUMNS + 1:
        return distinct / seen.spread, np.empty(0)
    ends, inner = distinct[[0, -1]] / seen.spread, np.unique(quantiles / seen.spread)
    inner = inner[(inner > ends[0]) & (inner < ends[1])]
    return None, np.concatenate([[ends[0]] * 4, inner, [ends[1]] * 4])


def _seen(
    variable: StackedVariable, row: NDArray[np.signedinteger], size: WeightedCounts
) -> Iterator[tuple[Floats, WeightedCounts]]:
    """Yield the values that are not missing, and the records with each, chunk by chunk."""
    for rows in chunks(len(row)):
        values = variable.at(row[rows])
        kept = ~np.isnan(values)
        yield values[kept], size[rows][kept].astype(np.float64)


def _in_order(
    variable: StackedVariable, row: NDArray[np.signedinteger], size: WeightedCounts, seen: NumbersSeen, knots: int
) -> tuple[Floats, Floats]:
    """Return the distinct values and the quantiles, from all values put in order."""
    values = variable.at(row)
    kept = ~np.isnan(values)
    # equal in units of the standard deviation is equal
    values, weight = values[kept], size[kept]
    order = np.argsort(values, kind="stable")
    in_order = values[order]
    distinct = in_order[np.diff(in_order / seen.spread, prepend=np.nan) != 0]
    knots = _carried(knots, distinct)
    # whole numbers of records, so that no quantile hangs on rounding: the first value that k / (knots + 1) reach
    reached = np.cumsum(weight[order]) * (knots + 1)
    return distinct, in_order[[np.searchsorted(reached, k * weight.sum()) for k in range(1, knots + 1)]]


def _carried(knots: int, distinct: Floats) -> int:
    return max(min(knots, len(distinct) - VALUES_BEYOND_KNOTS), 0)


def _of_all_records(variable: StackedVariable, knots: int) -> tuple[Floats, Floats]:
    """Return some distinct values with both ends, all where they are few, and the quantiles; nothing is sorted."""
    enough = max(SPLINE_COLUMNS + 1, knots + VALUES_BEYOND_KNOTS)
    values = variable.values
    if variable.partly:
        values = values[~np.isnan(values)]
    distinct = np.array([values.min(), values.max()])
    for rows in chunks(len(values)):
        distinct = np.union1d(distinct, values[rows])
        if len(distinct) > enough:
            break
    knots = _carried(knots, distinct)
    places = np.array([-(-k * len(values) // (knots + 1)) - 1 for k in range(1, knots + 1)], dtype=np.intp)
    values.partition(places)
    return distinct, values[places]
