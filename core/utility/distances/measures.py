"""The distances of variables and of pairs of variables, as the catalogue lists them."""

from __future__ import annotations

import math

from core.measures import Answers, Passes, Result, Scope, Skipped
from core.utility.compared_variables import LeftOut, leaving_out, without
from core.utility.distances.cards import HELLINGER, JENSEN_SHANNON, TOTAL_VARIATION, VOAS_WILLIAMSON
from core.utility.distances.leave_out import one_way_differences_without
from core.utility.distances.one_way import OneWayDifferences, one_way_differences
from core.utility.distances.outcomes import (
    DistanceDetail,
    MeanDistanceDetail,
    OrderedDetail,
    each_outcome,
    hellinger_of,
    jensen_shannon_of,
    mean_outcome,
    ordered_detail,
    ordered_outcome,
    pmse_ratio_of,
    total_variation_of,
)
from core.utility.distances.two_way import TwoWayDifferences, two_way_differences
from core.utility.families import (
    ALL_VARIABLES,
    DISTANCES,
    NUMBERS,
    NUMBERS_IN_BOTH,
    SHARES_WEIGHTED,
    utility_measure,
)
from core.utility.tables import TableParameters
from core.wording import _

distance = utility_measure.sharing(
    family="tables", bounds=(0.0, 1.0), parameters=TableParameters, group=DISTANCES, weighting=SHARES_WEIGHTED
)
of_file = distance.sharing(prepare=one_way_differences, leave_out=one_way_differences_without, section=ALL_VARIABLES)
of_variables = distance.sharing(scope=Scope.VARIABLE, prepare=one_way_differences)
of_pairs = distance.sharing(scope=Scope.PAIR, prepare=two_way_differences, passes=Passes.PAIRS)


class KolmogorovSmirnovDetail(OrderedDetail):
    """The distance of the values observed, and p of its test."""

    of_observed_values: float | None
    p: float | None


class WassersteinDetail(OrderedDetail):
    """The distance in standard deviations of the original; ``unit`` is that of the value."""

    standardised: float | None
    original_sd: float | None
    unit: str


class WassersteinMeanDetail(LeftOut):
    """The distance of every numeric variable in standard deviations of the original."""

    variables: dict[str, float | None]


@of_variables(
    id="total_variation",
    name=_("Total variation of a variable"),
    summary=_("The share of records that would have to change category to give the original's distribution."),
    **TOTAL_VARIATION,
)
def total_variation(differences: OneWayDifferences) -> Answers[DistanceDetail, DistanceDetail]:
    """Yield 1/2 sum |p - q| of every variable."""
    yield from each_outcome("total_variation", differences.shares, total_variation_of)


@of_variables(
    id="jensen_shannon",
    name=_("Jensen-Shannon divergence of a variable"),
    summary=_("How well one could tell from a variable's value which file a record is from; 1 is always."),
    **JENSEN_SHANNON,
)
def jensen_shannon(differences: OneWayDifferences) -> Answers[DistanceDetail, DistanceDetail]:
    """Yield the Jensen-Shannon divergence of every variable."""
    yield from each_outcome("jensen_shannon", differences.shares, jensen_shannon_of)


@of_variables(
    id="hellinger",
    name=_("Hellinger distance of a variable"),
    summary=_(
        "How far a variable's distribution moved, with small categories counting for more; 1 is nothing in common."
    ),
    **HELLINGER,
)
def hellinger(differences: OneWayDifferences) -> Answers[DistanceDetail, DistanceDetail]:
    """Yield the Hellinger distance of every variable."""
    yield from each_outcome("hellinger", differences.shares, hellinger_of)


@of_variables(
    id="table_pmse_ratio",
    name=_("Table pMSE ratio of a variable"),
    bounds=(0.0, math.inf),
    summary=_(
        "A variable's difference in units of chance: 1 as drawn from the original's shares, 2 as a fresh sample."
    ),
    **VOAS_WILLIAMSON,
)
def table_pmse_ratio(differences: OneWayDifferences) -> Answers[DistanceDetail, DistanceDetail]:
    """Yield VW / df of every variable."""
    yield from each_outcome("table_pmse_ratio", differences.shares, pmse_ratio_of)


