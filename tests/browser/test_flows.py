"""The main ways through the program, in a real browser."""

from pathlib import Path

import pytest

from tests.browser.conftest import go, open_example

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def two_files(tmp_path: Path) -> dict[str, Path]:
    """An original and a masked file in the same order, made from whole numbers alone."""
    regions = ("North", "East", "South", "West")
    rows = [(18 + 7 * i % 60, "fm"[i * i % 3 % 2], regions[i * 5 % 7 % 4], 900 + i * 37 % 2100) for i in range(400)]
    files = {
        "original": [f"{a},{s},{r},{x}" for a, s, r, x in rows],
        "banded": [f"{a // 20 * 20}-{a // 20 * 20 + 19},{s},{r},{min(x, 2500)}" for a, s, r, x in rows],
    }
    for name, lines in files.items():
        (tmp_path / f"{name}.csv").write_text("age,sex,region,income\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return {name: tmp_path / f"{name}.csv" for name in files}


def drop(page, key: str, *files) -> None:
    page.locator(f'[class*="st-key-upload_{key}"] input[type=file]').set_input_files(list(files))


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


def test_a_click_on_a_point_opens_the_scenario(example, settled, shot) -> None:
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
    page.mouse.move(target[0] - 5, target[1] - 5)
    page.mouse.move(*target)
    page.mouse.click(*target)
    page.wait_for_timeout(500)
    settled(page)
    assert name in shown(panel)
    shot(page, "map_clicked")


def test_a_click_on_a_cell_opens_the_pair(example, settled, shot) -> None:
    page = example
    go(page, "What is lost")
    chart = page.locator(".st-key-pair_columns .js-plotly-plot").first
    chart.locator(".heatmaplayer").first.wait_for()
    chart.evaluate("plot => plot.scrollIntoView({block: 'center'})")
    settled(page)
    page.wait_for_timeout(1000)  # the chart finds its width once more after it is drawn, and a cell its place
    card = page.locator(".st-key-card_lost_pairs")
    before = card.inner_text()
    area = chart.locator(".nsewdrag").first.bounding_box()
    x, y = area["x"] + area["width"] * 0.05, area["y"] + area["height"] * 0.95
    page.mouse.move(x - 4, y - 4)
    page.mouse.move(x, y)
    page.mouse.click(x, y)
    page.wait_for_timeout(800)
    settled(page)
    assert card.inner_text() != before
    shot(page, "pairs")
    shot(page, "pairs", "phone")


def test_own_files_go_to_the_map_with_confirmations_only(page, settled, shot, two_files, tmp_path) -> None:
    drop(page, "original", two_files["original"])
    page.get_by_text("1 file read").wait_for()
    settled(page)
    (tmp_path / "ragged.csv").write_bytes(b"a,b,c\n1,2,3\n4,5\n6,7,8,9\n")
    drop(page, "masked", tmp_path / "ragged.csv", two_files["banded"])
    page.get_by_text("One thing needs you").wait_for()
    settled(page)
    [refused] = page.locator(".st-key-card_file [data-testid=stAlert]").all_inner_texts()
    assert "ragged.csv" in refused
    shot(page, "bad_file")
    page.get_by_role("button", name="Remove").click()
    page.get_by_text("Nothing needs you").wait_for()
    settled(page)
    shot(page, "setup")
    page.locator(".st-key-start_run button").dblclick()
    page.get_by_text("The run is finished").wait_for(timeout=300_000)
    page.locator(".scatterlayer .points path").first.wait_for()
    settled(page)
    assert page.locator('[class*="st-key-card_verdict"]').first.is_visible()
    assert "banded" in shown(page.locator(".st-key-card_versions"))


def test_a_link_straight_to_a_page_keeps_the_frame(page, server, settled) -> None:
    page.goto(f"{server}/compare")
    settled(page)
    assert page.get_by_test_id("stSidebarNavLink").count() >= 5
    assert page.get_by_role("button", name="Go to Set up").count() == 1


def test_the_menu_closes_after_a_tap_on_a_phone(page, settled) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_test_id("stExpandSidebarButton").click()
    go(page, "Decide")
    page.get_by_test_id("stExpandSidebarButton").wait_for()


def test_pages_use_the_programs_own_font(page) -> None:
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('15px Inter'))")
    loaded = page.evaluate("performance.getEntriesByType('resource').map(r => r.name).filter(n => n.includes('Inter'))")
    assert any(name.endswith("/assets/Inter.woff2") for name in loaded)


def test_every_answer_has_the_security_headers(page, server) -> None:
    for path in ("/", "/assets/Inter.woff2", "/_stcore/health"):
        headers = page.request.get(server + path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
