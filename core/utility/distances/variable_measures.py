"""The distances of variables, as the catalogue lists them."""

from __future__ import annotations

import math

from core.measures import Answers, Scope
from core.utility.distances.cards import HELLINGER, JENSEN_SHANNON, TOTAL_VARIATION, VOAS_WILLIAMSON
from core.utility.distances.families import distance
from core.utility.distances.one_way import OneWayDifferences, one_way_differences
from core.utility.distances.outcomes import (
    DistanceDetail,
    OrderedDetail,
    each_outcome,
    hellinger_of,
    jensen_shannon_of,
    ordered_detail,
    ordered_outcome,
    pmse_ratio_of,
    total_variation_of,
)

of_variables = distance.sharing(scope=Scope.VARIABLE, prepare=one_way_differences)


class KolmogorovSmirnovDetail(OrderedDetail):
    """The distance of the values observed, and p of its test."""

    of_observed_values: float | None
    p: float | None


class WassersteinDetail(OrderedDetail):
    """The distance in standard deviations of the original; ``unit`` is that of the value."""

    standardised: float | None
    original_sd: float | None
    unit: str


@of_variables(
    id="total_variation",
    name="Total variation of a variable",
    summary="The share of records that would have to change category to give the original's distribution.",
    **TOTAL_VARIATION,
)
def total_variation(differences: OneWayDifferences) -> Answers[DistanceDetail, DistanceDetail]:
    """Yield 1/2 sum |p - q| of every variable."""
    yield from each_outcome("total_variation", differences.shares, total_variation_of)


@of_variables(
    id="jensen_shannon",
    name="Jensen-Shannon divergence of a variable",
    summary="How well one could tell from a variable's value which file a record is from; 1 is always.",
    **JENSEN_SHANNON,
)
def jensen_shannon(differences: OneWayDifferences) -> Answers[DistanceDetail, DistanceDetail]:
    """Yield the Jensen-Shannon divergence of every variable."""
    yield from each_outcome("jensen_shannon", differences.shares, jensen_shannon_of)


@of_variables(
    id="hellinger",
    name="Hellinger distance of a variable",
    summary="How far a variable's distribution moved, with small categories counting for more; 1 is nothing in common.",
    **HELLINGER,
)
def hellinger(differences: OneWayDifferences) -> Answers[DistanceDetail, DistanceDetail]:
    """Yield the Hellinger distance of every variable."""
    yield from each_outcome("hellinger", differences.shares, hellinger_of)


@of_variables(
    id="table_pmse_ratio",
    name="Table pMSE ratio of a variable",
    bounds=(0.0, math.inf),
    summary="A variable's difference in units of chance: 1 as drawn from the original's shares, 2 as a fresh sample.",
    **VOAS_WILLIAMSON,
)
def table_pmse_ratio(differences: OneWayDifferences) -> Answers[DistanceDetail, DistanceDetail]:
    """Yield VW / df of every variable."""
    yield from each_outcome("table_pmse_ratio", differences.shares, pmse_ratio_of)


@of_variables(
    id="kolmogorov_smirnov",
    heading="Kolmogorov-Smirnov",
    needs="variables with an order",
    name="Kolmogorov-Smirnov distance of a variable",
    reference="Massey (1951); shares of all records, so that a missing value lies at or below no value",
    summary="The largest difference between the shares of either file that are known to lie at or below a value.",
    formula=r"\max_x |F(x) - G(x)|",
    reading="F and G are the shares of all records known to lie at or below x. 0: the same; 0.05: at some value the "
    "shares differ by 5 points. Two samples of 1,000 records differ by 0.06 at p = 0.05.",
    misleads="It hardly sees the tails, where top-coding and suppression work. Swapped values leave it at 0. Values "
    "newly missing raise it; the distance of the observed values alone stands beside it.",
)
def kolmogorov_smirnov(differences: OneWayDifferences) -> Answers[KolmogorovSmirnovDetail, KolmogorovSmirnovDetail]:
    """Yield max |F - G| of every ordered variable."""
    for each in differences.ordered:
        detail: KolmogorovSmirnovDetail = {
            **ordered_detail(each),
            "of_observed_values": each.observed_gap,
            "p": each.p,
        }
        yield ordered_outcome("kolmogorov_smirnov", each, each.gap, detail)


@of_variables(
    id="wasserstein",
    heading="Wasserstein",
    needs="variables with an order",
    name="Wasserstein distance of a variable",
    bounds=(0.0, math.inf),
    reference="Vallender (1974): the integral of |F - G|; missing values count as the original's median",
    summary="How far values moved on average, at least, in the unit of the variable.",
    formula=r"\int |F(x) - G(x)|\,dx",
    reading="In the unit of the variable, of ordered categories in categories: the least by which values must have "
    "moved on average to make one distribution of the other. 0: the same.",
    misleads="A lower bound: values that changed places with each other do not show. Variables cannot be compared, "
    "for units differ. A few outliers can make most of it. Missing values are put at the original's median, so "
    "losing middle values looks harmless.",
)
def wasserstein(differences: OneWayDifferences) -> Answers[WassersteinDetail, WassersteinDetail]:
    """Yield Wasserstein's distance of every ordered variable, in its own unit."""
    for each in differences.ordered:
        detail: WassersteinDetail = {
            **ordered_detail(each),
            "standardised": each.standardised,
            "original_sd": each.original_sd,
            "unit": each.unit,
        }
        yield ordered_outcome("wasserstein", each, each.move, detail)


MEASURES = (total_variation, jensen_shannon, hellinger, table_pmse_ratio, kolmogorov_smirnov, wasserstein)
