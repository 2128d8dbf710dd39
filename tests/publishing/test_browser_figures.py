"""Figures drawn by a browser, where there is one."""

import pytest

from core.publishing import internal_figures
from core.reports import figure_images, pictures


@pytest.mark.browser
def test_a_browser_draws_every_figure_without_a_notice(project):
    if not figure_images.browser_path():
        pytest.skip("no Chromium on this machine (looked for BROWSER_PATH and the usual names)")
    drawn = internal_figures(project)
    found = pictures(drawn.values(), "svg")
    assert found.notice == ""
    assert set(found.by_name) == {"map", "variables", "pairs"}
    assert all(p.startswith(b"<svg") for p in found.by_name.values())


def test_a_browser_that_is_none_is_said(project, monkeypatch):
    monkeypatch.setenv("BROWSER_PATH", "/nowhere/chromium")
    assert figure_images.browser_path() == ""
    drawn = internal_figures(project)
    found = pictures(drawn.values(), "png")
    assert "No browser was found" in found.notice
    assert all(p.startswith(b"\x89PNG") for p in found.by_name.values())
