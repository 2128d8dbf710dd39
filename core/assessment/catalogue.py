"""The catalogue of all measures: those of utility, then those of risk."""

from __future__ import annotations

from collections.abc import Iterable

from core.assessment.utility_weight import UtilityParameters
from core.measures import Measure, Outcome
from core.risk import MEASURES as RISK
from core.utility import MEASURES as UTILITY

CATALOGUE: tuple[Measure, ...] = (*UTILITY, *RISK)

PARAMETERS: dict[str, type] = {"utility": UtilityParameters, **{m.family: m.parameters for m in CATALOGUE}}
"""The parameter class of every family, and of all measures of utility together."""

_BY_ID = {m.id: m for m in CATALOGUE}
_PLACE = {m.id: i for i, m in enumerate(CATALOGUE)}


def measure_by_id(name: str) -> Measure:
    """Return the measure with this id; KeyError where there is none."""
    return _BY_ID[name]


def in_catalogue_order(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """Return outcomes in the order of their measures; those of one measure in the order in which they come."""
    return tuple(sorted(outcomes, key=lambda o: _PLACE[o.measure]))
