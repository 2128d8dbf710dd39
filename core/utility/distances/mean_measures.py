"""The distances of the whole file: means over its variables, as the catalogue lists them."""

from __future__ import annotations

import math

from core.measures import Answers, Result, Skipped
from core.utility.compared_variables import LeftOut, leaving_out, without
from core.utility.distances.cards import HELLINGER, JENSEN_SHANNON, TOTAL_VARIATION
from core.utility.distances.families import distance
from core.utility.distances.leave_out import one_way_differences_without
from core.utility.distances.one_way import OneWayDifferences, one_way_differences
from core.utility.distances.outcomes import (
    MeanDistanceDetail,
    hellinger_of,
    jensen_shannon_of,
    mean_outcome,
    total_variation_of,
)
from core.utility.families import ALL_VARIABLES, NUMBERS, NUMBERS_IN_BOTH

of_file = distance.sharing(prepare=one_way_differences, leave_out=one_way_differences_without, section=ALL_VARIABLES)

LIFTED = "It is wider than it need be: distances are never below 0, so that chance alone lifts them."


class WassersteinMeanDetail(LeftOut):
    """The distance of every numeric variable in standard deviations of the original."""

    variables: dict[str, float | None]


@of_file(
    id="total_variation_mean",
    name="Total variation, mean over variables",
    summary="How much the variables' distributions differ on average; a removed variable counts as all missing.",
    **(
        TOTAL_VARIATION
        | {
            "heading": "",
            "reading": (
                "The mean over the original's variables. 0: all distributions are kept; 0.05: five records in a "
                "hundred would have to change category, on average. One removed variable of p adds up to 1/p."
            ),
        }
    ),
    interval_note=LIFTED,
)
def total_variation_mean(differences: OneWayDifferences) -> Answers[MeanDistanceDetail, MeanDistanceDetail]:
    """Yield the mean total variation of the original's variables."""
    yield mean_outcome("total_variation_mean", differences, total_variation_of)


@of_file(
    id="jensen_shannon_mean",
    name="Jensen-Shannon divergence, mean over variables",
    summary="How well one could tell the files apart by one variable, on average; a removed one counts as all missing.",
    **(
        JENSEN_SHANNON
        | {
            "heading": "",
            "reading": (
                "In bits, the mean over the original's variables. 0: all distributions are kept. Small values are "
                "normal, for it goes with the square of the differences. One removed variable of p adds up to 1/p."
            ),
        }
    ),
    interval_note=LIFTED,
)
def jensen_shannon_mean(differences: OneWayDifferences) -> Answers[MeanDistanceDetail, MeanDistanceDetail]:
    """Yield the mean Jensen-Shannon divergence of the original's variables."""
    yield mean_outcome("jensen_shannon_mean", differences, jensen_shannon_of)


@of_file(
    id="hellinger_mean",
    name="Hellinger distance, mean over variables",
    summary="How far the variables' distributions moved on average; a removed variable counts as all missing.",
    **(
        HELLINGER
        | {
            "heading": "",
            "reading": (
                "The mean over the original's variables. 0: all distributions are kept. Rare categories weigh more "
                "than in the total variation. One removed variable of p adds up to 1/p."
            ),
        }
    ),
    interval_note=LIFTED,
)
def hellinger_mean(differences: OneWayDifferences) -> Answers[MeanDistanceDetail, MeanDistanceDetail]:
    """Yield the mean Hellinger distance of the original's variables."""
    yield mean_outcome("hellinger_mean", differences, hellinger_of)


@of_file(
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
    "deviation and make it look small. Missing values are put at the original's median. Banded numbers are not in "
    "it.",
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


MEASURES = (total_variation_mean, jensen_shannon_mean, hellinger_mean, wasserstein_mean)
