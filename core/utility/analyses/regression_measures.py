"""The measures of analyses, as the catalogue lists them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypedDict

from core.data import Model
from core.measures import Answers, Better, Result, Scope, Skipped
from core.utility.analyses import cards
from core.utility.analyses.estimates import NO_WIDTH
from core.utility.analyses.indicators import IndicatorDetail, Indicators, compare_indicators, indicator_detail
from core.utility.analyses.parameters import AnalysesParameters
from core.utility.analyses.regressions import (
    RegressionComparison,
    RegressionDetail,
    compare_regressions,
    regression_detail,
    regression_notices,
)
from core.utility.analyses.scales import Alpha, ScaleComparison, compare_scales
from core.utility.families import ANALYSES, utility_measure
from core.wording import _

KARR = "overlap: Karr, Kohnen, Oganian, Reiter and Sanil (2006)"
CAUTION = (
    "intervals that overlap do not show that two figures are the same, nor that they differ (Schenker and Gentleman "
    "2001): a masked file of the same records should lie far closer than two samples would"
)

analyses_measure = utility_measure.sharing(
    family="analyses", better=Better.HIGHER, bounds=(0.0, 1.0), parameters=AnalysesParameters, group=ANALYSES
)
overlap_measure = analyses_measure.sharing(bounds=(-math.inf, 1.0), reference=KARR)
INDICATORS = _("indicators chosen before the run")
REGRESSIONS = _("regressions chosen before the run")
Regressions = Sequence[RegressionComparison]


class InsideDetail(TypedDict):
    """Of the original's indicators those inside its intervals, outside, and not given by the masked file."""

    indicators: int
    inside: int
    outside: int
    lost: list[str]
    not_in_the_original: int
    caution: str


class OverlapDetail(TypedDict):
    """The original's indicators, those without an overlap, and the mean of the others."""

    indicators: int
    without: list[str]
    mean_of_the_rest: float | None
    caution: str


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


class AlphaDetail(TypedDict):
    """Cronbach's alpha of one file, also without each item; None where that is not defined."""

    alpha: float
    if_deleted: list[float | None]
    n: int


class LduAlphaDetail(TypedDict):
    """The items of a scale, and its alpha in either file."""

    items: list[str]
    original: AlphaDetail | None
    masked: AlphaDetail | None


@analyses_measure(
    id="indicators_inside",
    name=_("Indicators inside the original's interval"),
    prepare=compare_indicators,
    needs=INDICATORS,
    replicable=False,
    reference="Templ, Meindl, Kowarik and Chen (2014), benchmarking indicators; SDC practice guide",
    summary=_("Share of the chosen indicators that a user still finds inside the original's 95 % interval."),
    **cards.INDICATORS_INSIDE,
)
def indicators_inside(indicators: Indicators) -> Answers[InsideDetail, InsideDetail]:
    """Yield the share of the original's indicators whose masked figure lies inside; lost ones do not."""
    base = indicators.of_the_original()
    inside = [c for c in base if (pair := c.compared()) is not None and pair.inside]
    lost = ["; ".join(c.target) for c in base if c.masked is None]
    detail: InsideDetail = {
        "indicators": len(base),
        "inside": len(inside),
        "outside": len(base) - len(inside) - len(lost),
        "lost": lost,
        "not_in_the_original": len(indicators.compared) - len(base),
        "caution": CAUTION,
    }
    if base:
        yield Result("indicators_inside", (), len(inside) / len(base), indicators.n, None, detail)
    else:
        yield Skipped("indicators_inside", (), _no_indicator(indicators), detail)


@overlap_measure(
    id="interval_overlap",
    name=_("Mean overlap of the indicators' intervals"),
    prepare=compare_indicators,
    needs=INDICATORS,
    replicable=False,
    summary=_("How far the indicators' intervals before and after masking overlap; 1 where they are the same."),
    **cards.INTERVAL_OVERLAP,
)
def interval_overlap(indicators: Indicators) -> Answers[OverlapDetail, OverlapDetail]:
    """Yield the mean overlap over the original's indicators; skipped where one is missing."""
    base = indicators.of_the_original()
    overlaps = {c.target: pair.overlap if (pair := c.compared()) is not None else None for c in base}
    known = [o for o in overlaps.values() if o is not None]
    missing = ["; ".join(target) for target, overlap in overlaps.items() if overlap is None]
    detail: OverlapDetail = {
        "indicators": len(base),
        "without": missing,
        "mean_of_the_rest": sum(known) / len(known) if known else None,
        "caution": CAUTION,
    }
    if not base:
        yield Skipped("interval_overlap", (), _no_indicator(indicators), detail)
    elif missing:
        yield Skipped("interval_overlap", (), _missing_overlap(missing, len(base)), detail)
    else:
        yield Result("interval_overlap", (), sum(known) / len(known), indicators.n, None, detail)


