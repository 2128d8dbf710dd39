"""Whether what was read from a file holds the types that its classes declare: a class does not look by itself."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

LARGEST_INTEGER = 2**63


def check_types(value: Any, place: str) -> None:
    """Check a dataclass made from a file, and all that it holds.

    Parameters
    ----------
    value : dataclass instance
        Its fields are numbers, texts, enumerations, tuples, mappings and dataclasses.
    place : str
        What it is, for the message.

    Raises
    ------
    TypeError
        A field holds another type than declared, or a number that is not finite; the message names the field.
    """
    hints = _hints(value.__class__)
    for field in fields(value):
        _check(hints[field.name], getattr(value, field.name), f"{place}.{field.name}")


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _check(kind: Any, value: Any, place: str) -> None:
    if not _fits(kind, value):
        raise TypeError(f"{place} is of another type than it must be")
    if is_dataclass(value):
        check_types(value, place)
    elif isinstance(value, tuple):
        for i, item in enumerate(value):
            _check(_item_kind(kind, value, i), item, f"{place}[{i}]")
    elif isinstance(value, Mapping):
        inner = _member(kind, value)
        key_kind, value_kind = get_args(inner) or (Any, Any)
        for key, item in value.items():
            _check(key_kind, key, place)
            _check(value_kind, item, f"{place}[{key!r}]")


def _fits(kind: Any, value: Any) -> bool:
    """Whether a value is of a kind, what it holds aside."""
    origin = get_origin(kind)
    if kind in (Any, object):
        return True
    if origin in (Union, UnionType):
        return any(_fits(k, value) for k in get_args(kind))
    if origin is Literal:
        return value in get_args(kind)
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool) and _is_finite(value)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) < LARGEST_INTEGER
    if kind in (None, NoneType):
        return value is None
    if origin is tuple:
        length = get_args(kind)
        return isinstance(value, tuple) and (length[-1] is Ellipsis or len(value) == len(length))
    return isinstance(value, origin or kind) and not (kind is str and isinstance(value, Enum))


def _is_finite(value: float) -> bool:
    return abs(value) < LARGEST_INTEGER if isinstance(value, int) else math.isfinite(value)


def _member(kind: Any, value: Any) -> Any:
    """Return the member of a union that a value is of; another kind as it is."""
    if get_origin(kind) in (Union, UnionType):
        return next(k for k in get_args(kind) if _fits(k, value))
    return kind


def _item_kind(kind: Any, value: tuple[Any, ...], place: int) -> Any:
    kinds = get_args(_member(kind, value))
    if not kinds:
        return Any
    return kinds[0] if kinds[-1] is Ellipsis else kinds[place]
