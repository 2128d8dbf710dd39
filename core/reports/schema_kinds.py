"""JSON Schema of the types that documents are read into, so that a schema cannot say another thing than the code."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from core.data import described

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
LABEL: Schema = {"type": ["string", "number"]}
"""A text, or a number as the label of the category that it is: as people write them in TOML."""
NULL: Schema = {"type": "null"}
LEFT_OUT = frozenset({"title", "description", "default", "$defs"})


def table(properties: Mapping[str, Schema], required: Collection[str] = (), **more: Any) -> Schema:
    """Return the schema of named entries; no other one may stand among them."""
    closed = {"type": "object", "properties": dict(properties), "additionalProperties": False, **more}
    return closed | ({"required": sorted(required)} if required else {})


def schema_of(kind: Any, *, toml: bool = False) -> Schema:
    """Return the schema of what a type is read from.

    Parameters
    ----------
    kind : type
    toml : bool
        Whether people write it: a text may be a number, and what there may not be is left out.
    """
    from pydantic.json_schema import GenerateJsonSchema  # noqa: PLC0415 - only where schemas are asked for

    written = GenerateJsonSchema().generate(described(kind))
    plain: Schema = _plain(written, written.get("$defs", {}), toml)
    return plain


def _plain(node: Any, definitions: Mapping[str, Any], toml: bool, *, names: bool = False) -> Any:
    """Return a schema with its references written out, and without what pydantic adds."""
    if isinstance(node, list):
        return [_plain(each, definitions, toml) for each in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _plain(definitions[node["$ref"].rpartition("/")[2]], definitions, toml)
    made = {
        key: _plain(part, definitions, toml, names=key == "properties" and not names)
        for key, part in node.items()
        if names or key not in LEFT_OUT
    }
    if names:
        return made
    if "properties" in made:
        made = {"additionalProperties": False} | made
    if not toml:
        return made
    given = [each for each in made.get("anyOf", ()) if each != NULL]
    if given:
        return given[0] if len(given) == 1 else made | {"anyOf": given}
    return LABEL if made == TEXT else made
