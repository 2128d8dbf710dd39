"""A server and a browser, as the tests in ``tests/browser`` have them."""

from tests.browser.conftest import browser, browser_path, context, is_up, page, running, server, settled, tabs

__all__ = ["browser", "browser_path", "context", "is_up", "page", "running", "server", "settled", "tabs"]
