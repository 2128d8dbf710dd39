"""Started in another language, every page speaks it: what is left in English is data, or the words of results."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.faults.server import Server
from tests.wording.pseudo import CLOSE, OPEN, pseudo_translation

TIMEOUT = 90_000

pytestmark = pytest.mark.browser

PAGES = (
    "files", "variables", "run", "risk_utility_map", "side_by_side", "variables_utility", "pairs", "whole_file",
    "tables", "analyses", "risk", "laboratory", "report", "methods",
)  # fmt: skip
SPOKEN = "h1, h2, h3, h4, button, label, summary, th, nav a, [role=tab], [data-testid=stMetricLabel]"
"""What leads a reader through a page: titles, buttons, labels, tabs, heads of tables."""
TEXTS = """selector => [...document.querySelectorAll(selector)]
    .filter(e => e.offsetParent !== null && !e.closest('[data-testid=stHeader], [data-testid=stToolbar]'))
    .map(e => {
        const copy = e.cloneNode(true);
        copy.querySelectorAll('[data-testid=stIconMaterial], svg, style').forEach(i => i.remove());
        return copy.textContent.trim();
    })"""


def test_every_page_speaks_the_language_of_the_server(context, settled, tmp_path: Path) -> None:
    server = Server(tmp_path, RUMAP_TRANSLATION=str(pseudo_translation(tmp_path / "brackets.po"))).start()
    try:
        page = context.browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(TIMEOUT)
        page.goto(server.address)
        settled(page)
        page.get_by_role("button", name=f"{OPEN}Open the worked example{CLOSE}").click()
        page.locator(".scatterlayer .points path").first.wait_for()
        left = {}
        for name in PAGES:
            page.goto(f"{server.address}/{name}")
            settled(page)
            left[name] = sorted({t for t in page.evaluate(TEXTS, SPOKEN) if english(t)})
        page.close()
        assert "Traceback" not in server.said()
    finally:
        server.stop()
    assert {name: texts for name, texts in left.items() if texts} == {}


def english(text: str) -> bool:
    """Whether words stand outside of brackets."""
    inner = re.compile(rf"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
    while inner.search(text):
        text = inner.sub(" ", text)
    return bool(re.search(r"[A-Za-z]{3,}", text))
