"""Nothing that a server keeps of a tab holds its data once the work is erased, or the visit cannot go on."""

import ast
import asyncio
import logging
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
from streamlit.runtime.dataframe_source_manager import DataframeSourceManager
from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.state import SessionState
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from pages.components.server import server, session_sweeper, session_tab, sessions
from pages.components.server.session_links import watch_downloads
from pages.components.server.session_tab import NOTICE, WORK, StreamlitTab

PAGES = Path(__file__).resolve().parents[2] / "pages"
MAKE_PAIRS = {"pair_of", "pairs_or_errors", "asked_in_worker"}


class Data:
    """What must not stay."""


class Runtime:
    """What the program asks of Streamlit's, with its own keepers of files and functions."""

    def __init__(self, *sessions: SimpleNamespace) -> None:
        self.media_file_mgr = MediaFileManager(MemoryMediaFileStorage("/media"))
        self.uploaded_file_mgr = MemoryUploadedFileManager("/upload")
        self.dataframe_source_mgr = DataframeSourceManager()
        self.infos = {session.id: SimpleNamespace(session=session, client=None) for session in sessions}
        self.active = set(self.infos)
        self._session_mgr = SimpleNamespace(
            get_session_info=self.infos.get,
            list_sessions=lambda: list(self.infos.values()),
            is_active_session=self.active.__contains__,
            close_session=self.infos.pop,
        )


def session(name: str) -> SimpleNamespace:
    return SimpleNamespace(id=name, session_state=SessionState(), _fragment_storage=MemoryFragmentStorage())


@pytest.fixture
def runtime(monkeypatch: pytest.MonkeyPatch) -> Runtime:
    made = Runtime(session("ann"), session("without cookies"))
    runtime = SimpleNamespace(instance=lambda: made, exists=lambda: True)
    monkeypatch.setattr(session_tab, "Runtime", runtime)
    monkeypatch.setattr("streamlit.runtime.media_file_manager._get_session_id", lambda: "ann")
    monkeypatch.setattr(session_tab, "_bound", [made])
    monkeypatch.setattr(session_tab, "_away", set())
    monkeypatch.setattr(session_tab, "_opened_by", {"ann": "a token", "without cookies": ""})
    return made


def offer(runtime: Runtime, data: Data) -> str:
    """Let a page offer a download that is made of the data when it is asked for."""
    return runtime.media_file_mgr.add_deferred(lambda: str(data), "text/plain", "0.1", "data.txt")


def shown(runtime: Runtime, data: Data) -> tuple[weakref.ref[Data], str]:
    """Let a page show the data in a fragment and offer them."""
    ann = runtime.infos["ann"].session
    ann._fragment_storage._fragments["0"] = lambda: data
    ann.session_state[WORK] = data
    return weakref.ref(data), offer(runtime, data)


def test_what_offers_a_download_goes_with_the_work(runtime: Runtime) -> None:
    gone, offered = shown(runtime, Data())
    assert gone() is not None
    StreamlitTab("ann").forget("left")
    assert gone() is None
    assert offered not in runtime.media_file_mgr._deferred_callables
    assert runtime.infos["ann"].session.session_state[NOTICE] == "left"


def test_a_session_that_is_over_leaves_no_download(runtime: Runtime) -> None:
    gone, _ = shown(runtime, Data())
    del runtime.infos["ann"]
    StreamlitTab("ann").forget("idle")
    assert gone() is None


def test_forgetting_says_nothing_in_the_log(runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(logging.Logger, "handle", lambda _self, record: said.append(record.getMessage()))
    StreamlitTab("ann").forget("left")
    assert said == []


def test_work_of_a_browser_without_cookies_goes_when_its_page_does(runtime: Runtime) -> None:
    for info in runtime.infos.values():
        info.session.session_state[WORK] = info.session.id
    assert session_tab.kept_for_sessions(WORK) == ("ann", "without cookies")
    assert session_tab.close_unreachable() == (), "they are open"
    runtime.active.clear()
    assert session_tab.close_unreachable() == ("without cookies",)
    assert set(runtime.infos) == {"ann"}, "she may come back"


def assigned(body: list[ast.stmt]) -> Iterator[ast.expr]:
    """Every value that a page binds to a name of its module, whatever block it is in."""
    for statement in body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            yield statement.value
        for block in ("body", "orelse", "finalbody"):
            if not isinstance(statement, ast.FunctionDef | ast.ClassDef):
                yield from assigned(getattr(statement, block, []))
        for handler in getattr(statement, "handlers", []):
            yield from assigned(handler.body)


@pytest.mark.parametrize("page", sorted(path.name for path in PAGES.glob("*.py")))
def test_no_page_has_a_pair_among_its_names(page: str) -> None:
    """Functions given to widgets hold all names of their page for as long as the browser may come back."""
    tree = ast.parse((PAGES / page).read_text(encoding="utf-8"))
    called = {
        node.func.id
        for value in assigned(tree.body)
        for node in ast.walk(value)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert called.isdisjoint(MAKE_PAIRS)


def test_a_download_stays_until_the_page_that_offered_it_is_drawn_anew(runtime: Runtime) -> None:
    manager = runtime.media_file_mgr
    watch_downloads(manager)
    held = lambda: len(manager._file_metadata)  # noqa: E731
    manager.execute_deferred(offer(runtime, Data()))
    for _ in range(3):
        manager.remove_orphaned_files()  # other people's scripts have ended
    assert held() == 1
    manager.clear_session_refs("ann")  # her own begins
    manager.remove_orphaned_files()
    manager.remove_orphaned_files()
    assert held() == 0


def test_what_a_closed_tab_has_brought_in_goes_once_it_stays_away(runtime: Runtime) -> None:
    for name in runtime.infos:
        runtime.uploaded_file_mgr.add_file(name, UploadedFileRec("1", "codebook.toml", "", b"x" * 1000))
    assert session_tab.uploaded_bytes() == 2000
    runtime.active.discard("ann")
    session_tab.release_disconnected()
    assert session_tab.uploaded_bytes() == 2000, "her line may only have been cut for a moment"
    session_tab.release_disconnected()
    assert session_tab.uploaded_bytes() == 1000
    assert not runtime.uploaded_file_mgr.get_files("ann", ["1"])


def test_the_server_sweeps_by_itself_and_goes_on_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    assert server.around()["lifespan"] is session_sweeper.sweeping
    swept: list[object] = []

    def erase(store: object, _lost: object) -> int:
        swept.append(store)
        if len(swept) == 1:
            raise OSError
        return 0

    monkeypatch.setattr(session_sweeper, "SWEEP_SECONDS", 0.001)
    monkeypatch.setattr(session_sweeper, "_erase", erase)
    for name in ("close_unreachable", "release_disconnected", "forget_ended_sessions", "release_memory"):
        monkeypatch.setattr(session_sweeper, name, tuple)

    async def until_swept_twice() -> None:
        sweeper = asyncio.create_task(session_sweeper._sweep_forever(sessions.STORE))
        while len(swept) < 2:
            await asyncio.sleep(0.001)
        sweeper.cancel()

    # in a thread of its own: a browser test of this process may hold the running loop
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, until_swept_twice()).result()
    assert set(swept) == {sessions.STORE}


def test_a_sweep_erases_idle_work_and_ends_the_runs_that_nobody_can_come_back_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ended: list[object] = []
    monkeypatch.setattr(session_sweeper, "end_run", ended.append)
    store = SimpleNamespace(sweep=lambda: 2, make_room=lambda limit, size: 1)
    assert session_sweeper._erase(store, ("work of a browser without cookies",)) == 4
    assert ended == ["work of a browser without cookies"]
