"""Cronbach's alpha of a scale from both files, with what it would be without each item (Kocar 2018, section 3.6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from core.data import Coded, Pair, Scale
from core.statistics.estimates import alpha_if_deleted, cronbach_alpha
from core.utility.analyses.columns import masked_column, numbers, paired_variable
from core.utility.analyses.estimates import NotEstimable
from core.utility.analyses.local_utility import halves, smaller_over_larger
from core.utility.analyses.parameters import AnalysesParameters


class AlphaDetail(TypedDict):
    """Cronbach's alpha of one file, also without each item, None where that is not defined; complete records."""

    alpha: float
    if_deleted: list[float | None]
    n: int


@dataclass(frozen=True)
class ScaleComparison:
    """One scale in both files; ``reason`` says why one is missing."""

    scale: Scale
    original: AlphaDetail | None = None
    masked: AlphaDetail | None = None
    reason: str = ""

    def utility(self) -> float | None:
        """Return half the kept share of alpha and half the mean of those of alpha without each item.

        One that the masked file does not define any more counts 0.
        """
        if self.original is None or self.masked is None:
            return None
        both = zip(self.original["if_deleted"], self.masked["if_deleted"], strict=True)
        deleted = [0.0 if b is None else smaller_over_larger(a, b) for a, b in both if a is not None]
        return halves(smaller_over_larger(self.original["alpha"], self.masked["alpha"]), deleted)


def compare_scales(pair: Pair, parameters: AnalysesParameters) -> tuple[ScaleComparison, ...]:  # noqa: ARG001
    """Compute alpha of every chosen scale in both files; the settings of the family do not matter to it."""
    return tuple(_compare(scale, pair) for scale in pair.uses.scales)


def _compare(scale: Scale, pair: Pair) -> ScaleComparison:
    comparison = ScaleComparison(scale)
    try:
        items = [paired_variable(pair, name) for name in scale.items]
        comparison = replace(comparison, original=_alpha(scale, [v.original for v in items]))
    except NotEstimable as error:
        return replace(comparison, reason=f"the original does not give it: {error}")
    try:
        return replace(comparison, masked=_alpha(scale, [masked_column(v) for v in items]))
    except NotEstimable as error:
        return replace(comparison, reason=f"it cannot be estimated from the masked file: {error}")


def _alpha(scale: Scale, columns: list[Coded]) -> AlphaDetail:
    complete = _complete([numbers(name, coded) for name, coded in zip(scale.items, columns, strict=True)])
    value = cronbach_alpha(complete)
    if value is None:
        raise NotEstimable("fewer than two complete records, or a sum of the items that does not vary")
    return {"alpha": value, "if_deleted": list(alpha_if_deleted(complete)), "n": len(complete)}


def _complete(items: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return (n, k) complete records, sorted: the order of the file must not change a digit."""
    values = np.column_stack(items)
    values = values[~np.isnan(values).any(axis=1)]
    return values[np.lexsort(values.T)]
