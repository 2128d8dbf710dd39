"""JSON Schemas of what is written and read: codebook, recipe, policy, project, register and results; ``ru-map schema``.

The schemas say what a document looks like; what contradicts itself in it, its reader says.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, fields
from typing import Any

from core.assessment import Assessment
from core.data import CodebookTables
from core.decision import POLICY_FORMAT, PolicyTables, Register
from core.masking import METHODS, StepTable, setting_of
from core.measures import OF_FIGURE, FrameRow, Result, Sentences
from core.reports.project import Project
from core.reports.register_file import REGISTER_FORMAT
from core.reports.results import BROUGHT_BY, OTHER_PEOPLE, StartedFrom
from core.reports.results import FORMAT as RESULTS_FORMAT
from core.reports.schema_kinds import LABEL, TEXT, Schema, schema_of, table

DRAFT = "https://json-schema.org/draft/2020-12/schema"
TEXTS: Schema = {"type": "array", "items": TEXT}
BY_NAME: Schema = {"type": "object", "additionalProperties": TEXT}


def _recipe() -> Schema:
    """Return the schema of recipes; parameters of methods that other packages bring are not described."""
    known = schema_of(StepTable, toml=True)
    known["properties"]["method"] = {**TEXT, "minLength": 1}
    step = known | {"additionalProperties": True, "allOf": list(_methods(known["properties"]["variables"]))}
    return table({"name": LABEL, "step": {"type": "array", "items": step, "minItems": 1}}, ["step"])


def _methods(variables: Schema) -> Iterator[Schema]:
    for method in METHODS:
        named = schema_of(method.parameters, toml=True)["properties"]
        own = {f.name: named[f.name] | _range(f) for f in fields(method.parameters)}
        yield {
            "if": {"properties": {"method": {"const": method.id}}},
            "then": table({"method": {"const": method.id}, "variables": variables, **own}),
        }


def _range(parameter: Field[Any]) -> Schema:
    """Return what a number may be, as the reader checks it."""
    asked = setting_of(parameter)
    ends = {
        "exclusiveMinimum" if asked.above_low else "minimum": asked.low,
        "exclusiveMaximum" if asked.below_high else "maximum": asked.high,
    }
    return {end: value for end, value in ends.items() if value is not None}


def _plan() -> Schema:
    """Return the schema of a plan; families of another version may be in it."""
    families = {"type": "object", "additionalProperties": {"type": "object"}}
    seed = {"type": "integer", "minimum": 0, "maximum": 2**32 - 1}
    return table({"measures": TEXTS, "parameters": families, "preset": TEXT, "seed": seed})


def _project() -> Schema:
    """Return the schema of ``project.json`` in a project file; codebook and results in it have their own."""
    described = schema_of(Project)
    properties = described["properties"]
    del properties["codebook"], properties["comparison"]
    properties["plan"] = {"anyOf": [{"type": "null"}, _plan()]}
    return table(properties, [name for name in described["required"] if name in properties])


def _results() -> Schema:
    file = _file()
    control = {**file, "properties": {**file["properties"], "notes": TEXTS}, "required": [*file["required"], "notes"]}
    inputs = schema_of(StartedFrom)
    properties = {
        "format": {"const": RESULTS_FORMAT},
        "versions": BY_NAME,
        "plan": _plan(),
        "inputs": inputs,
        "original": file,
        "scenarios": {"type": "array", "items": file},
        "outcomes": {"type": "array", "items": _row()},
        OTHER_PEOPLE: control,
        BROUGHT_BY: BY_NAME,
    }
    return table(properties, ["format", "versions", "plan", "original", "scenarios", "outcomes"])


def _file() -> Schema:
    file = schema_of(Assessment)
    del file["properties"]["outcomes"]
    return file


def _row() -> Schema:
    """Return the schema of a row of the frame: it has a value and its n, or the reason why not."""
    row, result = schema_of(FrameRow), schema_of(Result)["properties"]
    row["properties"]["detail"] = {"type": "object", "properties": {name: result[name] for name in OF_FIGURE}}
    row["properties"]["flags"] = table({kind: result[kind] for kind in Sentences.__annotations__})
    return row | {
        "if": {"required": ["value"]},
        "then": {"required": ["n"], "not": {"required": ["reason"]}},
        "else": {"required": ["reason"], "properties": dict.fromkeys(("low", "high", "n"), False)},
        "dependentRequired": {"low": ["high"], "high": ["low"]},
    }


DOCUMENTS: Mapping[str, tuple[str, Callable[[], Schema]]] = {
    "codebook": ("ru-map-codebook/1", lambda: schema_of(CodebookTables, toml=True)),
    "recipe": ("ru-map-recipe/1", _recipe),
    "policy": (POLICY_FORMAT, lambda: schema_of(PolicyTables)),
    "project": ("ru-map-project/1", _project),
    "register": (REGISTER_FORMAT, lambda: schema_of(Register)),
    "results": (RESULTS_FORMAT, _results),
}
"""By name: the version of what is described, and what makes its schema."""


def schema_text(name: str) -> str:
    """Return the schema of a document as JSON."""
    version, make = DOCUMENTS[name]
    head = {"$schema": DRAFT, "title": f"R-U Map: {name} ({version})"}
    return json.dumps(head | make(), indent=1, ensure_ascii=False) + "\n"
