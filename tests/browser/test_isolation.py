"""Two people, one server, in real browsers: what one brings in is found nowhere else and never lost."""

import re
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlparse

import pytest

from tests.browser.conftest import LABORATORY, MENU, go, idle, open_context, open_example
from tests.server import Line, Server

pytestmark = pytest.mark.browser

CANARY = "zebra4711"
"""Stands in every name and cell that a test brings in, and is looked for where it does not belong."""

NAMES = [
    f"![{CANARY}](http://elsewhere.example/{CANARY}.png)",
    f"<img src=x onerror=\"document.title='{CANARY}'\">",
    f'=HYPERLINK("http://elsewhere.example","{CANARY}")',
    f"<script>document.title='{CANARY}'</script>",
]
CELLS = ["f", f"<b>{CANARY}</b>", f"![{CANARY}](http://elsewhere.example/cell.png)"]


@pytest.fixture(scope="module")
def server(running: Server) -> Server:
    """The server itself, to look into its folder and its log."""
    return running


@pytest.fixture(scope="module")
def free(context) -> list:
    """Contexts that nobody uses now, emptied; what the server sent to all alike need not be fetched again."""
    return [context]


@pytest.fixture
def person(browser, free, tabs) -> Iterator[Callable]:
    """Open pages as different people: each has a browser with cookies of its own."""
    taken = []

    def open_as_somebody(address: str):
        taken.append(free.pop() if free else open_context(browser))
        taken[-1].clear_cookies()
        page = taken[-1].new_page()
        page.foreign, page.failed, page.seen = [], [], []
        page.on("request", lambda r: _note(r, page))
        page.on("response", lambda r: page.failed.append(r.url) if r.status >= 400 else None)
        page.goto(address)
        idle(page)
        return page

    yield open_as_somebody
    for context in taken:
        _empty(context, keep=tabs.get("left"))
        free.append(context)  # where emptying failed, the context is not used again


def _empty(context, keep) -> None:
    for page in [p for p in context.pages if p is not keep]:
        page.evaluate("localStorage.clear(), sessionStorage.clear()")
        page.close()


def _note(request, page) -> None:
    page.seen.append((request.method, request.url))
    parts = urlparse(request.url)
    if parts.scheme not in {"data", "blob"} and parts.hostname != "127.0.0.1":
        page.foreign.append(request.url)


