"""A reader kept ready: used once, replaced, never shared, and gone with the program."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from core.errors import IntakeError, LimitExceeded
from core.intake import Limits, Waiting, process, read_file, sandbox, waited_for
from core.intake.waiting_reader import WaitingReader

SMALL = b"a,b\n1,x\n2,y\n"
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux enforces this limit")

pytestmark = [pytest.mark.slow, pytest.mark.own_process]


@pytest.fixture
def waiting() -> Iterator[WaitingReader]:
    """A waiting reader of its own for one test."""
    made = WaitingReader()
    yield made
    made.dismiss()


def test_a_waiting_reader_reads_one_file_and_another_takes_its_place(waiting: WaitingReader):
    cold = waiting.take()
    assert (cold.alive, waiting._ready) == (True, None), "none is kept before one is asked for"
    cold.end()
    waiting.keep_ready()
    first = waiting.take()
    assert first.alive
    first.end()
    waiting.replace()
    second = waiting.take()
    assert second is not first
    assert second.alive
    second.end()


def test_a_waiting_reader_that_died_is_not_used(waiting: WaitingReader):
    waiting.keep_ready()
    dead = waiting._ready
    assert dead is not None
    dead._process.kill()
    dead._process.wait()
    taken = waiting.take()
    assert taken is not dead
    assert taken.alive
    taken.end()


def test_a_small_file_costs_a_reader_that_waits_under_a_second(monkeypatch: pytest.MonkeyPatch, waiting: WaitingReader):
    monkeypatch.setattr(sandbox, "WAITING_READER", waiting)
    waiting.keep_ready()
    assert waiting._ready is not None
    _wait_until_it_sleeps(waiting._ready)
    # Time by the clock is for the benchmarks: a busy machine would make it a matter of chance.
    assert read_file("a.csv", SMALL).report.n_rows == 2
    assert waiting._fork_server is not None
    assert sum(psutil.Process(waiting._fork_server._process.pid).cpu_times()[2:4]) < 1, (
        "time of the readers that have ended"
    )


def _wait_until_it_sleeps(ready: process.ReaderProcess) -> None:
    """Wait until a process waits for its file: it sleeps, and its processor time stands still.

    On a busy machine the time of a process that is not done yet stands still too, but that one does not sleep.
    """
    status = psutil.Process(ready._process.pid)
    spent, end = -1.0, time.monotonic() + 120
    while spent != (spent := sum(status.cpu_times()[:2])) or status.status() != psutil.STATUS_SLEEPING:
        assert time.monotonic() < end, "the reader does not get ready"
        time.sleep(0.3)


PROGRAM = """
import os, sys, time
sys.path.insert(0, sys.argv[1])
from core.intake import WAITING_READER, read_file
WAITING_READER.keep_ready()
read_file("a.csv", b"a,b\\n1,2\\n3,4\\n")
print(WAITING_READER._ready._process.pid, flush=True)
{end}
"""


@LINUX
@pytest.mark.parametrize("end", ["", "os.kill(os.getpid(), 9)"], ids=["in order", "killed"])
def test_the_spare_ends_with_the_program(end: str):
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM.replace("{end}", end), str(process.ROOT)],
        check=False,
        capture_output=True,
        text=True,
    )
    pid = int(ran.stdout)
    deadline = time.monotonic() + 60
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < deadline, "the reader lives on"
        time.sleep(0.1)


OUT = "import socket; socket.create_connection(('127.0.0.1', 9), 1)"
WRITE = "open('/tmp/left.txt', 'w')"
RUN = "import subprocess; subprocess.run(['true'])"


@pytest.mark.parametrize("deed", [OUT, WRITE, RUN], ids=["no network", "no writing", "no other program"])
def test_a_reader_may_do_nothing_but_read(monkeypatch: pytest.MonkeyPatch, deed: str):
    spoilt = process.START.replace(
        "main()", f"import core.intake.delimited.reader as r\ndef read(source):\n {deed}\nr.read = read; main()"
    )
    monkeypatch.setattr(process, "START", spoilt)
    with pytest.raises(IntakeError, match="PermissionError"):
        read_file("a.csv", SMALL)


@LINUX
def test_a_reader_has_a_network_of_its_own_or_says_that_it_has_not():
    ready = process.ReaderProcess()
    try:
        _wait_until_it_sleeps(ready)
        own = Path(f"/proc/{ready._process.pid}/ns/net").readlink() != Path("/proc/self/ns/net").readlink()
    finally:
        ready.end()
    named = any("network" in f.message for f in read_file("a.csv", SMALL).report.findings)
    assert own is not named


def test_a_failing_reader_leaves_the_waiting_reader_intact(monkeypatch: pytest.MonkeyPatch, waiting: WaitingReader):
    monkeypatch.setattr(sandbox, "WAITING_READER", waiting)
    waiting.keep_ready()
    with pytest.raises(LimitExceeded):
        read_file("a.csv", SMALL, Limits(wall_seconds=0.001))
    assert waiting._ready is not None
    assert read_file("a.csv", SMALL).report.n_rows == 2


def test_threads_share_one_waiting_reader(monkeypatch: pytest.MonkeyPatch, waiting: WaitingReader):
    monkeypatch.setattr(sandbox, "WAITING_READER", waiting)
    waiting.keep_ready()
    contents = [SMALL.replace(b"1", str(i).encode()) for i in range(4)]
    with ThreadPoolExecutor(3) as pool:
        readings = list(pool.map(lambda c: read_file("a.csv", c), contents))
    assert [r.microdata.columns["a"].numbers[0] for r in readings] == [0, 1, 2, 3]


@LINUX
def test_a_reader_is_ended_as_soon_as_nobody_waits_for_it(monkeypatch: pytest.MonkeyPatch):
    spoilt = process.START.replace(
        "main()", "import core.intake.delimited.reader as r, time; r.read = lambda source: time.sleep(50); main()"
    )
    monkeypatch.setattr(process, "START", spoilt)
    waiting, start = Waiting(), time.monotonic()
    threading.Timer(0.3, waiting.given_up.set).start()
    with pytest.raises(IntakeError, match="reading was given up"), waited_for(waiting):
        read_file("a.csv", SMALL)
    assert time.monotonic() - start < 30


@LINUX
def test_whoever_waits_is_told_how_far_the_reader_is(monkeypatch: pytest.MonkeyPatch):
    half = "r.read = lambda source: source.on_progress(0.5) or time.sleep(50)"
    spoilt = process.START.replace("main()", f"import core.intake.delimited.reader as r, time; {half}; main()")
    monkeypatch.setattr(process, "START", spoilt)
    monkeypatch.setattr(process, "LOOK_SECONDS", 0.02)
    told: list[float] = []

    class Impatient(Waiting):
        """Gives up as soon as it is told a share."""

        def __setattr__(self, name: str, value: object) -> None:
            super().__setattr__(name, value)
            if name == "share" and value:
                told.append(self.share)
                self.given_up.set()

    with pytest.raises(IntakeError, match="given up"), waited_for(Impatient()):
        read_file("a.csv", SMALL)
    assert told == [0.5]
