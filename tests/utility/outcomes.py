"""Outcomes of measures on one pair, by measure and target."""

from collections.abc import Sequence
from typing import Any

from core.data import Pair
from core.measures import Measure, Outcome


def outcomes_of(measures: Sequence[Measure], pair: Pair, parameters: Any) -> dict[tuple[str, tuple[str, ...]], Outcome]:
    """Return all outcomes; what several measures share is computed once."""
    prepared = {prepare: prepare(pair, parameters) for prepare in dict.fromkeys(m.prepare for m in measures)}
    return {(o.measure, o.target): o for m in measures for o in m.compute(prepared[m.prepare])}
