"""Sign-in with a provider: refused where it is half set, over when the browser closes, ended in every tab."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from core.errors import PlanError
from pages.components.server import server, session_sign_in, session_tab
from pages.components.server.security_headers import AnswerHeaders
from pages.components.server.session_cookie import NAME, new_token
from pages.components.server.session_sign_in import NEEDED, check_provider, end_with_browser
from pages.components.server.settings import Settings

WHOLE = dict.fromkeys(NEEDED, "x" * 40)
GIVEN = "_streamlit_user=abc; Path=/; HttpOnly; SameSite=lax; Max-Age=2592000"
TAKEN = '_streamlit_user=""; Max-Age=0; Path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT'
ANOTHER = "_streamlit_xsrf=abc; Path=/; Max-Age=2592000"


@pytest.fixture(autouse=True)
def with_provider(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let sign-in with a provider be set, and described whole."""
    for module in (session_sign_in, session_tab):
        monkeypatch.setattr(module, "settings", lambda: Settings(sign_in="oidc"))
    monkeypatch.setattr(session_sign_in, "get_secrets_auth_section", lambda: WHOLE)
    monkeypatch.setattr(session_sign_in.importlib.util, "find_spec", lambda name: name)


def cookies(sent_by_streamlit: list[str], scheme: str = "https", path: str = "/", token: str = "") -> list[str]:
    """Return the cookies of an answer, as the browser receives them."""
    sent: list[dict[str, Any]] = []

    async def app(scope, receive, send) -> None:
        raw = [(b"set-cookie", cookie.encode()) for cookie in sent_by_streamlit]
        await send({"type": "http.response.start", "status": 302, "headers": raw})

    async def send(message) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    headers = [(b"cookie", f"{NAME}={token}".encode())]
    scope = {"type": "http", "method": "GET", "path": path, "scheme": scheme, "headers": headers}
    # in a thread of its own: a browser test of this process may hold the running loop
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, AnswerHeaders(app, end_with_browser)(scope, receive, send)).result()
    return [value.decode() for name, value in sent[0]["headers"] if name.lower() == b"set-cookie"]


def test_the_sign_in_ends_with_the_browser_and_goes_over_tls_only() -> None:
    assert cookies([GIVEN, ANOTHER]) == [GIVEN.replace("; Max-Age=2592000", "; Secure"), ANOTHER]
    assert cookies([GIVEN], scheme="http") == [GIVEN.replace("; Max-Age=2592000", "")]


def test_a_cookie_that_is_taken_away_stays_so() -> None:
    assert cookies([TAKEN]) == [f"{TAKEN}; Secure"]


def test_without_a_provider_nothing_is_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_sign_in, "settings", Settings)
    assert cookies([GIVEN]) == [GIVEN]


def test_who_signs_out_does_so_in_every_tab_of_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = new_token(), new_token()
    tokens = {"ann's tab": ann, "ann's other tab": ann, "bob's tab": bob, "a browser without cookies": ""}
    out, drawn = [], []
    active = [
        SimpleNamespace(session=SimpleNamespace(id=name, request_rerun=lambda _, name=name: drawn.append(name)))
        for name in tokens
    ]
    runtime = SimpleNamespace(
        _session_mgr=SimpleNamespace(list_active_sessions=lambda: active), clear_user_info_for_session=out.append
    )
    monkeypatch.setattr(session_tab, "Runtime", SimpleNamespace(instance=lambda: runtime))
    monkeypatch.setattr(session_tab, "token_of_session", tokens.get)
    cookies([], path="/auth/login", token=ann)
    cookies([], path="/auth/logout", token="made up")
    assert out == []
    cookies([], path="/auth/logout", token=ann)
    assert out == drawn == ["ann's tab", "ann's other tab"]


@pytest.mark.parametrize("package", ["authlib", "httpx"])
def test_without_its_packages_the_server_does_not_start(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    monkeypatch.setattr(session_sign_in.importlib.util, "find_spec", lambda name: None if name == package else name)
    with pytest.raises(PlanError, match=f"not installed: {package}$"):
        server._apply(Settings(sign_in="oidc"))


@pytest.mark.parametrize("name", NEEDED)
def test_with_half_a_description_the_server_does_not_start(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(session_sign_in, "get_secrets_auth_section", lambda: {**WHOLE, name: ""})
    with pytest.raises(PlanError, match=f"has no {name}$"):
        server._apply(Settings(sign_in="oidc"))


def test_a_secret_that_can_be_guessed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    check_provider()
    monkeypatch.setattr(session_sign_in, "get_secrets_auth_section", lambda: {**WHOLE, "cookie_secret": "x" * 31})
    with pytest.raises(PlanError, match="32 characters"):
        check_provider()


def test_why_the_server_does_not_start_is_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "quiet_log", lambda: None)
    monkeypatch.setattr(server, "settings", lambda: Settings(sign_in="oidc"))
    monkeypatch.setattr(session_sign_in, "get_secrets_auth_section", dict)
    with pytest.raises(SystemExit, match=r"^R-U Map does not start: .*secrets\.toml has no redirect_uri"):
        server.prepare()
