"""Whether what JSON holds is of the types that are declared, and dataclasses made of it: faults have their path."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum, StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from core.data.toml_text import SHOWN, shown
from core.errors import RUMapError

LARGEST_INTEGER = 2**63
OTHER_TYPE = " is of another type than it must be"

Checker = Callable[[Any], str | None]
"""Looks at a value; returns None, or what is wrong with it: where inside, and what."""
Made = TypeVar("Made")
Maker = Callable[[Any], Any]

ALWAYS_WRITTEN = {"always written": True}
"""Metadata of a field that has a default, and that no version has left out where it is written."""


def check_type(kind: Any, value: Any, place: str) -> None:
    """Check what stands in a file against its type; keys that a TypedDict does not know may stand in a mapping.

    A text of which an enumeration lists all is declared as ``Annotated[str, Enumeration]``.

    Raises
    ------
    TypeError
        It, or a key of it, is of another type than declared, or a key is missing; the message names it.
    """
    if problem := checker(kind)(value):
        raise TypeError(f"{place}{problem}")


@cache
def required_keys(kind: Any) -> frozenset[str]:
    """Return the keys that a mapping of a TypedDict must have."""
    hints = _named_hints(kind)
    return frozenset(name for name in kind.__required_keys__ if get_origin(hints[name]) is not NotRequired)


@cache
def _named_hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


@cache
def checker(kind: Any) -> Checker:
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
        name: checker(get_args(hint)[0] if get_origin(hint) is NotRequired else hint)
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
    checkers = [checker(member) for member in get_args(kind)]

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
    inside = tuple(checker(a) for a in arguments if a is not Ellipsis) if arguments else ()

    def check(value: Any) -> str | None:
        if kind is not object and (not isinstance(value, required) or (kind is str and isinstance(value, Enum))):
            return OTHER_TYPE
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


class _Misfit(Exception):
    """The path to what does not fit, and what is wrong with it."""


def made_from_json(kind: type[Made], content: Any, place: str, *, error: type[Exception] = TypeError) -> Made:
    """Return the dataclass that JSON describes; nothing is converted but lists to tuples and words to enumerations.

    Parameters
    ----------
    kind : type
        A dataclass whose fields are numbers, texts, enumerations, tuples, mappings and dataclasses.
    content : object
    place : str
        Where it stands, as the message begins.
    error : type
        What is raised.

    Raises
    ------
    error
        Names the path of the first entry that does not fit, and why.
    """
    try:
        made: Made = _maker(cast("Any", kind))(content)
    except _Misfit as misfit:
        raise error(f"{place}{misfit}") from None
    return made


def must_stand(field: Field[Any]) -> bool:
    """Whether a field must stand in what is read: without a default, or written always."""
    return (field.default is MISSING and field.default_factory is MISSING) or field.metadata == ALWAYS_WRITTEN


@cache
def _maker(kind: Any) -> Maker:
    """Return what makes a type of what JSON holds: found once, because results hold ten thousands of values."""
    origin, arguments = get_origin(kind), get_args(kind)
    if is_dataclass(kind):
        return _fields_of(kind)
    if origin is tuple:
        return _tuple_of(arguments)
    if len(arguments) == 2 and arguments[1] is NoneType:
        inner = _maker(arguments[0])
        return lambda value: None if value is None else inner(value)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _word_of(kind)
    return _as_it_is(checker(kind))


def _as_it_is(check: Callable[[Any], str | None]) -> Maker:
    def make(value: Any) -> Any:
        if problem := check(value):
            raise _Misfit(problem)
        return value

    return make


def _word_of(kind: type[StrEnum]) -> Maker:
    def make(value: Any) -> Any:
        if not isinstance(value, str) or value not in set(kind):
            raise _Misfit(f" must be one of {', '.join(kind)}, not {shown(value)}")
        return kind(value)

    return make


def _tuple_of(kinds: tuple[Any, ...]) -> Maker:
    inner = [_maker(kind) for kind in kinds if kind is not Ellipsis]
    any_number = kinds[-1] is Ellipsis

    def make(value: Any) -> Any:
        if not isinstance(value, list | tuple) or not (any_number or len(value) == len(inner)):
            raise _Misfit(OTHER_TYPE)
        makers = inner * len(value) if any_number else inner
        return tuple(_inside(f"[{i}]", maker, item) for i, (maker, item) in enumerate(zip(makers, value, strict=True)))

    return make


def _fields_of(kind: Any) -> Maker:
    hints = get_type_hints(kind)
    makers = {field.name: _maker(hints[field.name]) for field in fields(kind)}
    needed = [field.name for field in fields(kind) if must_stand(field)]

    def make(content: Any) -> Any:
        if isinstance(content, kind):  # made before, of what is written in another form
            return content
        if not isinstance(content, Mapping):
            raise _Misfit(OTHER_TYPE)
        if unknown := sorted(content.keys() - makers.keys()):
            raise _Misfit(f" has an entry {unknown[0][:SHOWN]!r} that this version does not know")
        if missing := [name for name in needed if name not in content]:
            raise _Misfit(f" lacks {missing[0]!r}")
        named = {name: _inside(f".{name}", makers[name], value) for name, value in content.items()}
        try:
            return kind(**named)
        except (RUMapError, ValueError) as error:
            raise _Misfit(f": {error}") from None

    return make


def _inside(step: str, maker: Maker, value: Any) -> Any:
    try:
        return maker(value)
    except _Misfit as misfit:
        raise _Misfit(f"{step}{misfit}") from None
