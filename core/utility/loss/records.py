"""Distances between linked records: IL1s of numbers, and Mlodak's lambda of all variables."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.data import Pair, PairedVariable
from core.measures import Answers, Requires, value_or_reason
from core.utility.compared_variables import LeftOut, leaving_out, without
from core.utility.families import ALL_VARIABLES, COMPARISONS_ONLY, NUMBERS_IN_BOTH, RECORD_BY_RECORD
from core.utility.loss.families import loss_measure
from core.utility.loss.linked_groups import LinkedGroups, Rows, linked_groups
from core.utility.loss.numbers import Numbers, NumbersDetail, deviation, linked_rows, numbers_of, why_not_linked
from core.utility.loss.parameters import LossParameters
from core.utility.loss.value_distances import lambda_of, lambdas_without

Il1sSums = tuple[dict[str, float], int, int, str]
"""Sums by variable, the values compared, those left out as 0, and why there is no value."""

NOTHING_COMPARED = "no value is observed in both files"


class Il1sDetail(NumbersDetail):
    """Which form of IL1s, its sum, and by variable; values that are 0 in the original may be left out."""

    form: str
    sum: float
    compared: int
    zeros_left_out: int
    by_variable: dict[str, float]


class LambdaDetail(LeftOut):
    """Linked records, and the mean distance by variable."""

    linked: int
    by_variable: dict[str, float]


@dataclass(frozen=True, eq=False)
class RecordDistances:
    """Distances of linked records.

    Parameters
    ----------
    parameters : LossParameters
    numbers : Numbers
    il1s : mapping of str to float
        By variable: sum |x - x'| / (sqrt 2 S), or sum 100 |x - x'| / |x|.
    compared : int
        Values that these sums are over.
    zeros : int
        Values that are 0 in the original, left out of the percentage form.
    lambdas : mapping of str to float
        By variable: mean distance, in [0, 1].
    linked : int
    il1s_reason, lambda_reason : str
        Why there is none.
    left_out : tuple of str
        Variables that cannot be compared, of which there is no lambda.
    """

    parameters: LossParameters
    numbers: Numbers
    il1s: dict[str, float]
    compared: int
    zeros: int
    lambdas: dict[str, float]
    linked: int
    il1s_reason: str = ""
    lambda_reason: str = ""
    left_out: tuple[str, ...] = ()


def record_distances(pair: Pair, parameters: LossParameters) -> RecordDistances:
    """Compare every linked record with the one it stems from."""
    numbers, rows = numbers_of(pair), linked_rows(pair)
    if rows is None:
        reason = why_not_linked(pair)
        return RecordDistances(parameters, numbers, {}, 0, 0, {}, 0, reason, reason)
    il1s = _il1s(numbers, rows, parameters)
    compared, uncompared = _compared(pair)
    return _distances(
        parameters, numbers, il1s, {v.name: lambda_of(v, *rows) for v in compared}, len(rows[0]), uncompared
    )


def _compared(pair: Pair) -> tuple[list[PairedVariable], list[PairedVariable]]:
    """Return the variables that can be compared, and those that cannot, by name."""
    variables = sorted(pair.variables, key=lambda v: v.name)
    return [v for v in variables if not v.problem], [v for v in variables if v.problem]


def _distances(
    parameters: LossParameters,
    numbers: Numbers,
    il1s: Il1sSums,
    lambdas: dict[str, float],
    linked: int,
    uncompared: Sequence[PairedVariable],
) -> RecordDistances:
    problems = [v.problem for v in uncompared] or ["no variable is compared"]
    why_none, left_out = "" if lambdas else problems[0], tuple(v.name for v in uncompared)
    sums, compared, zeros, reason = il1s
    return RecordDistances(parameters, numbers, sums, compared, zeros, lambdas, linked, reason, why_none, left_out)


def record_distances_without(
    pair: Pair, groups: Rows, n_groups: int, parameters: LossParameters
) -> Iterator[RecordDistances] | None:
    """Return the distances without each group of records in turn (``LeaveOut``): sums over the other groups."""
    numbers, records = numbers_of(pair), linked_groups(pair, groups, n_groups)
    if records is None or numbers.reason or parameters.il1s == "percentage":
        return None
    il1s = [_il1s_without(numbers, j, records) for j in range(len(numbers.names))]
    compared, uncompared = _compared(pair)
    lambdas = [lambdas_without(v, records) for v in compared]
    return (
        _distances(
            parameters,
            numbers,
            _put_together(numbers.names, [left[g] for left in il1s]),
            {v.name: left[g] for v, left in zip(compared, lambdas, strict=True)},
            linked,
            uncompared,
        )
        for g, linked in enumerate(records.linked())
    )


def _il1s_without(numbers: Numbers, j: int, records: LinkedGroups) -> list[tuple[float, float, int]]:
    """Return, without each group, the sum of a variable's moves, its scale sqrt 2 S, and the values compared."""
    gap = np.abs(numbers.original[records.rows[0], j] - numbers.masked[records.rows[1], j])
    both = ~np.isnan(gap)
    moved, n = records.sums(np.where(both, gap, 0.0), both)
    scales = math.sqrt(2) * records.deviations(numbers.original[:, j])
    return list(zip(moved.tolist(), scales.tolist(), n.astype(np.int64).tolist(), strict=True))


