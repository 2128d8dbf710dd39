"""The JSON Schema of results.json, and what other documents have in common with it."""

from __future__ import annotations

from core.assessment import VariableRecord
from core.data import DifferentialPrivacy, Relation
from core.measures import JackknifeDesign, Weighting
from core.reports.results import BROUGHT_BY, FORMAT, OTHER_PEOPLE, PRIVACY
from core.reports.schema_kinds import COUNT, NUMBER, TEXT, Schema, list_of, schema_of, table, table_of

TEXTS = list_of(TEXT)
SHA256: Schema = {"type": "string", "pattern": "^([0-9a-f]{64})?$"}
OR_NULL: Schema = {"type": ["string", "null"]}
PLAN = table({
    "measures": TEXTS,
    "parameters": table_of({"type": "object"}),
    "preset": TEXT,
    "seed": {"type": "integer", "minimum": 0, "maximum": 2**32 - 1},
})  # fmt: skip


def results_schema() -> Schema:
    """Return the schema of results.json."""
    keyset = table({"name": TEXT, "variables": TEXTS, "weight": OR_NULL}, ["name", "variables", "weight"])
    inputs = {"codebook_sha256": SHA256, "keysets": list_of(keyset), "linked": OR_NULL}
    file = _file()
    control = {**file, "properties": {**file["properties"], "notes": TEXTS}}
    properties = {
        "format": {"const": FORMAT},
        "versions": table_of(TEXT),
        "plan": PLAN,
        "inputs": table(inputs, inputs),
        "original": file,
        "scenarios": list_of(file),
        OTHER_PEOPLE: {**control, "required": [*control["required"], "notes"]},
        BROUGHT_BY: table_of(TEXT),
    }
    return table(properties, ["format", "versions", "plan", "original", "scenarios"])


def _file() -> Schema:
    properties = {
        **dict.fromkeys(("name", "file", "links"), TEXT),
        **dict.fromkeys(("rows", "columns"), COUNT),
        "sha256": SHA256,
        "linked": OR_NULL,
        "added": TEXTS,
        "variables": list_of(schema_of(VariableRecord)),
        "outcomes": list_of(_outcome()),
        "relation": schema_of(Relation),
        PRIVACY: privacy_schema(TEXT),
        "set_of": TEXT,
    }
    return table(properties, properties.keys() - {"linked", "relation", PRIVACY, "set_of"})


def _outcome() -> Schema:
    """Return the schema of an outcome: what must stand in it follows from its status."""
    about = {"measure": {"type": "string", "minLength": 1}, "target": TEXTS, "detail": _detail()}
    about["status"] = {"enum": ["ok", "skipped", "failed"]}
    interval = {"anyOf": [{"type": "null"}, list_of(NUMBER, minItems=2, maxItems=2)]}
    value = {"value": NUMBER, "n": COUNT, "interval": interval}
    by_status = {"ok": [*value, "detail"], "skipped": ["reason", "detail"], "failed": ["error"]}
    rules = [
        {"if": {"properties": {"status": {"const": status}}}, "then": {"required": needed}}
        for status, needed in by_status.items()
    ]
    return table({**about, **value, "reason": TEXT, "error": TEXT}, ["measure", "target", "status"], allOf=rules)


def _detail() -> Schema:
    """Return the schema of what stands beside a value: the same of all measures, then what each has of its own."""
    said = {
        **dict.fromkeys(("flags", "notices", "validity"), TEXTS),
        "interval_reason": TEXT,
        "jackknife": list_of(NUMBER),
        "jackknife_common": {"type": "boolean"},
        "jackknife_dealt": schema_of(JackknifeDesign),
        "weighting": schema_of(Weighting),
    }
    return {"type": "object", "properties": said}


def privacy_schema(text: Schema) -> Schema:
    """Return the schema of a declared guarantee, within the ranges that its numbers must have."""
    described = schema_of(DifferentialPrivacy, text)
    described["properties"]["epsilon"] = {"type": "number", "exclusiveMinimum": 0}
    described["properties"]["delta"] = {"type": "number", "minimum": 0, "exclusiveMaximum": 1}
    return described
