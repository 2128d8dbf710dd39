"""The cookie: random, unreadable for scripts, of this server's process only, secure where the page is."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from http.cookies import SimpleCookie
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.components.server import session_cookie, session_tab
from pages.components.server.security_headers import AnswerHeaders
from pages.components.server.session_cookie import NAME, give_token, is_ours, new_token, token_of

PAGE = {"accept": "text/html,application/xhtml+xml"}


def answer(headers: dict[str, str], scheme: str = "http", method: str = "GET") -> list[str]:
    """Return the cookies that an answer sets."""
    sent: list[dict[str, Any]] = []

    async def app(scope, receive, send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    raw = [(k.encode(), v.encode()) for k, v in headers.items()]
    scope = {"type": "http", "method": method, "path": "/", "scheme": scheme, "headers": raw}
    # in a thread of its own: a browser test of this process may hold the running loop
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, AnswerHeaders(app, give_token)(scope, receive, send)).result()
    return [value.decode() for name, value in sent[0]["headers"] if name.lower() == b"set-cookie"]


def test_a_token_holds_256_random_bits_and_no_two_are_equal() -> None:
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    for token in tokens:
        assert re.fullmatch(r"[A-Za-z0-9_-]{43}\.[0-9a-f]{64}", token)
        assert is_ours(token)


def test_the_first_page_brings_a_cookie_that_scripts_and_other_sites_cannot_use() -> None:
    (cookie,) = answer(PAGE)
    assert re.match(rf"{NAME}=\S+; Path=/; HttpOnly; SameSite=Lax$", cookie)


def test_under_tls_it_goes_over_tls_only() -> None:
    (cookie,) = answer(PAGE, scheme="https")
    assert cookie.endswith("; Secure")


def test_a_browser_that_has_one_keeps_it() -> None:
    (cookie,) = answer(PAGE)
    assert answer({**PAGE, "cookie": cookie.split(";")[0]}) == []


def test_what_belongs_to_a_page_brings_none() -> None:
    assert answer({"accept": "*/*"}) == []
    assert answer(PAGE, method="POST") == []


def test_case_102_a_token_of_a_former_server_is_worth_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    former = new_token()
    monkeypatch.setattr(session_tab, "_cookie", lambda: former)
    assert not session_tab.of_a_former_server()
    monkeypatch.setattr(session_cookie, "_KEY", b"the key of another process")
    assert not is_ours(former)
    assert session_tab.of_a_former_server(), "a page that is still open says that its session has ended"
    assert len(answer({**PAGE, "cookie": f"{NAME}={former}"})) == 1


@given(st.text(max_size=200))
def test_a_made_up_token_is_worth_nothing(text: str) -> None:
    assert not is_ours(text)
    assert not is_ours(f"{text}.{'0' * 64}")


@given(st.text(max_size=200))
def test_any_cookie_header_is_read_without_an_error(text: str) -> None:
    assert token_of(text) == ""


def test_the_token_is_found_among_other_cookies() -> None:
    token = new_token()
    header = SimpleCookie({"a": "1", NAME: token, "b": "2"}).output(header="", sep=";")
    assert token_of(header) == token
