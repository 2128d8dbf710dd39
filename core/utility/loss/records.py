"""Distances between linked records: IL1s of numbers, and Mlodak's lambda of all variables."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from core.data import Pair, PairedVariable
from core.measures import Answers, Requires, value_or_reason
from core.statistics.arrays import Floats
from core.tables import LinkedGroups, linked_by_group
from core.utility.compared_variables import LeftOut, leaving_out, without
from core.utility.families import ALL_VARIABLES, COMPARISONS_ONLY, NUMBERS_IN_BOTH, RECORD_BY_RECORD
from core.utility.loss.families import loss_measure
from core.utility.loss.numbers import Numbers, NumbersDetail, numbers_of, why_not_linked
from core.utility.loss.parameters import LossParameters
from core.utility.loss.value_distances import lambda_of

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
    linked : int
    il1s : Il1sSums or None
        None: no record is linked, or no variable is a number; ``reason`` or that of the numbers says why.
    lambdas : mapping of str to float64 array (rows,)
        By variable: mean distance, in [0, 1].
    reason : str
        Why no record is linked.
    uncompared : tuple of PairedVariable
        Variables that cannot be compared, of which there is no lambda.
    """

    parameters: LossParameters
    numbers: Numbers
    linked: int = 0
    il1s: Il1sSums | None = None
    lambdas: dict[str, Floats] = field(default_factory=dict)
    reason: str = ""
    uncompared: tuple[PairedVariable, ...] = ()


class Il1sSums(NamedTuple):
    """Moves of numbers in units of their scale.

    Parameters
    ----------
    by_variable : mapping of str to float
        Sum |x - x'| / (sqrt 2 S), or sum 100 |x - x'| / |x|; without constant variables that moved.
    values : float64 array (rows,)
        The figure; NaN where no value is compared.
    compared : int
        Values that the sums are over.
    zeros : int
        Values that are 0 in the original, left out of the percentage form.
    """

    by_variable: dict[str, float]
    values: Floats
    compared: int
    zeros: int


def record_distances(pair: Pair, parameters: LossParameters) -> RecordDistances:
    """Compare every linked record with the one it stems from."""
    numbers, records = numbers_of(pair), linked_by_group(pair)
    if records is None:
        return RecordDistances(parameters, numbers, reason=why_not_linked(pair))
    variables = sorted(pair.variables, key=lambda v: v.name)
    return RecordDistances(
        parameters,
        numbers,
        records.n,
        None if numbers.reason else _il1s(numbers, records, parameters),
        {v.name: lambda_of(v, records) for v in variables if not v.problem},
        uncompared=tuple(v for v in variables if v.problem),
    )


def _il1s(numbers: Numbers, records: LinkedGroups, parameters: LossParameters) -> Il1sSums:
    moves = [_moves(numbers, j, records, parameters) for j in range(len(numbers.names))]
    sums, n, zeros = (np.array(of) for of in zip(*moves, strict=True))
    fit = ~np.isnan(sums)
    totals, compared = np.where(fit, sums, 0.0).sum(axis=0), np.where(fit, n, 0.0).sum(axis=0)
    with np.errstate(invalid="ignore"):
        values = totals if parameters.il1s == "sum" else totals / compared
    by_variable = {name: float(own[0]) for name, own in zip(numbers.names, sums, strict=True) if not np.isnan(own[0])}
    return Il1sSums(by_variable, np.where(compared > 0, values, np.nan), int(compared[0]), int(zeros[:, 0].sum()))


def _moves(numbers: Numbers, j: int, records: LinkedGroups, parameters: LossParameters) -> tuple[Floats, ...]:
    """Return (rows,) the sum of a variable's moves in units of its scale, the values compared, and the zeros left out.

    NaN where it is constant in the original and moved.
    """
    x, z = numbers.original[records.rows[0], j], numbers.masked[records.rows[1], j]
    gap, zero = np.abs(x - z), np.zeros(len(x), dtype=bool)
    both = ~np.isnan(gap)
    if parameters.il1s == "percentage":
        zero = both & (x == 0)
        gap = 100 * gap / np.where(zero, 1.0, np.abs(x))
    counted = both & ~zero
    moved, n, zeros = records.linked.sums(np.where(counted, gap, 0.0), counted, zero)
    if parameters.il1s == "percentage":
        return moved, n, zeros
    scale = math.sqrt(2) * records.original.deviations(numbers.original[:, j])
    return np.where((scale > 0) | (moved == 0), moved / np.where(scale > 0, scale, 1.0), np.nan), n, zeros


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
)
def il1s(distances: RecordDistances) -> Answers[Il1sDetail, Il1sDetail]:
    """Yield the mean, the sum or the mean percentage of |x - x'| over linked records."""
    sums = distances.il1s or Il1sSums({}, np.full(1, np.nan), 0, 0)
    numbers = distances.numbers.but([name for name in distances.numbers.names if name not in sums.by_variable])
    detail: Il1sDetail = {
        **numbers.described(),
        "form": distances.parameters.il1s,
        "sum": math.fsum(sums.by_variable.values()),
        "compared": sums.compared,
        "zeros_left_out": sums.zeros,
        "by_variable": sums.by_variable,
    }
    reason = distances.reason or distances.numbers.reason or _why_none(distances.numbers.names, sums.by_variable)
    yield value_or_reason("il1s", (), sums.values, reason, distances.linked, detail, **numbers.said())


@loss_measure(
    id="lambda_distance",
    name="Lambda: mean distance of records",
    reference="Mlodak (2020), lambda; sdcMicro 5.8.1, IL_variables",
    prepare=record_distances,
    by_group=True,
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
    left_out = [v.name for v in distances.uncompared]
    by_variable = {name: float(rows[0]) for name, rows in distances.lambdas.items()}
    detail: LambdaDetail = {"linked": distances.linked, "by_variable": by_variable, **without(left_out)}
    reason = distances.reason or next((v.problem for v in distances.uncompared), "no variable is compared")
    means = np.mean(list(distances.lambdas.values()), axis=0) if distances.lambdas else None
    validity = leaving_out(left_out)
    yield value_or_reason("lambda_distance", (), means, reason, distances.linked, detail, validity=validity)


MEASURES = (il1s, lambda_distance)