@of_variables(
    id="kolmogorov_smirnov",
    heading=_("Kolmogorov-Smirnov"),
    needs=_("variables with an order"),
    name=_("Kolmogorov-Smirnov distance of a variable"),
    reference="Massey (1951); shares of all records, so that a missing value lies at or below no value",
    summary=_("The largest difference between the shares of either file that are known to lie at or below a value."),
    formula=r"\max_x |F(x) - G(x)|",
    reading=_(
        "F and G are the shares of all records known to lie at or below x. 0: the same; 0.05: at some value the "
        "shares differ by 5 points. Two samples of 1,000 records differ by 0.06 at p = 0.05."
    ),
    misleads=_(
        "It hardly sees the tails, where top-coding and suppression work. Swapped values leave it at 0. Values "
        "newly missing raise it; the distance of the observed values alone stands beside it."
    ),
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
    heading=_("Wasserstein"),
    needs=_("variables with an order"),
    name=_("Wasserstein distance of a variable"),
    bounds=(0.0, math.inf),
    reference="Vallender (1974): the integral of |F - G|; missing values count as the original's median",
    summary=_("How far values moved on average, at least, in the unit of the variable."),
    formula=r"\int |F(x) - G(x)|\,dx",
    reading=_(
        "In the unit of the variable, of ordered categories in categories: the least by which values must have "
        "moved on average to make one distribution of the other. 0: the same."
    ),
    misleads=_(
        "A lower bound: values that changed places with each other do not show. Variables cannot be compared, "
        "for units differ. A few outliers can make most of it. Missing values are put at the original's median, so "
        "losing middle values looks harmless."
    ),
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


@of_pairs(
    id="total_variation_pair",
    name=_("Total variation of a pair"),
    summary=_("The share of records that would have to change cell to give the original's table of two variables."),
    **TOTAL_VARIATION,
)
def total_variation_pair(differences: TwoWayDifferences) -> Answers[DistanceDetail, DistanceDetail]:
    """Yield 1/2 sum |p - q| of every pair of variables."""
    yield from each_outcome("total_variation_pair", differences.pairs, total_variation_of)


@of_pairs(
    id="jensen_shannon_pair",
    name=_("Jensen-Shannon divergence of a pair"),
    summary=_("How well one could tell from two variables' values which file a record is from; 1 is always."),
    **JENSEN_SHANNON,
)
def jensen_shannon_pair(differences: TwoWayDifferences) -> Answers[DistanceDetail, DistanceDetail]:
    """Yield the Jensen-Shannon divergence of every pair of variables."""
    yield from each_outcome("jensen_shannon_pair", differences.pairs, jensen_shannon_of)


@of_pairs(
    id="hellinger_pair",
    name=_("Hellinger distance of a pair"),
    summary=_("How far the table of two variables moved, with small cells counting for more; 1 is nothing in common."),
    **HELLINGER,
)
def hellinger_pair(differences: TwoWayDifferences) -> Answers[DistanceDetail, DistanceDetail]:
    """Yield the Hellinger distance of every pair of variables."""
    yield from each_outcome("hellinger_pair", differences.pairs, hellinger_of)


@of_pairs(
    id="table_pmse_ratio_pair",
    name=_("Table pMSE ratio of a pair"),
    bounds=(0.0, math.inf),
    summary=_(
        "The difference of two variables' table in units of chance: 1 as drawn from the original, 2 fresh sample."
    ),
    **VOAS_WILLIAMSON,
)
def table_pmse_ratio_pair(differences: TwoWayDifferences) -> Answers[DistanceDetail, DistanceDetail]:
    """Yield VW / df of every pair of variables."""
    yield from each_outcome("table_pmse_ratio_pair", differences.pairs, pmse_ratio_of)


@of_file(
    id="total_variation_mean",
    name=_("Total variation, mean over variables"),
    summary=_("How much the variables' distributions differ on average; a removed variable counts as all missing."),
    **(
        TOTAL_VARIATION
        | {
            "heading": "",
            "reading": _(
                "The mean over the original's variables. 0: all distributions are kept; 0.05: five records in a "
                "hundred would have to change category, on average. One removed variable of p adds up to 1/p."
            ),
        }
    ),
    interval_caution=_(
        "Its 95 % interval is wider than it need be: in simulations of six sample designs it held the value "
        "always. Distances are never below 0, so that chance alone lifts them."
    ),
)
def total_variation_mean(differences: OneWayDifferences) -> Answers[MeanDistanceDetail, MeanDistanceDetail]:
    """Yield the mean total variation of the original's variables."""
    yield mean_outcome("total_variation_mean", differences, total_variation_of)


@of_file(
    id="jensen_shannon_mean",
    name=_("Jensen-Shannon divergence, mean over variables"),
    summary=_(
        "How well one could tell the files apart by one variable, on average; a removed one counts as all missing."
    ),
    **(
        JENSEN_SHANNON
        | {
            "heading": "",
            "reading": _(
                "In bits, the mean over the original's variables. 0: all distributions are kept. Small values are "
                "normal, for it goes with the square of the differences. One removed variable of p adds up to 1/p."
            ),
        }
    ),
    interval_caution=_(
        "Its 95 % interval is wider than it need be: in simulations of six sample designs it held the value "
        "in 97 to 100 % of samples. Distances are never below 0, so that chance alone lifts them."
    ),
)
def jensen_shannon_mean(differences: OneWayDifferences) -> Answers[MeanDistanceDetail, MeanDistanceDetail]:
    """Yield the mean Jensen-Shannon divergence of the original's variables."""
    yield mean_outcome("jensen_shannon_mean", differences, jensen_shannon_of)


@of_file(
    id="hellinger_mean",
    name=_("Hellinger distance, mean over variables"),
    summary=_("How far the variables' distributions moved on average; a removed variable counts as all missing."),
    **(
        HELLINGER
        | {
            "heading": "",
            "reading": _(
                "The mean over the original's variables. 0: all distributions are kept. Rare categories weigh more "
                "than in the total variation. One removed variable of p adds up to 1/p."
            ),
        }
    ),
    interval_caution=_(
        "Its 95 % interval is wider than it need be: in simulations of six sample designs it held the value "
        "in 97 to 100 % of samples. Distances are never below 0, so that chance alone lifts them."
    ),
)
def hellinger_mean(differences: OneWayDifferences) -> Answers[MeanDistanceDetail, MeanDistanceDetail]:
    """Yield the mean Hellinger distance of the original's variables."""
    yield mean_outcome("hellinger_mean", differences, hellinger_of)


@of_file(
    id="wasserstein_mean",
    section=NUMBERS,
    place=1,
    needs=NUMBERS_IN_BOTH,
    name=_("Wasserstein distance in standard deviations, mean over numeric variables"),
    bounds=(0.0, math.inf),
    reference="Vallender (1974), in standard deviations of the original; missing values as the original's median",
    summary=_("By how many standard deviations the values of numeric variables moved on average, at least."),
    formula=r"\frac{1}{p} \sum_{j=1}^{p} \frac{1}{S_j} \int |F_j(x) - G_j(x)|\,dx",
    reading=_(
        "In standard deviations of the original. 0: the same; 0.1: values moved by a tenth of a standard "
        "deviation on average, at least."
    ),
    misleads=_(
        "A lower bound: values that changed places with each other do not show. Outliers inflate the standard "
        "deviation and make it look small. Missing values are put at the original's median. Banded numbers are not in "
        "it."
    ),
)
def wasserstein_mean(differences: OneWayDifferences) -> Answers[WassersteinMeanDetail, WassersteinMeanDetail]:
    """Yield the mean standardised distance of the variables that are numbers; removed ones are all missing."""
    numeric = [o for o in differences.ordered if o.unit == "value" and o.move is not None]
    constant = [o.variable for o in numeric if o.standardised is None]
    incomparable = {each.variables[0] for each in differences.shares if each.reason}
    uncompared = [o.variable for o in differences.ordered if o.unit == "value" and o.variable in incomparable]
    detail: WassersteinMeanDetail = {
        "variables": {o.variable: o.standardised for o in numeric},
        **without(uncompared),
    }
    validity = leaving_out(uncompared)
    if not numeric or constant:
        reason = (
            f"constant in the original: {', '.join(constant)}" if constant else "no variable is a number in both files"
        )
        yield Skipped("wasserstein_mean", (), reason, detail, validity=validity)
        return
    n = min(min(o.n_original, o.n_masked) for o in numeric)
    mean = math.fsum(o.standardised or 0.0 for o in numeric) / len(numeric)
    yield Result("wasserstein_mean", (), mean, n, None, detail, validity=validity)


MEASURES = (
    total_variation_mean,
    jensen_shannon_mean,
    hellinger_mean,
    wasserstein_mean,
    total_variation,
    jensen_shannon,
    hellinger,
    table_pmse_ratio,
    kolmogorov_smirnov,
    wasserstein,
    total_variation_pair,
    jensen_shannon_pair,
    hellinger_pair,
    table_pmse_ratio_pair,
)
