"""Readers forked from one process that has imported all formats and never sees a file: each is there at once."""

from __future__ import annotations

import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence

ANSWER_SECONDS = 30.0
"""How long it may take until a reader is forked; the first one waits for the imports."""

STATUS = struct.Struct("i")


class ForkServer:
    """The process that readers are forked from; safe to use from several threads.

    Parameters
    ----------
    command : sequence of str
        What starts it; the number of its socket is added.
    environment : mapping of str to str
    """

    def __init__(self, command: Sequence[str], environment: dict[str, str]) -> None:
        self.command, self._lock = tuple(command), threading.Lock()
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - a fixed command
                [*command, str(theirs.fileno())],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                env=environment, pass_fds=(theirs.fileno(),),
            )  # fmt: skip

    @property
    def alive(self) -> bool:
        """Whether the process has not ended."""
        return self._process.poll() is None

    def fork(self, files: Sequence[int]) -> ForkedReader:
        """Return a new reader that has these open files: what it reads, its answer, its gate, its share."""
        mine, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs, self._lock:
            socket.send_fds(self._line, [b"\0"], [theirs.fileno(), *files])
        return ForkedReader(mine)

    def end(self) -> None:
        """End the process; readers that it has forked go on."""
        self._line.close()
        self._process.kill()
        self._process.wait()


class ForkedReader:
    """One reader as `subprocess.Popen` would show it: no child of this program; another process reports its end.

    Raises
    ------
    OSError
        It was not forked.
    """

    stdin = stdout = None

    def __init__(self, line: socket.socket) -> None:
        self._line, self.returncode = line, None
        line.settimeout(ANSWER_SECONDS)
        status, files, _flags, _address = socket.recv_fds(line, STATUS.size, 1)
        if not files:
            line.close()
            raise OSError("no reader was forked")
        (self.pid,), (self._handle,) = STATUS.unpack(status), files

    returncode: int | None

    def poll(self) -> int | None:
        """Return how it ended; None: it has not."""
        if self.returncode is None and select.select([self._line], [], [], 0)[0]:
            status = self._line.recv(STATUS.size)
            self.returncode = STATUS.unpack(status)[0] if status else -signal.SIGKILL
            self._line.close()
            os.close(self._handle)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; raise as ``subprocess.Popen.wait``."""
        if self.returncode is None and not select.select([self._line], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("reader", timeout or 0.0)
        ended = self.poll()
        return -signal.SIGKILL if ended is None else ended

    def kill(self) -> None:
        """End it, whatever it does."""
        if self.poll() is None:
            signal.pidfd_send_signal(self._handle, signal.SIGKILL)


def fork_readers(line: socket.socket, read: Callable[[], None]) -> None:
    """In the process that readers are forked from: fork one whenever files come, and report how each one ended.

    Parameters
    ----------
    line : socket
        Its end ends this process.
    read : callable
        What a reader does, with its files as standard input and output and with their numbers in ``sys.argv``.
    """
    children: dict[int, tuple[int, socket.socket]] = {}
    while True:
        for ready in select.select([line.fileno(), *children], [], [])[0]:
            if ready != line.fileno():
                pid, asker = children.pop(ready)
                asker.send(STATUS.pack(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])), socket.MSG_NOSIGNAL)
                asker.close()
                os.close(ready)
                continue
            _byte, files, _flags, _address = socket.recv_fds(line, 1, 5)
            if not files:
                return
            asker = socket.socket(fileno=files[0])
            pid = os.fork()
            if not pid:
                _become_reader(files, [line, *(other for _pid, other in children.values())], [*children])
                read()
                os._exit(1)
            handle = os.pidfd_open(pid)
            socket.send_fds(asker, [STATUS.pack(pid)], [handle])
            children[handle] = pid, asker
            for file in files[1:]:
                os.close(file)


def _become_reader(files: Sequence[int], lines: Sequence[socket.socket], handles: Sequence[int]) -> None:
    """Keep of all open files only those of this reader."""
    asker, inbox, outbox, gate, progress = files
    for line in lines:
        line.close()
    for file in (*handles, asker):
        os.close(file)
    for place, file in enumerate((inbox, outbox)):
        os.dup2(file, place)
        os.close(file)
    sys.argv[2:] = [str(gate), str(progress)]
