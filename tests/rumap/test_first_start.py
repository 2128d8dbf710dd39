"""The dashboard as it is started for the first time by somebody at a desk: a new home, a display, and no question."""

from threading import Thread

import pytest

from rumap import command_line
from tests.server import ROOT


def test_make_run_starts_the_program():
    assert "\n\t$(BIN)/python -m rumap run --port $(PORT)\n" in (ROOT / "Makefile").read_text(encoding="utf-8")


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
