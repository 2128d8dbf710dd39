"""The Risk screen in a real browser: sections, thresholds, a scenario, the hidden records; desk and phone."""

import pytest

from tests.browser.conftest import go

pytestmark = pytest.mark.browser

TABLES = "[class*=st-key-risk_table] table"


@pytest.fixture
def risk(example):
    go(example, "Risk")
    example.locator(TABLES).nth(1).wait_for()
    return example


def test_from_the_thresholds_to_the_riskiest_records(risk, settled, shot) -> None:
    from playwright.sync_api import expect

    limits, figures = risk.locator(TABLES).nth(0), risk.locator(TABLES).nth(1)
    expect(limits.locator("tbody tr")).to_have_count(13)
    expect(limits.locator("tbody th").first).to_have_text("Original")
    expect(figures.get_by_text("does not hold").first).to_be_visible()
    risk.locator(".st-key-risk_distribution .scatterlayer path").first.wait_for()
    shot(risk, "risk")
    shot(risk, "risk", "phone")

    risk.get_by_role("radio", name="Linkage").or_(risk.get_by_role("button", name="Linkage", exact=True)).first.click()
    settled(risk)
    expect(risk.get_by_text("Linked by distance (Gower)", exact=True).first).to_be_visible()
    shot(risk, "risk_linkage")

    expect(risk.locator(".st-key-card_riskiest").get_by_test_id("stDataFrame")).to_have_count(0)
    risk.get_by_role("button", name="Show the riskiest records of this file").click()
    settled(risk)
    expect(risk.locator(".st-key-card_riskiest").get_by_test_id("stDataFrame")).to_be_visible()
    shot(risk, "risk_records")


def test_another_threshold_changes_verdicts(risk, settled) -> None:
    from playwright.sync_api import expect

    risk.locator(".st-key-judged_by button").first.click()
    settled(risk)
    field = risk.get_by_role("spinbutton", name="Individual risk, %")
    field.fill("40")
    field.press("Enter")
    reason = risk.get_by_role("textbox", name="Why")
    reason.fill("rule of this office")
    reason.press("Enter")
    settled(risk)
    risk.keyboard.press("Escape")
    expect(risk.locator(TABLES).nth(0).locator("thead")).to_contain_text("People above 40%: none")


def test_the_page_is_no_wider_than_a_phone(risk, settled) -> None:
    risk.set_viewport_size({"width": 390, "height": 844})
    settled(risk)
    assert risk.evaluate("document.documentElement.scrollWidth") <= 390
    inner = risk.locator(TABLES).nth(1)
    names = inner.locator("tbody th").nth(2)
    before = names.bounding_box()["x"]
    inner.evaluate("t => { t.parentElement.scrollLeft = 200; t.parentElement.parentElement.scrollLeft = 200; }")
    risk.wait_for_timeout(300)
    assert abs(names.bounding_box()["x"] - before) < 3, "the file's name stays in sight"
