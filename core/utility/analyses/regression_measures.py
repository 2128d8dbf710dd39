"""The measures of regressions, as the catalogue lists them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypedDict

from core.data import Model
from core.measures import Answers, Result, Scope, Skipped, Written
from core.utility.analyses import cards
from core.utility.analyses.estimates import NO_WIDTH
from core.utility.analyses.families import CAUTION, KARR, analyses_measure, overlap_measure
from core.utility.analyses.regressions import (
    RegressionComparison,
    RegressionDetail,
    compare_regressions,
    regression_detail,
    regression_notices,
)

Regressions = Sequence[RegressionComparison]

overlap_of_regressions = overlap_measure.sharing(prepare=compare_regressions, needs="regressions chosen before the run")
utility_of_regressions = analyses_measure.sharing(scope=Scope.VARIABLE, prepare=compare_regressions)


class CoefficientOverlapDetail(TypedDict):
    """The original's regressions, and those without an overlap."""

    regressions: int
    without: list[str]
    caution: str


class OddsRatios(TypedDict):
    """The odds ratio of a coefficient in either file."""

    original: float
    masked: float


class LduRegressionDetail(TypedDict):
    """The utilities of the fit and of the coefficients; odds ratios of logistic regressions alone."""

    fit_utility: float
    coefficients_utility: float
    r_squared_original: float | None
    r_squared_masked: float | None
    odds_ratios: dict[str, OddsRatios] | None


@overlap_of_regressions(
    id="coefficient_overlap",
    name="Mean overlap of the regressions' coefficients",
    replicable=False,
    summary="How far the intervals of all coefficients of the chosen regressions overlap; 100% where they are "
    "the same.",
    written=Written.PERCENT,
    **cards.COEFFICIENT_OVERLAP,
)
def coefficient_overlap(
    regressions: Regressions,
) -> Answers[CoefficientOverlapDetail, CoefficientOverlapDetail]:
    """Yield the mean over the regressions of the mean overlap of their coefficients."""
    base = [r for r in regressions if r.published is not None]
    overlaps = [r.mean_overlap() for r in base]
    known = [o for o in overlaps if o is not None]
    missing = [r.regression.name for r, overlap in zip(base, overlaps, strict=True) if overlap is None]
    detail: CoefficientOverlapDetail = {"regressions": len(base), "without": missing, "caution": CAUTION}
    if not base:
        reason = "no regression was chosen before the run" if not regressions else regressions[0].reason
        yield Skipped("coefficient_overlap", (), reason, detail)
    elif missing:
        reason = f"{len(missing)} of {len(base)} regressions cannot be compared: {missing[0]}"
        yield Skipped("coefficient_overlap", (), reason, detail)
    else:
        yield Result("coefficient_overlap", (), sum(known) / len(known), _least(base), None, detail)


def _least(regressions: Regressions) -> int:
    return min(f.n for r in regressions for f in (r.original, r.masked) if f is not None)


@overlap_of_regressions(
    id="regression",
    name="Regression: mean overlap of coefficients",
    scope=Scope.VARIABLE,
    reference=f"{KARR}; SDC practice guide, Mincer equation",
    summary="One regression before and after masking: coefficients with intervals, fit, records used.",
    **cards.REGRESSION,
)
def regression(regressions: Regressions) -> Answers[RegressionDetail, RegressionDetail]:
    """Yield the mean overlap of every regression's coefficients but the intercept."""
    for each in regressions:
        detail, overlap, notices = regression_detail(each), each.mean_overlap(), regression_notices(each)
        if overlap is None:
            yield Skipped("regression", (each.regression.name,), each.reason or _lost(each), detail, notices=notices)
        else:
            n = _least([each])
            yield Result("regression", (each.regression.name,), overlap, n, None, detail, notices=notices)


def _lost(comparison: RegressionComparison) -> str:
    lost = comparison.lost()
    return f"the masked file does not give {len(lost)} of {len(comparison.names())} coefficients" if lost else NO_WIDTH


@utility_of_regressions(
    id="ldu_regression",
    name="Local utility of a linear regression",
    needs="linear regressions chosen before the run",
    reference="Kocar (2018), section 3.6: adjusted R2 with all standardised coefficients",
    summary="How well adjusted R2 and the standardised coefficients of a linear regression are kept.",
    **cards.LDU_REGRESSION,
)
def ldu_regression(regressions: Regressions) -> Answers[LduRegressionDetail, LduRegressionDetail]:
    """Yield half the utility of R squared and half the mean of the coefficients'."""
    yield from _utilities("ldu_regression", regressions, Model.OLS)


@utility_of_regressions(
    id="ldu_logistic",
    name="Local utility of a logistic regression",
    needs="logistic regressions chosen before the run",
    reference="Kocar (2018), section 3.6: Cox and Snell R2 with all odds ratios, taken by their logarithms",
    summary="How well Cox and Snell R2 and the odds ratios of a logistic regression are kept.",
    **cards.LDU_LOGISTIC,
)
def ldu_logistic(regressions: Regressions) -> Answers[LduRegressionDetail, LduRegressionDetail]:
    """Yield half the utility of the pseudo R squared and half the mean of the odds ratios'."""
    yield from _utilities("ldu_logistic", regressions, Model.LOGIT)


def _utilities(name: str, regressions: Regressions, model: Model) -> Answers[LduRegressionDetail, LduRegressionDetail]:
    for each in regressions:
        if each.regression.model is not model:
            continue
        target, utility = (each.regression.name,), each.utility()
        if utility is None:
            yield Skipped(name, target, each.reason)
            continue
        whole, fitted, coefficients = utility
        detail: LduRegressionDetail = {
            "fit_utility": fitted,
            "coefficients_utility": coefficients,
            "r_squared_original": each.original.r_squared if each.original else None,
            "r_squared_masked": each.masked.r_squared if each.masked else None,
            "odds_ratios": _odds_ratios(each) if model is Model.LOGIT else None,
        }
        yield Result(name, target, whole, _least([each]), None, detail)


def _odds_ratios(comparison: RegressionComparison) -> dict[str, OddsRatios]:
    ratios: dict[str, OddsRatios] = {}
    for name in comparison.names():
        pair = comparison.compared(name)
        if pair is not None and max(abs(pair.original.value), abs(pair.masked.value)) < 700:
            ratios[name] = {"original": math.exp(pair.original.value), "masked": math.exp(pair.masked.value)}
    return ratios


MEASURES = (coefficient_overlap, regression, ldu_regression, ldu_logistic)
