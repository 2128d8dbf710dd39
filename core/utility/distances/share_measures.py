"""The distances of shares: each of a variable, of a pair of variables, and its mean over the variables of the file."""

from __future__ import annotations

import math
from dataclasses import dataclass

from core.measures import Measure, Passes, Scope
from core.utility.distances.cards import (
    HELLINGER,
    JENSEN_SHANNON,
    MEAN_OF_PAIRS,
    TOTAL_VARIATION,
    VOAS_WILLIAMSON,
    DistanceTexts,
)
from core.utility.distances.families import distance, mean_distance, one_way
from core.utility.distances.outcomes import (
    Value,
    hellinger_of,
    jensen_shannon_of,
    mean_outcome,
    mean_over_pairs,
    outcomes_of_pairs,
    outcomes_of_variables,
    pmse_ratio_of,
    total_variation_of,
)
from core.utility.distances.two_way import two_way_differences
from core.utility.families import ALL_VARIABLES

of_variables = one_way.sharing(scope=Scope.VARIABLE).figures(outcomes_of_variables)
of_pairs = distance.sharing(scope=Scope.PAIR, prepare=two_way_differences, passes=Passes.PAIRS).figures(
    outcomes_of_pairs
)
of_file = mean_distance.figures(mean_outcome)

LIFTED = "It is wider than it need be: distances are never below 0, so that chance alone lifts them."


@dataclass(frozen=True)
class ShareDistance:
    """A distance between the shares of the same cells in both files.

    Parameters
    ----------
    id : str
        Of the measure of a variable.
    value_of : callable
    texts : DistanceTexts
        What the cards say of it; its heading is the start of each name.
    bounds : (float, float)
    """

    id: str
    value_of: Value
    texts: DistanceTexts
    bounds: tuple[float, float] = (0.0, 1.0)

    def of_variable(self, summary: str) -> Measure:
        """Return it as a measure of every variable."""
        name = f"{self.texts['heading']} of a variable"
        return of_variables(id=self.id, name=name, bounds=self.bounds, summary=summary, **self.texts)(self.value_of)

    def of_pair(self, summary: str) -> Measure:
        """Return it as a measure of every pair of variables."""
        name = f"{self.texts['heading']} of a pair"
        return of_pairs(id=f"{self.id}_pair", name=name, bounds=self.bounds, summary=summary, **self.texts)(
            self.value_of
        )

    def mean_over_variables(self, summary: str, reading: str) -> Measure:
        """Return its mean over the original's variables as a measure of the file."""
        name = f"{self.texts['heading']}, mean over variables"
        texts: DistanceTexts = {**self.texts, "heading": "", "reading": reading}
        return of_file(id=f"{self.id}_mean", name=name, summary=summary, interval_note=LIFTED, **texts)(self.value_of)


TOTAL = ShareDistance("total_variation", total_variation_of, TOTAL_VARIATION)
DIVERGENCE = ShareDistance("jensen_shannon", jensen_shannon_of, JENSEN_SHANNON)
HELLINGER_DISTANCE = ShareDistance("hellinger", hellinger_of, HELLINGER)
PMSE_RATIO = ShareDistance("table_pmse_ratio", pmse_ratio_of, VOAS_WILLIAMSON, (0.0, math.inf))

total_variation_mean = TOTAL.mean_over_variables(
    "How much the variables' distributions differ on average; a removed variable counts as all missing.",
    "The mean over the original's variables. 0: all distributions are kept; 0.05: five records in a hundred would have "
    "to change category, on average. One removed variable of p adds up to 1/p.",
)
jensen_shannon_mean = DIVERGENCE.mean_over_variables(
    "How well one could tell the files apart by one variable, on average; a removed one counts as all missing.",
    "In bits, the mean over the original's variables. 0: all distributions are kept. Small values are normal, for it "
    "goes with the square of the differences. One removed variable of p adds up to 1/p.",
)
hellinger_mean = HELLINGER_DISTANCE.mean_over_variables(
    "How far the variables' distributions moved on average; a removed variable counts as all missing.",
    "The mean over the original's variables. 0: all distributions are kept. Rare categories weigh more than in the "
    "total variation. One removed variable of p adds up to 1/p.",
)
MEANS = (total_variation_mean, jensen_shannon_mean, hellinger_mean)

total_variation = TOTAL.of_variable(
    "The share of records that would have to change category to give the original's distribution."
)
jensen_shannon = DIVERGENCE.of_variable(
    "How well one could tell from a variable's value which file a record is from; 1 is always."
)
hellinger = HELLINGER_DISTANCE.of_variable(
    "How far a variable's distribution moved, with small categories counting for more; 1 is nothing in common."
)
table_pmse_ratio = PMSE_RATIO.of_variable(
    "A variable's difference in units of chance: 1 as drawn from the original's shares, 2 as a fresh sample."
)
OF_VARIABLES = (total_variation, jensen_shannon, hellinger, table_pmse_ratio)

total_variation_pair = TOTAL.of_pair(
    "The share of records that would have to change cell to give the original's table of two variables."
)
jensen_shannon_pair = DIVERGENCE.of_pair(
    "How well one could tell from two variables' values which file a record is from; 1 is always."
)
hellinger_pair = HELLINGER_DISTANCE.of_pair(
    "How far the table of two variables moved, with small cells counting for more; 1 is nothing in common."
)
table_pmse_ratio_pair = PMSE_RATIO.of_pair(
    "The difference of two variables' table in units of chance: 1 as drawn from the original, 2 fresh sample."
)
mean_of_pairs = distance.sharing(prepare=two_way_differences, passes=Passes.PAIRS, section=ALL_VARIABLES).figures(
    mean_over_pairs
)
table_pmse_ratio_mean = mean_of_pairs(
    id="table_pmse_ratio_mean",
    name="Table pMSE ratio, mean over pairs",
    bounds=PMSE_RATIO.bounds,
    summary="How far the tables of two variables are from the original's on average, in units of chance; "
    "2 is a fresh survey.",
    no_interval="it is counted in units of chance already: read it between a fresh survey and shuffled columns",
    **MEAN_OF_PAIRS,
)(pmse_ratio_of)
OF_PAIRS = (total_variation_pair, jensen_shannon_pair, hellinger_pair, table_pmse_ratio_pair, table_pmse_ratio_mean)
