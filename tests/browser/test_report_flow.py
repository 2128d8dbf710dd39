"""From the worked example to both reports, the project saved, everything erased, and the project opened again."""

import pytest

from tests.browser.conftest import download, export

pytestmark = pytest.mark.browser


def go(page, settled, name: str) -> None:
    page.get_by_role("link", name=name, exact=True).click()
    settled(page)


def test_reports_and_project(page, settled, shot, tmp_path) -> None:
    from playwright.sync_api import expect

    page.get_by_role("button", name="Open the worked example").click()
    page.locator(".scatterlayer .points path").first.wait_for()
    settled(page)
    go(page, settled, "Report")
    page.get_by_text("Scientific-use file (default)", exact=True).click()
    settled(page)
    page.locator(".st-key-decision_file_0 input").click()
    page.locator(".st-key-decision_file_0 input").fill("Everything")  # the list shows only as many as have room
    page.get_by_role("option", name="Everything at once").click()
    settled(page)
    page.get_by_text("I know this, and the reason below").click()  # it scores below shuffled columns
    settled(page)
    page.get_by_label("Why this one?").fill("meets most thresholds")
    page.get_by_role("button", name="Record the decision").click()
    settled(page)
    page.get_by_text("Nobody has signed yet").wait_for()
    shot(page, "report_internal")
    internal = export(page, "HTML, interactive", tmp_path / "internal.html")
    assert b"Confidential" in internal
    assert b"meets most thresholds" in internal
    settled(page)

    page.get_by_text("Users of the released file", exact=True).click()
    settled(page)
    expect(page.get_by_role("button", name="HTML, interactive")).to_be_disabled()
    page.get_by_text("I have read the preview").click()
    settled(page)
    shot(page, "report_shareable", "phone")
    shot(page, "report_shareable")
    shareable = export(page, "HTML, interactive", tmp_path / "shareable.html")
    assert b"How accurate is the released file?" in shareable
    for secret in (b"meets most thresholds", b"Everything at once", b"voters_heavy", b"Re-identification"):
        assert secret not in shareable
    settled(page)
    project = tmp_path / "mine.rumap"
    assert download(page, "Save the project", project).startswith(b"PK")
    settled(page)

    page.get_by_role("button", name="Erase all data now").click()
    page.get_by_role("button", name="Erase everything").click()
    page.get_by_text("Everything is erased").wait_for()
    settled(page)
    go(page, settled, "Files")
    page.locator('[class*="st-key-project_upload"] input[type=file]').set_input_files(project)
    page.get_by_text("Which file is released, and why?").wait_for()
    settled(page)
    expect(page.get_by_label("Why this one?")).to_have_value("meets most thresholds")

    opened = page.context.new_page()
    opened.goto(f"file://{tmp_path / 'shareable.html'}")
    opened.locator(".chart .main-svg").first.wait_for()
    assert opened.locator("h2").count() == 4
    opened.close()
