"""The reader's process: its limits hold, the program lives on, and nothing of the data leaks."""

import errno
import gc
import logging
import multiprocessing
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path

import psutil
import pytest

from core.errors import IntakeError, LimitExceeded, Malformed
from core.intake import Limits, Severity, child, process, read_file, sandbox
from core.intake.formats import Format
from core.intake.limits import DEFAULT
from core.intake.report import NO_CHOICES
from tests.processes import alive, until

SMALL = b"a,b\n1,x\n2,y\n"


@cache
def large(rows: int = 500_000) -> bytes:
    return b"a,b\n" + b"".join(b"%d,%d.5\n" % (i, i * 7) for i in range(rows))


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux enforces this limit")

pytestmark = [pytest.mark.slow, pytest.mark.own_process]


@LINUX
@pytest.mark.parametrize(
    ("limits", "words"),
    [
        (Limits(memory_bytes=270 * 2**20), "more memory than the 283 MB allowed"),
        (Limits(memory_bytes=100 * 2**20), "more memory than the 104 MB allowed"),
        (Limits(result_bytes=1_000_000), "larger than the 1 MB allowed"),
    ],
    ids=["memory", "memory before it begins", "size of the result"],
)
def test_a_limit_ends_the_reader_and_not_the_program(limits: Limits, words: str):
    with pytest.raises(LimitExceeded, match=words):
        read_file("large.csv", large(300_000) if limits.result_bytes < DEFAULT.result_bytes else large(), limits)
    assert read_file("small.csv", SMALL).report.n_rows == 2


def test_a_reader_loads_nothing_that_only_the_program_needs():
    """Each of these takes a good part of a second, which every file would wait for."""
    needless = ("numba", "pandas", "scipy", "sklearn", "statsmodels")
    looked = f"import sys, core.intake.child; print([name for name in {needless} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", looked], check=True, capture_output=True, text=True, cwd=process.ROOT)
    assert done.stdout.strip() == "[]"


@LINUX
def test_processor_time_is_limited():
    with pytest.raises(LimitExceeded, match="1 seconds of processor time"):
        read_file("large.csv", large() + large()[4:] * 5, Limits(cpu_seconds=1))


def test_wall_time_is_limited():
    with pytest.raises(LimitExceeded, match=r"longer than the 0\.05 seconds"):
        read_file("large.csv", large(), Limits(wall_seconds=0.05))


@LINUX
@pytest.mark.parametrize(
    ("code", "error"),
    [
        (f"import os; os.kill(os.getpid(), {int(signal.SIGSEGV)})", Malformed),
        (f"import os; os.kill(os.getpid(), {int(signal.SIGABRT)})", LimitExceeded),
        (f"import os; os.kill(os.getpid(), {int(signal.SIGKILL)})", LimitExceeded),
        ("raise SystemExit(3)", IntakeError),
        ("import os; os.write(1, b'not an answer')", IntakeError),
    ],
)
def test_a_reader_that_dies_is_an_error_in_words(monkeypatch: pytest.MonkeyPatch, code: str, error: type[IntakeError]):
    monkeypatch.setattr(process, "START", code)
    with pytest.raises(IntakeError) as refusal:
        read_file("a.csv", SMALL)
    assert type(refusal.value) is error


def test_an_unforeseen_error_names_its_place_and_no_value(monkeypatch: pytest.MonkeyPatch):
    broken = process.START.replace(
        "main()",
        "import core.intake.delimited.reader as r; r.read = lambda source: int(source.content[-5:].decode()); main()",
    )
    monkeypatch.setattr(process, "START", broken)
    with pytest.raises(IntakeError, match="ValueError") as refusal:
        read_file("a.csv", b"a,b\n1,CANARY\n")
    assert "NARY" not in str(refusal.value)


def test_through_pipes_the_answer_is_the_same(monkeypatch: pytest.MonkeyPatch):
    usual = read_file("a.csv", SMALL)
    monkeypatch.setattr(process.sys, "platform", "elsewhere")
    piped = sandbox.run_reader("a.csv", Format.DELIMITED, SMALL, DEFAULT, NO_CHOICES)
    assert piped.report == usual.report
    assert piped.columns["b"].labels == usual.microdata.columns["b"].labels


