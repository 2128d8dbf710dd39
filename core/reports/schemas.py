"""JSON Schemas of what is written and read: codebook, recipe, policy, project, register and results; ``ru-map schema``.

The schemas say what a document looks like; what contradicts itself in it, its reader says.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, fields
from typing import Any, get_type_hints

from core.data import (
    Closed,
    FileKind,
    Indicator,
    Level,
    MagnitudeTable,
    MarkedNumber,
    Masking,
    PublishedTable,
    Regression,
    ReplicateMethod,
    Role,
    Scale,
)
from core.decision import (
    AT_LEAST,
    AT_MOST,
    POLICY_FORMAT,
    Check,
    RegisteredRelease,
    ReleaseRecord,
    ReleaseType,
    RuledFiles,
)
from core.masking import METHODS, setting_of
from core.reports.project import ProjectFile, ProjectPopulation
from core.reports.register_file import REGISTER_FORMAT
from core.reports.results import FORMAT as RESULTS_FORMAT
from core.reports.results import PRIVACY
from core.reports.results_schema import OR_NULL, PLAN, SHA256, privacy_schema, results_schema
from core.reports.schema_kinds import (
    COUNT,
    LABEL,
    NUMBER,
    TEXT,
    Schema,
    choice,
    entries,
    list_of,
    schema_of,
    table,
    table_of,
)

DRAFT = "https://json-schema.org/draft/2020-12/schema"
LABELS = list_of(LABEL)
FULL_SHA256: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
DAY: Schema = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"}


def _codebook() -> Schema:
    variable = {
        "level": choice(Level),
        "role": choice(Role),
        "label": LABEL,
        "missing": LABELS,
        "order": LABELS,
        "weight": NUMBER,
        "reason": LABEL,
    }
    replicates = {
        "method": choice(ReplicateMethod),
        "factor": NUMBER,
        "factors": list_of(NUMBER),
        "reason": LABEL,
    }
    population: Schema = {"anyOf": [{"type": "string", "minLength": 1}, {"type": "number", "minimum": 1}]}
    uses = {
        "indicators": Indicator,
        "regressions": Regression,
        "tables": PublishedTable,
        "scales": Scale,
        "magnitude_tables": MagnitudeTable,
    }
    return table({
        "variables": table_of(table(variable, ["level"])),
        "keysets": table_of(table({"variables": LABELS, "weight": LABEL})),
        "scenarios": table_of(_scenario()),
        "replicate_weights": table(replicates, ["method"]),
        "first_stage": table({"population": population}, ["population"]),
        **{name: table_of(_use(kind)) for name, kind in uses.items()},
    })  # fmt: skip


def _use(kind: type) -> Schema:
    """Return the table of one use, which stands under its name."""
    described = schema_of(kind, LABEL)
    required = [name for name in described["required"] if name != "name"]
    return table({name: each for name, each in described["properties"].items() if name != "name"}, required)


def _scenario() -> Schema:
    bands = list_of(list_of(NUMBER, minItems=2, maxItems=2))
    cap = dict.fromkeys(("above", "below", "above_value", "below_value"), NUMBER)
    recode = table({
        "bands": bands,
        "labels": LABELS,
        "closed": choice(Closed),
        "map": table_of(LABELS),
        "cap": table(cap),
    })  # fmt: skip
    return table({
        "name": LABEL,
        "linked": {"anyOf": [LABEL, LABELS]},
        "masking": table_of(choice(Masking)),
        "recodes": table_of(recode),
        "renamed": table_of(LABEL),
        "proposed": LABELS,
        "kind": choice(FileKind),
        "marks": table_of(choice(MarkedNumber)),
        PRIVACY: privacy_schema(LABEL),
        "set_of": LABEL,
    })  # fmt: skip


def _recipe() -> Schema:
    """Return the schema of recipes; parameters of methods that other packages bring are not described."""
    known: Schema = {"properties": {"method": {"type": "string", "minLength": 1}, "variables": LABELS}}
    step = {"type": "object", "required": ["method"], **known, "allOf": list(_methods())}
    return table({"name": LABEL, "step": list_of(step, minItems=1)}, ["step"])


def _methods() -> Iterator[Schema]:
    for method in METHODS:
        kinds = get_type_hints(method.parameters)
        own = {f.name: _parameter(kinds[f.name]) | _range(f) for f in fields(method.parameters)}
        yield {
            "if": {"properties": {"method": {"const": method.id}}},
            "then": table({"method": {"const": method.id}, "variables": LABELS, **own}),
        }


def _parameter(kind: object) -> Schema:
    """Return the schema of a parameter; where there may be none, it is left out."""
    described = schema_of(kind, LABEL)
    given = [each for each in described.get("anyOf", [described]) if each != {"type": "null"}]
    return given[0] if len(given) == 1 else {"anyOf": given}


def _range(parameter: Field[Any]) -> Schema:
    """Return what a number may be, as the reader checks it."""
    asked = setting_of(parameter)
    ends = {
        "exclusiveMinimum" if asked.above_low else "minimum": asked.low,
        "exclusiveMaximum" if asked.below_high else "maximum": asked.high,
    }
    return {end: value for end, value in ends.items() if value is not None}


def _policy() -> Schema:
    threshold: dict[str, Schema] = {
        "limit": {"type": "number", "minimum": 0},
        "direction": {"enum": [AT_MOST, AT_LEAST]},
        "source": TEXT,
        "reason": TEXT,
        "files": choice(RuledFiles),
    }
    return table(
        {
            "format": {"const": POLICY_FORMAT},
            "release": choice(ReleaseType),
            "signed_by": TEXT,
            "valid_until": {"type": "string", "pattern": r"^(\d{4}-\d{2}-\d{2})?$"},
            "key_sets": table_of(list_of(TEXT, minItems=1)),
            "thresholds": table_of(table(threshold, ["limit"]), minProperties=1),
        },
        ["format", "release", "thresholds"],
    )


def _project() -> Schema:
    """Return the schema of ``project.json`` in a project file; codebook and results in it have their own."""
    file = table({f.name: entries(ProjectFile)[f.name] for f in fields(ProjectFile)}, _names(ProjectFile))
    file["properties"] |= {"rows": COUNT, "columns": COUNT, "sha256": SHA256}
    population = schema_of(ProjectPopulation)
    population["properties"]["file"] = file
    properties = {
        "original": file,
        "masked": list_of(file),
        "control": file,
        "register": _register(),
        "plan": {"anyOf": [{"type": "null"}, PLAN]},
        "linked": OR_NULL,
        "record": schema_of(ReleaseRecord),
        "example": TEXT,
        "population": list_of(population),
    }
    return table(properties, [name for name in properties if name not in ("control", "register")])


def _register() -> Schema:
    """Return the schema of ``register.json`` in a register of releases: every field stands in it."""
    check = table(entries(Check) | {"count": COUNT}, _names(Check))
    known: dict[str, Schema] = {"sha256": FULL_SHA256, "decided": DAY, "signed": list_of(TEXT, minItems=1)}
    known |= {"policy_sha256": SHA256, "look_again": {"anyOf": [{"const": ""}, DAY]}, "checks": list_of(check)}
    release = table(entries(RegisteredRelease) | known, _names(RegisteredRelease))
    properties = {"original": TEXT, "original_sha256": FULL_SHA256, "releases": list_of(release)}
    return table(properties, properties)


def _names(kind: type) -> list[str]:
    return [f.name for f in fields(kind)]


DOCUMENTS: Mapping[str, tuple[str, Callable[[], Schema]]] = {
    "codebook": ("ru-map-codebook/1", _codebook),
    "recipe": ("ru-map-recipe/1", _recipe),
    "policy": (POLICY_FORMAT, _policy),
    "project": ("ru-map-project/1", _project),
    "register": (REGISTER_FORMAT, _register),
    "results": (RESULTS_FORMAT, results_schema),
}
"""By name: the version of what is described, and what makes its schema."""


def schema_text(name: str) -> str:
    """Return the schema of a document as JSON."""
    version, make = DOCUMENTS[name]
    head = {"$schema": DRAFT, "title": f"R-U Map: {name} ({version})"}
    return json.dumps(head | make(), indent=1, ensure_ascii=False) + "\n"
