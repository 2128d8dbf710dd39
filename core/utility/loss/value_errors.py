"""Errors of the values themselves: mean squared, mean absolute and relative differences of linked records."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from core.data import Pair
from core.measures import Answer, Answers, Measure, Requires, Skipped, value_or_reason
from core.statistics.arrays import Floats
from core.tables import LinkedGroups, linked_by_group
from core.utility.families import NUMBERS_IN_BOTH, RECORD_BY_RECORD
from core.utility.loss.families import loss_measure
from core.utility.loss.numbers import TOO_LARGE, Numbers, NumbersDetail, numbers_of, why_not_linked
from core.utility.loss.parameters import LossParameters


class VariableErrorsDetail(TypedDict):
    """Mean errors of one variable in its own unit; None where no value is compared."""

    n: int
    mse: float | None
    mae: float | None
    mean_variation: float | None
    zeros_left_out: int


class ErrorsDetail(NumbersDetail):
    """Linked records, and the errors by variable."""

    linked: int
    by_variable: dict[str, VariableErrorsDetail]


class ComparedErrorsDetail(ErrorsDetail):
    """With the number of values compared."""

    compared: int


@dataclass(frozen=True, eq=False)
class VariableErrors:
    """Differences of one variable's values in linked records, in its own unit; of all, and without each group.

    Parameters
    ----------
    n : float64 array (rows,)
        Values observed in both files.
    squared, absolute, relative : float64 arrays (rows,)
        Sums of (x - x')^2, |x - x'| and |x - x'| / |x|; the last without values that are 0 in the original.
    zeros : float64 array (rows,)
        How many those are.
    deviation : float64 array (rows,)
        Standard deviation of the original; 0: constant.
    """

    n: Floats
    squared: Floats
    absolute: Floats
    relative: Floats
    zeros: Floats
    deviation: Floats

    def described(self) -> VariableErrorsDetail:
        """Return the means of all records in the variable's own unit, JSON-ready; None where no value is compared."""
        n, zeros, relative = int(self.n[0]), int(self.zeros[0]), float(self.relative[0])
        return {
            "n": n,
            "mse": float(self.squared[0]) / n if n else None,
            "mae": float(self.absolute[0]) / n if n else None,
            "mean_variation": relative / (n - zeros) if n > zeros else None,
            "zeros_left_out": zeros,
        }


@dataclass(frozen=True, eq=False)
class ValueErrors:
    """By variable, in the order of their names; ``reason`` says why there are none.

    ``finite`` (rows,): whether no number is too large.
    """

    numbers: Numbers
    variables: dict[str, VariableErrors]
    linked: int = 0
    reason: str = ""
    finite: NDArray[np.bool_] = field(default_factory=lambda: np.ones(1, dtype=bool))


def value_errors(pair: Pair, _parameters: LossParameters) -> ValueErrors:
    """Compare every number of a linked record with the one that it stems from."""
    numbers, records = numbers_of(pair), linked_by_group(pair)
    if records is None:
        return ValueErrors(numbers, {}, reason=why_not_linked(pair))
    linked = records.n
    if numbers.reason:
        return ValueErrors(numbers, {}, linked, numbers.reason)
    errors = [_errors(numbers, j, records) for j in range(len(numbers.names))]
    parts = [part for e in errors for part in (e.squared, e.relative, e.deviation)]
    finite = np.asarray(np.isfinite(parts).all(axis=0))
    if not finite[0]:
        return ValueErrors(numbers, {}, linked, TOO_LARGE)
    reason = "" if any(e.n[0] for e in errors) else "no value is observed in both files"
    return ValueErrors(numbers, dict(zip(numbers.names, errors, strict=True)), linked, reason, finite)


def _errors(numbers: Numbers, j: int, records: LinkedGroups) -> VariableErrors:
    x, z = numbers.original[records.rows[0], j], numbers.masked[records.rows[1], j]
    both, zero = ~(np.isnan(x) | np.isnan(z)), x == 0
    # what is too large becomes infinite, which is the reason then
    with np.errstate(over="ignore", invalid="ignore"):
        gap = np.where(both, np.abs(x - z), 0.0)
        relative = np.where(zero, 0.0, gap / np.where(zero | ~both, 1.0, np.abs(x)))
        n, squared, absolute, moved, zeros = records.linked.sums(both, gap**2, gap, relative, both & zero)
    return VariableErrors(n, squared, absolute, moved, zeros, records.original.deviations(numbers.original[:, j]))


def _skipped(name: str, prepared: ValueErrors, reason: str) -> Skipped[ErrorsDetail]:
    return Skipped(name, (), reason, _described(prepared), **prepared.numbers.said())


def _result(
    name: str, prepared: ValueErrors, totals: Floats, compared: Floats
) -> Answer[ComparedErrorsDetail, ComparedErrorsDetail]:
    """Return the mean over the values compared, some in the first row at least."""
    detail: ComparedErrorsDetail = {**_described(prepared), "compared": int(compared[0])}
    with np.errstate(invalid="ignore", divide="ignore"):
        values = np.where(prepared.finite, totals / compared, np.nan)
    return value_or_reason(name, (), values, TOO_LARGE, prepared.linked, detail, **prepared.numbers.said())


def _described(prepared: ValueErrors) -> ErrorsDetail:
    return {
        **prepared.numbers.described(),
        "linked": prepared.linked,
        "by_variable": {name: errors.described() for name, errors in prepared.variables.items()},
    }


def _scaled(
    measure: Measure, prepared: ValueErrors, scaled: Callable[[VariableErrors, Floats], Floats]
) -> Answers[ComparedErrorsDetail, ErrorsDetail]:
    """Yield the mean over values in units of standard deviations, without constant variables that moved."""
    errors = prepared.variables.values()
    fit = {v: (e.deviation > 0) | (e.absolute == 0) for v, e in prepared.variables.items()}
    moved = [v for v, fits in fit.items() if not fits[0]]
    compared = sum((np.where(f, e.n, 0) for f, e in zip(fit.values(), errors, strict=True)), np.zeros(1))
    if prepared.reason or not compared[0]:
        reason = prepared.reason or f"not computable: {moved[0]} is constant in the original"
        yield _skipped(measure.id, prepared, reason)
        return
    with np.errstate(over="ignore"):
        each = [scaled(e, np.where(e.deviation > 0, e.deviation, 1.0)) for e in errors]
    totals = np.sum([np.where(f, of, 0.0) for f, of in zip(fit.values(), each, strict=True)], axis=0)
    yield _result(measure.id, replace(prepared, numbers=prepared.numbers.but(moved)), totals, compared)


values_measure = loss_measure.sharing(
    bounds=(0.0, math.inf),
    reference="Domingo-Ferrer and Torra (2001), A quantitative comparison of disclosure control methods for microdata, "
    "the data matrix; Kocar (2018), section 2.2; S of the original",
    prepare=value_errors,
    by_group=True,
    requires=frozenset({Requires.LINKS}),
    needs=NUMBERS_IN_BOTH,
    section=RECORD_BY_RECORD,
    value_by_value=True,
)
scaled_measure = values_measure.figures(_scaled)
"""Of a function that returns the sum over the values of one variable, given the standard deviation of the original."""

WRONG = (
    "After swapping or shuffling it is large although every distribution is kept. Wrong links look like heavy "
    "masking. Values missing in one of the files are left out."
)


@scaled_measure(
    id="values_mse",
    name="Mean squared error of the values",
    summary="The mean squared move of a number, in variances of its variable.",
    formula=r"\frac{1}{p\,n} \sum_{j=1}^{p} \sum_{i=1}^{n} \frac{(x_{ij} - x'_{ij})^2}{S_j^2}",
    reading="0: no number moved. Normal noise of a tenth of the standard deviation gives 0.01; values shuffled between "
    "records give 2. In each variable's own unit it stands in the detail.",
    misleads=WRONG + " " + "A few large moves decide it.",
    interval_note="It is too narrow, because a few large numbers decide the figure.",
    interval_of_log=True,
)
def values_mse(errors: VariableErrors, deviation: Floats) -> Floats:
    """Return the sum of (x - x')^2 / S^2 over the values of linked records."""
    return errors.squared / deviation**2


@scaled_measure(
    id="values_mae",
    name="Mean absolute error of the values",
    summary="The mean move of a number, in standard deviations of its variable.",
    formula=r"\frac{1}{p\,n} \sum_{j=1}^{p} \sum_{i=1}^{n} \frac{|x_{ij} - x'_{ij}|}{S_j}",
    reading="0: no number moved. Normal noise of a tenth of the standard deviation gives 0.080; values of a normal "
    "variable shuffled between records give 1.13. It is IL1s times the root of 2. In each variable's own unit it "
    "stands in the detail.",
    misleads=WRONG,
)
def values_mae(errors: VariableErrors, deviation: Floats) -> Floats:
    """Return the sum of |x - x'| / S over the values of linked records."""
    return errors.absolute / deviation


@values_measure(
    id="values_variation",
    name="Mean variation of the values",
    summary="By what share of itself a number moved on average.",
    formula=r"\frac{1}{p\,n} \sum_{j=1}^{p} \sum_{i=1}^{n} \frac{|x_{ij} - x'_{ij}|}{|x_{ij}|}",
    reading="0: no number moved; 0.1: they moved by a tenth of themselves on average.",
    misleads=WRONG + " " + "Values near 0 decide it; those that are 0 in the original are left out and counted.",
)
def values_variation(prepared: ValueErrors) -> Answers[ComparedErrorsDetail, ErrorsDetail]:
    """Yield the mean of |x - x'| / |x| over the values of linked records that are not 0 in the original."""
    errors = prepared.variables.values()
    compared = sum((e.n - e.zeros for e in errors), np.zeros(1))
    if prepared.reason or not compared[0]:
        yield _skipped("values_variation", prepared, prepared.reason or "every value compared is 0 in the original")
        return
    yield _result("values_variation", prepared, sum((e.relative for e in errors), np.zeros(1)), compared)


MEASURES = (values_mse, values_mae, values_variation)
