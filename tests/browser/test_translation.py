"""Started in another language, every page speaks it: what is left in English is data, or the words of results."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.data import Level, Role
from core.masking.worked_example import voters
from tests.browser.conftest import MENU, open_context
from tests.faults.server import Server
from tests.wording.pseudo import CLOSE, OPEN, pseudo_translation

pytestmark = pytest.mark.browser

SPOKEN = "h1, h2, h3, h4, button, label, summary, th, nav a, [role=tab], [data-testid=stMetricLabel]"
"""What leads a reader through a page: titles, buttons, labels, tabs, heads of tables."""
TEXTS = """selector => [...document.querySelectorAll(selector)]
    .filter(e => e.offsetParent !== null && !e.closest('[data-testid=stHeader], [data-testid=stToolbar]'))
    .map(e => {
        const copy = e.cloneNode(true);
        copy.querySelectorAll('[data-testid*=Icon], svg, style').forEach(i => i.remove());
        return copy.textContent.trim();
    })"""


def test_every_page_speaks_the_language_of_the_server(browser, settled, tmp_path: Path) -> None:
    server = Server(tmp_path, RUMAP_TRANSLATION=str(pseudo_translation(tmp_path / "brackets.po"))).start()
    try:
        page = open_context(browser).new_page()
        page.goto(server.address)
        settled(page)
        page.get_by_role("button", name=f"{OPEN}Open the worked example{CLOSE}").click()
        page.locator(".scatterlayer .points path").first.wait_for()
        left, known = {}, names()
        for link in page.locator("[data-testid=stSidebarNavLink]").all():
            link.click()
            settled(page)
            left[page.url] = sorted({t for t in page.evaluate(TEXTS, SPOKEN) if english(t, known)})
        page.close()
        assert "Traceback" not in server.said()
    finally:
        server.stop()
    assert len(left) == len(MENU)
    assert not any(left.values()), left


def names() -> list[str]:
    """Return what is the same in every language: names of the data, codes of codebooks, formats; longest first."""
    example = voters()
    uses = example.codebook.uses
    found = {
        *(s.name for s in example.scenarios), *(v.name for v in example.codebook.variables),
        *(k.name for k in example.codebook.effective_keysets()),
        *(u.name for each in (uses.indicators, uses.regressions, uses.tables, uses.scales) for u in each),
        *map(str, Role), *map(str, Level), "GDU", "SUDA2", "CTBIL", "RCV", "AAD", "ESR", "GCP", "NCP", "JSON", "PDF",
        "arrow_downward icon", "arrow_upward icon", "delete icon",  # what Streamlit says of a button that is an icon
        "Upload",  # the word of Streamlit's own uploader
    }  # fmt: skip
    return sorted(found, key=len, reverse=True)


def english(text: str, known: list[str]) -> bool:
    """Whether words stand outside of brackets that are no names of the data."""
    inner = re.compile(rf"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
    while inner.search(text):
        text = inner.sub(" ", text)
    for name in known:
        text = text.replace(name, " ")
    return bool(re.search(r"[A-Za-z]{3,}", text))
