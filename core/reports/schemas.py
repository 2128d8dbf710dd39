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
from core.measures import Failed, Result, Skipped
from core.reports.project import Project
from core.reports.register_file import REGISTER_FORMAT
from core.reports.results import BROUGHT_BY, OTHER_PEOPLE, SAID, SAID_OF_RESULTS, StartedFrom
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
        OTHER_PEOPLE: control,
        BROUGHT_BY: BY_NAME,
    }
    return table(properties, ["format", "versions", "plan", "original", "scenarios"])


def _file() -> Schema:
    file = schema_of(Assessment)
    file["properties"]["outcomes"] = {"type": "array", "items": _outcome()}
    return file | {"required": sorted({*file["required"], "outcomes"})}


def _outcome() -> Schema:
    """Return the schema of an outcome: what must be in it follows from its status."""
    result = schema_of(Result)["properties"]
    properties = {name: part for kind in (Failed, Skipped) for name, part in schema_of(kind)["properties"].items()}
    properties |= {name: result[name] for name in ("measure", "target", "value", "n", "interval")}
    said = {name: result[name] for name in SAID_OF_RESULTS}
    jackknife = said.pop("jackknife")["anyOf"][0]["properties"]
    said |= {"jackknife": jackknife["replicates"], "jackknife_common": jackknife["common"]}
    said["jackknife_dealt"] = jackknife["design"]
    said |= {name: properties.pop(name) for name in SAID}
    properties |= {"detail": {"type": "object", "properties": said}, "status": {"enum": ["ok", "skipped", "failed"]}}
    by_status = {"ok": ["value", "n", "interval", "detail"], "skipped": ["reason", "detail"], "failed": ["error"]}
    rules = [
        {"if": {"properties": {"status": {"const": status}}}, "then": {"required": needed}}
        for status, needed in by_status.items()
    ]
    return table(properties, ["measure", "target", "status"], allOf=rules)


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
