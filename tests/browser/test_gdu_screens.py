"""The screens that make Global Data Utility readable, in a real browser."""

import pytest

from tests.browser.conftest import click_point, go

pytestmark = pytest.mark.browser


def test_a_click_on_a_cell_opens_the_variable(example, settled, shot) -> None:
    page = example
    go(page, "What is lost")
    chart = page.locator(".st-key-loss_matrix .js-plotly-plot").first
    chart.wait_for()
    settled(page)
    page.wait_for_timeout(1000)  # the chart finds its width once more after it is drawn, and a cell its place
    target = chart.evaluate(
        """(plot) => {
            const trace = plot.data.find(t => t.customdata)
            const cell = trace.customdata.findIndex(c => c[0] === 'Noise on age' && c[1] === 'vote')
            const box = plot.getBoundingClientRect()
            const {xaxis, yaxis} = plot._fullLayout
            const [x, y] = [trace.x[cell] + 0.5, trace.base[cell] - 0.5]
            return [box.left + xaxis._offset + xaxis.d2p(x), box.top + yaxis._offset + yaxis.d2p(y)]
        }"""
    )
    click_point(page, *target)
    card = page.locator(".st-key-card_lost_variable")
    assert card.locator("h2").inner_text() == "What is left of vote?"
    assert "Coded alike, its distribution is the same" in card.inner_text()
    rings = chart.evaluate("plot => plot.layout.shapes.filter(s => s.name === 'ring').map(s => [s.x0, s.y0])")
    assert rings, "the cell is framed"
    shot(page, "what_is_lost")
    shot(page, "what_is_lost", "phone")
