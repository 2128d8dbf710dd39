"""The index of clauses: every line has evidence in the report, or says what is not shown."""

from dataclasses import replace

import pytest

from core.assessment import CATALOGUE
from core.reports import Kind, Paragraph, Section, make_report
from core.reports.internal.clause_section import NOT_BY_PROGRAM, clause_section
from core.reports.internal.clauses import CLAUSES, Clause
from tests.release_project import release_project


@pytest.fixture(scope="module")
def sections():
    return make_report(release_project(), Kind.INTERNAL).sections


def index(comparison, sections):
    (table,) = clause_section(comparison, sections).blocks
    return {(row[0].text, row[1].text): (row[2].text, row[3].text) for row in table.rows}


def test_evidence_names_sections_of_the_report_and_measures_of_the_catalogue(sections):
    assert {name for c in CLAUSES for name in c.sections} <= {"register", *(s.id for s in sections)}
    assert {name for c in CLAUSES for name in c.measures} <= {m.id for m in CATALOGUE}
    assert len({(c.standard, c.asked) for c in CLAUSES}) == len(CLAUSES)


def test_a_line_without_evidence_is_refused():
    with pytest.raises(ValueError, match="neither shown nor said why not"):
        Clause("ISO", "9.9")


def test_every_line_names_a_section_or_says_what_is_not_shown(sections):
    titles = {s.title for s in sections}
    rows = index(release_project().comparison, sections)
    assert len(rows) == len(CLAUSES)
    for where, beyond in rows.values():
        assert (
            beyond != "–"
            if where == NOT_BY_PROGRAM
            else where.startswith("not shown") or where in titles or "," in where
        )
    assert sections[-1].id == "clauses"


def test_what_was_not_measured_is_not_claimed(sections):
    comparison = release_project().comparison
    key = ("Article 29 Working Party, Opinion 05/2014", "Singling out")
    assert index(comparison, sections)[key][0] in {s.title for s in sections if s.id == "risk"}
    nothing = replace(comparison, scenarios=tuple(replace(s, outcomes=()) for s in comparison.scenarios))
    assert index(nothing, sections)[key][0] == "not shown: not measured in this run"


def test_governance_after_the_release_is_shown_by_the_register_alone(sections):
    comparison, key = (
        release_project().comparison,
        ("ISO/IEC 27559:2022", "9.3 Governance after data are made available"),
    )
    assert index(comparison, sections)[key][0] == "not shown: no register of releases was brought in"
    register = Section("register", "2 files of this original were released", (Paragraph("Not checked."),))
    assert index(comparison, [*sections, register])[key][0] == "2 files of this original were released"
