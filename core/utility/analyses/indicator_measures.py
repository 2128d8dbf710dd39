"""The measures of benchmark indicators, as the catalogue lists them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from core.measures import Answers, Result, Scope, Skipped, Written, value_or_reason
from core.utility.analyses import cards
from core.utility.analyses.estimates import NO_WIDTH
from core.utility.analyses.families import CAUTION, KARR, analyses_measure, overlap_measure
from core.utility.analyses.indicators import IndicatorDetail, Indicators, compare_indicators, indicator_detail

INDICATORS = "indicators chosen before the run"

measure_of_indicators = analyses_measure.sharing(prepare=compare_indicators, needs=INDICATORS)
overlap_of_indicators = overlap_measure.sharing(prepare=compare_indicators, needs=INDICATORS)


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


@measure_of_indicators(
    id="indicators_inside",
    name="Indicators inside the original's interval",
    replicable=False,
    reference="Templ, Meindl, Kowarik and Chen (2014), benchmarking indicators; SDC practice guide",
    summary="Share of the chosen indicators that a user still finds inside the original's 95% interval.",
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
    share, reason = (len(inside) / len(base), "") if base else (None, _no_indicator(indicators))
    yield value_or_reason("indicators_inside", (), share, reason, indicators.n, detail)


@overlap_of_indicators(
    id="interval_overlap",
    name="Mean overlap of the indicators' intervals",
    replicable=False,
    summary="How far the indicators' intervals before and after masking overlap; 100% where they are the same.",
    written=Written.PERCENT,
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
    reason = _missing_overlap(missing, len(base)) if base else _no_indicator(indicators)
    mean = sum(known) / len(known) if base and not missing else None
    yield value_or_reason("interval_overlap", (), mean, reason, indicators.n, detail)


def _no_indicator(indicators: Indicators) -> str:
    if not indicators.compared:
        return "no indicator was chosen before the run"
    return (
        f"the original gives none of the {len(indicators.compared)} chosen indicators: {indicators.compared[0].reason}"
    )


def _missing_overlap(missing: Sequence[str], of: int) -> str:
    named = ", ".join(missing[:3]) + (" ..." if len(missing) > 3 else "")
    return f"{len(missing)} of {of} indicators have no overlap: {named}"


@overlap_of_indicators(
    id="indicator",
    name="Benchmark indicator: overlap of intervals",
    scope=Scope.VARIABLE,
    reference=f"{KARR}; linearisation: Deville (1999), Osier (2009), Woodruff (1952)",
    summary="One figure with its 95% interval before and after masking, and how far the intervals overlap.",
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


MEASURES = (indicators_inside, interval_overlap, indicator)
