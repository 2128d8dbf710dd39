"""The measure of scales, as the catalogue lists it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from core.measures import Answers, Result, Scope, Skipped
from core.utility.analyses import cards
from core.utility.analyses.families import analyses_measure
from core.utility.analyses.scales import AlphaDetail, ScaleComparison, compare_scales


class LduAlphaDetail(TypedDict):
    """The items of a scale, and its alpha in either file."""

    items: list[str]
    original: AlphaDetail | None
    masked: AlphaDetail | None


@analyses_measure(
    id="ldu_alpha",
    name="Local utility of a scale (Cronbach's alpha)",
    scope=Scope.VARIABLE,
    prepare=compare_scales,
    needs="scales chosen before the run",
    reference="Kocar (2018), section 3.6; Cronbach (1951)",
    summary="How well Cronbach's alpha of a scale, also without each item, is kept.",
    **cards.LDU_ALPHA,
)
def ldu_alpha(scales: Sequence[ScaleComparison]) -> Answers[LduAlphaDetail, LduAlphaDetail]:
    """Yield half the kept share of alpha and half the mean of those without each item."""
    for each in scales:
        detail: LduAlphaDetail = {
            "items": list(each.scale.items),
            "original": each.original,
            "masked": each.masked,
        }
        utility = each.utility()
        if utility is None or each.original is None or each.masked is None:
            yield Skipped("ldu_alpha", (each.scale.name,), each.reason, detail)
        else:
            n = min(each.original["n"], each.masked["n"])
            yield Result("ldu_alpha", (each.scale.name,), utility, n, None, detail)


MEASURES = (ldu_alpha,)
