"""A run in a process of its own: it sends what it yields, and can be cancelled with all its children."""

from __future__ import annotations

import atexit
import secrets
import shutil
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from enum import StrEnum
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from core.errors import ProcessError
from core.execution.array_files import packed_in
from core.execution.forked import start_process
from core.execution.job_process import TAKE_LESS, End, Item, Message, consume
from core.execution.process_group import END_SIGNALS, GRACE_SECONDS, end_group, signal_group, why_ended
from core.execution.shared_memory import new_folder_name

CANCEL_SECONDS = 0.9
"""How long a cancelled process may take to end after each of the two signals."""


class JobState(StrEnum):
    """Where a job stands."""

    WAITING = "waiting"
    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Job:
    """A generator function consumed in a spawned process.

    A process, never a thread: the interpreter lock would hold up every user of the server, and a
    thread cannot be ended. ``Job.start`` starts one at once; a ``RunQueue`` starts it when it is its turn.

    Attributes
    ----------
    state : JobState
        As of the last look: ``messages`` brings it up to date.
    error : str
        Why it failed, in words that quote no data; empty otherwise.
    started : float
        ``time.monotonic()`` of the start, or of the making while it waits.
    received : list
        All that was yielded so far.
    """

    def __init__(self, function: Callable[..., Iterator[Any]], arguments: tuple[Any, ...], named: dict[str, Any]):
        self.state = JobState.WAITING
        self.error = ""
        self.started = time.monotonic()
        self.received: list[Any] = []
        self.process: BaseProcess | None = None
        self.id = secrets.token_hex(4)
        self._work: tuple[Any, ...] | None = (function, arguments, named)
        self._folder: Path | None = None
        self._seen = 0
        self._end: End | None = None
        self._over: Future[None] = Future()
        self._lock = threading.Lock()

    @classmethod
    def start(cls, function: Callable[..., Iterator[Any]], *arguments: Any, **named: Any) -> Job:
        """Start ``function(*arguments, **named)`` in a process of its own.

        Parameters
        ----------
        function : callable
            Module-level generator function; what it yields must pickle.
        """
        job = cls(function, arguments, named)
        job.begin()
        return job

    def begin(self) -> None:
        """Let the process start, without waiting for it; a job that was cancelled while it waited stays so."""
        with self._lock:
            if self.state is not JobState.WAITING or self._work is None:
                return
            work, self._work = self._work, None
            self.state = JobState.RUNNING
            self.started = time.monotonic()
        _running.add(self)
        threading.Thread(target=self._perform, args=work, name="job", daemon=True).start()

    def _perform(self, *work: Any) -> None:
        """Start the process, which takes until it has read what it works on; then take what it sends."""
        self._folder = new_folder_name()
        task = packed_in(self._folder, work)  # stays here with its arrays: their files go when they do
        given = str(self._folder or ""), task.content, task.arrays
        try:
            process, reader = start_process(consume, *given, daemon=False)
        except ProcessError as error:
            self._finish(End(str(error)))
            return
        with self._lock:
            self.process = process
        if self.state is JobState.CANCELLED:
            signal_group(process, END_SIGNALS[-1])
        self._collect(reader, process)

    def messages(self) -> list[Any]:
        """Return what the job has yielded since the last call, and bring ``state`` up to date."""
        with self._lock:
            new = self.received[self._seen :]
            self._seen = len(self.received)
            if self.state is JobState.RUNNING and self._end is not None:
                self.error = self._end.error
                self.state = JobState.FAILED if self.error else JobState.FINISHED
        return new

    def cancel(self) -> None:
        """End the process and all its children within two seconds; what was yielded stays.

        One that is just starting is ended as soon as it has.
        """
        with self._lock:
            if self.state not in {JobState.WAITING, JobState.RUNNING}:
                return
            waited = self.state is JobState.WAITING
            self.state = JobState.CANCELLED
            self._work = None
        if waited:
            self._over.set_result(None)
            return
        for number in END_SIGNALS:
            if self.process is not None:
                signal_group(self.process, number)
            if wait_for([self._over], CANCEL_SECONDS).done:
                return

    @property
    def active(self) -> bool:
        """Whether it waits or runs, as of the last look."""
        return self.state in {JobState.WAITING, JobState.RUNNING}

    @property
    def over(self) -> bool:
        """Whether it has ended, seen or not, and none of its processes is left."""
        return self._over.done()

    def afterwards(self, function: Callable[[], None]) -> None:
        """Call a function once the job is over, from another thread."""
        self._over.add_done_callback(lambda _: function())

    def _collect(self, reader: Connection[Any, Any], process: BaseProcess) -> None:
        """Take what the process sends until it ends; then clean up behind it."""
        end = None
        while end is None:
            ready = wait([reader, process.sentinel])
            message = _receive(reader) if reader in ready or reader.poll() else None
            if isinstance(message, Item):
                with self._lock:
                    self.received.append(message.value)
            else:
                end = message or End(why_ended(process, TAKE_LESS, "start it again"))
        self._end = end
        end_group(process, 0.0 if self.state is JobState.CANCELLED else GRACE_SECONDS)
        reader.close()
        self._finish(end)

    def _finish(self, end: End) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._end = end
        _running.discard(self)
        self._over.set_result(None)


_running: weakref.WeakSet[Job] = weakref.WeakSet()


@atexit.register
def cancel_all() -> None:
    """End every run: the interpreter would otherwise wait for each of them before it ends."""
    for job in list(_running):
        job.cancel()


def _receive(reader: Connection[Any, Any]) -> Message | None:
    try:
        message: Message = reader.recv()
    except (EOFError, OSError):
        return None
    return message
