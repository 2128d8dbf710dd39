"""Speed and memory of reading: run with ``pytest experiments/benchmarks/test_intake_benchmark.py --benchmark-only``.

No time is asserted: machines differ. Goals: 97 MB of CSV (420,000 x 50) in under 10 s and the program's memory after
the reader has ended within 1.5 times the coded columns; 500 MB in under three times its size, or refused before
parsing; a small file in under a second.
"""

from __future__ import annotations

import gc
import os
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import psutil
import pytest

from core.data import Microdata
from core.errors import LimitExceeded
from core.intake import WAITING_READER, Limits, read_file

pytestmark = pytest.mark.benchmark(timer=time.perf_counter)
"""Another process reads, whose processor time this one does not see."""

MEGABYTE = 1e6
ROWS, COLUMNS = 420_000, 50


def survey_text(rows: int, columns: int) -> bytes:
    """Codes, counts, amounts with decimals and texts in turn: 4 to 5 bytes a cell."""
    random = np.random.default_rng(1)
    kinds = (
        lambda: random.integers(1, 9, rows).astype(str),
        lambda: random.integers(0, 100_000, rows).astype(str),
        lambda: np.char.mod("%.2f", random.lognormal(6, 1, rows)),
        lambda: random.choice(np.array(["N", "yes", "no", "refused"]), rows),
        lambda: random.integers(18, 90, rows).astype(str),
    )
    block = [kinds[j % len(kinds)]() for j in range(10)]
    cells = np.column_stack([block[j % len(block)] for j in range(columns)])
    header = ",".join(f"v{j}" for j in range(columns))
    return (header + "\n" + "\n".join(map(",".join, cells)) + "\n").encode()


def coded_bytes(microdata: Microdata) -> int:
    """Bytes of the coded columns."""
    arrays = (a for c in microdata.columns.values() for a in (c.numbers, c.codes) if a is not None)
    return sum(a.nbytes for a in arrays)


def private_memory(pid: int) -> int:
    """Bytes of memory that no file stands behind."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return sum(1024 * int(line.split()[1]) for line in lines if line.startswith("RssAnon"))


def memory_between() -> int:
    """Bytes of the files in memory by which the program and its readers exchange what they have."""
    sizes = {}
    for link in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            if str(link.readlink()).startswith("/memfd:"):
                sizes[link.stat().st_ino] = 512 * link.stat().st_blocks
    return sum(sizes.values())


class HighestMemory:
    """The highest memory of the program, its readers and what lies between them, looked at every 20 ms.

    What the program holds at the beginning is left out, but for the file itself.
    """

    def __init__(self, content: bytes) -> None:
        self._before = private_memory(os.getpid()) - len(content)

    def __enter__(self) -> HighestMemory:
        self.bytes, self._over = 0, threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        own = psutil.Process()
        while not self._over.wait(0.02):
            with suppress(psutil.Error, OSError):
                readers = sum(private_memory(child.pid) for child in own.children())
                self.bytes = max(self.bytes, private_memory(own.pid) - self._before + memory_between() + readers)


@pytest.fixture(scope="module")
def large() -> bytes:
    """The file of 420,000 x 50."""
    return survey_text(ROWS, COLUMNS)


@pytest.fixture
def ready() -> Iterator[None]:
    """A reader that waits."""
    WAITING_READER.keep_ready()
    time.sleep(3)
    yield
    WAITING_READER.dismiss()


def test_four_hundred_and_twenty_thousand_by_fifty(benchmark, large: bytes):
    gc.collect()
    before = psutil.Process().memory_info().rss
    with HighestMemory(large) as highest:
        reading = benchmark.pedantic(read_file, ("large.csv", large), rounds=1)
    gc.collect()
    after = psutil.Process().memory_info().rss
    coded = coded_bytes(reading.microdata)
    benchmark.extra_info["file, MB"] = round(len(large) / MEGABYTE)
    benchmark.extra_info["coded columns, MB"] = round(coded / MEGABYTE)
    benchmark.extra_info["program's memory over the coded columns"] = round((after - before) / coded, 2)
    benchmark.extra_info["memory of program and reader over the file"] = round(highest.bytes / len(large), 2)
    assert (reading.report.n_rows, reading.report.n_columns) == (ROWS, COLUMNS)


def test_half_a_gigabyte(benchmark):
    content = survey_text(2_000_000, COLUMNS)[:499_000_000].rpartition(b"\n")[0]
    result: dict[str, str] = {}

    def read() -> None:
        try:
            result["outcome"] = f"{read_file('half.csv', content).report.n_rows:,} rows"
        except LimitExceeded as refusal:
            result["outcome"] = str(refusal)

    with HighestMemory(content) as highest:
        benchmark.pedantic(read, rounds=1)
    benchmark.extra_info["file, MB"] = round(len(content) / MEGABYTE)
    benchmark.extra_info["outcome"] = result["outcome"]
    benchmark.extra_info["memory of program and reader over the file"] = round(highest.bytes / len(content), 2)


def test_beyond_half_a_gigabyte_is_refused_at_once(benchmark):
    content = bytes(500_000_000)

    def refuse() -> None:
        with pytest.raises(LimitExceeded, match="450,000,000 are allowed"):
            read_file("more.csv", content, Limits())

    benchmark.pedantic(refuse, rounds=1)


def test_a_small_file_by_a_reader_that_waits(benchmark, ready: None):
    benchmark.pedantic(read_file, ("a.csv", b"a,b\n1,x\n2,y\n"), setup=lambda: time.sleep(3), rounds=3)


def test_a_small_file_by_a_new_reader(benchmark):
    benchmark.pedantic(read_file, ("a.csv", b"a,b\n1,x\n2,y\n"), rounds=3)
