"""The distances of ordered values: of a variable, and their mean over the numbers of the file."""

from __future__ import annotations

import math

from core.measures import Answers, Scope, value_or_reason
from core.utility.compared_variables import LeftOut, leaving_out, mean_of_rows, without
from core.utility.distances.families import mean_distance, one_way
from core.utility.distances.one_way import OneWayDifferences, OrderedDetail
from core.utility.distances.outcomes import ordered_outcome
from core.utility.families import NUMBERS, NUMBERS_IN_BOTH

of_variables = one_way.sharing(scope=Scope.VARIABLE)


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
    "newly missing raise it; the distance of the observed values alone is given with it.",
)
def kolmogorov_smirnov(differences: OneWayDifferences) -> Answers[KolmogorovSmirnovDetail, KolmogorovSmirnovDetail]:
    """Yield max |F - G| of every ordered variable."""
    for each in differences.ordered:
        detail: KolmogorovSmirnovDetail = {
            **each.records,
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
            **each.records,
            "standardised": each.standardised,
            "original_sd": each.original_sd,
            "unit": each.unit,
        }
        yield ordered_outcome("wasserstein", each, each.move, detail)


@mean_distance(
    id="wasserstein_mean",
    section=NUMBERS,
    place=1,
    needs=NUMBERS_IN_BOTH,
    name="Wasserstein distance in standard deviations, mean over numeric variables",
    bounds=(0.0, math.inf),
    reference="Vallender (1974), in standard deviations of the original; missing values as the original's median",
    summary="By how many standard deviations the values of numeric variables moved on average, at least.",
    formula=r"\frac{1}{p} \sum_{j=1}^{p} \frac{1}{S_j} \int |F_j(x) - G_j(x)|\,dx",
    reading="In standard deviations of the original. 0: the same; 0.1: values moved by a tenth of a standard "
    "deviation on average, at least.",
    misleads="A lower bound: values that changed places with each other do not show. Outliers inflate the standard "
    "deviation and make it look small. Missing values are put at the original's median. Banded numbers are not in it.",
)
def wasserstein_mean(differences: OneWayDifferences) -> Answers[WassersteinMeanDetail, WassersteinMeanDetail]:
    """Yield the mean standardised distance of the variables that are numbers; removed ones are all missing."""
    numeric = [o for o in differences.ordered if o.unit == "value" and o.move is not None]
    constant = [o.variable for o in numeric if o.standardised is None]
    incomparable = {each.variables[0] for each in differences.shares if each.reason}
    uncompared = [o.variable for o in differences.ordered if o.unit == "value" and o.variable in incomparable]
    detail: WassersteinMeanDetail = {
        "variables": {o.variable: o.standardised for o in numeric},
        **without([*uncompared, *constant]),
    }
    validity = leaving_out([*uncompared, *constant])
    scaled = mean_of_rows([o.standardised_rows for o in numeric if o.standardised is not None])
    names = ", ".join(constant)
    reason = f"constant in the original: {names}" if constant else "no variable is a number in both files"
    n = min(differences.n_original, differences.n_masked)
    yield value_or_reason("wasserstein_mean", (), scaled, reason, n, detail, validity=validity)
