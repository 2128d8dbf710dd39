"""A reload, a line that is cut, a server that is ended: work is found again, or it is said that it has gone."""

import re
import time
from pathlib import Path

import pytest

from tests.browser.conftest import go, idle, open_context, open_example
from tests.browser.test_isolation import bring, start_run
from tests.server import Line, Server

pytestmark = pytest.mark.browser

IDLE = "RUMAP_IDLE_MINUTES"


@pytest.fixture
def ending(running: Server):
    """The server; afterwards it is ended, and will start as it did before."""
    yield running
    running.environment.pop(IDLE, None)
    running.stop()


@pytest.fixture
def page(browser):
    """A page of a browser whose cookies no other test clears."""
    context = open_context(browser)
    yield context.new_page()
    context.close()


def test_case_102_after_a_restart_the_session_has_ended_and_idle_work_goes_by_itself(page, ending: Server) -> None:
    page.goto(ending.address)
    idle(page)
    open_example(page)
    ending.kill()
    ending.environment[IDLE] = "0.25"  # from now on, what nobody has used for fifteen seconds is erased
    ending.start()
    page.locator("[data-testid=stApp][data-test-connection-state=CONNECTED]").wait_for()
    idle(page)
    page.get_by_role("link", name="Set up", exact=True).click()
    page.get_by_text("This session has ended").wait_for()
    page.reload()
    idle(page)
    open_example(page)
    page.get_by_text("erased after 0.25 minutes without use").wait_for()
    assert page.locator(".js-plotly-plot").count() == 0


def test_case_100_a_reload_finds_the_run_again(page, running: Server, tmp_path: Path) -> None:
    page.goto(running.address)
    idle(page)
    bring(page, tmp_path, n=30_000)
    start_run(page)
    page.reload()
    idle(page)
    page.locator(".st-key-cancel_run button").wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text(re.compile("was cancelled")).wait_for()


def test_case_105_a_line_that_is_cut_loses_nothing(page, running: Server) -> None:
    line = Line(running.port)
    page.goto(f"http://127.0.0.1:{line.port}")
    idle(page)
    open_example(page)
    line.cut()
    time.sleep(20)  # longer than the browser waits before it tries again
    line.mend()
    page.locator("[data-testid=stApp][data-test-connection-state=CONNECTED]").wait_for()
    idle(page)
    go(page, "Set up")
    page.get_by_text("The worked example is open").wait_for()
    line.close()
