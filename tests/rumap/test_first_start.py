"""The dashboard as it is started for the first time by somebody at a desk: a new home, a display, and no question."""

import sys
import time
from threading import Thread

import pytest

from rumap import command_line
from tests.server import ROOT, Server

PROGRAM = (sys.executable, "-m", "rumap", "run", "--port", "{port}")


def test_make_run_starts_the_program():
    assert "\n\t$(BIN)/python -m rumap run --port $(PORT)\n" in (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.mark.slow  # starts a server
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a display as Linux has it")
def test_the_first_start_asks_nothing_and_opens_the_browser(tmp_path):
    home, browser, opened = tmp_path / "home", tmp_path / "browser", tmp_path / "opened"
    home.mkdir()
    browser.write_text(f'#!/bin/sh\necho "$1" > "{opened}"\n')
    browser.chmod(0o755)
    seen = {"HOME": str(home), "DISPLAY": ":99", "BROWSER": str(browser), "PYTHONPATH": str(ROOT)}
    server = Server(tmp_path, 0, PROGRAM, home, **seen).start()
    try:
        end = time.monotonic() + 20
        while not opened.exists() and time.monotonic() < end:
            time.sleep(0.1)
    finally:
        server.stop()
    assert f":{server.port}" in opened.read_text()
    assert "mail" not in server.said()
    assert not list(home.iterdir())


@pytest.mark.parametrize(
    ("display", "asked", "opened"), [("", (), False), (":0", (), True), (":0", ("--no-browser",), False)]
)
def test_a_browser_is_opened_where_somebody_would_see_it(monkeypatch, display, asked, opened):
    started = []
    monkeypatch.setattr("streamlit.web.cli.main", lambda arguments, **_: None)
    monkeypatch.setattr(
        command_line, "Thread", lambda **given: started.append(given["args"]) or Thread(target=id, args=(1,))
    )
    monkeypatch.setattr(command_line.sys, "platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", display)
    with pytest.raises(SystemExit):
        command_line.main(["run", "--port", "8600", *asked])
    assert started == [("http://localhost:8600",)] * opened
