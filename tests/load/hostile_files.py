"""Hostile files brought in while somebody else asks whether the server is alive: how long it is silent, how it grows.

``python -m tests.load.hostile_files`` prints a line a file: its size, how long it took to be answered, the longest
answer of the health check meanwhile (seconds), and the most memory that server and readers had together (MB).
"""

import gzip
import http.client
import io
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import psutil
import pyarrow as pa
import pyarrow.feather as feather

from tests.faults.server import Server
from tests.load.websocket_client import Client

PLAIN = b"age,sex,region\n" + b"".join(
    b"%d,%s,r%d\n" % (20 + i % 60, b"fm"[i % 2 : i % 2 + 1], i % 7) for i in range(900)
)
HEAD = b"age,sex,region\n"


def nulls() -> bytes:
    """A Feather file of 400 million rows of nothing."""
    into = io.BytesIO()
    feather.write_feather(pa.table({"age": pa.nulls(400_000_000)}), into, compression="uncompressed")
    return into.getvalue()


def zipped(name: str, head: bytes, unit: bytes, times: int, tail: bytes) -> bytes:
    """An archive with one entry that repeats a text."""
    into = io.BytesIO()
    with (
        zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open(name, "w", force_zip64=True) as entry,
    ):
        entry.write(head)
        block = unit * max(1, 1_000_000 // len(unit))
        for _ in range(times * len(unit) // len(block)):
            entry.write(block)
        entry.write(tail)
    return into.getvalue()


def workbook(text: str) -> bytes:
    """A workbook whose cells hold a long text."""
    import xlsxwriter

    into = io.BytesIO()
    with xlsxwriter.Workbook(into, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["age", "sex"])
        for row in range(1, 40):
            sheet.write_row(row, 0, [text, "f"])
    return into.getvalue()


FILES: dict[str, tuple[str, str, Callable[[], bytes]]] = {
    "400 million nulls": ("upload_original", "nulls.feather", nulls),
    "a cell of 40,000 spaces": (
        "upload_original",
        "spaces.csv",
        lambda: HEAD + b'"' + b" " * 40_000 + b'x",f,r1\n' + PLAIN[15:],
    ),
    "every cell 2,000 digits and a dash": (
        "upload_original",
        "digits.csv",
        lambda: HEAD + b"".join(b"1" * 2_000 + b"-,f,r%d\n" % (i % 7) for i in range(500)),
    ),
    "a workbook of cells of 20,000 spaces": ("upload_original", "spaces.xlsx", lambda: workbook(" " * 20_000 + "x")),
    "300,000 different bands": (
        "upload_original",
        "bands.csv",
        lambda: HEAD + b"".join(b"%d to %d,f,r1\n" % (i, i + 1) for i in range(300_000)),
    ),
    "gzip that unpacks to 280 MB": (
        "upload_original",
        "zeros.csv.gz",
        lambda: gzip.compress(HEAD + b"1,f,r1\n" * 40_000_000, 1),
    ),
    "a project of 500 MB of JSON in 0.5 MB": (
        "project_upload",
        "bomb.rumap",
        lambda: zipped("project.json", b'{"format": "ru-map-project/1", "x": [', b"[],", 160_000_000, b"[]]}"),
    ),
    "a project nested 10 million deep": (
        "project_upload",
        "deep.rumap",
        lambda: zipped("project.json", b"", b"[", 10_000_000, b""),
    ),
}


class Watch:
    """Asks for the server's health ten times a second, and how much memory it and its readers have."""

    def __init__(self, server: Server) -> None:
        self.server, self.longest, self.most = server, 0.0, 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._ask, daemon=True)

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _ask(self) -> None:
        process = psutil.Process(self.server.process.pid)
        while not self._ended.is_set():
            start = time.monotonic()
            line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=120)
            line.request("GET", "/_stcore/health")
            line.getresponse().read()
            line.close()
            self.longest = max(self.longest, time.monotonic() - start)
            self.most = max(self.most, process.memory_info().rss)
            time.sleep(0.1)


def brought_in(server: Server, key: str, name: str, content: bytes) -> tuple[float, Watch]:
    """Bring one file in as a new visitor; return the seconds it took, and what was seen meanwhile."""
    client = Client(server.port)
    client.rerun()
    if key != "project_upload":
        client.press("use_files")
    with Watch(server) as seen:
        seconds = client.upload(key, name, content)
        if key != "project_upload":
            # as a masked file too, and on to the page that drafts and pairs both
            seconds += client.upload("upload_masked", f"masked_{name}", content) + client.rerun(page="variables")
    client.close()
    return seconds, seen


def main() -> int:
    """Bring every hostile file in; 1 where the server was silent for a second or had more than 1.5 GB."""
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder)).start()
        brought_in(server, "upload_original", "plain.csv", PLAIN)
        for title, (key, name, made) in FILES.items():
            content = made()
            seconds, seen = brought_in(server, key, name, content)
            failed |= seen.longest > 1 or seen.most > 1.5e9
            sys.stdout.write(
                f"{title:42} {len(content) / 1e6:8.2f} MB  answered {seconds:6.1f} s  "
                f"silent {seen.longest:5.2f} s  server {seen.most / 1e6:6.0f} MB\n"
            )
            sys.stdout.flush()
        server.kill()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
