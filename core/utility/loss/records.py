"""Mlodak's lambda: how far the values of linked records lie apart, by the level of each variable (Mlodak 2020)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.data import Level, Pair, PairedVariable
from core.measures import Answers, Requires, Skipped
from core.statistics.arrays import Floats, Integers
from core.tables import LinkedGroups, linked_by_group
from core.utility.compared_variables import LeftOut, leaving_out, without
from core.utility.families import ALL_VARIABLES
from core.utility.loss.families import loss_measure
from core.utility.loss.numbers import why_not_linked
from core.utility.loss.parameters import LossParameters
from core.utility.variable_figures import VariableFigure, mean_of_variables, values_of, without_figure


class LambdaDetail(LeftOut):
    """Linked records, and the mean distance by variable."""

    linked: int
    by_variable: dict[str, float]


LambdaOfVariable = VariableFigure[Mapping[str, object]]


class RecordDistances(NamedTuple):
    """Mean distance of so many linked records by variable, in [0, 1]; or why no record is linked."""

    variables: tuple[LambdaOfVariable, ...]
    linked: int = 0
    reason: str = ""


def record_distances(pair: Pair, _parameters: LossParameters) -> RecordDistances:
    """Compare every linked record with the one it comes from."""
    records = linked_by_group(pair)
    if records is None:
        return RecordDistances((), reason=why_not_linked(pair))
    variables = sorted(pair.variables, key=lambda v: v.name)
    compared = ((v, None if v.problem else lambda_of(v, records)) for v in variables)
    figures = tuple(LambdaOfVariable(v.name, rows, reason=v.problem) for v, rows in compared)
    return RecordDistances(figures, records.n)


def lambda_of(paired: PairedVariable, records: LinkedGroups) -> Floats:
    """Return the mean distance of one variable over linked records.

    Parameters
    ----------
    paired : PairedVariable
    records : LinkedGroups

    Returns
    -------
    float64 array (rows,)
        In [0, 1]: nominal 0 or 1; ordinal |difference of ranks| / (categories - 1); continuous
        (2 / pi) arctan |x - x'| in the variable's own unit. A value missing on one side only is as far as
        can be: 1, or (2 / pi) arctan of the original's range; of a removed variable all are missing. NaN without any.
    """
    both, alone, apart, unit = _beside(paired, *records.rows)
    total, missing, n = records.linked.sums(np.where(both, apart, 0.0), alone, np.ones(records.n))
    farthest: Floats | float = 1.0
    if paired.recoded.level is Level.CONTINUOUS:
        farthest = np.arctan(records.original.ranges(np.asarray(paired.recoded.values, dtype=np.float64))) * 2 / math.pi
    with np.errstate(invalid="ignore"):
        return np.asarray(np.minimum(1.0, (total / unit + farthest * missing) / n))


def _beside(
    paired: PairedVariable, original: Integers, masked: Integers
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[Any], int]:
    """Return which linked records have both values and which but one (l,), the distance of both (l,), and its unit."""
    before = paired.recoded.take(original)
    known = before.is_missing()
    if paired.masked is None:
        return np.zeros(len(masked), dtype=bool), ~known, np.zeros(len(masked)), 1
    after = paired.masked.take(masked)
    gone = after.is_missing()
    unit = len(before.categories) - 1 if before.level is Level.ORDINAL and len(before.categories) > 1 else 1
    return ~(known | gone), known != gone, _apart(before.level, before.values, after.values, unit), unit


def _apart(level: Level, x: NDArray[Any], z: NDArray[Any], unit: int) -> NDArray[Any]:
    """Return the distances of values, of which missing ones have no meaning."""
    if level is Level.CONTINUOUS:
        return np.asarray(np.arctan(np.abs(x - z)) * 2 / math.pi)
    return np.abs(x.astype(np.int64) - z) if unit > 1 else np.asarray(x != z)


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
    variables = distances.variables
    n, left_out = distances.linked, without_figure(variables)
    detail: LambdaDetail = {"linked": n, "by_variable": values_of(variables), **without(left_out)}
    if distances.reason:
        yield Skipped("lambda_distance", (), distances.reason, detail, validity=())
    else:
        yield mean_of_variables("lambda_distance", variables, n, detail, validity=leaving_out(left_out))


MEASURES = (lambda_distance,)
