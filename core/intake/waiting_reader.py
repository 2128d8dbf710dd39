"""One reader's process kept ready, so that a small file opens at once; each reads one file."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Sequence

from core.intake.fork_server import ForkServer
from core.intake.process import ReaderProcess, command, environment, fork_server_command


class WaitingReader:
    """Holds at most one process that waits for a file; safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wanted = False
        self._ready: ReaderProcess | None = None
        self._fork_server: ForkServer | None = None
        self._owner = os.getpid()

    def keep_ready(self) -> None:
        """From now on keep one process ready; it ends with this program."""
        with self._lock:
            self._forget_if_forked()
            self._wanted = True
            if self._ready is not None and not self._ready.alive:
                self._ready.end()
                self._ready = None
            if self._ready is None:
                self._ready = self._new()

    def take(self, given: Sequence[int] = ()) -> ReaderProcess:
        """Return the process that is ready, or a new one where there is none that lives, or files are to go with it."""
        if given:
            return ReaderProcess(given)
        with self._lock:
            self._forget_if_forked()
            ready, self._ready = self._ready, None
            if ready is not None and not (ready.alive and ready.command == command()):
                ready.end()
                ready = None
            return self._new() if ready is None else ready

    def replace(self) -> None:
        """Start the next process, where one is to be kept ready: called when a file has been read, not before."""
        with self._lock:
            self._forget_if_forked()
            if self._wanted and self._ready is None:
                self._ready = self._new()

    def dismiss(self) -> None:
        """End the process that is ready, and keep none from now on."""
        with self._lock:
            self._forget_if_forked()
            self._wanted = False
            if self._ready is not None:
                self._ready.end()
                self._ready = None
            if self._fork_server is not None:
                self._fork_server.end()
                self._fork_server = None

    def _new(self) -> ReaderProcess:
        """Return a reader forked from the process that has imported all formats; where that cannot be, a new one."""
        wanted = fork_server_command()
        if not self._wanted or not wanted:
            return ReaderProcess()
        if self._fork_server is None or not self._fork_server.alive or self._fork_server.command != wanted:
            if self._fork_server is not None:
                self._fork_server.end()
            self._fork_server = ForkServer(wanted, environment())
        try:
            return ReaderProcess(fork_server=self._fork_server)
        except OSError:  # a system without handles of processes
            return ReaderProcess()

    def _forget_if_forked(self) -> None:
        # A copy of this program must not hand its file to the process that waits for the other's.
        if self._owner != os.getpid():
            self._owner, self._ready, self._fork_server = os.getpid(), None, None


WAITING_READER = WaitingReader()
"""The one of this program."""

atexit.register(WAITING_READER.dismiss)
