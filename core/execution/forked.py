"""How further processes are started: forked from one that has imported the program, where the system can."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import resolve_name
from itertools import pairwise
from multiprocessing import context, process, spawn
from multiprocessing.connection import Connection
from typing import Any

from core.errors import ProcessError

PRELOADED = [resolve_name("..preloaded", __package__)]
"""Modules that the process they are forked from imports, and with them what measures files."""


_starting = threading.local()
_prepared_as_all = spawn.get_preparation_data


def _prepared(name: str) -> dict[str, object]:
    """Return what a new process begins with; one of this program does not learn the script of the one that asks."""
    data: dict[str, object] = _prepared_as_all(name)
    ours = getattr(_starting, "ours", False)
    return {key: value for key, value in data.items() if not (ours and key.startswith("init_main"))}


# it would import the main module again, by its path: a script without a guard, or what is no file (``python < file``);
# what is sent from there goes by value (cloudpickle)
spawn.get_preparation_data = _prepared


class _WithoutScript:
    """A process that does not run what Python was started with."""

    def _Popen(self, process: Any) -> Any:  # noqa: N802 - as multiprocessing calls it
        _starting.ours = True
        try:
            return super()._Popen(process)  # type: ignore[misc]
        finally:
            _starting.ours = False


class _Spawned(_WithoutScript, context.SpawnProcess):
    pass


class _SpawnContext(context.SpawnContext):
    Process = _Spawned


if sys.platform == "linux":

    class _Forked(_WithoutScript, context.ForkServerProcess):
        pass

    class _ForkServerContext(context.ForkServerContext):
        Process = _Forked


def process_context() -> context.SpawnContext | context.ForkServerContext:
    """Return what starts processes: on Linux a fork server, elsewhere new interpreters.

    The fork server is one process without threads, started once by anyone who needs it: what it has loaded is shared by
    all that are forked from it, so that each is there at once. A process forked from a server with many threads may
    hang, and elsewhere system libraries do not survive a fork. None of them imports the main module of this one.
    """
    if sys.platform != "linux":
        return _SpawnContext()
    forkserver = _ForkServerContext()
    forkserver.set_forkserver_preload(PRELOADED)
    return forkserver


def start_process(
    target: Callable[..., None], *given: Any, daemon: bool
) -> tuple[process.BaseProcess, Connection[Any, Any]]:
    """Start a process that calls ``target(connection, *given)``; return it, and this side of the connection.

    Raises
    ------
    ProcessError
        It could not be started.
    """
    starting = process_context()
    ours, theirs = starting.Pipe()
    started = starting.Process(target=target, args=(theirs, *given), daemon=daemon)
    try:
        started.start()
    except OSError as error:  # no memory or no process left
        ours.close()
        raise ProcessError(f"the calculation could not be started ({error.strerror}); try again later") from None
    finally:
        theirs.close()
    return started, ours


def prepare(*functions: Callable[..., Any]) -> None:
    """Start what processes are forked from, without waiting for it, so that the first of them need not either.

    Parameters
    ----------
    functions : callable
        What the processes will perform beside measuring: their modules are imported too, if it has not been started.
    """
    PRELOADED.extend(sorted({f.__module__ for f in functions} - {*PRELOADED}))
    if process_context().get_start_method() == "forkserver":
        import_module("multiprocessing.forkserver").ensure_running()  # not on every system


def remove_socket() -> None:
    """Remove the folder with the socket by which processes are forked; none can be started after that.

    Python does so in its exit functions, which a server that is ended (SIGTERM) does not reach.
    """
    util: Any = import_module("multiprocessing.util")
    for at_exit in list(util._finalizer_registry.values()):
        if at_exit._callback is util._remove_temp_dir:
            at_exit()


def fork_from_here(folder: str) -> None:
    """Let further processes of this one, itself forked from a fork server, be forked from what it has loaded.

    It would start a fork server of its own otherwise, which loads the program once more: three seconds of a processor
    for each run. To be called before this process has threads; where it was not forked from
    such a server, nothing happens.

    Parameters
    ----------
    folder : str
        Of this run, removed with it, and with it the socket by which processes are forked, which nothing else removes;
        "" where there is none.
    """
    if sys.platform != "linux":
        return
    forkserver = import_module("multiprocessing.forkserver")
    if forkserver.get_inherited_fds() is None:
        return
    forkserver.set_forkserver_preload([])  # all is here
    if folder:
        process.current_process()._config["tempdir"] = folder  # type: ignore[attr-defined]
    util: Any = import_module("multiprocessing.util")
    starting, util.spawnv_passfds = util.spawnv_passfds, _forked_instead
    try:
        forkserver.ensure_running()
    finally:
        util.spawnv_passfds = starting


def _forked_instead(_executable: str, arguments: Sequence[str], kept: Sequence[int]) -> int:
    """Do what a new interpreter would be told to, in a fork of this process; return its id, as ``spawnv_passfds``."""
    if pid := os.fork():
        return pid
    code = 1
    try:
        # pipes of this process must close when it ends, and its calls' arguments are none of the new one's
        for last, following in pairwise(sorted({0, 1, 2, *kept, os.sysconf("SC_OPEN_MAX")})):
            os.closerange(last + 1, following)
        import_module("multiprocessing.forkserver")._forkserver._lock = threading.Lock()  # held while it is started
        exec(arguments[-1], {})  # noqa: S102 - what multiprocessing has written for the interpreter
        code = 0
    finally:
        os._exit(code)  # a fault shows as that, and as the end of the pipe to anyone who waits
