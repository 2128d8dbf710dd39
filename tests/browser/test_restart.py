"""The server that all files share, ended and started again: the last of them, so that it need not start once more."""

import pytest

from tests.browser.conftest import idle, open_context, open_example
from tests.server import Server

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
