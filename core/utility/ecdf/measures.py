"""The measures U_m and U_s, as the catalogue lists them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from core.measures import Answers, Result, Skipped
from core.utility.ecdf.comparison import EcdfComparison, LargestEcdfDifference, compare_ecdfs
from core.utility.ecdf.parameters import EcdfParameters
from core.utility.families import WHOLE_FILE, utility_measure
from core.utility.resampled_null import NoNullDetail, NullDetail, ResampledNull
from core.utility.stacked import StackedDetail

INTERVAL_REASON = (
    "the null distribution says how large the value is by chance; an interval would cost 20 further passes"
)

Detail = TypeVar("Detail", bound=Mapping[str, object])


class EcdfDetail(StackedDetail):
    """How nominal variables were coded, and what chance would show."""

    coding: str
    dimensions: int
    null: NullDetail | NoNullDetail


class EcdfMaximumDetail(EcdfDetail):
    """Where the difference is largest."""

    largest: LargestEcdfDifference


class EcdfMeanSquareDetail(EcdfDetail):
    """The value times the number of records of both files."""

    n_times_value: float


ecdf_measure = utility_measure.sharing(
    family="ecdf",
    bounds=(0.0, 1.0),
    parameters=EcdfParameters,
    prepare=compare_ecdfs,
    replicable=False,
    group=WHOLE_FILE,
    weighting="S is the share of the sum of weights, and samples for the null keep the weights of their records. It "
    "misleads where a few records carry most of the weight: each of them is a step of its own.",
)


@ecdf_measure(
    id="ecdf_maximum",
    name="Largest difference of the distribution functions (Um)",
    reference="Woo, Reiter, Oganian and Karr (2009), equation 4",
    summary="The largest difference, at any record, between the shares of either file that lie at or below it.",
    formula=r"U_m = \max_{1 \le i \le N} \left| S_X(z_i) - S_Y(z_i) \right|",
    reading="S is the share of a file's records at or below z in every variable, X the original and Y the masked "
    "file. 0: the same; 0.05: at some record the shares differ by 5 points. Compare with the band of samples drawn "
    "from the original.",
    misleads="With many variables hardly any record lies at or below another, so every masked file comes out near 0 "
    "and they can hardly be distinguished. The coding of nominal variables moves it by about a third. What lies far "
    "from the centre is missed. Banding, top-coding and dropping variables cost nothing here.",
)
def ecdf_maximum(compared: EcdfComparison) -> Answers[EcdfMaximumDetail, StackedDetail]:
    """Yield U_m = max |S_X(z) - S_Y(z)| over all merged records z."""
    if compared.difference is None:
        yield _skipped("ecdf_maximum", compared)
        return
    value = compared.difference.maximum
    detail: EcdfMaximumDetail = {**_detail(compared, value, compared.null_maximum), "largest": compared.largest()}
    yield _result("ecdf_maximum", compared, value, detail)


@ecdf_measure(
    id="ecdf_mean_square",
    name="Mean squared difference of the distribution functions (Us)",
    reference="Woo, Reiter, Oganian and Karr (2009), equation 5",
    summary="The squared difference between the shares of either file at or below a record, averaged over all records.",
    formula=r"U_s = \frac{1}{N} \sum_{i=1}^{N} \left( S_X(z_i) - S_Y(z_i) \right)^2",
    reading="The same differences as in Um, squared and averaged over the N records of both files. Read its place "
    "among the samples drawn from the original, or N times the value, not its size.",
    misleads="It is tiny with many variables. Independent distortions can cancel: a file masked in more variables "
    "may score better. The coding of nominal variables nearly doubles it. Banding, top-coding and dropping "
    "variables cost nothing here.",
)
def ecdf_mean_square(compared: EcdfComparison) -> Answers[EcdfMeanSquareDetail, StackedDetail]:
    """Yield U_s = mean (S_X(z) - S_Y(z))^2 over all merged records z."""
    if compared.difference is None:
        yield _skipped("ecdf_mean_square", compared)
        return
    value = compared.difference.mean_square
    n_times_value, known = compared.stacked.n * value, _detail(compared, value, compared.null_mean_square)
    yield _result("ecdf_mean_square", compared, value, {**known, "n_times_value": n_times_value})


MEASURES = (ecdf_maximum, ecdf_mean_square)


def _skipped(name: str, compared: EcdfComparison) -> Skipped[StackedDetail]:
    stacked = compared.stacked
    return Skipped(name, (), stacked.reason, stacked.described(), **stacked.said())


def _result(name: str, compared: EcdfComparison, value: float, detail: Detail) -> Result[Detail]:
    stacked = compared.stacked
    n = min(stacked.n_original, stacked.n_masked)
    return Result(name, (), value, n, None, detail, **stacked.said(), interval_reason=INTERVAL_REASON)


def _detail(compared: EcdfComparison, value: float, null: ResampledNull) -> EcdfDetail:
    return {
        **compared.stacked.described(),
        "coding": compared.parameters.coding,
        "dimensions": compared.dimensions,
        "null": null.described(value),
    }
