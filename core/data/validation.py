"""Documents read into dataclasses and checked against mappings, by pydantic: strict, and nothing that is not known.

pydantic describes the types; what is set here in its descriptions is what no configuration of it does for dataclasses
of the standard library. It is loaded where the first document is read: the reader's process never does.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from enum import EnumType
from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import (
    TYPE_CHECKING,
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

from core.data.numbers import is_number, number_label
from core.data.toml_text import SHOWN, shown
from core.data.written_forms import ALWAYS_WRITTEN, NamedTable, refusal
from core.errors import RUMapError
from core.wording import did_you_mean

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails, SchemaValidator

Made = TypeVar("Made")
Node = dict[str, Any]

LARGEST_INTEGER = 2**63
NO_SCHEMA = frozenset({"cls", "default", "expected", "function", "members", "metadata", "ref", "serialization"})
"""Parts of a description that hold no description."""
BOUNDS = ("ge", "gt", "le", "lt")
NOUNS = {
    "string": "a text",
    "int": "a whole number",
    "float": "a number",
    "finite": "a finite number",
    "bool": "true or false",
    **dict.fromkeys(("tuple", "list", "sequence", "is_instance"), "a list"),
    **dict.fromkeys(("dict", "dataclass", "mapping", "typed_dict"), "a table"),
}
"""What a value must be, by the beginning of what pydantic calls the fault."""
WHOLE = "whole number"
"""Name of the first alternative of a number."""
COUNTED = {
    "missing": "a value is missing",
    "too_long": "it must hold {max_length} values or fewer",
    "too_short": "it must hold {min_length} or more",
}
BARE = re.compile(r"[A-Za-z0-9_-]+")
"""A key that TOML writes without quotes."""


def validated(
    kind: type[Made], content: Any, place: str, *, error: type[Exception] = TypeError, toml: bool = False
) -> Made:
    """Return what a document describes; nothing is converted but lists to tuples and words to enumerations.

    Parameters
    ----------
    kind : type
        A dataclass, a TypedDict, or what such types are made of; a TypedDict may hold keys that it does not know.
    content : object
        As JSON or TOML holds it; dataclasses that were made before are taken as they are.
    place : str
        What it is, as the message begins: "the codebook".
    error : type
        What is raised.
    toml : bool
        Whether people write it: 2 and 2.0 are one number, and a number may be the label of a category; else a number
        stays as it is written.

    Raises
    ------
    error
        Names the path of the first entry that does not fit, and why.
    """
    from pydantic import ValidationError  # noqa: PLC0415 - a tenth of a second, only where documents are read

    try:
        return cast("Made", _validator(cast("Any", kind), toml).validate_python(content))
    except ValidationError as fault:
        raise error(f"{place}{_words(fault.errors(include_url=False), content)}") from None


@cache
def required_keys(kind: Any) -> frozenset[str]:
    """Return the keys that a mapping of a TypedDict must have."""
    hints = get_type_hints(kind, include_extras=True)
    return frozenset(name for name in kind.__required_keys__ if get_origin(hints[name]) is not NotRequired)


@cache
def _validator(kind: Any, toml: bool) -> SchemaValidator:
    from pydantic_core import SchemaValidator  # noqa: PLC0415

    return SchemaValidator(described(kind, _in_toml if toml else _as_in_json))


def described(kind: Any, scalar: Callable[[Node], Node] = dict) -> Any:
    """Return pydantic's description of a type, made strict; ``scalar`` changes that of texts and numbers."""
    from pydantic import PydanticUserError, TypeAdapter  # noqa: PLC0415

    try:
        return _strict(TypeAdapter(_with_typed_dicts(kind)).core_schema, scalar)
    except PydanticUserError:  # a measure of another package may declare anything
        raise TypeError(f"{getattr(kind, '__name__', kind)} declares a type that no document holds") from None


def _with_typed_dicts(kind: Any) -> Any:
    """Return a type with TypedDicts as pydantic takes them before Python 3.12; ``Annotated[str, E]``: words of E."""
    if is_typeddict(kind):
        from typing_extensions import TypedDict  # noqa: PLC0415 - the reader's process need not load it

        hints = get_type_hints(kind, include_extras=True).items()
        inner = {name: _with_typed_dicts(get_args(h)[0] if get_origin(h) is NotRequired else h) for name, h in hints}
        entries = {name: hint if name in required_keys(kind) else NotRequired[hint] for name, hint in inner.items()}
        return TypedDict(kind.__name__, entries)  # type: ignore[operator]
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated and arguments[0] is str:
        words = [tuple(map(str, mark)) for mark in kind.__metadata__ if isinstance(mark, EnumType)]
        return Literal[words[0]] if words else kind
    if origin is None or origin is Literal:
        return kind
    inside = tuple(_with_typed_dicts(each) for each in arguments)
    return reduce(or_, inside) if origin in (Union, UnionType) else origin[inside]


def _strict(node: Any, scalar: Callable[[Node], Node]) -> Any:
    if isinstance(node, list | tuple):
        return type(node)(_strict(part, scalar) for part in node)
    if not isinstance(node, dict):
        return node
    made = {key: part if key in NO_SCHEMA else _strict(part, scalar) for key, part in node.items()}
    kind = made.get("type")
    if kind in ("bool", "date"):
        return made | {"strict": True}
    if kind in ("str", "int", "float"):
        return scalar(made | {"strict": True})
    if kind == "union":
        return made | {"mode": "left_to_right"}
    if kind == "typed-dict":
        return made | {"extra_behavior": "allow"}
    return _of_dataclass(made) if kind == "dataclass" else made


