"""The whole-file measures in a real browser, wide and narrow."""

import pytest

from tests.browser.conftest import choose, go

pytestmark = pytest.mark.browser


def test_the_whole_file_screen_is_drawn_wide_and_narrow(example, settled, shot) -> None:
    page = example
    go(page, "What is lost")
    page.locator(".st-key-bar_versions button").first.click()
    choose(page, "version_looked_at", "Suppressed to k = 3")
    page.locator(".st-key-details_lost_whole_file summary").first.click()
    settled(page)
    for fold in ("nulls", "propensity", "joint"):
        page.locator(f".st-key-details_{fold} summary").first.click()
        settled(page)
    part = page.locator(".st-key-details_lost_whole_file")
    assert part.locator('[data-testid="stDataFrame"]').count() >= 5
    assert "Internal" in part.inner_text()
    shot(page, "whole_file")
    shot(page, "whole_file", "phone")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(500)
    main = page.get_by_test_id("stMain")
    assert main.evaluate("e => e.scrollWidth <= e.clientWidth")
