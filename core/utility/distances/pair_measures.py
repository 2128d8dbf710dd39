"""The distances of pairs of variables, as the catalogue lists them."""

from __future__ import annotations

import math

from core.measures import Answers, Passes, Scope
from core.utility.distances.cards import HELLINGER, JENSEN_SHANNON, TOTAL_VARIATION, VOAS_WILLIAMSON
from core.utility.distances.families import distance
from core.utility.distances.outcomes import (
    DistanceDetail,
    each_outcome,
    hellinger_of,
    jensen_shannon_of,
    pmse_ratio_of,
    total_variation_of,
)
from core.utility.distances.two_way import TwoWayDifferences, two_way_differences

of_pairs = distance.sharing(scope=Scope.PAIR, prepare=two_way_differences, passes=Passes.PAIRS)


@of_pairs(
    id="total_variation_pair",
    name="Total variation of a pair",
    summary="The share of records that would have to change cell to give the original's table of two variables.",
    **TOTAL_VARIATION,
)
def total_variation_pair(differences: TwoWayDifferences) -> Answers[DistanceDetail, DistanceDetail]:
    """Yield 1/2 sum |p - q| of every pair of variables."""
    yield from each_outcome("total_variation_pair", differences.pairs, total_variation_of)


@of_pairs(
    id="jensen_shannon_pair",
    name="Jensen-Shannon divergence of a pair",
    summary="How well one could tell from two variables' values which file a record is from; 1 is always.",
    **JENSEN_SHANNON,
)
def jensen_shannon_pair(differences: TwoWayDifferences) -> Answers[DistanceDetail, DistanceDetail]:
    """Yield the Jensen-Shannon divergence of every pair of variables."""
    yield from each_outcome("jensen_shannon_pair", differences.pairs, jensen_shannon_of)


@of_pairs(
    id="hellinger_pair",
    name="Hellinger distance of a pair",
    summary="How far the table of two variables moved, with small cells counting for more; 1 is nothing in common.",
    **HELLINGER,
)
def hellinger_pair(differences: TwoWayDifferences) -> Answers[DistanceDetail, DistanceDetail]:
    """Yield the Hellinger distance of every pair of variables."""
    yield from each_outcome("hellinger_pair", differences.pairs, hellinger_of)


@of_pairs(
    id="table_pmse_ratio_pair",
    name="Table pMSE ratio of a pair",
    bounds=(0.0, math.inf),
    summary="The difference of two variables' table in units of chance: 1 as drawn from the original, 2 fresh sample.",
    **VOAS_WILLIAMSON,
)
def table_pmse_ratio_pair(differences: TwoWayDifferences) -> Answers[DistanceDetail, DistanceDetail]:
    """Yield VW / df of every pair of variables."""
    yield from each_outcome("table_pmse_ratio_pair", differences.pairs, pmse_ratio_of)


MEASURES = (total_variation_pair, jensen_shannon_pair, hellinger_pair, table_pmse_ratio_pair)
