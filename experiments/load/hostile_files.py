"""Hostile files brought in while somebody else asks whether the server is alive: how long it is silent, how it grows.

``python -m experiments.load.hostile_files`` prints a table, a line a file: its size, how long it
took to be answered, the longest answer of the health check meanwhile, and the most memory that the server's process
had. At last several visitors bring in one of them, one after another, each of whom closes the page. It ends with 1
where the server was silent for a second or had more than 1.5 GB.
"""

import gzip
import http.client
import io
import math
import os
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable
from datetime import date
from pathlib import Path

import numpy as np
import pandas as pd
import psutil
import pyarrow as pa
import pyarrow.feather as feather

from core.execution import usable_cores
from experiments.load.websocket_client import Client
from tests.server import Server

PLAIN = b"age,sex,region\n" + b"".join(
    b"%d,%s,r%d\n" % (20 + i % 60, b"fm"[i % 2 : i % 2 + 1], i % 7) for i in range(900)
)
HEAD = b"age,sex,region\n"


def nulls() -> bytes:
    """A Feather file of 400 million rows of nothing."""
    into = io.BytesIO()
    feather.write_feather(pa.table({"age": pa.nulls(400_000_000)}), into, compression="uncompressed")
    return into.getvalue()


def zeros() -> bytes:
    """A Feather file of 6 million rows of nothing but zeros."""
    into = io.BytesIO()
    feather.write_feather(pa.table({name: np.zeros(6_000_000) for name in ("age", "sex")}), into, compression="zstd")
    return into.getvalue()


def long_texts() -> bytes:
    """A Stata file with 20,000 different texts of 2,000 characters."""
    into = io.BytesIO()
    texts = [f"{i:06d}".ljust(2_000, "z") for i in range(20_000)]
    frame = pd.DataFrame({"age": np.arange(20_000) % 60, "sex": texts})
    frame.to_stata(into, version=118, write_index=False)
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


VISITORS = 5
"""Who bring in the same file one after another."""

MOST_SILENT, MOST_MEMORY = 1.0, 1.5e9
"""Seconds without an answer, and bytes of the server, that are promised not to be passed."""

FILES: dict[str, tuple[str, str, Callable[[], bytes]]] = {
    "Feather, 400 million nulls": ("upload_original", "nulls.feather", nulls),
    "Feather, 6 million zeros twice": ("upload_original", "zeros.feather", zeros),
    "Stata, 20,000 different texts of 2,000 characters": ("upload_original", "texts.dta", long_texts),
    "CSV, a cell of 40,000 spaces": (
        "upload_original",
        "spaces.csv",
        lambda: HEAD + b'"' + b" " * 40_000 + b'x",f,r1\n' + PLAIN[15:],
    ),
    "CSV, 500 cells of 2,000 digits and a dash": (
        "upload_original",
        "digits.csv",
        lambda: HEAD + b"".join(b"1" * 2_000 + b"-,f,r%d\n" % (i % 7) for i in range(500)),
    ),
    "workbook, cells of 20,000 spaces": ("upload_original", "spaces.xlsx", lambda: workbook(" " * 20_000 + "x")),
    "CSV, 300,000 different bands": (
        "upload_original",
        "bands.csv",
        lambda: HEAD + b"".join(b"%d to %d,f,r1\n" % (i, i + 1) for i in range(300_000)),
    ),
    "gzip that unpacks to 280 MB": (
        "upload_original",
        "zeros.csv.gz",
        lambda: gzip.compress(HEAD + b"1,f,r1\n" * 40_000_000, 1),
    ),
    "project of 500 MB of JSON": (
        "project_upload",
        "bomb.rumap",
        lambda: zipped("project.json", b'{"format": "ru-map-project/1", "x": [', b"[],", 160_000_000, b"[]]}"),
    ),
    "project nested 10 million deep": (
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
            try:
                line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
                line.request("GET", "/_stcore/health")
                line.getresponse().read()
                line.close()
            except OSError:  # no answer at all
                self.longest = math.inf
                return
            self.longest = max(self.longest, time.monotonic() - start)
            self.most = max(self.most, process.memory_info().rss)
            time.sleep(0.1)


def brought_in(server: Server, key: str, name: str, content: bytes) -> tuple[float, Watch]:
    """Bring one file in as a new visitor; return the seconds it took, and what was seen meanwhile."""
    client = Client(server.port)
    client.rerun()
    with Watch(server) as seen:
        seconds = client.upload(key, name, content)
        if key != "project_upload":
            # as a masked file too, and on to the page that drafts and pairs both
            seconds += client.upload("upload_masked", f"masked_{name}", content) + client.rerun(page="setup")
    client.close()
    return seconds, seen


def row(title: str, size: int, seconds: float, seen: Watch) -> bool:
    """Print a line of the table; return whether what is promised was kept."""
    megabytes = size / 1e6
    cells = (
        title,
        f"{megabytes:.{2 if megabytes < 0.1 else 1}f} MB",
        f"{seconds:.1f} s",
        seconds_in_words(seen.longest),
        f"{seen.most / 1e6:.0f} MB",
    )
    say(f"| {' | '.join(cells)} |")
    return seen.longest <= MOST_SILENT and seen.most <= MOST_MEMORY


def say(text: str) -> None:
    """Print a part of the script's result at once."""
    print(text, flush=True)  # noqa: T201


def seconds_in_words(seconds: float) -> str:
    """Return seconds as the table has them."""
    return "under 0.01 s" if seconds < 0.01 else f"{seconds:.2f} s" if seconds < 0.1 else f"{seconds:.1f} s"


def main() -> int:
    """Bring every hostile file in, and say what was seen."""
    busy = os.getloadavg()[0]
    say(
        f"`python -m experiments.load.hostile_files` ({date.today()}, {usable_cores()} cores, "
        f"load average {busy:.1f}):\n"
    )
    say("| file | size | answered after | health check at most | memory of the server |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder)).start()
        try:
            brought_in(server, "upload_original", "plain.csv", PLAIN)
            kept = [_one(server, title) for title in FILES] + _several(server)
        finally:
            server.kill()
    say(f"\nLoad average at the end {os.getloadavg()[0]:.1f}.")
    say("" if all(kept) else "NOT KEPT: a second of silence, or 1.5 GB, were passed")
    return int(not all(kept))


def _one(server: Server, title: str) -> bool:
    key, name, made = FILES[title]
    content = made()
    return row(title, len(content), *brought_in(server, key, name, content))


def _several(server: Server) -> list[bool]:
    content = zeros()
    kept = []
    for visitor in range(1, VISITORS + 1):
        done = brought_in(server, "upload_original", f"zeros_{visitor}.feather", content)
        kept.append(row(f"the zeros once more, visitor {visitor} of {VISITORS}", len(content), *done))
    return kept


if __name__ == "__main__":
    sys.exit(main())
