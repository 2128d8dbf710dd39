"""Readers forked off a process that has done its imports: each file still has a process and limits of its own."""

import os
import select
import signal
import sys
from collections.abc import Sequence

from core.intake import child
from core.intake.process import TooSlow


class ForkedReader:
    """Stands in the place of `ReaderProcess`; everything else on the way of a file is the real thing."""

    def exchange(self, parts: Sequence[bytes], wall_seconds: float) -> tuple[int, bytes]:
        """Hand over a message; return how the process ended, and its answer."""
        inbox, outbox = os.memfd_create("intake"), os.memfd_create("answer")
        try:
            for part in parts:
                rest = memoryview(part)
                while rest:
                    rest = rest[os.write(inbox, rest) :]
            code = _wait(_fork(inbox, outbox), wall_seconds)
            return code, os.pread(outbox, os.fstat(outbox).st_size, 0)
        finally:
            os.close(inbox)
            os.close(outbox)


class ForkingReader:
    """Stands in the place of `WaitingReader`."""

    def __init__(self) -> None:
        child._import_readers()
        # A name space takes longer to make than a small file to read.
        child.isolate_process = lambda: []
        sys.argv[1:] = []

    def take(self, given: Sequence[int] = ()) -> ForkedReader:
        """Return a reader; it is forked when its file is there."""
        return ForkedReader()

    def replace(self) -> None:
        """Nothing is kept ready."""


def _fork(inbox: int, outbox: int) -> int:
    pid = os.fork()
    if pid:
        return pid
    try:
        os.dup2(inbox, 0)
        os.dup2(outbox, 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        child.main()
    except BaseException:  # noqa: BLE001 - told to the parent, as at the end of any program
        kind, error, trace = sys.exc_info()
        sys.excepthook(kind, error, trace)
        os._exit(1)
    os._exit(0)


def _wait(pid: int, wall_seconds: float) -> int:
    ended = os.pidfd_open(pid)
    try:
        if not select.select([ended], [], [], wall_seconds)[0]:
            os.kill(pid, signal.SIGKILL)
            raise TooSlow
    finally:
        os.close(ended)
        _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status)
