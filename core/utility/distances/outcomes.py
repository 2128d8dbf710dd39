"""Differences as outcomes: the value of each distance, and what is next to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NotRequired, TypedDict, TypeVar

import numpy as np

from core.measures import Answer, Answers, Measure, value_or_reason
from core.statistics.arrays import Floats
from core.statistics.distributions import VoasWilliamson, jensen_shannon_null
from core.utility.compared_variables import LeftOut, Sizes, leaving_out, mean_of, mean_of_rows, without
from core.utility.distances.one_way import (
    OneWayDifferences,
    OrderedDetail,
    OrderedDifference,
    ShareDetail,
    ShareDifference,
)
from core.utility.distances.two_way import TwoWayDifferences


class DistanceAlone(TypedDict):
    """What belongs to one distance alone: what chance shows, or the statistic behind it and what it means."""

    null_drawn: NotRequired[float]
    null_fresh_sample: NotRequired[float]
    statistic: NotRequired[float]
    degrees_of_freedom: NotRequired[int]
    pmse: NotRequired[float]
    sentence: NotRequired[str]


class DistanceDetail(ShareDetail, DistanceAlone):
    """A distance of one variable or pair."""


class MeanDistanceDetail(Sizes, LeftOut):
    """A distance of every variable, and what recoding did to those recoded."""

    variables: dict[str, float | None]
    removed: list[str]
    recode_cost: dict[str, float]
    classes_of_numbers: int


class PairsMeanDetail(Sizes, LeftOut):
    """How many pairs the mean is over, and the variables that the masked file lacks.

    ``published``: the mean without removed variables and without blanks; None where none is left.
    """

    pairs: int
    removed: list[str]
    published: float | None


Ordered = TypeVar("Ordered", bound=OrderedDetail)
Value = Callable[[ShareDifference], tuple[Floats | None, DistanceAlone]]
"""The value of one measure in every row, and what belongs to it alone; None where it has no degree of freedom."""


def total_variation_of(each: ShareDifference) -> tuple[Floats | None, DistanceAlone]:
    """Return the total variation of a table."""
    return (each.distances.total_variation if each.distances else None), {}


def jensen_shannon_of(each: ShareDifference) -> tuple[Floats | None, DistanceAlone]:
    """Return the Jensen-Shannon divergence of a table, with what chance alone would show."""
    if each.distances is None:
        return None, {}
    table = each.table
    drawn, fresh = jensen_shannon_null(table["cells"] - 1, *(each.sizes or (table["n_original"], table["n_masked"])))
    return each.distances.jensen_shannon, {"null_drawn": drawn, "null_fresh_sample": fresh}


def hellinger_of(each: ShareDifference) -> tuple[Floats | None, DistanceAlone]:
    """Return the Hellinger distance of a table."""
    return (each.distances.hellinger if each.distances else None), {}


def pmse_ratio_of(each: ShareDifference) -> tuple[Floats | None, DistanceAlone]:
    """Return VW / df of a table, None where it has no degree of freedom, with the statistic and what it means."""
    if each.chi is None:
        return None, {}
    chi, ratio = each.chi, ratio_to_chance(each.chi)
    return None if ratio is None else np.array([ratio]), {
        "statistic": chi.statistic,
        "degrees_of_freedom": chi.degrees_of_freedom,
        "pmse": chi.pmse,
        "sentence": _pmse_sentence(ratio, each),
    }


def ratio_to_chance(chi: VoasWilliamson | None) -> float | None:
    """Return VW / df; None without a degree of freedom."""
    return chi.statistic / chi.degrees_of_freedom if chi is not None and chi.degrees_of_freedom else None


def _pmse_sentence(ratio: float | None, each: ShareDifference) -> str:
    """Say what a ratio means: files of equal size with a share f of the records redrawn show 2 f."""
    if ratio is None or each.table["n_original"] != each.table["n_masked"] or each.sizes is not None:
        return ""
    if ratio > 2:
        return "more than a fresh sample of this size would differ"
    return f"as if {ratio / 2:.0%} of the records had been drawn anew"


def outcomes_of_variables(
    measure: Measure, differences: OneWayDifferences, value_of: Value
) -> Answers[DistanceDetail, DistanceDetail]:
    """Yield a distance of every variable."""
    return _each_outcome(measure.id, differences.shares, value_of)


def outcomes_of_pairs(
    measure: Measure, differences: TwoWayDifferences, value_of: Value
) -> Answers[DistanceDetail, DistanceDetail]:
    """Yield a distance of every pair of variables."""
    return _each_outcome(measure.id, differences.pairs, value_of)


def _each_outcome(
    name: str, differences: Sequence[ShareDifference], value_of: Value
) -> Answers[DistanceDetail, DistanceDetail]:
    for each in differences:
        values, own = value_of(each)
        value = None if values is None else float(values[0])
        detail: DistanceDetail = {**each.table, **own}
        reason = each.reason or "all records of both files lie in one cell"
        n = min(each.table["n_original"], each.table["n_masked"])
        yield value_or_reason(name, each.variables, value, reason, n, detail)


def mean_outcome(
    measure: Measure, differences: OneWayDifferences, value_of: Value
) -> Answers[MeanDistanceDetail, MeanDistanceDetail]:
    """Yield the mean of a distance over the original's variables; those that cannot be compared are left out."""
    rows = {each.variables[0]: value_of(each)[0] for each in differences.shares if not each.reason}
    reasons = {each.variables[0]: each.reason for each in differences.shares if each.reason}
    detail: MeanDistanceDetail = {
        "n_original": differences.n_original,
        "n_masked": differences.n_masked,
        "variables": {name: None if values is None else float(values[0]) for name, values in rows.items()},
        "removed": [each.variables[0] for each in differences.shares if each.table["removed"]],
        "recode_cost": {e.variables[0]: cost for e in differences.shares if (cost := e.table["recode_cost"])},
        "classes_of_numbers": differences.parameters.bins,
        **without(list(reasons)),
    }
    mean = mean_of_rows([values for values in rows.values() if values is not None])
    reason = next(iter(reasons.values()), "no variable is compared")
    n, validity = min(differences.n_original, differences.n_masked), leaving_out(list(reasons))
    yield value_or_reason(measure.id, (), mean, reason, n, detail, validity=validity)


