"""Errors of the values themselves: mean squared, mean absolute and relative differences of linked records."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypedDict

import numpy as np

from core.data import Pair
from core.measures import Answers, Measure, Requires, Result, Skipped
from core.statistics.arrays import Floats
from core.utility.families import NUMBERS_IN_BOTH, RECORD_BY_RECORD
from core.utility.loss.families import loss_measure
from core.utility.loss.linked_groups import LinkedGroups, Rows, linked_groups
from core.utility.loss.numbers import TOO_LARGE, Numbers, NumbersDetail, linked_rows, numbers_of, why_not_linked
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


@dataclass(frozen=True)
class VariableErrors:
    """Differences of one variable's values in linked records, in its own unit.

    Parameters
    ----------
    n : int
        Values observed in both files.
    squared, absolute, relative : float
        Sums of (x - x')^2, |x - x'| and |x - x'| / |x|; the last without values that are 0 in the original.
    zeros : int
        How many those are.
    deviation : float
        Standard deviation of the original; 0: constant.
    """

    n: int
    squared: float
    absolute: float
    relative: float
    zeros: int
    deviation: float

    def described(self) -> VariableErrorsDetail:
        """Return the means in the variable's own unit, JSON-ready; None where no value is compared."""
        relative = self.relative / (self.n - self.zeros) if self.n > self.zeros else None
        return {
            "n": self.n,
            "mse": self.squared / self.n if self.n else None,
            "mae": self.absolute / self.n if self.n else None,
            "mean_variation": relative,
            "zeros_left_out": self.zeros,
        }


@dataclass(frozen=True, eq=False)
class ValueErrors:
    """By variable, in the order of their names; ``reason`` says why there are none."""

    numbers: Numbers
    variables: dict[str, VariableErrors]
    linked: int = 0
    reason: str = ""


def value_errors(pair: Pair, _parameters: LossParameters) -> ValueErrors:
    """Compare every number of a linked record with the one that it stems from."""
    numbers, rows = numbers_of(pair), linked_rows(pair)
    if rows is None:
        return ValueErrors(numbers, {}, reason=why_not_linked(pair))
    if numbers.reason:
        return ValueErrors(numbers, {}, len(rows[0]), numbers.reason)
    by_variable = {
        name: _errors(numbers.original[:, j], numbers.original[rows[0], j], numbers.masked[rows[1], j])
        for j, name in enumerate(numbers.names)
    }
    return _collected(numbers, by_variable, len(rows[0]))


def _collected(numbers: Numbers, by_variable: dict[str, VariableErrors], linked: int) -> ValueErrors:
    reason = "" if any(e.n for e in by_variable.values()) else "no value is observed in both files"
    if not all(math.isfinite(x) for e in by_variable.values() for x in (e.squared, e.relative, e.deviation)):
        return ValueErrors(numbers, {}, linked, TOO_LARGE)
    return ValueErrors(numbers, by_variable, linked, reason)


def value_errors_without(
    pair: Pair, groups: Rows, n_groups: int, _parameters: LossParameters
) -> Iterator[ValueErrors] | None:
    """Return the errors without each group of records in turn (``LeaveOut``): sums over the other groups."""
    numbers, records = numbers_of(pair), linked_groups(pair, groups, n_groups)
    if records is None or numbers.reason:
        return None
    errors = [list(_errors_without(numbers, j, records)) for j in range(len(numbers.names))]
    return (
        _collected(numbers, dict(zip(numbers.names, left, strict=True)), linked)
        for left, linked in zip(zip(*errors, strict=True), records.linked(), strict=True)
    )


def _errors_without(numbers: Numbers, j: int, records: LinkedGroups) -> Iterator[VariableErrors]:
    x, z = numbers.original[records.rows[0], j], numbers.masked[records.rows[1], j]
    both, zero = ~(np.isnan(x) | np.isnan(z)), x == 0
    with np.errstate(over="ignore", invalid="ignore"):
        gap = np.where(both, np.abs(x - z), 0.0)
        relative = np.where(zero, 0.0, gap / np.where(zero | ~both, 1.0, np.abs(x)))
        sums = records.sums(both, gap**2, gap, relative, both & zero)
    deviations = records.deviations(numbers.original[:, j])
    for (n, squared, absolute, moved, zeros), deviation in zip(sums.T.tolist(), deviations.tolist(), strict=True):
        yield VariableErrors(int(n), squared, absolute, moved, int(zeros), deviation)


def _errors(whole: Floats, x: Floats, z: Floats) -> VariableErrors:
    both = ~(np.isnan(x) | np.isnan(z))
    x, z = x[both], z[both]
    observed = whole[~np.isnan(whole)]
    constant = len(observed) < 2 or observed.min() == observed.max()
    # what is too large becomes infinite, and is told as such
    with np.errstate(over="ignore", invalid="ignore"):
        # sorted, so that the order of the records changes no rounding
        gap = np.sort(np.abs(x - z))
        relative = np.sort(np.abs(x - z)[x != 0] / np.abs(x[x != 0]))
        deviation = 0.0 if constant else float(observed.std(ddof=1))
        squared = float((gap**2).sum())
    return VariableErrors(len(x), squared, float(gap.sum()), float(relative.sum()), int((x == 0).sum()), deviation)


def _skipped(name: str, prepared: ValueErrors, reason: str) -> Skipped[ErrorsDetail]:
    return Skipped(name, (), reason, _described(prepared), **prepared.numbers.said())


def _result(name: str, prepared: ValueErrors, value: float, compared: int) -> Result[ComparedErrorsDetail]:
    detail: ComparedErrorsDetail = {**_described(prepared), "compared": compared}
    return Result(name, (), value, prepared.linked, None, detail, **prepared.numbers.said())


def _described(prepared: ValueErrors) -> ErrorsDetail:
    return {
        **prepared.numbers.described(),
        "linked": prepared.linked,
        "by_variable": {name: errors.described() for name, errors in prepared.variables.items()},
    }


def _scaled(
    measure: Measure, prepared: ValueErrors, scaled: Callable[[VariableErrors, float], float]
) -> Answers[ComparedErrorsDetail, ErrorsDetail]:
    """Yield the mean over values in units of standard deviations, without constant variables that moved."""
    moved = [v for v, e in prepared.variables.items() if e.deviation == 0 and e.absolute > 0]
    fit = {v: e for v, e in prepared.variables.items() if v not in moved}
    compared = sum(e.n for e in fit.values())
    if prepared.reason or not compared:
        reason = prepared.reason or f"not computable: {moved[0]} is constant in the original"
        yield _skipped(measure.id, prepared, reason)
        return
    prepared = replace(prepared, numbers=prepared.numbers.but(moved))
    value = math.fsum(scaled(e, e.deviation or 1.0) for e in fit.values()) / compared
    if not math.isfinite(value):
        yield _skipped(measure.id, prepared, TOO_LARGE)
    else:
        yield _result(measure.id, prepared, value, compared)


values_measure = loss_measure.sharing(
    bounds=(0.0, math.inf),
    reference="Domingo-Ferrer and Torra (2001), A quantitative comparison of disclosure control methods for microdata, "
    "the data matrix; Kocar (2018), section 2.2; S of the original",
    prepare=value_errors,
    leave_out=value_errors_without,
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
def values_mse(errors: VariableErrors, deviation: float) -> float:
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
def values_mae(errors: VariableErrors, deviation: float) -> float:
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
    compared = sum(e.n - e.zeros for e in prepared.variables.values())
    if prepared.reason or not compared:
        yield _skipped("values_variation", prepared, prepared.reason or "every value compared is 0 in the original")
        return
    value = math.fsum(e.relative for e in prepared.variables.values()) / compared
    yield _result("values_variation", prepared, value, compared)


MEASURES = (values_mse, values_mae, values_variation)
