"""The gallery says what the stored results of its studies show (``make gallery`` runs the studies again)."""

import re

import pytest

from tests.conftest import ROOT


@pytest.mark.slow  # loads what draws the figures
def test_every_statement_holds_and_every_page_is_written_from_the_stored_results():
    from experiments.gallery.__main__ import OUT, PAGES, index, results_of

    used = set()
    for name, module in PAGES.items():
        page = module.page(results_of(name))
        text = (OUT / f"{name}.md").read_text(encoding="utf-8")
        assert [s.text for s in page.statements if s.holds is False] == []
        assert text == page.markdown()
        for file, test in re.findall(r"`([\w/]+\.py)::(\w+)`", text):
            assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8")
        used |= {f"{picture.name}.svg" for picture in page.pictures}
    assert {path.name for path in OUT.glob("*.svg")} == used
    assert (OUT / "README.md").read_text(encoding="utf-8") == index()
