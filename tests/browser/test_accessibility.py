"""Every page with the worked example open: what axe finds, formulas drawn, the way by keyboard."""

import pytest

from core.assessment import CATALOGUE
from tests.browser.conftest import LABORATORY, MENU, SIZES, go, idle

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


DARK = "Compare", METHODS
"""What is looked at on a phone in the dark too; ``make gallery`` looks at all pages."""


def test_no_screen_has_a_violation(example) -> None:
    walk(example, DARK)


@pytest.mark.study
def test_no_screen_has_a_violation_in_the_dark(example) -> None:
    walk(example, (*MENU, LABORATORY, METHODS))


def walk(page, dark: tuple[str, ...]) -> None:
    """Look for what is wrong on every page and in the drawer, on a desk in the light, of some in the dark too."""
    go(page, MENU[0])
    names = screens(page)
    assert tuple(names) == MENU
    wrong = [line for name in (*names, LABORATORY, METHODS) for line in look_at(page, name, in_the_dark=name in dark)]
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    assert not wrong, "\n".join(wrong)


def look_at(page, name: str, *, in_the_dark: bool) -> list[str]:
    """Return what is wrong on a page."""
    page.set_viewport_size(TALL)
    reach(page, name)
    wrong = seen(page, name, "light")
    if in_the_dark:
        page.set_viewport_size(NARROW)
        page.emulate_media(color_scheme="dark")
        page.wait_for_timeout(600)  # the page asks to be drawn in other colours a moment later
        idle(page)
        wrong += seen(page, name, "dark")
        page.emulate_media(color_scheme="light")
        page.wait_for_timeout(600)
        idle(page)
    assert page.locator("h1").count() == 1
    charts = page.locator("[data-testid=stPlotlyChart]").all()
    return wrong + [f"{name}: a chart without words" for chart in charts if not _named(chart)]


def seen(page, name: str, scheme: str) -> list[str]:
    """Return violations of the page as it is drawn now, and boxes to be ticked that cannot be seen."""
    pale = [f"a pale box, {line}" for line in page.evaluate(PALE_BOXES)]
    return [f"{name}, {scheme}: {line}" for line in [*violations_of(page, scheme), *pale]]


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


UNFADED = """() => {
  const visible = e => e ? getComputedStyle(e).opacity * visible(e.parentElement) : 1;
  return [...document.querySelectorAll('[data-testid=stElementContainer]')]
    .every(element => getComputedStyle(element).opacity === '1') &&
    [...document.querySelectorAll('[data-testid=stHeading]')].every(heading => visible(heading) === 1);
}"""
"""While a page is drawn anew, what it showed before is pale, or all around it: nobody reads it as it is then."""

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


def test_every_formula_is_drawn_and_fits_its_card(page) -> None:
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


def test_a_figure_leads_to_its_card_by_keyboard(example) -> None:
    go(example, "Compare")
    fold = example.locator(".st-key-details_version summary")
    fold.click()
    link = example.locator(".st-key-methods_gdu button")
    link.focus()
    example.keyboard.press("Enter")
    example.get_by_role("dialog").locator(".st-key-card_method_gdu").wait_for()
    idle(example)
    example.keyboard.press("Escape")
    example.get_by_role("dialog").wait_for(state="detached")
    fold.click()
    idle(example)


def _named(chart) -> bool:
    """Whether a chart, or something around or in it, has a label for those who do not see it."""
    return chart.evaluate(
        "c => !!(c.getAttribute('aria-label') || c.querySelector('[aria-label],[alt]') || c.closest('[aria-label]'))"
    )
