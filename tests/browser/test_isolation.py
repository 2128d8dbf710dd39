"""What a user brings in does nothing in a real browser, and is found nowhere else."""

import re
from pathlib import Path
from urllib.parse import urlparse

import pytest

from tests.browser.conftest import LABORATORY, MENU, go, idle
from tests.server import Server

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


def test_case_111_112_114_115_117_canaries_stay_where_they_belong(page, running: Server, tmp_path: Path) -> None:
    before, failed = set(running.temporary.rglob("*")), []
    page.on("response", lambda response: failed.append(response.url) if response.status >= 400 else None)
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
    assert not failed, "fonts, styles or scripts were refused"
    # the process that others are forked from has the name of a socket there, which holds nothing
    written = {path for path in set(running.temporary.rglob("*")) - before if path.is_file()}
    assert not written, "the server has written files"
    assert CANARY not in running.said()
    assert "Traceback" not in running.said()
    metrics = page.request.get(f"{running.address}/_stcore/metrics").text()
    kept = re.findall(r'cache_type="UploadedFileManager".* (\d+)', metrics)
    assert all(int(n) == 0 for n in kept), "uploads are dropped once read"
