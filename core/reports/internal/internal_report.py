"""The internal report: everything, confidential."""

from __future__ import annotations

from collections.abc import Mapping

from core.assessment import Assessment, Comparison
from core.decision import decide
from core.errors import ReportError
from core.reports.internal.clause_section import clause_section
from core.reports.internal.decision_sections import check_section, purpose_section, trail_section
from core.reports.internal.file_sections import codebook_section, file_section
from core.reports.internal.memo import memo_section
from core.reports.internal.method_sections import method_section
from core.reports.internal.register_section import register_section
from core.reports.internal.risk_sections import attack_section, map_section, missing_section, risk_section
from core.reports.internal.sets_section import sets_sections
from core.reports.internal.utility_sections import utility_sections
from core.reports.project import Project
from core.reports.report_model import CONFIDENTIAL, UNDATED, Figure, Kind, Report
from core.views import (
    RiskUtilityMap,
    against_epsilon,
    default_risk_axis,
    default_utility_axis,
    risk_utility_map,
    why_no_map,
)
from core.wording import counted


def internal_report(
    project: Project,
    figures: Mapping[str, Figure] | None = None,
    judged: Comparison | None = None,
    scenario: str = "",
) -> Report:
    """Make the internal report of a project.

    Parameters
    ----------
    project : Project
        With results.
    figures : mapping of str to Figure
        "map", "variables" and "pairs", as far as they could be drawn.
    judged : Comparison or None
        The results with records counted above the purpose's own threshold; None: as they were measured.
    scenario : str
        The one whose variables and pairs are told; empty: the decided one, else the one that the verdict names.

    Raises
    ------
    ReportError
        Nothing was measured.
    """
    comparison = measured(project)
    drawn = figures or {}
    chosen = reported_scenario(project, scenario)
    drawn_map = reported_map(comparison)
    sections = [
        memo_section(project, comparison, decide(judged or comparison, project.record.purpose), drawn),
        purpose_section(project, judged or comparison),
        map_section(drawn_map, why_no_map(comparison)),
        risk_section(comparison),
        attack_section(comparison),
        *utility_sections(comparison, chosen, drawn),
        *sets_sections(comparison),
        check_section(project.record),
        *([] if project.register is None else [register_section(project.register)]),
        missing_section(comparison),
        file_section(project, _against_epsilon(comparison, drawn_map)),
        codebook_section(project),
        method_section(comparison),
        trail_section(project.record),
    ]
    sections.append(clause_section(comparison, sections))
    scenarios = counted(len(comparison.scenarios), "masking scenario", "masking scenarios")
    subtitle = f"{scenarios} of {project.original.name}"
    title, signed = "Data utility and disclosure risk", project.record.second or project.record.first
    dated = signed.date if signed else UNDATED
    return Report(Kind.INTERNAL, title, subtitle, CONFIDENTIAL, tuple(sections), dated)


def _against_epsilon(comparison: Comparison, drawn_map: RiskUtilityMap | None) -> tuple[str, ...]:
    return () if drawn_map is None else against_epsilon(comparison, drawn_map.utility, drawn_map.risk)


def measured(project: Project) -> Comparison:
    """Return the results of a project; ReportError where there are none."""
    if project.comparison is None or not project.comparison.scenarios:
        raise ReportError("nothing was measured yet: a report needs the results of a run")
    return project.comparison


def reported_scenario(project: Project, name: str = "") -> Assessment:
    """Return the scenario that a report speaks about: as named, else the decided one, else the verdict's.

    Raises
    ------
    ReportError
        Nothing was measured, or no scenario has the name.
    """
    scenarios = measured(project).scenarios
    if name:
        for scenario in scenarios:
            if name in {scenario.name, scenario.file}:
                return scenario
        raise ReportError(f"no scenario is called {name!r}; there are {', '.join(s.name for s in scenarios)}")
    decision = decide(measured(project), project.record.purpose)
    decided = next((s.name for s in scenarios if s.file == project.record.decision), None)
    wanted = decided or decision.chosen or decision.closest or scenarios[0].name
    return measured(project).scenario(wanted)


def reported_map(comparison: Comparison) -> RiskUtilityMap | None:
    """Return the map on its default axes; None without either."""
    utility, risk = default_utility_axis(comparison), default_risk_axis(comparison)
    return None if utility is None or risk is None else risk_utility_map(comparison, utility, risk)
