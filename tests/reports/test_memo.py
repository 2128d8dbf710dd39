"""The decision memo: what is in it, in which order, and that the annex is separate."""

from dataclasses import replace

import pytest

from core.decision import RuledFiles, decide
from core.errors import ProjectError
from core.reports import Kind, make_report, read_project, write_project
from core.reports.internal.memo import _is_lost
from core.reports.report_model import Figure, Paragraph, Table
from tests.decision.situations import matched
from tests.outcomes import result
from tests.release_project import RISKS, release_project


def memo_of(project):
    section, annex, *_ = make_report(project, Kind.INTERNAL).sections
    assert (section.id, annex.id, annex.new_page) == ("decision", "purpose", True)
    return section


def paragraphs(section) -> list[str]:
    return [block.text for block in section.blocks if isinstance(block, Paragraph)]


@pytest.fixture(scope="module")
def project():
    return release_project()


def test_it_opens_with_the_sentence_of_the_map_and_ends_with_the_signatures(project) -> None:
    memo, decision = memo_of(project), decide(project.comparison, project.record.rules)
    assert f"{memo.title} {memo.blocks[0].text}" == decision.text
    assert [b.title for b in memo.blocks if isinstance(b, Table)][-1] == "Sign-off"
    kinds = [type(b) for b in memo.blocks if not isinstance(b, Paragraph)]
    assert kinds in ([Figure, Table, Table, Table, Table], [Table, Table, Table, Table])


def test_every_version_stands_on_the_first_page_with_its_number_verdict_and_figures(project) -> None:
    table = next(b for b in memo_of(project).blocks if isinstance(b, Table) and b.title == "All versions")
    decision = decide(project.comparison, project.record.rules)
    order = [s.name for s in project.comparison.scenarios]
    assert [row[1].text for row in table.rows] == [f.scenario for f in decision.ranked]
    assert [row[0].number for row in table.rows] == [order.index(f.scenario) + 1 for f in decision.ranked]
    assert [row[2].text for row in table.rows] == [f.standing.heading for f in decision.ranked]


def test_what_speaks_against_the_decided_file_is_named_with_its_figures(project) -> None:
    told = "\n".join(paragraphs(memo_of(project)))
    assert "Cannot go out: " in told
    assert "47.0% of people are hidden among fewer than 3" in told
    assert "Reason: Canary reason" in told


def test_the_day_of_the_next_look_stands_on_the_first_page_or_that_there_is_none(project) -> None:
    dated = replace(project, record=replace(project.record, look_again="2028-03-31"))
    assert "Due for review from 2028-03-31 on." in paragraphs(memo_of(dated))
    assert "No day is set from which this decision is to be looked at again." in paragraphs(memo_of(project))
    assert read_project(write_project(dated)).record.look_again == "2028-03-31"
    with pytest.raises(ProjectError, match="not a date"):
        replace(project.record, look_again="soon")


def test_without_a_decision_no_reason_is_drafted_for_a_file_that_is_struck_out(project) -> None:
    undecided = replace(project, record=replace(project.record, decision="", first=None, second=None))
    told = "\n".join(paragraphs(memo_of(undecided)))
    assert "No decision has been recorded yet." in told
    assert "Draft of a reason" not in told


def test_every_threshold_stands_with_its_limit_and_what_was_found(project) -> None:
    table = next(b for b in memo_of(project).blocks if isinstance(b, Table) and "rules met" in b.title)
    everybody = [r for r in project.record.rules.requirements if r.files is RuledFiles.ALL]  # no file is synthetic
    assert len(table.rows) == len(everybody)
    assert table.rows[0][1].text == "3 records"


def test_the_reason_is_drafted_from_the_figures_of_a_file_that_may_go_out(project) -> None:
    purpose = project.record.rules
    only = replace(purpose, requirements=(purpose.requirement("smallest_group"),))
    nobody = matched("canarykeys", RISKS | {"hidden": 0.0})
    safe = [
        replace(s, outcomes=tuple(nobody if o.measure == nobody.measure else o for o in s.outcomes))
        for s in project.comparison.scenarios
    ]
    record = replace(project.record, purpose=only, decision="", first=None, second=None)
    changed = replace(project, comparison=replace(project.comparison, scenarios=tuple(safe)), record=record)
    told = "\n".join(paragraphs(memo_of(changed)))
    assert "Draft of a reason for “Canary scenario”: It meets both rules." in told


@pytest.mark.parametrize(("original", "inside", "lost"), [({}, False, True), ({}, True, False), (None, None, False)])
def test_a_figure_is_lost_that_the_original_gives_and_the_file_has_not_within_its_interval(original, inside, lost):
    assert _is_lost(result("indicator", ("a",), 0.0, original=original, inside=inside)) is lost
