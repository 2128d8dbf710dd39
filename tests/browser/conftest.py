"""A real server and a real browser; every page fails the test if it asks anything of another host."""

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlparse

import pytest

from tests.server import Server

ROOT = Path(__file__).resolve().parents[2]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",  # nothing leaves this machine
]
TIMEOUT = 90_000
"""Milliseconds; the first page loads the 4.6 MB chart library."""

RUNS = """
(() => {
  const RERUN = 0x5a;  // the first byte of a message that asks the server to run the page again
  const [BEGINS, ENDS] = [4, 6];  // fields of the server's messages: new_session, script_finished
  const kind = bytes => {  // the first field after hash and metadata; both are skipped by their length
    for (let at = 0; at < bytes.length;) {
      const tag = bytes[at++];
      if (tag >> 3 > 2) return tag >> 3;
      let length = 0, shift = 0, byte;
      do { byte = bytes[at++]; length |= (byte & 0x7f) << shift; shift += 7; } while (byte & 0x80);
      at += length;
    }
  };
  window.runs = {asked: null, open: true, moved: Date.now()};
  const heard = new WeakSet();
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (message) {
    if (!heard.has(this)) {
      heard.add(this);
      this.addEventListener("message", ({data}) => {
        const field = kind(new Uint8Array(data, 0, Math.min(data.byteLength, 4096)));
        if (field === BEGINS) { runs.open = true; runs.asked = null; }
        if (field === ENDS) runs.open = false;
        runs.moved = Date.now();
      });
      this.addEventListener("close", () => { runs.open = false; runs.asked = null; });
    }
    if (message[0] === RERUN) runs.asked = runs.moved = Date.now();
    return send.call(this, message);
  };
  new MutationObserver(() => { runs.moved = Date.now(); }).observe(
    document, {subtree: true, childList: true, characterData: true, attributes: true});
})()
"""
"""Notes what the page asked of the server and what came of it: a short run begins and ends without being drawn."""

STILL = """
document.addEventListener("DOMContentLoaded", () => {
  const style = document.createElement("style");
  style.textContent = "*, *::before, *::after { animation: none !important; transition: none !important; }";
  document.head.append(style);
});
"""
"""No animation: drawn without a graphics card, a turning wheel takes a processor."""

AT_REST = """() => {
  const now = Date.now(), app = document.querySelector("[data-testid=stApp]");
  return app?.dataset.testScriptState === "notRunning" && !runs.open && !(runs.asked && now - runs.asked < 30000) &&
    now - runs.moved > 250 && !document.querySelector("[data-testid=stSkeleton]");
}"""
"""No run, nothing asked for, nothing drawn for a quarter of a second, and no part whose code is still to come."""

NAVIGATION = (ROOT / "pages/components/navigation.py").read_text(encoding="utf-8")
MENU = tuple(re.findall(r'(?<!_)title="([^"]+)"(?!.*hidden)', NAVIGATION))
"""The titles of all pages, in the order of the menu."""

LABORATORY = "Laboratory"
"""The page that is not in the menu."""

PROGRAM = (sys.executable, "-m", "rumap", "run", "--port", "{port}")

SIZES = {"desktop": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}


@pytest.fixture(scope="session")
def browser_path() -> str:
    """Where Chromium is; without it the tests are skipped with the reason, under CI they fail."""
    named = os.environ.get("BROWSER_PATH")
    found = named or next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found:
        return found
    reason = "no Chromium on this machine (looked for BROWSER_PATH and " + ", ".join(BROWSERS) + ")"
    if os.environ.get("CI", "").lower() == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where somebody sits before a display: a new home, and a browser that writes down what it is to open."""
    folder = tmp_path_factory.mktemp("desk")
    (folder / "home").mkdir()
    (folder / "browser").write_text(f'#!/bin/sh\necho "$1" > "{folder / "opened"}"\n')
    (folder / "browser").chmod(0o755)
    return folder


@pytest.fixture(scope="session")
def running(desk: Path) -> Iterator[Server]:
    """A server of its own, started as `make run` does; its log must stay free of tracebacks."""
    home = desk / "home"
    seen = {"HOME": str(home), "DISPLAY": ":99", "BROWSER": str(desk / "browser"), "PYTHONPATH": str(ROOT)}
    server = Server(desk, 0, PROGRAM, home, **seen).start()
    try:
        yield server
    finally:
        server.stop()
    assert "Traceback" not in server.said()


@pytest.fixture(scope="session")
def server(running: Server) -> str:
    """The address of a server."""
    return running.address


@pytest.fixture(scope="session")
def browser(browser_path: str):
    """One browser for all tests."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=TIMEOUT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=ARGUMENTS)
        yield browser
        browser.close()


def open_context(browser):
    """Return a context with cookies and a cache of its own, whose pages tell when they are at rest."""
    context = browser.new_context(viewport=SIZES["desktop"], color_scheme="light", reduced_motion="reduce")
    context.set_default_timeout(TIMEOUT)
    context.add_init_script(RUNS)
    context.add_init_script(STILL)
    return context


@pytest.fixture(scope="session")
def context(browser):
    """One context for all tests of one user: the chart library is fetched once."""
    return open_context(browser)


@pytest.fixture(scope="session")
def tabs(context) -> dict[str, object]:
    """The tab that tests use one after the other: a new one costs as much as many a test."""
    return {}


@pytest.fixture
def page(context, tabs, server: str):
    """A page at the start of a fresh session; asking another host for anything fails the test."""
    with visit(context, tabs, server) as page:
        yield page


