"""Whether what was read from a file holds the types that its classes declare: a class does not look by itself."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

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


def check_mapping(kind: Any, value: Any, place: str) -> None:
    """Check a mapping from a file against its TypedDict, or one of several; keys that the type does not know may stand.

    A text of which an enumeration lists all is declared as ``Annotated[str, Enumeration]``.

    Raises
    ------
    TypeError
        A key is missing, or holds another type than declared; the message names it.
    """
    if not isinstance(value, Mapping):
        raise TypeError(f"{place} is of another type than it must be")
    kind = _member(kind, value)
    if missing := sorted(required_keys(kind) - value.keys()):
        raise TypeError(f"{place} lacks {missing[0]!r}")
    for name, hint in _named_hints(kind).items():
        if name in value:
            _check(get_args(hint)[0] if get_origin(hint) is NotRequired else hint, value[name], f"{place}[{name!r}]")


@cache
def required_keys(kind: Any) -> frozenset[str]:
    """Return the keys that a mapping of a TypedDict must have."""
    return frozenset(name for name, hint in _named_hints(kind).items() if get_origin(hint) is not NotRequired)


@cache
def _named_hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _check(kind: Any, value: Any, place: str) -> None:
    if not _fits(kind, value):
        raise TypeError(f"{place} is of another type than it must be")
    if kind is Any or isinstance(kind, TypeVar):
        return
    if is_dataclass(value):
        check_types(value, place)
    elif isinstance(value, tuple | list):
        for i, item in enumerate(value):
            _check(_item_kind(kind, value, i), item, f"{place}[{i}]")
    elif isinstance(value, Mapping):
        inner = _member(kind, value)
        if is_typeddict(inner):
            check_mapping(inner, value, place)
            return
        key_kind, value_kind = get_args(inner) or (Any, Any)
        for key, item in value.items():
            _check(key_kind, key, place)
            _check(value_kind, item, f"{place}[{key!r}]")


def _fits(kind: Any, value: Any) -> bool:
    """Whether a value is of a kind, what it holds aside."""
    origin = get_origin(kind)
    if kind in (Any, object) or isinstance(kind, TypeVar):
        return True
    if is_typeddict(kind):
        return isinstance(value, Mapping)
    if origin in (Union, UnionType):
        return any(_fits(k, value) for k in get_args(kind))
    if origin is Annotated:
        return isinstance(value, str) and value in set(kind.__metadata__[0])
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
    """Return the member of a union that a value is of; another kind as it is.

    Of several mappings with named keys it is the first whose keys are all there, or the last.
    """
    if get_origin(kind) not in (Union, UnionType):
        return kind
    fitting = [k for k in get_args(kind) if _fits(k, value)]
    whole = (k for k in fitting if not is_typeddict(k) or required_keys(k) <= value.keys())
    return next(whole, fitting[-1])


def _item_kind(kind: Any, value: tuple[Any, ...] | list[Any], place: int) -> Any:
    kinds = get_args(_member(kind, value))
    if not kinds:
        return Any
    return kinds[0] if isinstance(value, list) or kinds[-1] is Ellipsis else kinds[place]
