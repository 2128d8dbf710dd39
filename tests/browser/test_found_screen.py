"""The page Who is found in a real browser: a dot is clicked, a limit changes, records are hidden; desk and phone."""

import re

import pytest

from tests.browser.conftest import go

pytestmark = pytest.mark.browser

DOTS = ".st-key-limits_chart .scatterlayer .points path"


@pytest.fixture
def found_page(example):
    go(example, "Who is found")
    example.locator(DOTS).first.wait_for()
    return example


def test_from_a_dot_to_the_riskiest_records(found_page, settled, shot) -> None:
    from playwright.sync_api import expect

    page = found_page
    shot(page, "found")
    shot(page, "found", "phone")
    page.locator(DOTS).nth(3).click(force=True)  # the original's row is the first
    settled(page)
    expect(page.locator(".st-key-answer")).to_contain_text("Noise on age: 646 of 1,000")
    assert "version=3" in page.url
    records = page.locator(".st-key-details_riskiest")
    records.locator("summary").click()
    settled(page)
    expect(records.get_by_test_id("stDataFrame")).to_have_count(0)
    page.get_by_role("button", name="Show the riskiest records of this file").click()
    settled(page)
    expect(records.get_by_test_id("stDataFrame")).to_be_visible()
    page.reload()
    settled(page)
    expect(page.locator(".st-key-answer")).to_contain_text("Noise on age: 646 of 1,000")


def test_another_limit_moves_the_line(found_page, settled) -> None:
    from playwright.sync_api import expect

    page = found_page
    page.locator(".st-key-purpose_popover button").first.click()
    settled(page)
    field = page.get_by_role("spinbutton", name="Individual risk, %")
    field.fill("40")
    field.press("Enter")
    reason = page.get_by_role("textbox", name="Why")
    reason.fill("rule of this office")
    reason.press("Enter")
    settled(page)
    expect(page.locator(".st-key-limits_chart")).to_contain_text(re.compile(r"People above 40%:\s*none"))
    expect(page.locator(".st-key-purpose_popover")).to_contain_text("confirmed")


def test_the_page_is_no_wider_than_a_phone(found_page, settled) -> None:
    found_page.set_viewport_size({"width": 390, "height": 844})
    settled(found_page)
    assert found_page.evaluate("document.documentElement.scrollWidth") <= 390
