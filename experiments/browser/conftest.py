"""A server and a browser, as the tests in ``tests/browser`` have them."""

import pytest

from tests.browser.conftest import browser, browser_path, context, desk, page, running, server, settled, tabs

__all__ = ["browser", "browser_path", "context", "desk", "page", "running", "server", "settled", "tabs"]


@pytest.fixture(autouse=True)
def is_up(request: pytest.FixtureRequest) -> None:
    """Start the server again where a test has ended it."""
    if "running" in request.fixturenames:
        request.getfixturevalue("running").start_again_if_ended()
