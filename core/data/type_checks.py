"""Whether what was read from a file holds the types that its classes declare: a class does not look by itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
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
OTHER_TYPE = " is of another type than it must be"

Checker = Callable[[Any], str | None]
"""Looks at a value; returns None, or what is wrong with it: where inside, and what."""


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
    if problem := _checker_of_fields(value.__class__)(value):
        raise TypeError(f"{place}{problem}")


def check_mapping(kind: Any, value: Any, place: str) -> None:
    """Check a mapping from a file against its TypedDict, or one of several; keys that the type does not know may stand.

    A text of which an enumeration lists all is declared as ``Annotated[str, Enumeration]``.

    Raises
    ------
    TypeError
        A key is missing, or holds another type than declared; the message names it.
    """
    if problem := _checker(kind)(value):
        raise TypeError(f"{place}{problem}")


@cache
def required_keys(kind: Any) -> frozenset[str]:
    """Return the keys that a mapping of a TypedDict must have."""
    return frozenset(name for name, hint in _named_hints(kind).items() if get_origin(hint) is not NotRequired)


@cache
def _named_hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


@cache
def _checker(kind: Any) -> Checker:
    """Return the checker of a type: made once, because a results file holds ten thousands of values."""
    origin = get_origin(kind)
    if kind is Any or isinstance(kind, TypeVar):
        return lambda _value: None
    if is_typeddict(kind):
        return _checker_of_keys(kind)
    if origin in (Union, UnionType):
        return _checker_of_union(kind)
    if origin is Annotated:
        texts = frozenset(kind.__metadata__[0])
        return lambda value: None if isinstance(value, str) and value in texts else OTHER_TYPE
    if origin is Literal:
        listed = get_args(kind)
        return lambda value: None if value in listed else OTHER_TYPE
    if kind in (float, int):
        return lambda value: None if _is_number(kind, value) else OTHER_TYPE
    if kind in (None, NoneType):
        return lambda value: None if value is None else OTHER_TYPE
    return _checker_of_class(kind, origin)


def _is_number(kind: type, value: Any) -> bool:
    if kind is float and isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < LARGEST_INTEGER


def _checker_of_keys(kind: Any) -> Checker:
    required = required_keys(kind)
    checkers = {
        name: _checker(get_args(hint)[0] if get_origin(hint) is NotRequired else hint)
        for name, hint in _named_hints(kind).items()
    }

    def check(value: Any) -> str | None:
        if not isinstance(value, Mapping):
            return OTHER_TYPE
        if not required <= value.keys():
            return f" lacks {min(required - value.keys())!r}"
        for name, checker in checkers.items():
            if name in value and (problem := checker(value[name])):
                return f"[{name!r}]{problem}"
        return None

    return check


def _checker_of_union(kind: Any) -> Checker:
    checkers = [_checker(member) for member in get_args(kind)]

    def check(value: Any) -> str | None:
        problems = []
        for checker in checkers:
            problem = checker(value)
            if problem is None:
                return None
            problems.append(problem)
        # the member that the value was meant to be is the one whose inside is looked at
        return next((p for p in problems if not p.startswith((OTHER_TYPE, " lacks"))), max(problems, key=_is_lack))

    return check


def _is_lack(problem: str) -> bool:
    return problem != OTHER_TYPE


def _checker_of_class(kind: Any, origin: Any) -> Checker:
    """Return the checker of a class, a tuple, a list or a mapping: the value itself, then what it holds."""
    required = origin or kind
    arguments = get_args(kind)
    places = arguments if origin is tuple and arguments[-1] is not Ellipsis else ()
    inside = tuple(_checker(a) for a in arguments if a is not Ellipsis) if arguments else ()

    def check(value: Any) -> str | None:
        if kind is not object and (not isinstance(value, required) or (kind is str and isinstance(value, Enum))):
            return OTHER_TYPE
        if is_dataclass(value):
            return _checker_of_fields(value.__class__)(value)
        if not inside:
            return None
        if isinstance(value, tuple | list):
            if places and len(value) != len(places):
                return OTHER_TYPE
            return _of_items(value, inside if places else inside[:1] * len(value))
        return _of_entries(value, *inside) if isinstance(value, Mapping) else None

    return check


def _of_items(value: Sequence[Any], checkers: Sequence[Checker]) -> str | None:
    for i, (item, checker) in enumerate(zip(value, checkers, strict=True)):
        if problem := checker(item):
            return f"[{i}]{problem}"
    return None


def _of_entries(value: Mapping[Any, Any], of_key: Checker, of_item: Checker) -> str | None:
    for key, item in value.items():
        if problem := of_key(key):
            return problem
        if problem := of_item(item):
            return f"[{key!r}]{problem}"
    return None


@cache
def _checker_of_fields(kind: type) -> Checker:
    hints = get_type_hints(kind)
    checkers = [(field.name, _checker(hints[field.name])) for field in fields(kind)]

    def check(value: Any) -> str | None:
        for name, checker in checkers:
            if problem := checker(getattr(value, name)):
                return f".{name}{problem}"
        return None

    return check
