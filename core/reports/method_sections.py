"""How the figures came about: measures, parameters, seed, versions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.assessment import CATALOGUE, Comparison
from core.reports.report_model import Section, Table
from core.reports.words import better, plural, text


def method_section(comparison: Comparison) -> Section:
    """Return every measure with its source, every parameter, the seed and the versions."""
    plan: Mapping[str, Any] = comparison.plan
    wanted = set(plan.get("measures", ()))
    measures = [m for m in CATALOGUE if m.id in wanted]
    rows = tuple((text(m.name), text(m.summary), text(better(m)), text(m.reference)) for m in measures)
    parameters = tuple(
        (text(family), text(name), text(_written(value)))
        for family, values in sorted(plan.get("parameters", {}).items())
        for name, value in sorted(values.items())
    )
    settings = (
        (text("Seed"), text(str(plan.get("seed", "")))),
        (text("Preset"), text(plan.get("preset", ""))),
        *((text(name), text(version)) for name, version in sorted(comparison.versions.items())),
    )
    blocks = (
        Table("Measures", ("Measure", "What it says", "Direction", "Source"), rows),
        Table("Parameters", ("Family", "Parameter", "Value"), parameters),
        Table("Seed and versions", ("Setting", "Value"), settings, "Same files, settings and versions: same figures."),
    )
    return Section("methods", f"{plural(len(measures), 'measure')} by one plan", blocks)


def _written(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value) if value != "" else "none"
