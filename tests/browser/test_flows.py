"""The main ways through the program, in a real browser."""

import pytest

from tests.browser.conftest import SIZES, click_point, go, idle, open_example

pytestmark = pytest.mark.browser


def test_one_click_from_the_first_visit_to_the_drawn_map_without_scrolling_in_the_browsers_colours(page, shot) -> None:
    shot(page, "first_visit")
    open_example(page)
    assert page.locator(".scatterlayer .points path").count() >= 10
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
    shot(page, "map")
    shot(page, "map", "phone")


def shown(card) -> str:
    """Return a card's text, that in its fields included."""
    return card.inner_text() + " ".join(card.locator("input").evaluate_all("fields => fields.map(f => f.value)"))


def test_a_click_on_a_point_opens_the_scenario(example, shot) -> None:
    page = example
    go(page, "Compare")
    name = "Income and place dropped"
    panel = page.locator(".st-key-card_versions")
    assert name not in shown(panel)
    plot = page.locator(".js-plotly-plot").first
    plot.evaluate("plot => plot.scrollIntoView({block: 'center'})")
    page.wait_for_timeout(500)
    target = plot.evaluate(
        """(plot, name) => {
            const trace = plot.data.find(t => t.customdata && t.customdata[0].includes(name))
            const box = plot.getBoundingClientRect()
            const {xaxis, yaxis} = plot._fullLayout
            const at = v => Array.isArray(v) ? v[0] : Object.values(v)[0]
            return [box.left + xaxis._offset + xaxis.d2p(at(trace.x)), box.top + yaxis._offset + yaxis.d2p(at(trace.y))]
        }""",
        name,
    )
    click_point(page, *target)
    panel.locator("p", has_text=name).first.wait_for()
    shot(page, "map_clicked")


def test_a_link_straight_to_a_page_has_the_frame_the_font_an_outline_and_a_menu_that_closes(page, server) -> None:
    page.goto(f"{server}/compare")
    idle(page)
    assert page.get_by_test_id("stSidebarNavLink").count() >= 5
    assert page.get_by_role("button", name="Go to Set up").count() == 1
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('15px Inter'))")
    loaded = page.evaluate("performance.getEntriesByType('resource').map(r => r.name).filter(n => n.includes('Inter'))")
    assert any(name.endswith("/assets/Inter.woff2") for name in loaded)
    page.get_by_test_id("stSidebarNavLink").first.focus()
    page.keyboard.press("Tab")
    outlines = page.evaluate(
        "(({outlineStyle, outlineWidth}) => [outlineStyle, outlineWidth])(getComputedStyle(document.activeElement))"
    )
    assert outlines == ["solid", "3px"]
    page.set_viewport_size(SIZES["phone"])
    page.get_by_test_id("stExpandSidebarButton").click()
    go(page, "Decide")
    page.get_by_test_id("stExpandSidebarButton").wait_for()
