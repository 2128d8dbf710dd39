"""The catalogue of all measures: those of utility, then those of risk."""

from __future__ import annotations

from core.measures import Measure
from core.risk import MEASURES as RISK
from core.utility import MEASURES as UTILITY

CATALOGUE: tuple[Measure, ...] = (*UTILITY, *RISK)

PARAMETERS: dict[str, type] = {m.family: m.parameters for m in CATALOGUE}
"""The parameter class of every family."""

_BY_ID = {m.id: m for m in CATALOGUE}


def measure_by_id(name: str) -> Measure:
    """Return the measure with this id; KeyError where there is none."""
    return _BY_ID[name]
