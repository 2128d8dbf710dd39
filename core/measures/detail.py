"""The detail of an outcome with its type, and whether an outcome that was read from a file is one of its measure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, TypeGuard, TypeVar, get_args, get_origin, get_type_hints, overload

from core.data import required_keys, validated
from core.measures.measure import Measure, Scope
from core.measures.outcome import Failed, Outcome, Result, Skipped

Detail = TypeVar("Detail", bound=Mapping[str, object])

PAIRED = 2
EXCESS = 1e-9
"""By how much a figure may pass a bound that sums of floats missed."""


@overload
def detail_of(outcome: Result, kind: type[Detail]) -> Detail: ...
@overload
def detail_of(outcome: Outcome | None, kind: type[Detail]) -> Detail | None: ...
def detail_of(outcome: Outcome | None, kind: type[Detail]) -> Detail | None:
    """Return the detail of an outcome as what its measure declares it to be.

    Parameters
    ----------
    outcome : Outcome or None
    kind : type
        TypedDict that the measure declares, or one that it extends.

    Returns
    -------
    kind or None
        None where nothing is known: no outcome, a fault, or skipped without a word more than the reason.

    Raises
    ------
    TypeError
        The detail lacks a key that ``kind`` requires: it is that of another measure.
    """
    if outcome is None or outcome.detail is None:
        return None
    if not _has_keys(outcome.detail, kind):
        raise TypeError(f"the detail of {outcome.measure!r} is no {kind.__name__}")
    return outcome.detail


def _has_keys(detail: Mapping[str, object], kind: type[Detail]) -> TypeGuard[Detail]:
    return required_keys(kind) <= detail.keys()


def check_outcome(measure: Measure, outcome: Outcome) -> None:
    """Check an outcome that was read from a file: what it is about, its figures, and its detail.

    Keys that earlier versions did not write are declared as NotRequired, so that their files are still read.

    Raises
    ------
    TypeError
        It is about fewer or more variables than the measure compares, a figure cannot be one of this measure, a key
        that its detail must have is missing, or a value is of another type; the message names the measure.
    """
    if isinstance(outcome, Failed):
        return
    about = len(outcome.target)
    if measure.scope is Scope.PAIR and about != PAIRED and (about or isinstance(outcome, Result)):
        raise TypeError(f"{measure.id}: target must name two variables")
    kind = detail_types(measure).get(type(outcome))
    if kind is not None and outcome.detail is not None:
        validated(kind, outcome.detail, f"{measure.id}: detail")
    if isinstance(outcome, Result):
        _check_figures(measure, outcome)


def _check_figures(measure: Measure, result: Result) -> None:
    if result.n < 0:
        raise TypeError(f"{measure.id}: n is below 0")
    low, high = (
        bound + sign * EXCESS * max(1.0, abs(bound)) for bound, sign in zip(measure.bounds, (-1, 1), strict=True)
    )
    replicates = result.jackknife.replicates if result.jackknife else ()
    for what, values in (("value", (result.value,)), ("interval", result.interval or ()), ("jackknife", replicates)):
        if not all(math.isfinite(value) and low <= value <= high for value in values):
            raise TypeError(f"{measure.id}: {what} lies outside of what the measure can be")
    if result.interval and result.interval[0] > result.interval[1]:
        raise TypeError(f"{measure.id}: interval ends below its start")


@cache
def detail_types(measure: Measure) -> Mapping[type[Outcome], Any]:
    """Return what a measure declares as the detail of its results, and of what it skips.

    It is in the return annotation of the declared function, or of what answers by its figure: Answers[of results,
    of skipped], or of one outcome Answer[...] or Result[...]. What is not declared there is not checked.
    """
    answers = get_type_hints(measure.compute).get("return")
    if get_origin(answers) is Iterator:
        (answers,) = get_args(answers)
    kinds = {get_origin(answer): answer for answer in (answers, *get_args(answers)) if get_args(answer)}
    return {kind: get_args(kinds[kind])[0] for kind in (Result, Skipped) if kind in kinds}
