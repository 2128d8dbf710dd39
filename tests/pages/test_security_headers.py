"""Every HTTP answer carries the headers that keep the page to itself."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from pages.components.server.security_headers import HEADERS, AnswerHeaders, secure


def answer(path: str, kind: str = "http") -> list[dict[str, Any]]:
    """Return what the middleware sends for a request."""
    sent: list[dict[str, Any]] = []

    async def app(scope, receive, send) -> None:
        await send({"type": f"{kind}.response.start", "status": 200, "headers": []})

    async def send(message) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    # in a thread of its own: a browser test of this process may hold the running loop
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, AnswerHeaders(app, secure)({"type": kind, "path": path}, receive, send)).result()
    return sent


def headers(path: str) -> dict[str, str]:
    return {name.decode().lower(): value.decode() for name, value in answer(path)[0]["headers"]}


@pytest.mark.parametrize("path", ["/", "/_stcore/health", "/media/x", "/static/js/index.js", "/assets/Inter.woff2"])
def test_every_answer_has_them(path: str) -> None:
    found = headers(path)
    for name, value in HEADERS.items():
        assert found[name.lower()] == value


def test_policy_allows_no_other_host() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "http" not in policy
    assert "*" not in policy
    assert "unsafe-inline" not in policy.split("script-src")[1].split(";")[0]


def test_only_the_programs_own_files_may_be_kept() -> None:
    assert headers("/media/upload")["cache-control"] == "no-store"
    assert headers("/")["cache-control"] == "no-store"
    assert "cache-control" not in headers("/static/js/index.js")


def test_websockets_pass_through() -> None:
    assert answer("/_stcore/stream", "websocket")[0]["headers"] == []
