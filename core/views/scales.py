"""Scales arranged for the screen: Cronbach's alpha of the original and of every scenario."""

from __future__ import annotations

from dataclasses import dataclass

from core.assessment import Comparison
from core.measures import Result, detail_of
from core.utility import AlphaDetail, LduAlphaDetail
from core.views.analyses import why_none


@dataclass(frozen=True)
class AlphaRow:
    """Cronbach's alpha of one file, without each item, its local utility; ``reason`` where it has none."""

    name: str
    alpha: float | None = None
    if_deleted: tuple[float | None, ...] = ()
    n: int | None = None
    utility: float | None = None
    reason: str = ""


def alpha_rows(comparison: Comparison, scale: str) -> tuple[tuple[str, ...], tuple[AlphaRow, ...]]:
    """Return the items of a scale, and alpha of the original and of every scenario."""
    outcomes = [file.outcome("ldu_alpha", (scale,)) or file.outcome("ldu_alpha") for file in comparison.scenarios]
    details = [detail_of(o, LduAlphaDetail) for o in outcomes]
    items = next((tuple(d["items"]) for d in details if d), ())
    original = next((d["original"] for d in details if d and d["original"]), None)
    rows = [_alpha_row(comparison.original.name, original, None, "the original does not give it")]
    for file, outcome, detail in zip(comparison.scenarios, outcomes, details, strict=True):
        value = outcome.value if isinstance(outcome, Result) else None
        reason = "" if isinstance(outcome, Result) else why_none(outcome)
        rows.append(_alpha_row(file.name, detail["masked"] if detail else None, value, reason))
    return items, tuple(rows)


def _alpha_row(name: str, alpha: AlphaDetail | None, utility: float | None, reason: str) -> AlphaRow:
    if alpha is None:
        return AlphaRow(name, reason=reason)
    return AlphaRow(name, alpha["alpha"], tuple(alpha["if_deleted"]), alpha["n"], utility)
