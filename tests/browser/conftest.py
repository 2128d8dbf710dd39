"""A real server and a real browser; every page fails the test if it asks anything of another host."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlparse

import pytest

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
]
TIMEOUT = 90_000
"""Milliseconds; the first page loads the 4.6 MB chart library."""

ASKED = """
(() => {
  const RERUN = 0x5a;  // the first byte of a message that asks the server to run the page again
  const running = () =>
    document.querySelector("[data-testid=stApp]")?.dataset.testScriptState !== "notRunning";
  const send = WebSocket.prototype.send;
  window.askedAt = null;
  WebSocket.prototype.send = function (message) {
    if (message[0] === RERUN && !running()) window.askedAt = Date.now();
    return send.call(this, message);
  };
  new MutationObserver(() => { if (running()) window.askedAt = null; }).observe(
    document, {subtree: true, childList: true, attributeFilter: ["data-test-script-state"]});
})()
"""
"""Notes when the page asked for a run that has not begun: on a loaded machine the server takes its time to answer."""

STILL = """
document.addEventListener("DOMContentLoaded", () => {
  const style = document.createElement("style");
  style.textContent = "*, *::before, *::after { animation: none !important; transition: none !important; }";
  document.head.append(style);
});
"""
"""No animation: drawn without a graphics card, a turning wheel takes a processor."""

AT_REST = """() =>
  document.querySelector("[data-testid=stApp]")?.dataset.testScriptState === "notRunning" &&
  (!window.askedAt || Date.now() - window.askedAt > 5000)"""
"""A run so short that its state was never drawn counts as ended after five seconds."""

MENU = tuple(
    re.findall(r'(?<!_)title=_\("([^"]+)"\)', (ROOT / "pages/components/navigation.py").read_text(encoding="utf-8"))
)
"""The titles of all pages, in the order of the menu."""

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
def server(browser_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of its own, started as `make run` does; its log must stay free of tracebacks."""
    port = _free_port()
    log = tmp_path_factory.mktemp("server") / "log.txt"
    with log.open("wb") as stream:
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "streamlit",
                "run",
                "app.py",
                "--server.port",
                str(port),
                "--server.headless",
                "true",
            ],
            cwd=ROOT,
            stdout=stream,
            stderr=subprocess.STDOUT,
        )
        try:
            _wait_until_ready(port, process, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)
    assert "Traceback" not in log.read_text(encoding="utf-8", errors="replace")


@pytest.fixture(scope="session")
def context(browser_path: str):
    """One browser context for all tests: the chart library is fetched once."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=TIMEOUT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=ARGUMENTS)
        context = browser.new_context(viewport=SIZES["desktop"], color_scheme="light", reduced_motion="reduce")
        context.set_default_timeout(TIMEOUT)
        context.add_init_script(ASKED)
        context.add_init_script(STILL)
        yield context
        browser.close()


@pytest.fixture
def page(context, server: str):
    """A page at the start of a fresh session; asking another host for anything fails the test."""
    foreign: list[str] = []
    context.clear_cookies()  # else the work of the last test would be found again
    page = context.new_page()
    page.set_viewport_size(SIZES["desktop"])
    page.on("request", lambda request: _note_foreign(request.url, foreign))
    page.goto(server)
    idle(page)
    yield page
    page.evaluate("localStorage.clear()")  # else a menu that was closed stays closed
    page.close()
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
    """Wait until the script has run to its end, and that no run follows at once."""
    page.wait_for_function(AT_REST)
    page.wait_for_timeout(250)
    page.wait_for_function(AT_REST)


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


def _free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def _wait_until_ready(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 90
    while time.monotonic() < end:
        if process.poll() is not None:
            pytest.fail(f"the server ended: {log.read_text(encoding='utf-8', errors='replace')[-2000:]}")
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.3)
    pytest.fail("the server was not ready within 90 seconds")
