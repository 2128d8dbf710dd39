"""The screens that make Global Data Utility readable, in a real browser."""

import re

import pytest

from tests.browser.conftest import choose, go

pytestmark = pytest.mark.browser


def test_the_map_says_why_a_scenario_scored_what_it_scored(example, settled, shot) -> None:
    page = example
    go(page, "Compare")
    card = page.locator(".st-key-details_version")
    card.locator("summary").first.click()
    settled(page)
    choose(page, "map_scenario", "Everything at once", exact=True)
    card.locator(".js-plotly-plot").nth(1).wait_for()
    settled(page)
    text = card.inner_text()
    for words in ("Where did the points go?", "What decided the 36 pairs?", "fresh survey of the same size", "GRC"):
        assert words in text
    assert card.locator(".js-plotly-plot").count() == 2
    shot(page, "gdu_panel")
    shot(page, "gdu_panel", "phone")


def test_a_click_on_a_bar_opens_the_variable(example, settled, shot) -> None:
    page = example
    go(page, "Variables' utility")
    page.get_by_text("All scenarios", exact=True).click()
    settled(page)
    chart = page.locator(".st-key-variables_chart .js-plotly-plot").first
    chart.wait_for()
    chart.evaluate("plot => plot.scrollIntoView({block: 'center'})")
    settled(page)
    page.wait_for_timeout(1000)  # the chart finds its width once more after it is drawn, and a bar its place
    title = page.locator(".st-key-card_variable h2")
    target = chart.evaluate(
        """(plot) => {
            const trace = plot.data.find(t => t.customdata && t.customdata[0][0] === 'Noise on age')
            const row = trace.customdata.findIndex(c => c[1] === 'vote')
            const box = plot.getBoundingClientRect()
            const {xaxis, yaxis} = plot._fullLayout
            const base = Array.isArray(trace.base) ? trace.base[row] : trace.base
            return [box.left + xaxis._offset + xaxis.d2p(base + 0.5), box.top + yaxis._offset + yaxis.d2p(row)]
        }"""
    )
    page.mouse.move(target[0] - 3, target[1])
    page.mouse.move(*target)
    page.mouse.click(*target)
    page.wait_for_timeout(800)
    settled(page)
    assert title.inner_text() == "vote in Noise on age"
    assert "Both distributions are the same" in page.locator(".st-key-card_variable").inner_text()
    shot(page, "variables_utility")
    shot(page, "variables_utility", "phone")


def test_the_difference_of_two_scenarios_on_pairs(example, settled, shot) -> None:
    page = example
    go(page, "Pairs")
    page.locator(".heatmaplayer").first.wait_for()
    choose(page, "pairs_scenario", "Everything at once", exact=True)
    choose(page, "pairs_other", "Noise on age", exact=True)
    card = page.locator(".st-key-card_heatmap")
    assert "Which of the two keeps an association better?" in card.inner_text()
    pair = page.locator(".st-key-card_pair")
    assert re.search(r"In Noise on age its utility is", pair.inner_text())
    # the page is one that others have read: any pair may be chosen on it
    place = re.search(r"(\d+) of the 25 largest differences|Not among the largest", pair.inner_text())
    page.locator(".heatmaplayer").first.wait_for()
    page.locator("h1").click()  # a shortcut is not taken while a field is being typed in
    page.keyboard.press("n")
    page.wait_for_timeout(500)
    settled(page)
    assert f"{int(place[1] or 0) + 1} of the 25 largest differences" in pair.inner_text()
    shot(page, "pairs_difference")
    shot(page, "pairs_difference", "phone")
