"""The map stands in the first window, where nobody has to scroll for it, and is as light or dark as the browser is."""

import pytest

pytestmark = pytest.mark.browser


def test_the_whole_map_is_seen_without_scrolling_in_the_browsers_colours(page, settled) -> None:
    page.get_by_role("button", name="Open the worked example").click()
    page.locator(".scatterlayer .points path").first.wait_for()
    settled(page)
    top, bottom = page.locator(".st-key-map_chart .js-plotly-plot").evaluate(
        """(plot) => {
            const {t, h} = plot._fullLayout._size
            const top = plot.getBoundingClientRect().top + t
            return [top, top + h]
        }"""
    )
    assert 0 < top < bottom
    assert bottom <= 900
    assert bottom - top > 300, "the map is large enough to be read"
    low, _high = page.locator(".st-key-map_chart .js-plotly-plot").evaluate("(plot) => plot._fullLayout.yaxis.range")
    assert low == 0, "the corner of low risk is in sight"

    inks = "() => [...document.querySelectorAll('.scatterlayer .points path')].map(p => p.style.stroke).join()"
    light = page.evaluate(inks)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"light => ({inks})() && ({inks})() !== light", arg=light)
    page.emulate_media(color_scheme="light")
    page.wait_for_function(f"light => ({inks})() === light", arg=light)