def mean_over_pairs(
    measure: Measure, differences: TwoWayDifferences, value_of: Value
) -> Answers[PairsMeanDetail, PairsMeanDetail]:
    """Yield the mean of a distance over the pairs of variables; those that cannot be compared are left out.

    A removed variable counts as all missing, and a blank as a category. What is published is compared without either:
    by the records that have both values.
    """
    values = [(each, float(rows[0])) for each in differences.pairs if (rows := value_of(each)[0]) is not None]
    published = [ratio for each, _ in values if (ratio := ratio_to_chance(each.of_values)) is not None]
    left_out = differences.not_comparable
    detail: PairsMeanDetail = {
        "n_original": differences.n_original,
        "n_masked": differences.n_masked,
        "pairs": len(values),
        "removed": list(differences.removed),
        "published": mean_of(published),
        **without(list(left_out)),
    }
    reason = next(iter(left_out.values()), "fewer than two variables are compared")
    n, validity = min(differences.n_original, differences.n_masked), leaving_out(list(left_out))
    yield value_or_reason(measure.id, (), mean_of([v for _, v in values]), reason, n, detail, validity=validity)


def ordered_outcome(
    name: str, each: OrderedDifference, value: float | None, detail: Ordered
) -> Answer[Ordered, Ordered]:
    """Return a distance of an ordered variable, or why it has none."""
    n = min(each.records["n_original"], each.records["n_masked"])
    return value_or_reason(name, (each.variable,), value, each.reason, n, detail)
