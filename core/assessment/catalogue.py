"""The catalogue of all measures: those of utility, then those of risk, then those that other packages bring."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from core.assessment.promises import declaration_faults
from core.assessment.utility_weight import UtilityParameters
from core.extensions import MEASURES, NotAccepted, Offer, Origin, accepted
from core.measures import Measure, Outcome
from core.risk import MEASURES as RISK
from core.utility import MEASURES as UTILITY

OWN: tuple[Measure, ...] = (*UTILITY, *RISK)
"""The measures of this program."""


def _check(offer: Offer, thing: Any, known: Iterable[Measure]) -> None:
    if not isinstance(thing, Measure):
        raise NotAccepted("it is no measure: declare it with the decorators of rumap.extending")
    if thing.id != offer.name:
        raise NotAccepted(f"its entry point has another name than its id, {thing.id!r}")
    for other in known:
        if other.id == thing.id:
            raise NotAccepted("there is a measure of this id already")
        if other.family == thing.family and other.parameters is not thing.parameters:
            raise NotAccepted(f"the family {thing.family!r} has other parameters already")
    for fault in declaration_faults(thing):
        raise NotAccepted(fault)


_ORIGINS, LEFT_OUT = accepted(MEASURES, OWN, _check)

CATALOGUE: tuple[Measure, ...] = (*OWN, *_ORIGINS)

PARAMETERS: dict[str, type] = {"utility": UtilityParameters, **{m.family: m.parameters for m in CATALOGUE}}
"""The parameter class of every family, and of all measures of utility together."""

_BY_ID = {m.id: m for m in CATALOGUE}
_ORIGIN_BY_ID = {m.id: origin for m, origin in _ORIGINS.items()}
_PLACE = {m.id: i for i, m in enumerate(CATALOGUE)}


def measure_by_id(name: str) -> Measure:
    """Return the measure with this id; KeyError where there is none."""
    return _BY_ID[name]


def origin_of(measure: Measure) -> Origin | None:
    """Return the distribution that brings a measure; None: this program.

    By its id: a measure that was sent to another process is another object there.
    """
    return _ORIGIN_BY_ID.get(measure.id)


def in_catalogue_order(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """Return outcomes in the order of their measures; those of one measure in the order in which they come."""
    return tuple(sorted(outcomes, key=lambda o: _PLACE[o.measure]))