def _put_together(names: Sequence[str], moves: Sequence[tuple[float, float, int]]) -> Il1sSums:
    """Return the sums by variable in units of its scale, without constant variables that moved."""
    fit = {name: of for name, of in zip(names, moves, strict=True) if of[1] > 0 or of[0] == 0}
    compared = sum(n for *_, n in fit.values())
    sums = {name: moved / (scale or 1.0) for name, (moved, scale, _n) in fit.items()}
    return sums, compared, 0, "" if compared else _why_none(names, fit)


def _il1s(numbers: Numbers, rows: Rows, parameters: LossParameters) -> Il1sSums:
    if numbers.reason:
        return {}, 0, 0, numbers.reason
    sums: dict[str, float] = {}
    compared = zeros = 0
    for j, name in enumerate(numbers.names):
        x, z = numbers.original[rows[0], j], numbers.masked[rows[1], j]
        both = ~(np.isnan(x) | np.isnan(z))
        x, gap = x[both], np.abs(x - z)[both]
        if parameters.il1s == "percentage":
            zeros += int((x == 0).sum())
            gap, x = gap[x != 0], x[x != 0]
            sums[name] = float((100 * gap / np.abs(x)).sum())
        else:
            scale = math.sqrt(2) * deviation(numbers.original[:, j])
            if scale == 0 and gap.any():
                continue
            sums[name] = float((gap / (scale or 1.0)).sum())
        compared += len(x)
    return sums, compared, zeros, "" if compared else _why_none(numbers.names, sums)


def _why_none(names: Sequence[str], fit: Collection[str]) -> str:
    """Say why no value can be scaled."""
    moved = [name for name in names if name not in fit]
    return f"not computable: {moved[0]} is constant in the original" if moved else NOTHING_COMPARED


@loss_measure(
    id="il1s",
    name="IL1s",
    bounds=(0.0, math.inf),
    reference="Yancey, Winkler and Creecy (2002), as printed in Kocar (2018), section 2.2; S of the original",
    prepare=record_distances,
    leave_out=record_distances_without,
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
)
def il1s(distances: RecordDistances) -> Answers[Il1sDetail, Il1sDetail]:
    """Yield the mean, the sum or the mean percentage of |x - x'| over linked records."""
    form, total = distances.parameters.il1s, math.fsum(distances.il1s.values())
    numbers = distances.numbers.but([name for name in distances.numbers.names if name not in distances.il1s])
    detail: Il1sDetail = {
        **numbers.described(),
        "form": form,
        "sum": total,
        "compared": distances.compared,
        "zeros_left_out": distances.zeros,
        "by_variable": distances.il1s,
    }
    value = None if distances.il1s_reason else total if form == "sum" else total / distances.compared
    reason, said = distances.il1s_reason, numbers.said()
    yield value_or_reason("il1s", (), value, reason, distances.linked, detail, **said)


@loss_measure(
    id="lambda_distance",
    name="Lambda: mean distance of records",
    reference="Mlodak (2020), lambda; sdcMicro 5.8.1, IL_variables",
    prepare=record_distances,
    leave_out=record_distances_without,
    requires=frozenset({Requires.LINKS}),
    summary="How far a record's values moved on average over all variables; numbers count in their own unit.",
    formula=r"\begin{gathered} \lambda = \frac{1}{p\,n} \sum_{j, i} d_{ij} \\[1ex] d = \begin{cases} [x \ne x'] & "
    r"\text{nominal} \\ \dfrac{|\text{rank} - \text{rank}'|}{m - 1} & \text{ordinal, } m \text{ levels} "
    r"\\ \dfrac{2}{\pi} \arctan |x - x'| & \text{numbers} \end{cases} \end{gathered}",
    reading="0: every value is kept; 1: every value is as far away as can be. A newly missing value counts as "
    "the farthest.",
    misleads="Numbers count in their own unit: a move by 12.7 units already counts 0.95, so incomes look lost and "
    "ages not, and a change of unit changes the figure. After swapping it is large although distributions are "
    "kept. Wrong links look like heavy masking.",
    section=ALL_VARIABLES,
    place=4,
)
def lambda_distance(distances: RecordDistances) -> Answers[LambdaDetail, LambdaDetail]:
    """Yield the mean over variables of the mean distance of linked records."""
    detail: LambdaDetail = {"linked": distances.linked, "by_variable": distances.lambdas, **without(distances.left_out)}
    validity = leaving_out(distances.left_out)
    reason = distances.lambda_reason
    mean = None if reason else math.fsum(distances.lambdas.values()) / len(distances.lambdas)
    yield value_or_reason("lambda_distance", (), mean, reason, distances.linked, detail, validity=validity)


MEASURES = (il1s, lambda_distance)
