"""What every measure promises, tried out on small files: bounds, direction, the same answer twice, no order of records.

The measures of this program are held to it by its tests, those of other packages before they measure anything.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass
from functools import cache, partial
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.assessment.trial_files import (
    CODEBOOK,
    Columns,
    N,
    alike_in_keys,
    file_of,
    in_order,
    noisy,
    pair_of,
    people,
    renamed,
    shuffled,
)
from core.data import Pair, Release
from core.extensions import NotAccepted, error_and_place
from core.measures import Better, Measure, Outcome, Result, Scope, Skipped, Subject
from core.pairing import code_release

OWN_FAMILIES = frozenset({"interval", "null", "utility"})
"""Families of parameters without measures of their own."""
NAME = re.compile(r"[a-z][a-z0-9_]{2,59}")
RELATIVE, ABSOLUTE = 1e-9, 1e-12

Values = Mapping[tuple[str, ...], float]


def declaration_faults(measure: Measure) -> Iterator[str]:
    """Yield what a measure of another package declares that cannot be, or fails to declare."""
    low, high = measure.bounds
    parameters = getattr(measure.parameters, "__dataclass_params__", None)
    texts = ("name", "reference", "summary", "reading", "misleads")
    yield from (f"its {text} is empty" for text in texts if not getattr(measure, text).strip())
    frozen = parameters is not None and parameters.frozen
    traits = ((measure.better, Better), (measure.scope, Scope), (measure.subject, Subject))
    faults = {
        "its direction, scope or subject is none of Better, Scope, Subject": not all(isinstance(*t) for t in traits),
        "its id is not made of small letters, digits and _": not NAME.fullmatch(measure.id),
        "its lower bound is not below its upper one": not low < high,
        "its parameters are no frozen dataclass": not (is_dataclass(measure.parameters) and frozen),
        f"it has the family {measure.family!r}, which has no measures": measure.family in OWN_FAMILIES,
        "it is about a pair of files or one release, and nothing else": measure.subject is Subject.SIZE,
        "it is about single records: those have no place in results": measure.scope is Scope.RECORD,
        "a measure of risk has the family 'risk', and no other one has": measure.group.risk != measure.is_risk,
    }
    yield from (fault for fault, is_so in faults.items() if is_so)


@cache
def broken_promise(measure: Measure) -> str:
    """Return the first promise that a measure breaks on the files of the trial; empty where it keeps them all."""
    return next(broken_promises(measure), "")


def broken_promises(measure: Measure) -> Iterator[str]:
    """Yield every promise that a measure breaks on the files of the trial, in words."""
    before = people()
    try:
        copy, values = _values(measure, before, before), _values(measure, before, noisy(before))
        yield from _unlike(_values(measure, before, noisy(before)), values, "asked twice, it answers differently")
        yield from _wrong_direction(measure, before, copy)
        yield from _by_order_or_labels(measure, before, values)
    except NotAccepted as error:
        yield str(error)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - what another package raises is a broken promise
        yield f"it ends with {error_and_place(error)}"


def _values(measure: Measure, original: Columns, masked: Columns) -> Values:
    """Return what a measure says of a masked file; NotAccepted where an answer cannot be one of its."""
    subject = _subject(measure, original, masked)
    held = [(array, array.copy()) for array in _arrays(subject)]
    prepared = measure.prepare(subject, measure.parameters())
    held += [(array, array.copy()) for array in _arrays(prepared)]
    outcomes = [as_promised(measure, outcome) for outcome in measure.compute(prepared)]
    if not all(np.array_equal(array, as_it_was, equal_nan=array.dtype.kind == "f") for array, as_it_was in held):
        raise NotAccepted("it changes in its place what other measures look at as well")
    if not outcomes:
        raise NotAccepted("it answers nothing: where there is no value, answer Skipped, with the reason")
    # a pair of variables is the same in either order
    targets = [tuple(sorted(o.target)) for o in outcomes]
    if len(set(targets)) < len(targets):
        raise NotAccepted("it answers more than once of one target")
    return {target: o.value for target, o in zip(targets, outcomes, strict=True) if isinstance(o, Result)}


def _arrays(thing: Any) -> Iterator[NDArray[Any]]:
    """Yield the arrays that a subject, or what was prepared from it, holds."""
    if isinstance(thing, np.ndarray):
        yield thing
    elif is_dataclass(thing) and not isinstance(thing, type):
        yield from _arrays(tuple(vars(thing).values()))
    elif isinstance(thing, Mapping):
        yield from _arrays(tuple(thing.values()))
    elif isinstance(thing, list | tuple):
        yield from chain.from_iterable(map(_arrays, thing))


def _subject(measure: Measure, original: Columns, masked: Columns) -> Pair | Release:
    if measure.subject is Subject.PAIR:
        return pair_of(original, masked)
    return code_release(file_of(masked), CODEBOOK)


def as_promised(measure: Measure, outcome: Any) -> Outcome:
    """Return an outcome that is one of its measure and can be written down.

    Raises
    ------
    NotAccepted
        It is not; the message quotes no value.
    """
    if not isinstance(outcome, Result | Skipped) or outcome.measure != measure.id:
        raise NotAccepted("it answers with something else than a Result or Skipped of its own id")
    if not isinstance(outcome.target, tuple) or not all(isinstance(name, str) for name in outcome.target):
        raise NotAccepted("it names what its answer is about by something else than a tuple of texts")
    if not _can_be_written(outcome.detail):
        raise NotAccepted("its detail cannot be written as JSON")
    if isinstance(outcome, Result):
        _check_value(measure, outcome)
    return outcome


def _check_value(measure: Measure, result: Result) -> None:
    low, high = measure.bounds
    if type(result.value) is not float or type(result.n) is not int:
        raise NotAccepted("its value is no float, or its n no int")
    if not low <= result.value <= high:
        raise NotAccepted(f"a value lies outside of the bounds that it declares, {low:g} to {high:g}")
    if result.n <= 0:
        raise NotAccepted("a value rests on no record: answer Skipped, with the reason")


def _can_be_written(detail: Any) -> bool:
    try:
        json.dumps(detail, allow_nan=False)
    except (TypeError, ValueError):
        return False
    return True


def _unlike(values: Values, expected: Values, words: str) -> Iterator[str]:
    close = partial(math.isclose, rel_tol=RELATIVE, abs_tol=ABSOLUTE)
    if values.keys() != expected.keys() or not all(close(values[target], expected[target]) for target in values):
        yield words


def _wrong_direction(measure: Measure, before: Columns, copy: Values) -> Iterator[str]:
    """Yield where the direction that a measure declares is not the one that it has."""
    better: Callable[[float, float], bool] = _above if measure.better is Better.HIGHER else _below
    if measure.is_risk:
        none = _values(measure, before, alike_in_keys(before))
        if any(better(copy[target], none[target]) for target in copy.keys() & none.keys()):
            yield (
                f"it declares that {measure.better} is better, but a file in which all key values are the same fares "
                "worse than the original"
            )
        return
    best = _best(measure)
    if _is_signed(measure):
        better = _nearer_to_0
    if best is not None and any(not math.isclose(v, best, rel_tol=RELATIVE, abs_tol=ABSOLUTE) for v in copy.values()):
        yield f"it declares that {measure.better} is better, but the original itself does not reach {best:g}"
    worst = _values(measure, before, shuffled(before))
    if any(better(worst[target], copy[target]) for target in copy.keys() & worst.keys()):
        yield f"it declares that {measure.better} is better, but shuffled columns fare better than the original itself"


def _best(measure: Measure) -> float | None:
    """Return the best value of a measure of utility; None where it has no end in that direction."""
    low, high = measure.bounds
    best = 0.0 if _is_signed(measure) else high if measure.better is Better.HIGHER else low
    return best if math.isfinite(best) else None


def _is_signed(measure: Measure) -> bool:
    """Whether it is a difference that lies on either side of 0, of which none is best."""
    low, high = measure.bounds
    return low < 0 < high and measure.better is Better.LOWER


def _nearer_to_0(value: float, other: float) -> bool:
    return _below(abs(value), abs(other))


def _above(value: float, other: float) -> bool:
    return value > other + RELATIVE * max(1.0, abs(other))


def _below(value: float, other: float) -> bool:
    return _above(other, value)


def _by_order_or_labels(measure: Measure, before: Columns, values: Values) -> Iterator[str]:
    """Yield where the order of the records, or the words for categories, change an answer."""
    rows = np.random.default_rng(3).permutation(N)
    after = noisy(before)
    turned = _values(measure, in_order(before, rows), in_order(after, rows))
    yield from _unlike(turned, values, "its answer depends on the order of the records")
    named = _values(measure, renamed(before), renamed(after))
    yield from _unlike(named, values, "its answer depends on the words for categories")
