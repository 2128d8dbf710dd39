"""How the figures came about: measures, parameters, seed, versions."""

from __future__ import annotations

from core.assessment import CATALOGUE, Comparison
from core.reports.report_model import Section, Table
from core.reports.words import text
from core.views import direction
from core.wording import _, counted


def method_section(comparison: Comparison) -> Section:
    """Return every measure with its source, every parameter, the seed and the versions."""
    plan = comparison.plan
    wanted = set(plan.get("measures", ()))
    measures = [m for m in CATALOGUE if m.id in wanted]
    rows = tuple((text(m.name), text(m.summary), text(direction(m)), text(m.reference)) for m in measures)
    parameters = tuple(
        (text(family), text(name), text(_written(value)))
        for family, values in sorted(plan.get("parameters", {}).items())
        for name, value in sorted(values.items())
    )
    settings = (
        (text(_("Seed")), text(str(plan.get("seed", "")))),
        (text(_("Preset")), text(plan.get("preset", ""))),
        *((text(name), text(version)) for name, version in sorted(comparison.versions.items())),
    )
    blocks = (
        Table(_("Measures"), (_("Measure"), _("What it says"), _("Direction"), _("Source")), rows),
        Table(_("Parameters"), (_("Family"), _("Parameter"), _("Value")), parameters),
        Table(
            _("Seed and versions"),
            (_("Setting"), _("Value")),
            settings,
            _("Same files, settings and versions: same figures."),
        ),
    )
    return Section(
        "methods", _("{measures} by one plan").format(measures=counted(len(measures), "measure", "measures")), blocks
    )


def _written(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or _("none")
    return str(value) if value != "" else _("none")