@pytest.fixture(scope="session")
def opened(browser, server: str) -> tuple[object, list[str]]:
    """The page that all readers of the worked example share, and what it asked of other hosts."""
    page = open_context(browser).new_page()
    foreign: list[str] = []
    page.on("request", lambda request: _note_foreign(request.url, foreign))
    page.goto(server)
    idle(page)
    open_example(page)
    return page, foreign


@pytest.fixture
def example(opened):
    """A page with the worked example open, somewhere; tests change nothing of it that another one looks at."""
    page, foreign = opened
    page.set_viewport_size(SIZES["desktop"])
    page.keyboard.press("Escape")  # what a test that failed may have left open
    yield page
    assert not foreign, f"asked another host: {foreign}"


def open_example(page) -> None:
    """Open the worked example, to its drawn map."""
    page.get_by_role("button", name="Open the worked example").click()
    page.locator(".scatterlayer .points path").first.wait_for()
    idle(page)


def go(page, name: str) -> None:
    """Go to a page by the menu, to the laboratory by Compare."""
    if name == LABORATORY:
        go(page, "Compare")
        page.locator(".st-key-next_step button").click()
        page.get_by_role("heading", level=1, name="Is there a better masking?").wait_for()
    else:
        page.get_by_role("link", name=name, exact=True).first.click()
    idle(page)


@contextmanager
def visit(context, tabs: dict[str, object], server: str):
    """Open the first page as somebody new; see ``page``."""
    foreign: list[str] = []
    context.clear_cookies()  # else the work of the last test would be found again
    page = tabs.pop("left", None) or context.new_page()

    def note(request) -> None:
        _note_foreign(request.url, foreign)

    page.set_viewport_size(SIZES["desktop"])
    page.on("request", note)
    page.goto(server)
    idle(page)
    yield page
    page.evaluate("localStorage.clear(), sessionStorage.clear()")  # else a menu that was closed stays closed
    page.remove_listener("request", note)
    page.goto("about:blank")
    tabs["left"] = page  # where one of the lines above failed, the next test opens another
    assert not foreign, f"asked another host: {foreign}"


@pytest.fixture
def shot() -> Callable[..., None]:
    """Save a picture of the whole page to the folder that RUMAP_SCREENSHOTS names, if it does."""

    def save(page, name: str, size: str = "desktop") -> None:
        folder = os.environ.get("RUMAP_SCREENSHOTS")
        if not folder:
            return
        page.set_viewport_size(_whole(page, size))
        page.wait_for_timeout(1200)
        page.screenshot(path=Path(folder) / f"{name}_{size}.png")
        page.set_viewport_size(SIZES[size])

    return save


@pytest.fixture
def settled() -> Callable[..., None]:
    """Wait until the script has run to its end."""
    return idle


def idle(page) -> None:
    """Wait until the script has run to its end, no run follows at once, and all is drawn."""
    page.wait_for_function(AT_REST, polling=50)


HOVERED = "[...document.querySelectorAll('.js-plotly-plot')].some(plot => plot._hoverdata && plot._hoverdata.length)"


def click_point(page, x: float, y: float) -> None:
    """Click a point of a chart once plotly has seen the pointer there: it drops a click that comes before."""
    page.mouse.move(x - 4, y - 4)
    page.mouse.move(x, y)
    page.wait_for_function(HOVERED)
    page.mouse.click(x, y)
    page.wait_for_timeout(500)  # until the server hears of it
    idle(page)


def choose(page, key: str, option: str | re.Pattern[str], *, exact: bool = False, typed: str = "") -> None:
    """Choose an option of the list with this key; ``typed`` finds it where the list shows only some.

    What comes in below moves the page at the click, or a run that ends closes the list: it is opened again, as a
    person does.
    """
    from playwright.sync_api import TimeoutError as NotOpen

    parts = ("[data-baseweb=select]", "[role=combobox]", "input")
    field = page.locator(", ".join(f"[class*=st-key-{key}] {part}" for part in parts)).first
    wanted = page.get_by_role("option", name=option, exact=exact).first
    for _ in range(10):
        field.click()
        if typed:
            page.keyboard.type(typed)
        try:
            wanted.click(timeout=3000)
        except NotOpen:
            page.keyboard.press("Escape")
            idle(page)
        else:
            idle(page)
            return
    pytest.fail(f"the list of {key} does not open")


def download(page, label: str, path: Path) -> bytes:
    """Click a button that offers a file; return what was downloaded."""
    from playwright.sync_api import TimeoutError as NoDownload

    idle(page)
    try:
        offered = _clicked(page, label, 20_000)
    except NoDownload:  # a click in the middle of a rerun is lost on a busy machine: a person clicks again
        idle(page)
        offered = _clicked(page, label, TIMEOUT)
    offered.save_as(path)
    idle(page)
    return path.read_bytes()


def export(page, label: str, path: Path) -> bytes:
    """Let the report be written in a format; return the file that is offered then."""
    idle(page)
    page.get_by_role("button", name=label, exact=True).click()
    return download(page, "Save report-", path)


def _clicked(page, label: str, patience: float):
    with page.expect_download(timeout=patience) as waiting:
        page.get_by_role("button", name=label, exact=False).click()
    return waiting.value


def _whole(page, size: str) -> dict[str, int]:
    """Return a viewport as high as the page's content, which Streamlit scrolls inside."""
    page.set_viewport_size(SIZES[size])
    page.wait_for_timeout(500)
    content = page.evaluate("document.querySelector('[data-testid=stMain]')?.scrollHeight ?? 0")
    return {"width": SIZES[size]["width"], "height": max(SIZES[size]["height"], min(int(content), 6000))}


def _note_foreign(url: str, foreign: list[str]) -> None:
    parts = urlparse(url)
    if parts.scheme not in {"data", "blob"} and parts.hostname not in {"127.0.0.1", "localhost"}:
        foreign.append(url)