def _no_indicator(indicators: Indicators) -> str:
    if not indicators.compared:
        return "no indicator was chosen before the run"
    return (
        f"the original gives none of the {len(indicators.compared)} chosen indicators: {indicators.compared[0].reason}"
    )


def _missing_overlap(missing: Sequence[str], of: int) -> str:
    named = ", ".join(missing[:3]) + (" ..." if len(missing) > 3 else "")
    return f"{len(missing)} of {of} indicators have no overlap: {named}"


@overlap_measure(
    id="indicator",
    name=_("Benchmark indicator: overlap of intervals"),
    scope=Scope.VARIABLE,
    prepare=compare_indicators,
    needs=INDICATORS,
    reference=f"{KARR}; linearisation: Deville (1999), Osier (2009), Woodruff (1952)",
    summary=_("One figure with its 95 % interval before and after masking, and how far the intervals overlap."),
    **cards.INDICATOR,
)
def indicator(indicators: Indicators) -> Answers[IndicatorDetail, IndicatorDetail]:
    """Yield the overlap of every indicator, by group where it is by groups."""
    for each in indicators.compared:
        detail = indicator_detail(each, indicators.parameters)
        pair = each.compared()
        if pair is None or pair.overlap is None:
            yield Skipped("indicator", each.target, each.reason or NO_WIDTH, detail, each.flags())
        else:
            n = min(pair.original.n, pair.masked.n)
            yield Result("indicator", each.target, pair.overlap, n, None, detail, each.flags())


@overlap_measure(
    id="coefficient_overlap",
    name=_("Mean overlap of the regressions' coefficients"),
    prepare=compare_regressions,
    needs=REGRESSIONS,
    replicable=False,
    summary=_(
        "How far the intervals of all coefficients of the chosen regressions overlap; 1 where they are the same."
    ),
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


@overlap_measure(
    id="regression",
    name=_("Regression: mean overlap of coefficients"),
    scope=Scope.VARIABLE,
    prepare=compare_regressions,
    needs=REGRESSIONS,
    reference=f"{KARR}; SDC practice guide, Mincer equation",
    summary=_("One regression before and after masking: coefficients with intervals, fit, records used."),
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


@analyses_measure(
    id="ldu_regression",
    name=_("Local utility of a linear regression"),
    scope=Scope.VARIABLE,
    prepare=compare_regressions,
    needs=_("linear regressions chosen before the run"),
    reference="Kocar (2018), section 3.6: adjusted R2 with all standardised coefficients",
    summary=_("How well adjusted R2 and the standardised coefficients of a linear regression are kept."),
    **cards.LDU_REGRESSION,
)
def ldu_regression(regressions: Regressions) -> Answers[LduRegressionDetail, LduRegressionDetail]:
    """Yield half the utility of R squared and half the mean of the coefficients'."""
    yield from _utilities("ldu_regression", regressions, Model.OLS)


@analyses_measure(
    id="ldu_logistic",
    name=_("Local utility of a logistic regression"),
    scope=Scope.VARIABLE,
    prepare=compare_regressions,
    needs=_("logistic regressions chosen before the run"),
    reference="Kocar (2018), section 3.6: Cox and Snell R2 with all odds ratios, taken by their logarithms",
    summary=_("How well Cox and Snell R2 and the odds ratios of a logistic regression are kept."),
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


@analyses_measure(
    id="ldu_alpha",
    name=_("Local utility of a scale (Cronbach's alpha)"),
    scope=Scope.VARIABLE,
    prepare=compare_scales,
    needs=_("scales chosen before the run"),
    reference="Kocar (2018), section 3.6; Cronbach (1951)",
    summary=_("How well Cronbach's alpha of a scale, also without each item, is kept."),
    **cards.LDU_ALPHA,
)
def ldu_alpha(scales: Sequence[ScaleComparison]) -> Answers[LduAlphaDetail, LduAlphaDetail]:
    """Yield half the kept share of alpha and half the mean of those without each item."""
    for each in scales:
        detail: LduAlphaDetail = {
            "items": list(each.scale.items),
            "original": _alpha(each.original),
            "masked": _alpha(each.masked),
        }
        utility = each.utility()
        if utility is None or each.original is None or each.masked is None:
            yield Skipped("ldu_alpha", (each.scale.name,), each.reason, detail)
        else:
            n = min(each.original.n, each.masked.n)
            yield Result("ldu_alpha", (each.scale.name,), utility, n, None, detail)


def _alpha(alpha: Alpha | None) -> AlphaDetail | None:
    if alpha is None:
        return None
    return {"alpha": alpha.value, "if_deleted": list(alpha.if_deleted), "n": alpha.n}


MEASURES = (
    indicators_inside,
    interval_overlap,
    indicator,
    coefficient_overlap,
    regression,
    ldu_regression,
    ldu_logistic,
    ldu_alpha,
)
