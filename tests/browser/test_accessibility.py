"""Every page with the worked example open: what axe finds, formulas drawn, the way by keyboard."""

import pytest

pytestmark = pytest.mark.browser

TALL = {"width": 1440, "height": 3000}
"""As high as most pages, since axe judges the contrast of what is in sight only."""


@pytest.fixture
def reader(page, settled):
    """A page with the worked example's map."""
    page.get_by_role("button", name="Open the worked example").click()
    page.locator(".scatterlayer .points path").first.wait_for()
    settled(page)
    return page


def screens(page) -> list[str]:
    """Return the names of the pages in the menu; the icon's own name stands before each."""
    return [text.splitlines()[-1] for text in page.locator("[data-testid=stSidebarNavLink]").all_inner_texts()]


COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""What another theme can change."""


def violations_of(page, options=None) -> list[str]:
    """Return the violations of every level outside the menu, each with its first place."""
    from axe_playwright_python.sync_playwright import Axe

    found = (
        Axe().run(page, context={"exclude": [["[data-testid=stSidebarNav]"]]}, options=options).response["violations"]
    )
    return [
        f"{v['id']} x {len(v['nodes'])}: {v['nodes'][0]['html'][:160]} {v['nodes'][0]['failureSummary'][:300]}"
        for v in found
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_screen_has_a_violation(reader, settled, scheme: str) -> None:
    reader.emulate_media(color_scheme=scheme)
    reader.set_viewport_size(TALL)
    found = {}
    for name in screens(reader):
        reader.get_by_role("link", name=name, exact=True).first.click()
        reader.wait_for_timeout(1000)
        settled(reader)
        reader.wait_for_timeout(500)
        violations = violations_of(reader, COLOURS if scheme == "dark" else None)
        if violations:
            found[name] = violations
    reader.emulate_media(color_scheme="light")
    assert not found, "\n".join(f"{name}: {v}" for name, each in found.items() for v in each)


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, {"width": 390, "height": 844}])
def test_every_formula_is_drawn_and_fits_its_card(page, server, settled, size) -> None:
    page.set_viewport_size(size)
    page.goto(f"{server}/methods")
    settled(page)
    for group in page.locator("[data-testid=stExpander] summary").all():
        group.click()
    page.locator(".katex-html").last.wait_for()
    page.wait_for_timeout(1000)
    assert page.locator(".katex-error").count() == 0
    wide = page.evaluate("""[...document.querySelectorAll('[class*="st-key-formula_"]')].filter(card => {
        const right = [...card.querySelectorAll('.katex-html > .base')].map(b => b.getBoundingClientRect().right)
        return Math.max(...right) > card.getBoundingClientRect().right + 1
    }).map(card => card.className.match(/st-key-formula_(\\w+)/)[1])""")
    assert wide == []


def test_what_has_the_keyboards_focus_is_outlined(page) -> None:
    page.get_by_test_id("stSidebarNavLink").first.focus()
    page.keyboard.press("Tab")
    outlines = page.evaluate(
        "(({outlineStyle, outlineWidth}) => [outlineStyle, outlineWidth])(getComputedStyle(document.activeElement))"
    )
    assert outlines == ["solid", "3px"]


def test_a_figure_leads_to_its_card_by_keyboard(reader, settled) -> None:
    reader.locator(".st-key-details_gdu summary").click()
    link = reader.locator(".st-key-details_gdu").get_by_role("link", name="How is it calculated?")
    link.focus()
    reader.keyboard.press("Enter")
    reader.locator(".st-key-card_method_gdu").wait_for()
    settled(reader)
    assert reader.url.endswith("/methods?measure=gdu")
    reader.locator(".st-key-methods_all button").focus()
    reader.keyboard.press("Enter")
    reader.locator(".st-key-methods_words").wait_for()
    reader.wait_for_url("**/methods")


def test_every_chart_says_what_it_shows(reader, settled) -> None:
    silent = []
    for name in screens(reader):
        reader.get_by_role("link", name=name, exact=True).first.click()
        reader.wait_for_timeout(800)
        settled(reader)
        charts = reader.locator("[data-testid=stPlotlyChart]").all()
        silent += [name for chart in charts if not _named(chart)]
    assert not silent


def _named(chart) -> bool:
    """Whether a chart, or something around or in it, has a label for those who do not see it."""
    return chart.evaluate(
        "c => !!(c.getAttribute('aria-label') || c.querySelector('[aria-label],[alt]') || c.closest('[aria-label]'))"
    )