def files(folder: Path, n: int = 240, names: list[str] = NAMES) -> tuple[Path, Path]:
    """Write an original and a masked file whose names, columns and cells hold the canary."""
    header = ",".join('"' + name.replace('"', '""') + '"' for name in names)
    lines = [f'{i * 7 % 60},"{CELLS[i % 3]}",{i % 5},{i * 37 % 900}' for i in range(n)]
    masked = [f'{i * 7 % 60 // 20},"{CELLS[i % 3]}",{i % 5},{min(i * 37 % 900, 700)}' for i in range(n)]
    paths = folder / f"{CANARY} original.csv", folder / f"{CANARY} <i>masked.csv"
    for path, rows in zip(paths, (lines, masked), strict=True):
        path.write_text(header + "\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return paths


def bring(page, folder: Path, **named) -> None:
    """Bring an original and a masked file in, confirm what is asked, and say that the order is the same."""
    original, masked = files(folder, **named)
    for kind, path, said in (("original", original, "0 masked files"), ("masked", masked, "1 masked file")):
        page.locator(f'[class*="st-key-upload_{kind}"] input[type=file]').set_input_files(path)
        page.get_by_text(f"Your files · {said}").wait_for()
        idle(page)


def start_run(page) -> None:
    go(page, "Set up")
    page.locator(".st-key-start_run button").click()
    page.locator(".st-key-cancel_run button").wait_for()


def test_case_111_112_114_115_117_canaries_stay_where_they_belong(person, server: Server, tmp_path: Path) -> None:
    before = set(server.temporary.rglob("*"))
    page = person(server.address)
    bring(page, tmp_path)
    start_run(page)
    page.get_by_text("The run is finished").wait_for(timeout=300_000)
    for name in (*MENU, LABORATORY):
        go(page, name)
        assert CANARY not in page.title(), f"a script of the data ran on {name}"
        assert CANARY not in urlparse(page.url).path + urlparse(page.url).query
        for active in page.locator("[data-testid=stMain] img").all():
            assert CANARY not in (active.get_attribute("src") or "")
        assert page.locator(f"[data-testid=stMain] b:text-is('{CANARY}')").count() == 0
        hover = page.locator(".js-plotly-plot .nsewdrag")
        for i in range(min(hover.count(), 2)):
            box = hover.nth(i).bounding_box()
            if box and box["y"] < 850:
                page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                page.wait_for_timeout(200)
                assert page.locator(".hoverlayer a, .hoverlayer image").count() == 0
    assert page.foreign == []
    assert not page.failed, "fonts, styles or scripts were refused"
    # the process that others are forked from has the name of a socket there, which holds nothing
    written = {path for path in set(server.temporary.rglob("*")) - before if path.is_file()}
    assert not written, "the server has written files"
    assert CANARY not in server.said()
    assert "Traceback" not in server.said()
    metrics = page.request.get(f"{server.address}/_stcore/metrics").text()
    kept = re.findall(r'cache_type="UploadedFileManager".* (\d+)', metrics)
    assert all(int(n) == 0 for n in kept), "uploads are dropped once read"


def test_case_110_another_browser_reaches_neither_upload_nor_download_nor_page(person, server, tmp_path) -> None:
    ann, eve = person(server.address), person(server.address)
    bring(ann, tmp_path)
    go(ann, "Set up")
    ann.get_by_text("The codebook as a file").click()
    with ann.expect_download() as saved:
        ann.get_by_role("button", name=re.compile("Download|Save", re.IGNORECASE)).first.click()
    assert saved.value.path()
    downloads = [url for _, url in ann.seen if "/media/" in url and "/static/" not in url]
    assert downloads, "the download went by a link"
    assert ann.request.get(downloads[-1]).status == 200
    assert eve.request.get(downloads[-1]).status == 404
    uploads = [url for method, url in ann.seen if method == "PUT"]
    session = uploads[0].rsplit("/", 2)[1]
    target = f"{server.address}/_stcore/upload_file/{session}/{uuid.uuid4()}"
    assert eve.request.put(target, multipart={"file": _part()}).status == 404
    for path in ("", "compare", "what_is_lost", "who_is_found", "decide", "laboratory"):
        eve.goto(f"{server.address}/{path}")
        idle(eve)
        assert CANARY not in eve.content()


def _part() -> dict[str, object]:
    return {"name": "a.csv", "mimeType": "text/csv", "buffer": b"a\n1\n"}


def test_case_100_a_reload_finds_the_run_again(person, server: Server, tmp_path: Path) -> None:
    page = person(server.address)
    bring(page, tmp_path, n=30_000)
    start_run(page)
    page.reload()
    idle(page)
    page.locator(".st-key-cancel_run button").wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text(re.compile("was cancelled")).wait_for()


def test_case_105_a_line_that_is_cut_loses_nothing(person, server: Server) -> None:
    line = Line(server.port)
    page = person(f"http://127.0.0.1:{line.port}")
    open_example(page)
    line.cut()
    time.sleep(20)  # longer than the browser waits before it tries again
    line.mend()
    page.locator("[data-testid=stApp][data-test-connection-state=CONNECTED]").wait_for()
    idle(page)
    go(page, "Set up")
    page.get_by_text("The worked example is open").wait_for()
    line.close()


def test_behind_a_proxy_nobody_comes_in_without_a_name(browser_path, tmp_path, person) -> None:
    server = Server(tmp_path, RUMAP_USER_HEADER="X-Remote-User", RUMAP_PUBLIC_HOSTS="ru-map.agency.example").start()
    try:
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(server.address)
        assert refused.value.code == 401
        refused.value.close()
        named = urllib.request.Request(server.address, headers={"X-Remote-User": "ann", "Accept": "text/html"})
        with urllib.request.urlopen(named) as answer:
            assert answer.status == 200
            assert "HttpOnly" in answer.headers["Set-Cookie"]
    finally:
        server.stop()
