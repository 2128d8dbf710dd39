"""Links of one browser are refused to another; behind a proxy nobody comes in without a name."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit import config
from streamlit.runtime import memory_media_file_storage
from streamlit.runtime.media_file_storage import MediaFileKind

from pages.components.server import server, session_links, session_tab
from pages.components.server.request_gate import RequestGate
from pages.components.server.session_cookie import NAME, new_token
from pages.components.server.session_links import of_others, watch_downloads
from pages.components.server.settings import Settings

ANN, EVE = new_token(), new_token()
SESSIONS: dict[str, str | None] = {"ann's session": ANN, "a session without cookies": ""}


def asked(path: str, token: str = "", kind: str = "http", **headers: str) -> int:
    """Return the status that a request is answered with; 200 where it is passed on."""
    sent: list[dict[str, Any]] = []

    async def app(scope, receive, send) -> None:
        await send({"type": "passed on", "status": 200})

    async def send(message) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    raw = [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()]
    raw += [(b"cookie", f"{NAME}={token}".encode())] if token else []
    scope = {"type": kind, "method": "GET", "path": path, "headers": raw}
    # in a thread of its own: a browser test of this process may hold the running loop
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, RequestGate(app, of_others)(scope, receive, send)).result()
    return int(sent[0].get("status", sent[0].get("code", 0)))


@pytest.fixture(autouse=True)
def running(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Let a server run with two sessions, one of which shows a file."""
    manager = SimpleNamespace(
        _lock=threading.Lock(),
        _files_by_session_and_coord={"ann's session": {"here": "shown"}, "a session without cookies": {"x": "open"}},
        _deferred_callables={"promise": {"session_id": "ann's session"}},
        execute_deferred=lambda file_id: "/media/made.csv",
    )
    runtime = SimpleNamespace(media_file_mgr=manager)
    monkeypatch.setattr(session_links, "Runtime", SimpleNamespace(instance=lambda: runtime))
    monkeypatch.setattr(session_links, "token_of_session", lambda session: SESSIONS.get(session, "nobody's"))
    monkeypatch.setattr(session_links, "_made_for", {})
    return manager


@pytest.mark.parametrize("path", ["/_stcore/upload_file/ann's session/1", "/media/shown.csv"])
def test_case_110_what_belongs_to_a_browser_is_for_it_alone(path: str) -> None:
    assert asked(path, ANN) == 200
    assert asked(path, EVE) == 404
    assert asked(path) == 404


@pytest.fixture(params=["ru-map", "/ru-map", "ru-map/", "/a/b/", "/"])
def base(request: pytest.FixtureRequest) -> Iterator[str]:
    """Let the program be reached under a path, written with and without its slashes; return the path."""
    before = config.get_option("server.baseUrlPath")
    config.set_option("server.baseUrlPath", request.param)
    yield f"/{request.param.strip('/')}".rstrip("/")
    config.set_option("server.baseUrlPath", before)


@pytest.mark.parametrize("path", ["/_stcore/upload_file/ann's session/1", "/media/shown.csv"])
def test_case_110_under_a_path_of_its_own_links_are_guarded_all_the_same(base: str, path: str) -> None:
    assert asked(base + path, ANN) == 200
    assert asked(base + path, EVE) == 404
    assert asked(base + path) == 404


def test_under_a_path_of_its_own_the_health_check_needs_no_name(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_links, "settings", lambda: Settings(user_header="x-remote-user"))
    assert asked(f"{base}/_stcore/health") == 200
    assert asked(f"{base}/media/open.csv") == 401


def test_case_110_a_download_made_on_demand_is_its_askers(running: SimpleNamespace) -> None:
    assert asked("/media/made.csv", ANN) == 404, "nobody has asked for it yet"
    watch_downloads(running)
    assert running.execute_deferred("promise") == "/media/made.csv"
    assert asked("/media/made.csv", ANN) == 200
    assert asked("/media/made.csv", EVE) == 404


