"""How the figures came about: measures, parameters, seed, versions."""

from __future__ import annotations

from collections.abc import Iterator

from core.assessment import CATALOGUE, Comparison, measure_by_id
from core.reports.report_model import Section, Table
from core.reports.words import text
from core.views import direction, source
from core.wording import counted


def method_section(comparison: Comparison) -> Section:
    """Return every measure with its source, every parameter, the seed and the versions."""
    plan = comparison.plan
    wanted = set(plan.get("measures", ()))
    measures = [m for m in CATALOGUE if m.id in wanted]
    rows = tuple((text(m.name), text(m.summary), text(direction(m)), text(source(m))) for m in measures)
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
        Table(
            "Seed and versions",
            ("Setting", "Value"),
            settings,
            "Same files, settings and versions: same figures.",
        ),
        *_of_other_packages(comparison),
    )
    return Section("methods", f"{counted(len(measures), 'measure', 'measures')} by one plan", blocks)


def _of_other_packages(comparison: Comparison) -> Iterator[Table]:
    """Yield the measures that other packages brought, and what became of each."""
    rows = []
    for name, package in sorted(comparison.brought_by.items()):
        outcomes = [o for s in comparison.scenarios for o in s.of(name)]
        reasons = dict.fromkeys(o.reason for o in outcomes if o.value is None)
        figures = sum(o.value is not None for o in outcomes)
        measured = "{n} measured".format(n=counted(figures, "figure", "figures"))
        rows.append((text(measure_by_id(name).name), text(package), text("; ".join((measured, *reasons)))))
    if rows:
        yield Table("Measures of other packages", ("Measure", "Package", "What became of it"), tuple(rows))


def _written(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value) if value != "" else "none"
