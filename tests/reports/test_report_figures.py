"""The internal report: the worst variables of the file that it speaks of, and which file that is."""

from dataclasses import replace

import pytest

from core.errors import ReportError
from core.reports import (
    Kind,
    Paragraph,
    Section,
    internal_figures,
    make_report,
    publish,
    reported_scenario,
    shareable_report,
)
from core.reports import report_figures as figures
from tests.release_project import release_project


def undecided():
    project = release_project()
    first, second = project.comparison.scenarios
    better = tuple(replace(o, value=0.95) if o.measure == "gdu" else o for o in second.outcomes)
    worse = tuple(replace(o, value=0.2) if o.target == ("sex",) else o for o in better)
    comparison = replace(project.comparison, scenarios=(first, replace(second, outcomes=worse)))
    record = replace(project.record, decision="", first=None, second=None)
    return replace(project, record=record, comparison=comparison)


def test_the_internal_report_speaks_of_the_decided_file_else_of_that_with_most_utility():
    assert reported_scenario(release_project()).name == "Canary scenario"
    assert reported_scenario(undecided()).name == "Canary other scenario"


def test_of_many_variables_the_figure_shows_what_lost_most(monkeypatch):
    monkeypatch.setattr(figures, "MOST_VARIABLES", 2)
    shown = internal_figures(undecided())["variables"].spec["layout"]["yaxis"]["ticktext"]
    assert shown == ["age", "sex"]


def test_a_report_that_would_leak_is_not_made(monkeypatch):
    def leaky(*about):
        report = shareable_report(*about)
        leak = Section("x", "made from canaryother.csv", (Paragraph("of it"),))
        return replace(report, sections=(*report.sections, leak))

    monkeypatch.setattr(publish, "shareable_report", leaky)
    with pytest.raises(ReportError, match="canaryother"):
        make_report(release_project(), Kind.SHAREABLE)
