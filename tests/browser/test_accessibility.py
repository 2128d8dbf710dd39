"""Every page with the worked example open: what axe finds, formulas drawn, the way by keyboard."""

import pytest

from core.assessment import CATALOGUE
from tests.browser.conftest import LABORATORY, MENU, SIZES, go, idle, open_example, visit

pytestmark = pytest.mark.browser

FORMULAS = [measure for measure in CATALOGUE if measure.formula]

TALL = {"width": 1440, "height": 3000}
"""As high as most pages, since axe judges the contrast of what is in sight only."""

NARROW = {"width": 390, "height": 5000}

METHODS = "Methods"
"""The drawer over whatever page is open."""

PALE_BOXES = """() => {
  const parts = colour => colour.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const linear = x => (x /= 255) <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
  const light = colour => { const [r, g, b] = parts(colour).map(linear); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const card = box => getComputedStyle(box.closest('[class*="st-key-card"]') ?? document.body).backgroundColor;
  return [...document.querySelectorAll('[data-testid="stCheckbox"] [type="checkbox"]:not([role="switch"], :checked)')]
    .map(input => input.parentElement.nextElementSibling)
    .map(box => [getComputedStyle(box).borderTopColor, card(box)])
    .filter(([line, behind]) => {
      const [a, b] = [light(line), light(behind)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 3;
    }).map(String);
}"""
"""Boxes to be ticked whose line has less contrast to the card than 3 : 1 (WCAG 2.2, 1.4.11)."""


WIDE = '[data-testid="stTable"], [data-testid="stTable"] div, [class*="st-key-wide_"]'
REACHED = f"""() => [...document.querySelectorAll('{WIDE}')]
    .every(place => place.scrollWidth <= place.clientWidth + 1 || place.hasAttribute("tabindex"))"""
"""What is moved sideways is reached by the keyboard; the page sees to it a moment after it has changed."""


@pytest.fixture(scope="module")
def walk(context, tabs, server) -> dict[str, list[str]]:
    """Every page and the drawer on a desk in the light, every third on a phone in the dark: what is wrong, by kind."""
    found: dict[str, list[str]] = {"light": [], "dark": [], "charts without words": [], "pale boxes": []}
    turns = [("dark", NARROW), ("light", TALL)]
    with visit(context, tabs, server) as page:
        open_example(page)
        names = screens(page)
        for i, name in enumerate([*names, LABORATORY, METHODS]):
            page.set_viewport_size(TALL)
            reach(page, name)
            turns.reverse()  # one turn a page: each draws it again
            for scheme, size in turns:
                if scheme == "dark" and i % 3:
                    continue
                page.set_viewport_size(size)
                page.emulate_media(color_scheme=scheme)
                page.wait_for_timeout(600)  # the page asks to be drawn in other colours a moment later
                idle(page)
                found[scheme] += [f"{name}: {violation}" for violation in violations_of(page, scheme)]
                found["pale boxes"] += [f"{name}, {scheme}: {line}" for line in page.evaluate(PALE_BOXES)]
            assert page.locator("h1").count() == 1
            charts = page.locator("[data-testid=stPlotlyChart]").all()
            found["charts without words"] += [name for chart in charts if not _named(chart)]
        page.emulate_media(color_scheme="light")
    assert tuple(names) == MENU
    return found


def reach(page, name: str) -> None:
    """Go to a page, or open the drawer."""
    if name == METHODS:
        page.locator(".st-key-methods_help button").click()
        page.get_by_role("dialog").wait_for()
    else:
        go(page, name)


def screens(page) -> list[str]:
    """Return the names of the pages in the menu; the icon's own name stands before each."""
    return [text.splitlines()[-1] for text in page.locator("[data-testid=stSidebarNavLink]").all_inner_texts()]


UNFADED = """() => [...document.querySelectorAll('[data-testid=stElementContainer]')]
    .every(element => getComputedStyle(element).opacity === '1')"""
"""While a page is drawn anew, what it showed before is pale: nobody reads it as it is then."""

HANG_ON_COLOUR_AND_WIDTH = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"]
"""What can be in order on a desk in the light, and not on a phone in the dark: names, roles and order are the same."""


def violations_of(page, scheme: str) -> list[str]:
    """Return the violations outside the menu, each with its first place: of every kind, in the dark of some."""
    from axe_playwright_python.sync_playwright import Axe

    page.wait_for_function(REACHED)
    page.wait_for_function(UNFADED)
    outside = {"exclude": [["[data-testid=stSidebarNav]"]]}
    options = {"resultTypes": ["violations"]}
    if scheme == "dark":
        options |= {"runOnly": {"type": "rule", "values": HANG_ON_COLOUR_AND_WIDTH}}
    # what is in order is not listed, which would take as long as finding it
    found = Axe().run(page, context=outside, options=options).response["violations"]
    return [
        f"{v['id']} x {len(v['nodes'])}: {v['nodes'][0]['html'][:160]} {v['nodes'][0]['failureSummary'][:300]}"
        for v in found
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_screen_has_a_violation(walk, scheme: str) -> None:
    assert not walk[scheme], "\n".join(walk[scheme])


def test_a_box_to_be_ticked_can_be_seen(walk) -> None:
    assert not walk["pale boxes"]


def test_every_chart_says_what_it_shows(walk) -> None:
    assert not walk["charts without words"]


def test_every_formula_is_drawn_and_fits_its_card(page, server) -> None:
    page.goto(server)
    page.locator(".st-key-methods_help button").click()
    idle(page)
    # all groups at once: one after the other, all formulas would be drawn with each
    page.evaluate("document.querySelectorAll('[data-testid=stExpander] summary').forEach(group => group.click())")
    page.locator(".katex-html").last.wait_for()
    idle(page)
    assert page.locator("[class*=st-key-formula_]").count() >= len(FORMULAS)
    for size in SIZES.values():
        page.set_viewport_size(size)
        idle(page)
        assert page.locator(".katex-error").count() == 0
        wide = page.evaluate("""[...document.querySelectorAll('[class*="st-key-formula_"]')].filter(card => {
            const right = [...card.querySelectorAll('.katex-html > .base')].map(b => b.getBoundingClientRect().right)
            return Math.max(...right) > card.getBoundingClientRect().right + 1
        }).map(card => card.className.match(/st-key-formula_(\\w+)/)[1])""")
        assert wide == [], size


def test_what_has_the_keyboards_focus_is_outlined(page) -> None:
    page.get_by_test_id("stSidebarNavLink").first.focus()
    page.keyboard.press("Tab")
    outlines = page.evaluate(
        "(({outlineStyle, outlineWidth}) => [outlineStyle, outlineWidth])(getComputedStyle(document.activeElement))"
    )
    assert outlines == ["solid", "3px"]


def test_a_figure_leads_to_its_card_by_keyboard(page) -> None:
    reader = page
    open_example(reader)
    reader.locator(".st-key-details_version summary").click()
    link = reader.locator(".st-key-methods_gdu button")
    link.focus()
    reader.keyboard.press("Enter")
    reader.get_by_role("dialog").locator(".st-key-card_method_gdu").wait_for()
    idle(reader)
    reader.keyboard.press("Escape")
    reader.get_by_role("dialog").wait_for(state="detached")


def _named(chart) -> bool:
    """Whether a chart, or something around or in it, has a label for those who do not see it."""
    return chart.evaluate(
        "c => !!(c.getAttribute('aria-label') || c.querySelector('[aria-label],[alt]') || c.closest('[aria-label]'))"
    )
