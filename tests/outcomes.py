"""Results with whole details, of which a test names the keys that it is about."""

from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from core.assessment import CATALOGUE
from core.data import required_keys
from core.measures import Result, detail_types

MEASURES = {m.id: m for m in CATALOGUE}
SAID = ("flags", "notices", "validity", "jackknife", "interval_reason")


def result(measure, target, value, n=500, interval=None, **known) -> Result:
    """Return a result; what is not named in its detail is nothing, 0 or empty."""
    said = {name: known.pop(name) for name in SAID if name in known}
    return Result(measure, target, value, n, interval, whole_detail(measure, **known), **said)


def whole_detail(measure: str, **known) -> dict[str, Any]:
    """Return the detail of a measure's results; of an unknown one what is named."""
    if measure not in MEASURES:
        return known
    return {**nothing(detail_types(MEASURES[measure])[Result]), **known}


def nothing(kind: Any) -> Any:
    """Return the least value of a type."""
    if get_origin(kind) is NotRequired:
        return nothing(get_args(kind)[0])
    if get_origin(kind) is Annotated:
        return str(next(iter(kind.__metadata__[0])))
    if get_origin(kind) is Literal:
        return get_args(kind)[0]
    if is_typeddict(kind):
        hints = get_type_hints(kind, include_extras=True)
        return {name: nothing(hints[name]) for name in sorted(required_keys(kind))}
    if get_origin(kind) in (Union, UnionType):
        kinds = get_args(kind)
        return None if NoneType in kinds else nothing(kinds[-1])
    return (get_origin(kind) or kind)()


def resolution(distance=9.0, shuffled=(0.58, 0.6, 0.62), fresh=(0.83, 0.85, 0.87), figure="gdu", n=100) -> Result:
    """Return how well a figure of utility tells fresh surveys from shuffled columns; bands are (low, mean, high)."""
    measure = "table_resolution" if figure.startswith("table") else "gdu_resolution"
    bands = {
        name: {"low": low, "mean": mean, "high": high, "sd": (high - mean) / 1.77}
        for name, (low, mean, high) in (("fresh", fresh), ("shuffled", shuffled))
    }
    return result(measure, (figure,), distance, n, repetitions=20, can_tell=distance >= 4, **bands)
