"""The measure U_p, as the catalogue lists it."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from core.measures import Answers, Passes, Result, Skipped
from core.utility.compared_variables import LeftOut, without
from core.utility.families import WHOLE_FILE, utility_measure
from core.utility.propensity.comparison import Driver, PropensityComparison, compare_propensities
from core.utility.propensity.parameters import Model, PropensityParameters
from core.utility.propensity.scores import Histogram
from core.utility.resampled_null import NoNullDetail, NullDetail
from core.utility.stacked import StackedDetail

INTERVAL_REASON = "the null distribution says how large the value is by chance; an interval would cost 20 further fits"


class AnalyticNull(TypedDict):
    """What chance shows by the formula, and how many standard deviations the value lies above its mean."""

    mean: float
    sd: float
    standardised: float | None


class BetweenSets(LeftOut):
    """An earlier set of the same scenario in the place of the original: what two files of one synthesizer show."""

    set: str
    n: int
    value: NotRequired[float]
    specks: NotRequired[float]
    po50: NotRequired[float]
    u: NotRequired[float]
    reason: NotRequired[str]


class PropensityDetail(StackedDetail):
    """The model, its fit, what chance would show, and which terms tell the files apart."""

    model: Model
    share_masked: float
    n_times_value: float
    estimable: int | None
    effective: NotRequired[float | None]
    smoothing: NotRequired[float | None]
    columns: int
    iterations: int
    converged: bool
    analytic_null: AnalyticNull | None
    ratio: float | None
    sentence: str
    null: NullDetail | NoNullDetail
    specks: float | None
    po50: NotRequired[float | None]
    u: NotRequired[float | None]
    between_sets: NotRequired[list[BetweenSets]]
    histogram: Histogram
    drivers: list[Driver]


@utility_measure(
    id="propensity",
    name="Propensity score measure (Up)",
    family="propensity",
    passes=Passes.RECORDS,
    bounds=(0.0, 0.25),
    reference="Woo, Reiter, Oganian and Karr (2009), equation 1; null of Snoke et al. (2018)",
    parameters=PropensityParameters,
    prepare=compare_propensities,
    compares_sets=True,
    replicable=False,
    group=WHOLE_FILE,
    weighting="The model is fitted by pseudo-likelihood and differences are averaged with the weights, scaled to "
    "each file's "
    "number of records. Its null takes weights as unrelated to the variables; where they are not, the ratio to it "
    "misleads.",
    summary="How well a model can tell masked records from original ones; 0 where it cannot tell at all.",
    formula=r"\begin{gathered} U_p = \frac{1}{N} \sum_{i=1}^{N} (\hat{p}_i - c)^2 \\[1ex] \mathrm{E}(U_p) = "
    r"\frac{(k - 1)(1 - c)^2\,c}{N} \end{gathered}",
    reading="Scores of a model with k coefficients for the N records of both files together; c is the share of "
    "masked ones. 0: it cannot tell; 0.25: it always can, for files of equal size. Divided by its expectation: 1 "
    "is a draw from the original's records, 2 a fresh sample, for equal sizes. synthpop calls ratios below 3 "
    "good and below 10 usable, of synthetic files; a masked copy of the same records should lie well below 1.",
    misleads="It sees only what its model has terms for: microaggregation, which keeps means, passes a model of "
    "main effects. A difference in few records counts little. Banding, top-coding and dropping variables cost "
    "nothing here. A ratio far below 1 is normal where both files hold the same people, and does not show that "
    "nothing was harmed.",
)
def propensity(compared: PropensityComparison) -> Answers[PropensityDetail, StackedDetail]:
    """Yield U_p = mean (score - c)^2 over all merged records."""
    stacked, value = compared.stacked, compared.value
    if value is None or compared.histogram is None:
        yield Skipped("propensity", (), compared.reason, stacked.described(), **stacked.said())
        return
    n = min(stacked.n_original, stacked.n_masked)
    detail = _detail(compared, value, compared.histogram)
    yield Result(
        "propensity", (), value, n, None, detail, **stacked.said(*compared.notices), interval_reason=INTERVAL_REASON
    )


MEASURES = (propensity,)


def _detail(compared: PropensityComparison, value: float, histogram: Histogram) -> PropensityDetail:
    statistics = compared.statistics
    return {
        **compared.stacked.described(),
        "model": compared.parameters.model,
        "share_masked": compared.c,
        "n_times_value": compared.stacked.n * value,
        "estimable": compared.estimable,
        "effective": compared.effective,
        "smoothing": compared.smoothing,
        "columns": compared.columns,
        "iterations": compared.iterations,
        "converged": compared.converged,
        "analytic_null": _analytic(compared),
        "ratio": compared.ratio(),
        "sentence": compared.sentence(),
        "null": compared.resampled.described(value),
        "specks": None if statistics is None else statistics.specks,
        "po50": None if statistics is None else statistics.po50,
        "u": None if statistics is None else statistics.u,
        "between_sets": [_between(name, each) for name, each in compared.sets],
        "histogram": histogram,
        "drivers": list(compared.drivers),
    }


def _between(name: str, compared: PropensityComparison) -> BetweenSets:
    n, value, scores = compared.stacked.n_original, compared.value, compared.statistics
    if value is None or scores is None:
        return {"set": name, "n": n, "reason": compared.reason}
    said: BetweenSets = {
        "set": name,
        "n": n,
        "value": value,
        "specks": scores.specks,
        "po50": scores.po50,
        "u": scores.u,
    }
    return {**said, **without(compared.stacked.left_out)}


def _analytic(compared: PropensityComparison) -> AnalyticNull | None:
    if compared.analytic is None or compared.value is None:
        return None
    mean, sd = compared.analytic
    return {"mean": mean, "sd": sd, "standardised": (compared.value - mean) / sd if sd > 0 else None}
