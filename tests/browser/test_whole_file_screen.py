"""The whole-file measures in a real browser, wide and narrow."""

import pytest

from tests.browser.conftest import choose, go

pytestmark = pytest.mark.browser


def test_the_whole_file_screen_is_drawn_wide_and_narrow(example, settled, shot) -> None:
    page = example
    go(page, "What is lost")
    page.locator(".st-key-details_lost_whole_file summary").first.click()
    choose(page, "whole_file_scenario", "Suppressed to k = 3", exact=True)
    for fold in ("whole_file_table", "propensity", "joint_differences"):
        page.locator(f".st-key-details_{fold} summary").first.click()
        settled(page)
    page.locator(".st-key-drivers .barlayer .point").first.wait_for()
    assert page.locator(".st-key-whole_file_table_all tbody tr").count() == 12
    assert page.locator(".st-key-scores .scatterlayer .trace").count() == 2
    assert page.locator(".st-key-cluster_curve_part .scatterlayer .points path").count() == 3
    assert "Internal" in page.locator(".st-key-largest_part").inner_text()
    shot(page, "whole_file")
    shot(page, "whole_file", "phone")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(500)
    main = page.get_by_test_id("stMain")
    assert main.evaluate("e => e.scrollWidth <= e.clientWidth")
