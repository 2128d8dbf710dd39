"""The dashboard as it is started for the first time by somebody at a desk: a new home, a display, and no question."""

import sys
from pathlib import Path

import pytest

from tests.processes import until
from tests.server import Server

pytestmark = pytest.mark.slow  # may be the first to start the server; needs no Chromium


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a display as Linux has it")
def test_the_first_start_asks_nothing_and_opens_the_browser(running: Server, desk: Path) -> None:
    until((desk / "opened").exists, 20)
    assert f":{running.port}" in (desk / "opened").read_text()
    assert "mail" not in running.said()
    assert not list((desk / "home").iterdir())
