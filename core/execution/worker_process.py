"""Calls performed apart from the server's process, for pages that wait for the answer; nobody else waits with them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

from core.errors import ProcessError, TookTooLong
from core.execution.forked import start_process
from core.execution.object_pipe import ObjectPipe
from core.execution.process_group import END_SIGNALS, signal_group, why_ended
from core.execution.worker_loop import TAKE_LESS, Answer, Refused, Unforeseen, serve

AT_ONCE = 2
"""Processes; who comes when all are at work waits for the first that is free."""

MOST_SECONDS = 120.0
"""How long a call may take, ..."""

SECONDS_PER_MEGABYTE = 0.5
"""... and how much longer for each megabyte that it is about: drafting and pairing take a tenth of it."""

P = ParamSpec("P")
T = TypeVar("T")


class UnforeseenError(Exception):
    """A call failed in a way that nobody foresaw; the words give kind and place, and quote no data."""


class WorkerProcess:
    """One process that performs calls, one at a time.

    Parameters
    ----------
    functions : tuple of callable
        What it imports at once, so that the first call need not wait for it.

    Raises
    ------
    ProcessError
        It could not be started.
    """

    def __init__(self, functions: tuple[Callable[..., Any], ...] = ()) -> None:
        # a daemon: ended when the server ends in good order; it watches for every other end itself
        self.process, self._connection = start_process(serve, functions, daemon=True)

    @property
    def alive(self) -> bool:
        """Whether the process has not ended."""
        return self.process.is_alive()

    def ask(self, function: Callable[..., Any], arguments: Any, named: Any, seconds: float) -> Answer:
        """Let the process perform a call, and return how it ended; the interpreter's lock is not held meanwhile.

        Parameters
        ----------
        function, arguments, named
        seconds : float
            How long it may take, beside what is allowed for the size of the arguments.

        Raises
        ------
        TookTooLong
            The call was ended, and the process with it.
        ProcessError
            The process ended.
        """
        line = ObjectPipe(self._connection)
        with self._ended_after(seconds):
            size = line.send((function, arguments, named))
        with self._ended_after(seconds + SECONDS_PER_MEGABYTE * size / 1e6):
            answer: Answer = line.receive()
        return answer

    def end(self) -> None:
        """End the process, whatever it does."""
        signal_group(self.process, END_SIGNALS[-1])
        self.process.join()
        self._connection.close()

    @contextmanager
    def _ended_after(self, seconds: float) -> Iterator[None]:
        """End the process where what is waited for takes longer; say in words that the process has ended."""
        late = threading.Event()

        def end_it() -> None:
            late.set()
            signal_group(self.process, END_SIGNALS[-1])

        clock = threading.Timer(seconds, end_it)
        clock.daemon = True
        clock.start()
        try:
            yield
        except (EOFError, OSError):
            if late.is_set():
                raise TookTooLong(
                    f"the calculation took longer than the {round(seconds, 1):g} seconds allowed and was ended; "
                    "leave out variables with very many different texts"
                ) from None
            raise ProcessError(why_ended(self.process, TAKE_LESS, "try again")) from None
        finally:
            clock.cancel()


class WorkerProcesses:
    """The processes of one program; safe to use from several threads.

    Parameters
    ----------
    at_once : int
        How many there are at most; each is started when it is needed.
    seconds : float
        How long a call may take, beside what its size allows, without the wait for a free process.
    """

    def __init__(self, at_once: int = AT_ONCE, seconds: float = MOST_SECONDS) -> None:
        self._turns = threading.BoundedSemaphore(at_once)
        self._lock = threading.Lock()
        self._free: list[WorkerProcess] = []
        self._started = 0
        self._functions: tuple[Callable[..., Any], ...] = ()
        self.seconds = seconds

    def keep_ready(self, *functions: Callable[..., Any]) -> None:
        """Start a process where there is none yet, so that it has imported what these functions need."""
        with self._lock:
            self._functions = functions
            if not self._started:
                self._free.append(self._new())

    def call(self, function: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> T:
        """Return ``function(*arguments, **named)``; see `call_in_worker`."""
        with self._turns:
            process = self._take()
            try:
                answer = process.ask(function, arguments, named, self.seconds)
            except BaseException:  # whatever it was, question and answer are out of step now
                self._end(process)
                raise
            with self._lock:
                self._free.append(process)
        if isinstance(answer, Refused):
            raise answer.error
        if isinstance(answer, Unforeseen):
            raise UnforeseenError(f"{answer.kind} at {answer.place}")
        value: T = answer.value
        return value

    def end(self) -> None:
        """End the processes that are free."""
        with self._lock:
            free, self._free = self._free, []
        for process in free:
            self._end(process)

    def _take(self) -> WorkerProcess:
        with self._lock:
            while self._free:
                process = self._free.pop()
                if process.alive:
                    return process
                process.end()
                self._started -= 1
            return self._new()

    def _new(self) -> WorkerProcess:
        process = WorkerProcess(self._functions)
        self._started += 1
        return process

    def _end(self, process: WorkerProcess) -> None:
        process.end()
        with self._lock:
            self._started -= 1


WORKERS = WorkerProcesses()
"""Those of this program."""


def call_in_worker(function: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> T:
    """Return ``function(*arguments, **named)``, performed in a process of its own.

    In the server's process, work in pure Python would hold up every other user. The calling thread waits; what goes
    there and comes back crosses in small pieces, in memory only, and nothing of it is kept there.

    Parameters
    ----------
    function : callable
        Of a module; what it takes and returns must pickle.

    Raises
    ------
    RUMapError
        As the function raises it.
    TookTooLong
        The call was ended after `MOST_SECONDS`, and more where it is about large files.
    ProcessError
        Memory ran out, or the process was ended.
    UnforeseenError
        Any other error.
    """
    return WORKERS.call(function, *arguments, **named)
