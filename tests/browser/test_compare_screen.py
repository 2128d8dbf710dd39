"""Compare in a real browser: nothing covers anything, a click is seen in every version, a reload finds it again."""

import re
from pathlib import Path

import pytest

from tests.browser.conftest import SIZES, click_point, go, idle

pytestmark = pytest.mark.browser

PAIRS = ".st-key-pair_columns .js-plotly-plot"
COVERED = """(plot) => {
    const texts = [...plot.querySelectorAll('.annotation-text, .points .textpoint text, .xtick text, .ytick text')]
    const boxes = texts.map(t => [t.textContent, t.getBoundingClientRect()]).filter(([, b]) => b.width > 0)
    const markers = [...plot.querySelectorAll('.scatterlayer .points path.point')].map(p => p.getBoundingClientRect())
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5
    const found = []
    boxes.forEach(([a, one], i) => boxes.slice(i + 1).forEach(([b, other]) => {
        if (meet(one, other)) found.push(a + ' on ' + b)
    }))
    markers.forEach((one, i) => markers.slice(i + 1).forEach(other => { if (meet(one, other)) found.push('markers') }))
    return found
}"""


def open_compare(page) -> None:
    go(page, "Compare")
    page.locator(f"{PAIRS} .heatmaplayer").first.wait_for()
    page.locator(".st-key-distribution_columns .barlayer").first.wait_for()
    idle(page)


def click_cell(page, version: int, column: int, row: int) -> None:
    plot = page.locator(PAIRS)
    plot.evaluate("plot => plot.scrollIntoView({block: 'center'})")
    page.wait_for_timeout(500)
    x, y = plot.evaluate(
        """(plot, [version, column, row]) => {
            const {left, top} = plot.getBoundingClientRect(), layout = plot._fullLayout
            const across = layout[version > 1 ? `xaxis${version}` : 'xaxis']
            return [left + across._offset + across.d2p(column), top + layout.yaxis._offset + layout.yaxis.d2p(row)]
        }""",
        [version, column, row],
    )
    click_point(page, x, y)


@pytest.mark.parametrize("size", SIZES)
def test_no_number_or_name_of_the_map_covers_another_and_nothing_is_scrolled_sideways(example, size) -> None:
    page = example
    open_compare(page)
    page.set_viewport_size(SIZES[size])
    page.wait_for_timeout(800)
    idle(page)
    assert page.locator(".st-key-map_chart .js-plotly-plot").evaluate(COVERED) == []
    wide = "(m => m.scrollWidth - m.clientWidth)(document.querySelector('[data-testid=stMain]'))"
    assert page.evaluate(wide) <= 0


def test_heatmaps_have_one_scale_and_a_click_rings_the_cell_in_all_and_a_reload_keeps_it(example) -> None:
    page = example
    open_compare(page)
    click_cell(page, 2, 1, 5)
    state = """plot => ({
        scales: new Set(plot._fullData.filter(t => t.type === 'heatmap').map(t => t.coloraxis)).size,
        maps: plot._fullData.filter(t => t.type === 'heatmap').length,
        rings: (plot.layout.shapes || []).map(s => [s.x0, s.y0].join()),
    })"""
    drawn = page.locator(PAIRS).evaluate(state)
    assert drawn["scales"] == 1
    assert drawn["rings"] == ["0.5,4.5"] * drawn["maps"]
    address = page.url
    assert re.search(r"variables=\d+\.\d+", address)
    page.reload()
    page.locator(f"{PAIRS} .heatmaplayer").first.wait_for()
    idle(page)
    assert page.locator(PAIRS).evaluate(state) == drawn
    assert page.url == address


def test_charts_are_saved_as_pictures_made_in_the_page(example, tmp_path: Path) -> None:
    page = example
    open_compare(page)
    for form, begins in (("png", b"\x89PNG"), ("svg", b"<svg")):
        with page.expect_download() as waiting:
            page.locator(f".st-key-picture_{form}_pair_columns button").click()
        path = tmp_path / f"picture.{form}"
        waiting.value.save_as(path)
        content = path.read_bytes()
        assert begins in content[:1000]
        assert len(content) > 10_000