def _as_in_json(node: Node) -> Node:
    """Return the description of a number that stays a whole one where it is written so."""
    if node["type"] == "str":
        return node
    limits = {name: node[name] for name in BOUNDS if name in node}
    whole = {"gt": -LARGEST_INTEGER, "lt": LARGEST_INTEGER} | limits | {"type": "int", "strict": True}
    if node["type"] == "int":
        return whole
    return {"type": "union", "mode": "left_to_right", "choices": [(whole, WHOLE), _finite(node)]}


def _in_toml(node: Node) -> Node:
    """Return the description of a text or number as people write it."""
    if node["type"] == "float":
        open_end = node.get("allow_inf_nan")
        check = {"type": "no-info", "function": _no_nan}
        return {"type": "function-after", "function": check, "schema": node} if open_end else _finite(node)
    convert = {"type": "no-info", "function": _label if node["type"] == "str" else _whole}
    return {"type": "function-before", "function": convert, "schema": _as_in_json(node)}


def _finite(node: Node) -> Node:
    return {"allow_inf_nan": False} | node


def _no_nan(value: float) -> float:
    if math.isnan(value):
        raise refusal("nan is no number")
    return value


def _label(value: Any) -> Any:
    return number_label(value) if is_number(value) and math.isfinite(value) else value


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _of_dataclass(node: Node) -> Node:
    """Return the description of a dataclass that knows its entries by the names that they are written under."""
    own = {field.name: field.metadata for field in fields(node["cls"])}
    for field in (entries := node["schema"])["fields"]:
        meta = own[field["name"]]
        if name := meta.get("written as"):
            field["validation_alias"] = field["serialization_alias"] = name
        if meta == ALWAYS_WRITTEN:
            field["schema"] = field["schema"]["schema"]
    entries["extra_behavior"] = "forbid"
    known = {field.get("validation_alias", field["name"]) for field in entries["fields"]}
    check = {"type": "no-info", "function": _refusing(known)}
    reference = {"ref": node.pop("ref")} if "ref" in node else {}
    return {"type": "function-wrap", "function": check, "schema": node, **reference}


def _refusing(names: set[str]) -> Callable[[Any, Callable[[Any], Any]], Any]:
    """Return what says of a dataclass which entries it does not know, and what it refuses of its own."""
    from pydantic import ValidationError  # noqa: PLC0415

    def check(value: Any, make: Callable[[Any], Any]) -> Any:
        named = value if isinstance(value, NamedTable) else None
        if isinstance(value, Mapping) and (unknown := (named.unknown if named else set()) | (value.keys() - names)):
            first, known = min(unknown, key=str), sorted(names - ({named.entry} if named else set()))
            meant = did_you_mean(first, known)
            raise refusal(f"unknown entry {str(first)[:60]!r}{meant}; known are {', '.join(known) or 'none'}")
        try:
            return make(value)
        except ValidationError:
            raise
        except (RUMapError, ValueError) as error:
            raise refusal(str(error)) from None

    return check


def _words(errors: Sequence[ErrorDetails], content: Any) -> str:
    """Return the path of what does not fit and what is wrong with it; of alternatives the one that fits furthest."""
    fault = max((e for e in errors if e["loc"][-1:] != (WHOLE,)), key=lambda e: len(e["loc"]))
    kind, where, value = fault["type"], fault["loc"], fault["input"]
    lacking = kind == "missing" and isinstance(where[-1], str)
    path = _path(where[:-1] if lacking else where, content)
    begins = path if path.startswith("[") else f": {path}" if path else ""
    if lacking:
        return f"{begins}: {where[-1]!r} is missing"
    if kind == "refused":
        return f"{begins}: {fault['msg']}"
    if kind in ("enum", "literal_error"):
        return f"{begins}: {shown(value)} is not one of {_choices(fault['ctx']['expected'], value)}"
    if kind in COUNTED:
        return f"{begins}: {COUNTED[kind].format(**fault.get('ctx', {}))}"
    noun = next((noun for word, noun in NOUNS.items() if kind.startswith(word)), "")
    if not noun:
        noun = fault["msg"].removeprefix("Input should be ")
    nested = "a table" if isinstance(value, Mapping) else "a list" if isinstance(value, list | tuple) else shown(value)
    return f"{begins} must be {noun}, not {nested}"


def _choices(expected: str, value: Any) -> str:
    words = [word.strip("' ") for word in expected.replace(" or ", ", ").split(", ")]
    return f"{', '.join(words)}{did_you_mean(value, words)}"


def _path(steps: Iterable[str | int], content: Any) -> str:
    """Return the path as TOML writes it; names of alternatives in it are left out."""
    path, here = "", content
    for step in steps:
        if isinstance(step, int):
            path += f"[{step}]"
        elif isinstance(here, Mapping) and step in here:
            name = step if BARE.fullmatch(step) else json.dumps(step[:SHOWN], ensure_ascii=False)
            path += f".{name}" if path else name
        else:
            continue
        here = _inside(here, step)
    return path


def _inside(content: Any, step: str | int) -> Any:
    try:
        return content[step]
    except (LookupError, TypeError):
        return None
