"""What becomes of a measure that cannot be computed after all: it is skipped or failed, and the run goes on."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.assessment.catalogue import measure_by_id, origin_of
from core.assessment.promises import as_promised, broken_promise
from core.data import Level, Pair, Release
from core.extensions import NotAccepted, Origin, error_and_place
from core.measures import Failed, Measure, Outcome, Result, Skipped

EXTREME = 1e50
"""Numbers beyond this size, or all below its inverse, may leave what a computer's numbers hold: not a fault of ours."""

MEMORY_RAN_OUT = "memory ran out while it was computed; give the program more, or take fewer variables or records"


class NotFinite(ArithmeticError):
    """A number in an outcome is infinite or undefined."""


def computed(measure: Measure, prepared: Any, subject: Pair | Release | None = None) -> tuple[Outcome, ...]:
    """Compute one measure from what was prepared; what it found before a fault is next to the fault.

    Parameters
    ----------
    measure : Measure
    prepared : object
        What its shared step returned.
    subject : Pair, Release or None
        What is measured; says whether its numbers are at fault.
    """
    outcomes: list[Outcome] = []
    foreign = origin_of(measure)
    try:
        for outcome in measure.compute(prepared):
            outcomes.append(_written(measure, outcome if foreign is None else as_promised(measure, outcome), subject))
    except NotAccepted as error:
        outcomes.append(Skipped(measure.id, (), _set_aside_in_words(foreign, str(error))))
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a bad measure must not end the run
        outcomes.append(fault(measure, (), error, subject))
    if foreign is not None and not outcomes:  # else it would be passed over in silence
        outcomes.append(Skipped(measure.id, (), f"this measure of {foreign} answered nothing about this file"))
    return tuple(outcomes)


def why_set_aside(measure: Measure) -> str:
    """Return why a measure of another package is not computed: the promise that it breaks; empty where it is."""
    foreign = origin_of(measure)
    # the measure of this process is tried once, one that was sent to it would be at every call
    broken = "" if foreign is None else broken_promise(measure_by_id(measure.id))
    return _set_aside_in_words(foreign, broken) if broken else ""


def _set_aside_in_words(origin: Origin | None, why: str) -> str:
    return f"set aside, this measure of {origin} does not keep what it promises: {why}"


def fault(measure: Measure, target: tuple[str, ...], error: BaseException, subject: Pair | Release | None) -> Outcome:
    """Return Skipped where memory ran out, numbers are of extreme size or another package is at fault; else Failed."""
    if isinstance(error, MemoryError):  # looking at the data would take more of it, and end the run
        return Skipped(measure.id, target, MEMORY_RAN_OUT)
    names = _extreme(subject)
    if names:
        return Skipped(
            measure.id,
            target,
            f"a number in its computation is too large or too small for a computer: look at the values of "
            f"{', '.join(names)} (a missing code read as a number?)",
        )
    foreign = origin_of(measure)
    if foreign is not None:
        return Skipped(measure.id, target, f"a fault of {foreign}, which brings this measure: {error_and_place(error)}")
    return Failed(measure.id, target, error_and_place(error))


def _written(measure: Measure, outcome: Outcome, subject: Pair | Release | None) -> Outcome:
    """Return the outcome where every number in it can be written to results.json."""
    parts = (outcome.interval, outcome.detail) if isinstance(outcome, Result) else (getattr(outcome, "detail", None),)
    if all(_is_finite(part) for part in parts):
        return outcome
    return fault(measure, outcome.target, NotFinite(), subject)


def _is_finite(part: Any) -> bool:
    if isinstance(part, float):
        return math.isfinite(part)
    if isinstance(part, Mapping):
        return all(_is_finite(value) for value in part.values())
    return not isinstance(part, list | tuple) or all(_is_finite(value) for value in part)


def _extreme(subject: Pair | Release | None) -> list[str]:
    """Return the numeric variables and weights with numbers of extreme size."""
    if subject is None:
        return []
    return sorted({name for name, values in _numbers(subject) if _is_extreme(values)})


def _numbers(subject: Pair | Release) -> Iterator[tuple[str, NDArray[np.float64]]]:
    if isinstance(subject, Pair):
        for v in subject.variables:
            for coded in (v.original, v.masked):
                if coded is not None and coded.level is Level.CONTINUOUS:
                    yield v.name, coded.values.astype(np.float64)
        for release in (subject.original, subject.masked):
            yield from release.weights.items()
    else:
        yield from ((n, c.values.astype(np.float64)) for n, c in subject.columns.items() if c.level is Level.CONTINUOUS)
        yield from subject.weights.items()


def _is_extreme(values: NDArray[np.float64]) -> bool:
    sizes = np.abs(values[~np.isnan(values)])
    largest = float(sizes.max(initial=0.0))
    return largest > EXTREME or 0 < largest < 1 / EXTREME
