"""A run in a process of its own: it sends what it yields, and can be cancelled with all its children."""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from multiprocessing.context import SpawnProcess
from multiprocessing.queues import Queue
from typing import Any

from core.errors import RUMapError

GRACE_SECONDS = 1.0
"""How long a cancelled process may take to end by itself."""


class JobState(StrEnum):
    """Where a job stands."""

    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class _Item:
    value: Any


@dataclass(frozen=True)
class _End:
    error: str


@dataclass
class Job:
    """A generator function consumed in a spawned process.

    A process, never a thread: the interpreter lock would hold up every user of the server, and a
    thread cannot be ended. Parameters are set by ``Job.start``.
    """

    process: SpawnProcess
    results: Queue[_Item | _End]
    state: JobState = JobState.RUNNING
    error: str = ""
    started: float = field(default_factory=time.monotonic)

    @classmethod
    def start(cls, function: Callable[..., Iterator[Any]], *arguments: Any, **named: Any) -> Job:
        """Start ``function(*arguments, **named)`` in a process of its own.

        Parameters
        ----------
        function : callable
            Module-level generator function; what it yields must pickle.
        """
        context = multiprocessing.get_context("spawn")
        results: Queue[_Item | _End] = context.Queue()
        process = context.Process(target=_consume, args=(results, function, arguments, named), daemon=False)
        process.start()
        return cls(process, results)

    def messages(self) -> list[Any]:
        """Return what the job has yielded since the last call, and bring ``state`` up to date."""
        received: list[Any] = []
        if self.state is not JobState.RUNNING:
            return received
        alive = self.process.is_alive()
        while (item := self._next()) is not None:
            if isinstance(item, _End):
                self._ended(item.error)
                return received
            received.append(item.value)
        if not alive:
            self._ended(f"the calculation ended unexpectedly (exit code {self.process.exitcode})")
        return received

    def cancel(self) -> None:
        """End the process and all its children within two seconds; what was yielded stays."""
        if self.state is not JobState.RUNNING:
            return
        self.state = JobState.CANCELLED
        self._end_processes()

    def _next(self) -> _Item | _End | None:
        try:
            return self.results.get(timeout=0.01)
        except (queue.Empty, EOFError, OSError):
            return None

    def _ended(self, error: str) -> None:
        self.state = JobState.FAILED if error else JobState.FINISHED
        self.error = error
        self._end_processes()

    def _end_processes(self) -> None:
        """End the process and all its children: politely, and after the grace for good."""
        self.process.join(0 if self.state is JobState.CANCELLED else GRACE_SECONDS)
        self._signal(signal.SIGTERM)
        self.process.join(GRACE_SECONDS)
        self._signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        self.process.join(GRACE_SECONDS)
        self.results.close()

    def _signal(self, number: int) -> None:
        """Signal the process's group; where it has none yet (it is still starting), the process itself."""
        pid = self.process.pid
        try:
            if pid is not None and hasattr(os, "killpg"):
                os.killpg(pid, number)
                return
        except (ProcessLookupError, PermissionError):
            pass
        if self.process.is_alive():
            self.process.kill()


def _consume(results: Queue[_Item | _End], function: Callable[..., Iterator[Any]], arguments: Any, named: Any) -> None:
    """Run in the child: send every item, then how it ended."""
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)  # a group of its own, so that cancelling reaches the workers it starts
    try:
        for item in function(*arguments, **named):
            results.put(_Item(item))
        results.put(_End(""))
    except Exception as error:  # noqa: BLE001 - the message of an unforeseen error may quote data: only its kind leaves
        results.put(_End(str(error) if isinstance(error, RUMapError) else type(error).__name__))