def test_case_110_files_that_differ_anywhere_have_links_of_their_own(running, monkeypatch):
    """Of a megabyte and more Streamlit compared three samples: the second person was handed the file of the first."""
    monkeypatch.setattr(memory_media_file_storage, "_calculate_file_id", memory_media_file_storage._calculate_file_id)
    watch_downloads(running)
    storage = memory_media_file_storage.MemoryMediaFileStorage("/media")
    first, second = bytes(3_000_000), bytearray(3_000_000)
    second[400_000] = 1

    def link(content, name="masked.csv", kind="text/csv"):
        return storage.load_and_get_id(bytes(content), kind, MediaFileKind.DOWNLOADABLE, name)

    links = [link(first), link(second), link(first, "other.csv"), link(first, kind="text/plain")]
    assert len(set(links)) == 4
    assert link(first) == links[0]
    assert storage.get_file(f"{links[1]}.csv").content == bytes(second)


@pytest.mark.parametrize("path", ["/_stcore/upload_file/closed/1", "/media/left.csv"])
@pytest.mark.parametrize("token", [ANN, EVE, ""])
def test_case_110_what_belongs_to_a_closed_tab_is_nobodys(running: SimpleNamespace, path: str, token: str) -> None:
    SESSIONS["closed"] = None
    running._files_by_session_and_coord["closed"] = {"here": "left"}
    assert asked(path, token) == 404


def test_a_session_is_bound_to_the_browser_that_opened_it(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[str | None] = []

    def connect(client, user_info, existing=None, override=None) -> str:
        given.append(existing)
        return existing or f"session {len(given)}"

    runtime = SimpleNamespace(connect_session=connect)
    monkeypatch.setattr(session_tab, "_opened_by", {})
    monkeypatch.setattr(session_tab, "_bound", [])
    session_tab.bind_sessions(runtime)
    assert runtime.connect_session(client(ANN), {}) == "session 1"
    assert runtime.connect_session(client(ANN), {}, "session 1") == "session 1"
    for other in (EVE, "", "made up"):
        assert runtime.connect_session(client(other), {}, existing_session_id="session 1") != "session 1"
    assert runtime.connect_session(client(ANN), {}, "somebody's") != "somebody's"
    without = runtime.connect_session(client(""), {})
    assert runtime.connect_session(client(""), {}, without) != without


def client(token: str) -> Any:
    return SimpleNamespace(client_context=SimpleNamespace(cookies={NAME: token}))


def test_a_browser_without_cookies_is_served() -> None:
    assert asked("/media/open.csv") == 200


@pytest.mark.parametrize("path", ["/", "/static/media/font.woff2", "/assets/Inter.woff2", "/_stcore/stream"])
def test_the_programs_own_files_are_everybodys(path: str) -> None:
    assert asked(path) == 200


def test_behind_a_proxy_a_name_is_needed_for_all_but_the_health_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_links, "settings", lambda: Settings(user_header="x-remote-user"))
    assert asked("/") == 401
    assert asked("/", x_remote_user="") == 401
    assert asked("/_stcore/stream", kind="websocket") == 1008
    assert asked("/", x_remote_user="ann") == 200
    assert asked("/_stcore/health") == 200


@pytest.mark.parametrize("path", ["/_stcore/upload_file/ann's session/1", "/media/shown.csv"])
def test_case_110_another_person_in_the_same_browser_is_refused(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setattr(session_links, "settings", lambda: Settings(user_header="x-remote-user"))
    monkeypatch.setattr(session_links, "person_of_session", lambda session: "ann")
    assert asked(path, ANN, x_remote_user="ann") == 200
    assert asked(path, ANN, x_remote_user="bob") == 404


@pytest.mark.parametrize("path", ["/_stcore/upload_file/ann's session/1", "/media/shown.csv"])
@pytest.mark.parametrize(("person", "status"), [("ann", 200), ("", 404)])
def test_where_people_sign_in_nobody_else_brings_files(monkeypatch, path: str, person: str, status: int) -> None:
    monkeypatch.setattr(session_links, "settings", lambda: Settings(sign_in="oidc"))
    monkeypatch.setattr(session_links, "person_of_session", lambda session: person)
    assert asked(path, ANN) == status


def test_hosts_and_the_persons_header_are_handed_to_streamlit() -> None:
    before = {name: config.get_option(name) for name in ("server.allowedHosts", "server.trustedUserHeaders")}
    try:
        server._apply(Settings(public_hosts=("ru-map.agency.example",), user_header="x-remote-user"))
        assert "ru-map.agency.example" in config.get_option("server.allowedHosts")
        assert config.get_option("server.trustedUserHeaders") == {"x-remote-user": "signed_in_as"}
    finally:
        for name, value in before.items():
            config.set_option(name, value)
