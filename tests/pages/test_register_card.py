"""The register of releases on the Decide page: brought in, added to, what is due, and the file compared with others."""

from dataclasses import replace

import pytest

from core.decision import Register, RegisteredRelease, ReleaseType, SignOff, Status
from core.reports import read_project, write_project, write_register
from pages.components.report.project_save import project_of

pytestmark = pytest.mark.slow

UPLOADER = "Bring in the register of this original"


@pytest.fixture
def reporter(reader_of_example):
    """A session with the worked example open at the Decide page, decided and signed."""
    user = reader_of_example
    work = user.state["workspace"]
    signed = replace(
        work.record,
        decision="voters_k5.csv",
        reason="keeps most",
        first=SignOff("Ada", "2026-03-31"),
        purpose=work.purpose,
    )
    user.state["workspace"] = replace(work, record=signed)
    user.state["details_register"] = True
    user.go("decide")
    return user


def workspace(user):
    return user.state["workspace"]


def register_with(user, file, **changed):
    """Return a register in which a masked file of the example went out years ago."""
    project = project_of(workspace(user))
    digest = next(f.sha256 for f in project.masked if f.name == file)
    release = RegisteredRelease("Old", file, digest, "2020-05-01", ReleaseType.PUBLIC, "", "", ("A",), "2022-05-01")
    return Register(project.original.name, project.original.sha256, (replace(release, **changed),))


def test_a_signed_decision_starts_a_register_that_the_project_keeps(reporter):
    assert "No register yet" in reporter.text()
    reporter.click("register_add")
    [release] = workspace(reporter).register.releases
    assert (release.file, release.decided, release.signed) == ("voters_k5.csv", "2026-03-31", ("Ada",))
    assert "added to the register of releases: Suppressed to k = 5" in workspace(reporter).record.trail[-1].action
    assert "No review date was set for Suppressed to k" in reporter.text().replace("\\", "")
    reporter.click("register_add")
    assert "is in it already" in reporter.text()
    project = project_of(workspace(reporter))
    assert read_project(write_project(project)).register == workspace(reporter).register


def test_a_register_that_is_brought_in_says_what_is_due_and_the_file_is_laid_beside_it(reporter):
    known = register_with(reporter, "voters_k3.csv")
    lost = replace(
        known.releases[0], name="Lost", file="lost.csv", sha256="9" * 64, decided="2021-01-01", look_again=""
    )
    reporter.upload(UPLOADER, "r.rumap", write_register(known.with_release(lost)))
    assert "Due for review: Old (since 2022-05-01)" in reporter.text().replace("\\", "")
    reporter.click("register_add")
    reporter.click("register_check")
    old, _lost, new = workspace(reporter).register.releases
    assert old.checks == ()
    assert {c.about.partition(",")[0] for c in new.checks} & {"whether it nests in Old", "whether Old nests in it"}
    assert [c.about for c in new.checks if c.status is Status.NOT_CHECKED] == ["beside Lost"]
    assert "1 check could not be made" in reporter.text()


def test_a_copy_that_is_brought_in_loses_nothing_that_was_added_here(reporter):
    reporter.click("register_add")
    reporter.upload(UPLOADER, "r.rumap", write_register(register_with(reporter, "voters_k3.csv")))
    assert [r.file for r in workspace(reporter).register.releases] == ["voters_k3.csv", "voters_k5.csv"]
    reporter.upload(UPLOADER, "r.rumap", write_register(register_with(reporter, "voters_k3.csv", note="no")))
    assert "r.rumap: it says something else of the decision of 2020-05-01" in reporter.text().replace("\\", "").replace(
        "\u2060", ""
    )
    assert len(workspace(reporter).register.releases) == 2


def test_the_register_of_another_original_is_not_replaced_before_it_is_put_away(reporter):
    work = workspace(reporter)
    other = replace(register_with(reporter, "voters_k3.csv"), original="their.csv", original_sha256="e" * 64)
    reporter.state["workspace"] = replace(work, register=other)
    reporter.run()
    assert "their" in reporter.text()
    assert not {"register_add", "register_check"} & {b.key for b in reporter.app.button}
    assert workspace(reporter).register == other
    reporter.click("register_close")
    assert workspace(reporter).register is None
    reporter.click("register_add")
    assert workspace(reporter).register.original_sha256 == project_of(workspace(reporter)).original.sha256


def test_what_is_not_signed_or_of_another_original_is_refused_in_words(reporter):
    work = workspace(reporter)
    reporter.state["workspace"] = replace(work, record=replace(work.record, first=None))
    other = replace(register_with(reporter, "voters_k3.csv"), original_sha256="e" * 64, releases=())
    reporter.upload(UPLOADER, "r.rumap", write_register(other))
    assert workspace(reporter).register is None
    assert "r.rumap: it is about another original, voters" in reporter.text().replace("\\", "").replace("\u2060", "")
    assert reporter.app.button(key="register_add").disabled
    assert "once it is recorded and signed" in reporter.text()
