"""Values of parameters as they are written in a recipe, checked against the parameter's type."""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import StrEnum
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from core.data import is_number, label_of, number_of
from core.errors import MaskingError


def parameter_value(place: str, kind: Any, value: Any) -> Any:
    """Return a value as a parameter's type takes it: lists as tuples, whole numbers as such.

    Parameters
    ----------
    place : str
        For messages.
    kind : type
        bool, int, float, str, a Literal, a StrEnum, one of these or None, a tuple of one kind, or a mapping of texts to
        tuples of texts.
    value : object

    Raises
    ------
    MaskingError
        The value is of another kind.
    """
    origin = get_origin(kind)
    if origin in (UnionType, Union):
        inner = next(k for k in get_args(kind) if k is not type(None))
        return None if value is None else parameter_value(place, inner, value)
    if origin is Literal or (isinstance(kind, type) and issubclass(kind, StrEnum)):
        return _choice(place, kind, value)
    if origin is tuple:
        return _items(place, kind, value)
    if origin is not None and issubclass(origin, Mapping):
        return _groups(place, value)
    return _plain(place, kind, value)


def _plain(place: str, kind: Any, value: Any) -> Any:
    if kind is bool and isinstance(value, bool):
        return value
    if kind is str:
        return label_of(place, value, error=MaskingError)
    number = is_number(value) and math.isfinite(value)
    if kind is float and number:
        return float(value)
    if kind is int and number and value == int(value):
        return int(value)
    words = {bool: "true or false", int: "a whole number", float: "a number"}[kind]
    raise MaskingError(f"{place} must be {words}, not {value!r}")


def _choice(place: str, kind: Any, value: Any) -> Any:
    choices = get_args(kind) if get_origin(kind) is Literal else tuple(kind)
    if value not in choices:
        raise MaskingError(f"{place} must be one of {', '.join(map(str, choices))}, not {value!r}")
    return value if get_origin(kind) is Literal else kind(value)


def _items(place: str, kind: Any, value: Any) -> Any:
    inner, *others = get_args(kind)
    if not isinstance(value, list | tuple):
        raise MaskingError(f"{place} must be a list, not {value!r}")
    if others and others[0] is not Ellipsis and len(value) != 1 + len(others):
        raise MaskingError(f"{place}: {list(value)!r} must have {1 + len(others)} values")
    if others and others[0] is not Ellipsis and inner is float:
        return tuple(number_of(place, item, error=MaskingError) for item in value)
    return tuple(parameter_value(place, inner, item) for item in value)


def _groups(place: str, value: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, Mapping) or not all(isinstance(v, list | tuple) for v in value.values()):
        raise MaskingError(f'{place} must be a table such as {{ "North" = ["N1", "N2"] }}')
    return {
        str(masked): tuple(label_of(place, v, error=MaskingError) for v in originals)
        for masked, originals in value.items()
    }
