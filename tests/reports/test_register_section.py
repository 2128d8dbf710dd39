"""The register in a project and in the internal report; nothing of it in what users are given."""

from dataclasses import replace

import pytest

from core.decision import Check, Register, Status
from core.errors import ProjectError
from core.reports import Kind, make_report, read_project, registered_release, write_json, write_project
from core.reports.internal.register_section import register_section

FOUND = Check("Canary scenario", "together with SUF, key set keys", Status.BROKEN, "3 records stand alone", 3)


@pytest.fixture
def register(project) -> Register:
    """A register with an earlier release and with the decision of the project, laid beside it."""
    decision = registered_release(project)
    earlier = replace(
        decision, name="SUF", file="suf.csv", sha256="5" * 64, decided="2020-01-01", signed=("Z. Canary",)
    )
    return Register(project.original.name, project.original.sha256, (earlier, replace(decision, checks=(FOUND,))))


@pytest.fixture
def with_register(project, register):
    """The project with its register; hashes are such as files have."""
    return replace(project, register=register)


def texts(section):
    """Return the rows of every table of a section."""
    return [[tuple(c.text for c in row) for row in b.rows] for b in section.blocks if hasattr(b, "rows")]


def test_a_project_keeps_its_register_and_one_without_stays_as_it_was(project, with_register):
    assert read_project(write_project(with_register)).register == with_register.register
    assert read_project(write_project(project)).register is None


def test_a_register_of_another_original_is_refused(with_register):
    other = replace(with_register, original=replace(with_register.original, sha256="e" * 64))
    with pytest.raises(ProjectError, match="its register of releases is about another original"):
        read_project(write_project(other), "p.rumap")


def test_the_report_lists_every_release_and_what_was_found(register):
    section = register_section(register)
    releases, checks = texts(section)
    assert section.title == "2 files of this original were released; 1 check of two releases found something"
    assert [row[:3] for row in releases] == [
        ("SUF", "2020-01-01", "scientific"),
        ("Canary scenario", "2026-04-01", "scientific"),
    ]
    assert checks == [("Canary scenario", "together with SUF, key set keys", "broken", "3 records stand alone")]


def test_what_was_not_checked_is_said(register):
    unchecked = replace(register, releases=tuple(replace(r, checks=()) for r in register.releases))
    section = register_section(unchecked)
    assert section.title == "2 files of this original were released; none was checked against another"
    assert section.blocks[-1].text == "Not checked."
    not_given = replace(FOUND, status=Status.NOT_CHECKED)
    last = replace(register.releases[1], checks=(FOUND, not_given))
    half = register_section(replace(register, releases=(register.releases[0], last)))
    assert half.blocks[-1].text == "1 of these checks could not be made."


def test_checks_of_every_release_that_found_something_are_counted(register):
    kept = replace(FOUND, status=Status.KEPT)
    first = replace(register.releases[0], checks=(FOUND, kept))
    last = replace(register.releases[1], checks=(kept, FOUND))
    section = register_section(replace(register, releases=(first, last)))
    assert section.title == "2 files of this original were released; 2 checks of two releases found something"


def test_a_decision_on_a_file_whose_hash_is_not_known_is_not_registered(project):
    unknown = replace(project, comparison=None, masked=tuple(replace(f, sha256="") for f in project.masked))
    with pytest.raises(ProjectError, match="does not hold its SHA-256"):
        registered_release(unknown)


def test_the_internal_report_holds_it_and_users_are_told_nothing_of_it(project, with_register):
    ids = [section.id for section in make_report(with_register, Kind.INTERNAL).sections]
    assert ids.index("register") == ids.index("checks") + 1
    assert "register" not in [section.id for section in make_report(project, Kind.INTERNAL).sections]
    shared = [write_json(make_report(each, Kind.SHAREABLE)) for each in (project, with_register)]
    assert shared[0] == shared[1]
