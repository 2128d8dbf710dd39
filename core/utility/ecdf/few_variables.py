"""U_m and U_s over pairs and triples of variables, as the catalogue lists them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypedDict

from core.measures import Answers, Measure, Result, Skipped
from core.statistics.reproducible import comparable
from core.utility.ecdf.few_comparison import CLASSES, NAMES, FewComparison, compare_pairs, compare_triples
from core.utility.ecdf.measures import INTERVAL_REASON, ecdf_measure
from core.utility.resampled_null import NoNullDetail, NullDetail, ResampledNull
from core.utility.stacked import StackedDetail

WORST = 10
"""Sets of variables that are listed."""


class SetOfVariables(TypedDict):
    """Variables looked at together, and what was seen."""

    variables: list[str]
    value: float


class FewDetail(StackedDetail):
    """Which sets of variables were looked at, the worst of them, and what chance would show.

    ``worst`` are those with the largest values, the largest first; ``mean`` is that over all sets looked at.
    """

    coding: str
    together: int
    classes: int
    sets: int
    there_are: int
    worst: list[SetOfVariables]
    mean: float
    null: NullDetail | NoNullDetail


Seen = tuple[tuple[float, ...], ResampledNull]
"""The values of all sets of variables, and what chance would show of the largest."""

PAIRS_READ = (
    "The worst pair says where two variables no longer belong together as they did. Compare with the "
    "band of samples drawn from the original, of which the largest over all pairs is taken, too."
)
MISLEADS = (
    "Numbers with many values are compared at quantiles of both files, so that a shift within a class is not seen. A "
    "difference that shows in more variables at once only is missed. Banding, top-coding and dropping variables cost "
    "nothing here."
)
TRIPLES_READ = (
    "As over pairs, for three variables at a time: a choice of them, drawn by the seed, the same for every masked file."
)


def _outcome(
    measure: Measure, compared: FewComparison, seen: Callable[[FewComparison], Seen]
) -> Answers[FewDetail, StackedDetail]:
    """Yield the largest value of all sets of variables looked at."""
    stacked = compared.stacked
    notices: tuple[str, ...] = ()
    if compared.reason:
        yield Skipped(measure.id, (), compared.reason, stacked.described(), **stacked.said())
        return
    values, null = seen(compared)
    # equal but for the last bits: in the order of names
    order = sorted(zip((-comparable(values)).tolist(), compared.names, values, strict=True))
    value = max(values)
    detail: FewDetail = {
        **stacked.described(),
        "coding": compared.parameters.coding,
        "together": compared.together,
        "classes": CLASSES[compared.together],
        "sets": len(compared.names),
        "there_are": compared.there_are,
        "worst": [{"variables": list(names), "value": each} for _rank, names, each in order[:WORST]],
        "mean": math.fsum(values) / len(values),
        "null": null.described(value),
    }
    if compared.left_out:
        what = NAMES[compared.together]
        notices += (f"left out, as they have too many combinations of values: {compared.left_out:,} {what}s",)
    n = min(stacked.n_original, stacked.n_masked)
    yield Result(measure.id, (), value, n, None, detail, **stacked.said(*notices), interval_reason=INTERVAL_REASON)


over_sets = ecdf_measure.sharing(misleads=MISLEADS).figures(_outcome)
over_pairs = over_sets.sharing(prepare=compare_pairs, reading=PAIRS_READ)
over_triples = over_sets.sharing(prepare=compare_triples, reading=TRIPLES_READ)


@over_pairs(
    id="ecdf_pairs_maximum",
    name="Largest difference over pairs of variables (Um of pairs)",
    reference="Woo, Reiter, Oganian and Karr (2009), equation 4, for every two variables",
    summary="The largest difference, over all pairs of variables, between shares of records at or below a record.",
    formula=r"\max_{a < b} U_m(a, b)",
)
def ecdf_pairs_maximum(compared: FewComparison) -> Seen:
    """Return U_m of all pairs."""
    return compared.maximum, compared.null_maximum


@over_pairs(
    id="ecdf_pairs_mean_square",
    name="Largest mean squared difference over pairs of variables (Us of pairs)",
    reference="Woo, Reiter, Oganian and Karr (2009), equation 5, for every two variables",
    summary="The mean squared difference of the distribution functions of two variables, for the worst pair.",
    formula=r"\max_{a < b} U_s(a, b)",
)
def ecdf_pairs_mean_square(compared: FewComparison) -> Seen:
    """Return U_s of all pairs."""
    return compared.mean_square, compared.null_mean_square


@over_triples(
    id="ecdf_triples_maximum",
    name="Largest difference over triples of variables (Um of triples)",
    reference="Woo, Reiter, Oganian and Karr (2009), equation 4, for three variables at a time",
    summary="The largest difference, over a choice of triples of variables, between shares at or below a record.",
    formula=r"\max_{a < b < d} U_m(a, b, d)",
)
def ecdf_triples_maximum(compared: FewComparison) -> Seen:
    """Return U_m of the chosen triples."""
    return compared.maximum, compared.null_maximum


@over_triples(
    id="ecdf_triples_mean_square",
    name="Largest mean squared difference over triples of variables (Us of triples)",
    reference="Woo, Reiter, Oganian and Karr (2009), equation 5, for three variables at a time",
    summary="The mean squared difference of the distribution functions of three variables, for the worst triple.",
    formula=r"\max_{a < b < d} U_s(a, b, d)",
)
def ecdf_triples_mean_square(compared: FewComparison) -> Seen:
    """Return U_s of the chosen triples."""
    return compared.mean_square, compared.null_mean_square


MEASURES = (ecdf_pairs_maximum, ecdf_pairs_mean_square, ecdf_triples_maximum, ecdf_triples_mean_square)
