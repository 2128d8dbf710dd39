"""A reader's process: started with an empty environment, given one file in memory, and ended."""

from __future__ import annotations

import mmap
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import IO

from core.intake.fork_server import ForkedReader, ForkServer
from core.intake.parsed import Bytes
from core.intake.reading_progress import read_progress
from core.single_thread import THREADS

ROOT = Path(__file__).resolve().parents[__name__.count(".")]
CHILD = f"{__package__}.child"
# in a checkout this program comes before a package of the same name; installed, its place is on the path already
START = (
    f"import sys; root = sys.argv[1]; root in sys.path or sys.path.insert(0, root); from {CHILD} import main; main()"
)
# Allocators that reserve address space ahead would meet the memory limit long before the data do.
# With a fixed threshold, what is freed of a large column goes back to the system at once.
ENVIRONMENT = {
    **dict.fromkeys((*THREADS, "ARROW_IO_THREADS"), "1"),
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": "262144",
}
GO = b"\1"
LOOK_SECONDS = 0.25
"""How often it is looked whether somebody still waits, and how far the reader is."""


@dataclass
class Waiting:
    """Somebody who waits for a file that another thread has read.

    Parameters
    ----------
    given_up : Event
        Set as soon as nobody waits any more: the reader is ended, and reading raises an IntakeError.
    share : float
        How much of the file has been read, in [0, 1]; 0 where a format or this system does not tell.
    """

    given_up: Event = field(default_factory=Event)
    share: float = 0.0


WAITING: ContextVar[Waiting | None] = ContextVar("WAITING", default=None)
"""Who waits for what this thread reads; None: nobody who could give up."""


class TooSlow(Exception):
    """The process did not answer in time; it is ended."""


class GivenUp(Exception):
    """Nobody waits for the answer any more; the process is ended."""


class ReaderProcess:
    """One process for one file; it does its imports at once and then waits for the file.

    On Linux the file and the answer lie in files in memory, and a pipe says when the file is there; the end of
    that pipe, however this program ends, ends the process too. Elsewhere both go through pipes.

    Parameters
    ----------
    given : sequence of int
        Descriptors of files on a disk, open for reading, that the process is given under the same numbers.
    fork_server : ForkServer or None
        What it is forked from; None: an interpreter is started.
    """

    def __init__(self, given: Sequence[int] = (), fork_server: ForkServer | None = None) -> None:
        self.command = command()
        started: Started
        if sys.platform == "linux":
            started = _start_with_memory_files(self.command, given, fork_server)
        else:
            started = _start_with_pipes(self.command, given)
        self._process, self._inbox, self._outbox, self._gate, self._progress = started

    @property
    def alive(self) -> bool:
        """Whether the process has not ended."""
        return self._process.poll() is None

    def exchange(self, parts: Sequence[bytes], wall_seconds: float) -> tuple[int, Bytes]:
        """Hand over a message and return how the process ended, and its answer.

        Raises
        ------
        TooSlow
            It took longer than ``wall_seconds``.
        GivenUp
            Nobody waits for it any more.
        """
        try:
            if isinstance(self._process, subprocess.Popen) and (self._inbox is None or self._outbox is None):
                answer, _ = self._process.communicate(b"".join(parts), wall_seconds)
                return self._process.returncode, answer
            assert self._inbox is not None
            assert self._outbox is not None
            for part in parts:
                self._inbox.write(part)
            self._inbox.flush()
            with suppress(BrokenPipeError):  # it has died: its code says how
                os.write(self._gate, GO)
            self._await_end(wall_seconds)
            size = os.fstat(self._outbox.fileno()).st_size
            answer_in_memory = mmap.mmap(self._outbox.fileno(), size) if size else b""
        except subprocess.TimeoutExpired:
            raise TooSlow from None
        finally:
            self.end()
        return self._process.wait(), answer_in_memory

    def _await_end(self, wall_seconds: float) -> None:
        waiting, end = WAITING.get(), time.monotonic() + wall_seconds
        while waiting is not None and time.monotonic() + LOOK_SECONDS < end:
            if waiting.given_up.is_set():
                raise GivenUp
            waiting.share = read_progress(self._progress.fileno()) if self._progress is not None else 0.0
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(LOOK_SECONDS)
                return
        self._process.wait(max(0.0, end - time.monotonic()))

    def end(self) -> None:
        """End the process and free everything that belongs to it."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._inbox, self._outbox, self._progress):
            if stream is not None and not stream.closed:
                with suppress(BrokenPipeError):
                    stream.close()
        if self._gate >= 0:
            os.close(self._gate)
            self._gate = -1


@contextmanager
def waited_for(waiting: Waiting) -> Iterator[None]:
    """Register who waits for what this thread reads: progress goes there, and the wait may be given up."""
    token = WAITING.set(waiting)
    try:
        yield
    finally:
        WAITING.reset(token)


Started = tuple[
    "subprocess.Popen[bytes] | ForkedReader", "IO[bytes] | None", "IO[bytes] | None", int, "IO[bytes] | None"
]


def command() -> list[str]:
    """Return the command that starts a reader; ``START`` must end in a call of ``main`` of the reader's module."""
    # Isolated: no user site, no PYTHON* variables, no working directory on the path; -B: no bytecode written.
    return [sys.executable, "-I", "-B", "-c", START, str(ROOT)]


def fork_server_command() -> tuple[str, ...]:
    """Return the command that starts what readers are forked from; empty where there is none."""
    forking = START.replace("import main; main()", "import run_fork_server; run_fork_server()")
    if sys.platform != "linux" or forking == START:
        return ()
    return tuple(forking if part == START else part for part in command())


def environment() -> dict[str, str]:
    """Return all the environment that a reader gets."""
    kept = {key: os.environ[key] for key in ("SYSTEMROOT",) if key in os.environ}
    return {**ENVIRONMENT, **kept}


def _start_with_memory_files(arguments: Sequence[str], given: Sequence[int], fork_server: ForkServer | None) -> Started:
    if sys.platform != "linux":
        raise OSError("this platform has no files in memory")
    files = [os.fdopen(os.memfd_create(label), "r+b") for label in ("intake", "answer", "share")]
    inbox, outbox, progress = files
    waiting, gate = os.pipe()
    process: subprocess.Popen[bytes] | ForkedReader
    try:
        if fork_server is not None:
            process = fork_server.fork([inbox.fileno(), outbox.fileno(), waiting, progress.fileno()])
            return process, inbox, outbox, gate, progress
        process = subprocess.Popen(  # noqa: S603 - a fixed command
            [*arguments, str(waiting), str(progress.fileno())],
            stdin=inbox,
            stdout=outbox,
            stderr=subprocess.DEVNULL,
            env=environment(),
            pass_fds=(waiting, progress.fileno(), *given),
        )
    except OSError:
        os.close(gate)
        for file in files:
            file.close()
        raise
    finally:
        os.close(waiting)
    return process, inbox, outbox, gate, progress


def _start_with_pipes(arguments: Sequence[str], given: Sequence[int]) -> Started:
    if given:
        raise OSError("this platform hands over no open files")
    process = subprocess.Popen(  # noqa: S603 - a fixed command
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment()
    )
    return process, None, None, -1, None