def test_through_pipes_the_clock_is_watched_too(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(process.sys, "platform", "elsewhere")
    with pytest.raises(process.TooSlow):
        process.ReaderProcess().exchange((b"x" * 100,), 0.001)


def test_limits_that_are_not_in_force_are_told():
    parsed = sandbox.run_reader("a.csv", Format.DELIMITED, SMALL, DEFAULT, NO_CHOICES)
    told = sandbox._with_unenforced(parsed, ["memory"]).report.findings[-1]
    assert told.severity is Severity.NOTE
    assert "memory" in told.message
    named = [f.message for f in parsed.report.findings]
    assert all("network" in message for message in named), "Linux enforces everything else"


@LINUX
@pytest.mark.parametrize("columns", [400, pytest.param(4_000, marks=pytest.mark.study)])
def test_a_wide_file_stays_within_memory(columns: int):
    row = ",".join(["1"] * columns) + "\n"
    reading = read_file("wide.csv", (",".join(f"v{i}" for i in range(columns)) + "\n" + row * 300).encode())
    assert (reading.report.n_rows, reading.report.n_columns) == (300, columns)


def test_every_cell_of_a_large_answer_comes_through():
    n = 60_000
    rows = [(f"p{i:06}", i * 3, f"w{i % 5_000}", "N" if i % 7 == 0 else i % 11) for i in range(n)]
    text = "id,n,word,mixed\n" + "".join(f"{a},{b},{c},{d}\n" for a, b, c, d in rows)
    columns = read_file("a.csv", text.encode()).microdata.columns
    ids, words, mixed = columns["id"], columns["word"], columns["mixed"]
    assert [ids.labels[c] for c in ids.codes] == [row[0] for row in rows]
    assert columns["n"].numbers.tolist() == [row[1] for row in rows]
    assert [words.labels[c] for c in words.codes] == [row[2] for row in rows]
    assert mixed.labels == ("N",)
    assert [None if c == 0 else x for c, x in zip(mixed.codes, mixed.numbers, strict=True)] == [
        None if row[3] == "N" else row[3] for row in rows
    ]


CANARY = "CANARY-7351"
REFUSED = [
    f"a,b\n{CANARY},1\n2\n",
    f'a,b\n"{CANARY}" x,1\n2,3\n',
    f"a,b\n{CANARY},1," + "x" * 2_000_000 + "\n",
    f"a,b\nü{CANARY},1\n" * 20 + "\udcff,2\n",
]


@pytest.mark.parametrize("text", REFUSED)
def test_111_a_refusal_quotes_no_value(text: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]):
    caplog.set_level(logging.DEBUG)
    with pytest.raises(IntakeError) as refusal:
        read_file("a.csv", text.encode("utf-8", "surrogateescape"))
    chain = [refusal.value, refusal.value.__cause__, refusal.value.__context__]
    assert all("CANARY" not in repr(error) for error in chain)
    assert "CANARY" not in caplog.text
    assert "CANARY" not in "".join(capfd.readouterr())


@LINUX
def test_112_nothing_is_written_to_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    read_file("a.csv", SMALL)
    assert list(tmp_path.iterdir()) == []


@LINUX
def test_no_process_and_no_open_file_is_left_behind():
    read_file("a.csv", SMALL)
    gc.collect()  # answers that the errors of tests before still hold
    before, others = sum(1 for _ in Path("/proc/self/fd").iterdir()), multiprocessing.active_children()
    read_file("a.csv", SMALL)
    assert sum(1 for _ in Path("/proc/self/fd").iterdir()) == before
    assert multiprocessing.active_children() == others


READING = """
from core.intake import process, read_file

waited = process.ReaderProcess._await_end

def say_and_wait(reader, seconds):
    print(reader._process.pid, flush=True)
    waited(reader, seconds)

process.ReaderProcess._await_end = say_and_wait
read_file("large.csv", b"a,b\\n" + b"".join(b"%d,%d.5\\n" % (i, i * 7) for i in range(500_000)) * 20)
"""


@LINUX
def test_a_program_that_is_killed_leaves_no_reader_behind():
    """The file has been handed over: the reader would go on to its end, with the data in its memory."""
    program = subprocess.Popen([sys.executable, "-c", READING], stdout=subprocess.PIPE, text=True, cwd=process.ROOT)
    reader = psutil.Process(int(program.stdout.readline()))
    program.kill()
    program.wait()
    program.stdout.close()
    until(lambda: not alive([reader]), 10)


def test_the_environment_does_not_reach_the_reader(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SECRET_TOKEN", "x")
    assert "SECRET_TOKEN" not in process.environment()


@pytest.mark.parametrize(
    ("error", "full"),
    [
        (MemoryError(), True),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), True),
        (ImportError("_csv.so: failed to map segment from shared object"), True),
        (ImportError("No module named 'pyreadstat'"), False),
        (OSError(errno.ENOENT, "No such file"), False),
    ],
)
def test_a_library_that_finds_no_room_is_told_as_want_of_memory(error: Exception, full: bool):
    assert child._is_out_of_memory(error) is full
