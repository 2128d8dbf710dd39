"""JSON Schema of the types that documents are written from, so that a schema cannot say another thing than the code."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from core.data import must_stand

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
COUNT: Schema = {"type": "integer", "minimum": 0}
LABEL: Schema = {"type": ["string", "number"]}
"""A text, or a number as the label of the category that it is: as people write them in TOML."""

PLAIN: Mapping[Any, Schema] = {
    str: TEXT,
    int: {"type": "integer"},
    float: NUMBER,
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    object: {},
    Any: {},
}


def list_of(items: Schema, **more: Any) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items, **more}


def table_of(values: Schema, **more: Any) -> Schema:
    """Return the schema of entries by names that are free."""
    return {"type": "object", "additionalProperties": values, **more}


def table(properties: Mapping[str, Schema], required: Collection[str] = (), **more: Any) -> Schema:
    """Return the schema of named entries; no other one may stand among them."""
    closed = {"type": "object", "properties": dict(properties), "additionalProperties": False, **more}
    return closed | ({"required": sorted(required)} if required else {})


def choice(kind: type[StrEnum]) -> Schema:
    """Return the schema of the words of an enumeration."""
    return {"enum": [str(member) for member in kind]}


def schema_of(kind: Any, text: Schema = TEXT) -> Schema:
    """Return the schema of what a type is written as.

    Parameters
    ----------
    kind : type
        A plain type, an enumeration of words, a dataclass, or lists, mappings and alternatives of them.
    text : Schema
        Of its texts.
    """
    if kind is str:
        return text
    if kind in PLAIN:
        return PLAIN[kind]
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (Union, UnionType):
        return {"anyOf": [schema_of(each, text) for each in arguments]}
    if origin is tuple:
        return _of_tuple(arguments, text)
    if origin is not None and issubclass(origin, Mapping):
        return table_of(schema_of(arguments[1], text))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return choice(kind)
    if is_dataclass(kind):
        return _of_dataclass(kind, text)
    raise TypeError(f"{kind} is written as nothing that a schema describes")


def _of_tuple(arguments: tuple[Any, ...], text: Schema) -> Schema:
    if arguments[1:] == (Ellipsis,):
        return list_of(schema_of(arguments[0], text))
    parts = [schema_of(each, text) for each in arguments]
    return {"type": "array", "prefixItems": parts, "minItems": len(parts), "maxItems": len(parts)}


def _of_dataclass(kind: Any, text: Schema) -> Schema:
    written = entries(kind, text)
    return table(written, {f.name for f in fields(kind) if f.name in written and must_stand(f)})


def entries(kind: Any, text: Schema = TEXT) -> dict[str, Schema]:
    """Return the schemas of a dataclass' fields by their names."""
    return {name: schema_of(hint, text) for name, hint in get_type_hints(kind).items()}
