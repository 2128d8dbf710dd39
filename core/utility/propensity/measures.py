"""The measure U_p, as the catalogue lists it."""

from __future__ import annotations

from core.measures import Answers, Passes, Result, Skipped
from core.utility.families import WHOLE_FILE, utility_measure
from core.utility.propensity.comparison import PropensityComparison, PropensityDetail, compare_propensities
from core.utility.propensity.parameters import PropensityParameters
from core.utility.stacked import StackedDetail

INTERVAL_REASON = "the null distribution says how large the value is by chance; an interval would cost 20 further fits"


@utility_measure(
    id="propensity",
    name="Propensity score measure (Up)",
    family="propensity",
    passes=Passes.RECORDS,
    cost=3.0,
    bounds=(0.0, 0.25),
    reference="Woo, Reiter, Oganian and Karr (2009), equation 1; null of Snoke et al. (2018)",
    parameters=PropensityParameters,
    prepare=compare_propensities,
    compares_sets=True,
    replicable=False,
    group=WHOLE_FILE,
    weighting="The model is fitted by pseudo-likelihood and differences are averaged with the weights, scaled to each "
    "file's number of records. Its null takes weights as unrelated to the variables; where they are not, the ratio to "
    "it misleads.",
    summary="How well a model can tell masked records from original ones; 0 where it cannot tell at all.",
    formula=r"\begin{gathered} U_p = \frac{1}{N} \sum_{i=1}^{N} (\hat{p}_i - c)^2 \\[1ex] \mathrm{E}(U_p) = "
    r"\frac{(k - 1)(1 - c)^2\,c}{N} \end{gathered}",
    reading="Scores of a model with k coefficients for the N records of both files together; c is the share of "
    "masked ones. 0: it cannot tell; 0.25: it always can, for files of equal size. Divided by its expectation: 1 "
    "is a draw from the original's records, 2 a fresh sample, for equal sizes. synthpop calls ratios below 3 "
    "good and below 10 usable, of synthetic files; a masked copy of the same records should lie well below 1.",
    misleads="It sees only what its model has terms for: microaggregation, which keeps means, passes a model of main "
    "effects. A difference in few records counts little. Banding, top-coding and dropping variables cost nothing here. "
    "A ratio far below 1 is normal where both files hold the same people, and does not show that nothing was harmed.",
)
def propensity(compared: PropensityComparison) -> Answers[PropensityDetail, StackedDetail]:
    """Yield U_p = mean (score - c)^2 over all merged records."""
    stacked, value = compared.stacked, compared.value
    if value is None or compared.facts is None:
        yield Skipped("propensity", (), compared.reason, stacked.described(), **stacked.said())
        return
    n, said = min(stacked.n_original, stacked.n_masked), stacked.said(*compared.notices)
    yield Result("propensity", (), value, n, None, compared.facts, **said, interval_reason=INTERVAL_REASON)


MEASURES = (propensity,)
