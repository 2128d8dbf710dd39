"""Errors of the values themselves: mean squared, mean absolute and relative differences of linked records, and IL1s."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from core.data import Pair
from core.measures import Answer, Answers, Measure, Requires, Skipped, value_or_reason
from core.statistics.arrays import Floats
from core.tables import LinkedGroups, linked_by_group
from core.utility.families import COMPARISONS_ONLY, NUMBERS_IN_BOTH, RECORD_BY_RECORD
from core.utility.loss.families import loss_measure
from core.utility.loss.numbers import TOO_LARGE, Numbers, NumbersDetail, numbers_of, why_not_linked
from core.utility.loss.parameters import LossParameters

NOTHING_COMPARED = "no value is observed in both files"


class Il1sDetail(NumbersDetail):
    """Which form of IL1s, its sum, and by variable; values that are 0 in the original may be left out."""

    form: str
    sum: float
    compared: int
    zeros_left_out: int
    by_variable: dict[str, float]


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

    @property
    def fits(self) -> NDArray[np.bool_]:
        """Whether (rows,) it can be given in standard deviations: not where it is constant and moved."""
        return np.asarray((self.deviation > 0) | (self.absolute == 0))

    @property
    def unit(self) -> Floats:
        """Its standard deviation (rows,); 1 of a constant."""
        return np.where(self.deviation > 0, self.deviation, 1.0)

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
    """By variable, in the order of their names; ``reason`` says why there are none, or why they have no unit.

    ``finite`` (rows,): whether no number is too large; ``form``: of IL1s.
    """

    numbers: Numbers
    variables: dict[str, VariableErrors]
    form: str
    linked: int = 0
    reason: str = ""
    finite: NDArray[np.bool_] = field(default_factory=lambda: np.ones(1, dtype=bool))


def value_errors(pair: Pair, parameters: LossParameters) -> ValueErrors:
    """Compare every number of a linked record with the one that it comes from."""
    numbers, records = numbers_of(pair), linked_by_group(pair)
    if records is None:
        return ValueErrors(numbers, {}, parameters.il1s, reason=why_not_linked(pair))
    if numbers.reason:
        return ValueErrors(numbers, {}, parameters.il1s, records.n, numbers.reason)
    errors = [_errors(numbers, j, records) for j in range(len(numbers.names))]
    parts = [part for e in errors for part in (e.squared, e.relative, e.deviation)]
    finite = np.asarray(np.isfinite(parts).all(axis=0))
    reason = "" if any(e.n[0] for e in errors) else NOTHING_COMPARED
    variables = dict(zip(numbers.names, errors, strict=True))
    return ValueErrors(numbers, variables, parameters.il1s, records.n, reason if finite[0] else TOO_LARGE, finite)


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
        "by_variable": {n: e.described() for n, e in prepared.variables.items()} if prepared.finite[0] else {},
    }


def _scaled(
    measure: Measure, prepared: ValueErrors, scaled: Callable[[VariableErrors, Floats], Floats]
) -> Answers[ComparedErrorsDetail, ErrorsDetail]:
    """Yield the mean over values in units of standard deviations, without constant variables that moved."""
    errors = prepared.variables.values()
    moved = [v for v, e in prepared.variables.items() if not e.fits[0]]
    compared = sum((np.where(e.fits, e.n, 0) for e in errors), np.zeros(1))
    if prepared.reason or not compared[0]:
        yield _skipped(measure.id, prepared, prepared.reason or _constant(moved))
        return
    with np.errstate(over="ignore"):
        totals = np.sum([np.where(e.fits, scaled(e, e.unit), 0.0) for e in errors], axis=0)
    yield _result(measure.id, replace(prepared, numbers=prepared.numbers.but(moved)), totals, compared)


def _constant(moved: Sequence[str]) -> str:
    return f"not computable: {moved[0]} is constant in the original" if moved else NOTHING_COMPARED


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


@loss_measure(
    id="il1s",
    name="IL1s",
    bounds=(0.0, math.inf),
    reference="Yancey, Winkler and Creecy (2002), as printed in Kocar (2018), section 2.2; S of the original",
    prepare=value_errors,
    by_group=True,
    requires=frozenset({Requires.LINKS}),
    summary="How far the numbers of a record moved on average, in units of their spread; misleads after swapping.",
    formula=r"\mathrm{IL1s} = \frac{1}{p\,n} \sum_{j=1}^{p} \sum_{i=1}^{n} \frac{|x_{ij} - x'_{ij}|}{\sqrt{2}\, "
    r"S_j}",
    reading="0: no number moved. Normal noise of a tenth of the standard deviation gives 0.056; values of a normal "
    "variable shuffled between records give 0.80.",
    misleads="After swapping or shuffling it is large although every distribution is kept, so it rates such files "
    "worse than users find them. Heavy tails and outliers decide S. Wrong links look like heavy masking.",
    needs=NUMBERS_IN_BOTH,
    section=RECORD_BY_RECORD,
    value_by_value=True,
    caution=COMPARISONS_ONLY,
    departs="Kocar prints the mean over values and variables, as here; sdcMicro 5.8.1 gives their sum under this name.",
)
def il1s(prepared: ValueErrors) -> Answers[Il1sDetail, Il1sDetail]:
    """Yield the mean, the sum or the mean percentage of |x - x'| over linked records."""
    moves = {name: _moves(errors, prepared.form) for name, errors in prepared.variables.items()}
    fit = {name: own for name, own in moves.items() if not np.isnan(own[0][0])}
    totals, compared, zeros = np.zeros(1), np.zeros(1), 0
    for sums, n, left_out in moves.values():
        totals, compared = totals + np.nan_to_num(sums), compared + np.where(np.isnan(sums), 0.0, n)
        zeros += int(left_out[0])
    by_variable = {name: float(own[0][0]) for name, own in fit.items()}
    numbers = prepared.numbers.but([name for name in prepared.numbers.names if name not in fit])
    detail: Il1sDetail = {
        **numbers.described(),
        "form": prepared.form,
        "sum": math.fsum(by_variable.values()),
        "compared": int(compared[0]),
        "zeros_left_out": zeros,
        "by_variable": by_variable,
    }
    with np.errstate(invalid="ignore", divide="ignore"):
        values = totals if prepared.form == "sum" else totals / compared
    reason = "" if prepared.variables else prepared.reason
    reason = reason or _constant([name for name in prepared.numbers.names if name not in fit])
    rows = np.where(compared > 0, values, np.nan)
    yield value_or_reason("il1s", (), rows, reason, prepared.linked, detail, **numbers.said())


def _moves(errors: VariableErrors, form: str) -> tuple[Floats, Floats, Floats]:
    """Return (rows,) the sum of a variable's moves in units of its scale, the values compared, and the zeros left out.

    NaN where it is constant in the original and moved.
    """
    if form == "percentage":
        return 100 * errors.relative, errors.n - errors.zeros, errors.zeros
    scaled = errors.absolute / (math.sqrt(2) * errors.unit)
    return np.where(errors.fits, scaled, np.nan), errors.n, np.zeros(1)


MEASURES = (values_mse, values_mae, values_variation)
