"""What a verdict rests on: the intruder of the rules knows the keys; how one fares who knows more."""

from __future__ import annotations

from collections.abc import Collection

from core.assessment import Assessment, measure_by_id
from core.measures import Result, detail_of
from core.risk import RatesDetail, RiskDetail
from core.statistics.reproducible import sort_value
from core.views import validity
from core.wording import exact_percent, first_of

OF_ALL_VARIABLES = ("linkability", "singling_out_multivariate")
"""Attacks of an intruder who knows more than the keys."""
MOST_NAMED = 2


def informed(file: Assessment, keys: Collection[str]) -> str:
    """Say how an intruder fares who knows more than the keys; empty where no such attack was measured.

    No rule is about such an intruder: of any truthful file nearly everybody is found by one who knows everything.
    """
    outcomes = [o for id_ in OF_ALL_VARIABLES if isinstance(o := file.outcome(id_), Result) and not validity(o)]
    tried = [(o, more) for o in outcomes if (more := _beyond(o, keys))]
    if not tried:
        return ""
    attack, more = max(tried, key=lambda each: sort_value(_rate(each[0])))
    rate, name = exact_percent(_rate(attack)), measure_by_id(attack.measure).name
    return f"one who also knows {first_of(more, MOST_NAMED)} succeeds in {rate} of attacks ({name.lower()})"


def _beyond(attack: Result, keys: Collection[str]) -> list[str]:
    """Return what the intruder of an attack knows beyond the keys."""
    return [name for name in detail_of(attack, RiskDetail).get("variables", []) if name not in keys]


def _rate(attack: Result) -> float:
    return detail_of(attack, RatesDetail)["attack"]["rate"]
