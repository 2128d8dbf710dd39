"""What is refused before anything reads it: other hosts, pages of other origins, cookies without end, open metrics."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.middleware.trustedhost import TrustedHostMiddleware
from streamlit import config
from websockets.http11 import MAX_LINE_LENGTH

from pages.components.server import server
from pages.components.server.request_gate import LONGEST_COOKIES, RequestGate
from pages.components.server.security_headers import AnswerHeaders
from pages.components.server.session_cookie import NAME, give_token, new_token

HERE = "127.0.0.1:8501"


@pytest.fixture(autouse=True)
def hosts():
    """Let the server be reached under the names that the settings hold."""
    before = config.get_option("server.allowedHosts")
    config.set_option("server.allowedHosts", ["localhost", "127.0.0.1", "ru-map.agency.example"])
    yield
    config.set_option("server.allowedHosts", before)


def guarded(app: Any) -> Any:
    """Put around an application what the server puts around it before it looks for a browser's work."""
    order = server.around()["middleware"]
    assert [m.cls for m in order[:3]] == [AnswerHeaders, TrustedHostMiddleware, RequestGate]
    assert [m.args for m in order].index((give_token,)) > 2
    for middleware in reversed(order[1:3]):
        app = middleware.cls(app, *middleware.args, **middleware.kwargs)
    return app


def asked(path: str = "/", kind: str = "http", host: str | None = HERE, **headers: str) -> tuple[int, dict[str, Any]]:
    """Return the status of the answer, 200 where the request was passed on, and the scope that it was passed with."""
    sent: list[dict[str, Any]] = []
    passed: dict[str, Any] = {}

    async def app(scope, receive, send) -> None:
        passed.update(scope)
        await send({"type": "passed on", "status": 200})

    async def send(message) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    raw = [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()]
    raw += [] if host is None else [(b"host", host.encode())]
    scope = {"type": kind, "method": "GET", "path": path, "headers": raw}
    # in a thread of its own: a browser test of this process may hold the running loop
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, guarded(app)(scope, receive, send)).result()
    return int(sent[0].get("status", sent[0].get("code", 0))), passed


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", None, "localhost@evil.example", "a b"])
@pytest.mark.parametrize("path", ["/", "/risk", "/_stcore/health", "/static/x.js"])
def test_another_host_gets_nothing_and_no_cookie(host: str | None, path: str) -> None:
    assert asked(path, host=host, accept="text/html")[0] == 400


@pytest.mark.parametrize(
    "origin",
    [
        "http://127.0.0.1:9999",
        "http://127.0.0.1",
        "http://localhost:8501",
        "http://evil.example",
        "null",
        "",
        "file://",
        "http://127.0.0.1:8501.evil.example",
        "http://127.0.0.1:99999",
        "127.0.0.1:8501",
        "http://evil.example@127.0.0.1:8501",
        "http://127.0.0.1:8501/",
        "http://127.0.0.1:8501#evil.example",
        "http://127.0.0.1:8501?evil.example",
        "chrome-extension://127.0.0.1:8501",
        "http://127.0.0.1\t:8501",
    ],
)
def test_a_page_of_another_origin_opens_no_line_and_reads_nothing(origin: str) -> None:
    assert asked("/_stcore/stream", "websocket", origin=origin)[0] == 1008
    assert asked("/media/shown.csv", origin=origin)[0] == 403
    assert asked("/_stcore/upload_file/session/1", origin=origin)[0] == 403


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://127.0.0.1:8501", HERE),
        ("http://localhost:8501", "localhost:8501"),
        ("https://ru-map.agency.example", "ru-map.agency.example"),
        ("https://RU-MAP.agency.example:8443", "ru-map.agency.example:8443"),
    ],
)
def test_its_own_pages_are_served(origin: str, host: str) -> None:
    assert asked("/_stcore/stream", "websocket", host=host, origin=origin)[0] == 200
    assert asked("/_stcore/upload_file/session/1", host=host, origin=origin)[0] == 200


def test_a_line_without_an_origin_is_refused_and_a_visit_is_not() -> None:
    assert asked("/_stcore/stream", "websocket")[0] == 1008
    assert asked("/")[0] == 200


def test_cookies_without_end_are_refused_before_they_are_read() -> None:
    assert asked(cookie="a=" + "x" * LONGEST_COOKIES)[0] == 431
    # the library of the websocket closes a line with longer headers without a word
    assert len("cookie: ") + LONGEST_COOKIES + len("\r\n") <= MAX_LINE_LENGTH
    assert asked(cookie=f"{NAME}={new_token()}")[0] == 200


@pytest.mark.parametrize("path", ["/_stcore/metrics", "/_stcore/script-health-check", "/_stcore/agent", "/_stcore"])
def test_addresses_that_no_page_needs_are_not_there(path: str) -> None:
    assert asked(path)[0] == 404


@pytest.mark.parametrize("base", ["ru-map", "/ru-map", "ru-map/", "/a/b/"])
def test_under_a_path_of_its_own_metrics_are_not_there_either(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = config.get_option
    monkeypatch.setattr(config, "get_option", lambda name: base if name == "server.baseUrlPath" else real(name))
    assert asked(f"/{base.strip('/')}/_stcore/metrics")[0] == 404
    assert asked(f"/{base.strip('/')}/_stcore/health")[0] == 200


@pytest.mark.parametrize("path", ["/_stcore/health", "/_stcore/host-config", "/", "/media/x", "/static/x", "/risk"])
def test_addresses_that_pages_need_are(path: str) -> None:
    assert asked(path)[0] == 200
