"""A process that works for another one: how it begins, and how it ends with all that it has started.

It leaves no trace, and ends with the one that has started it.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import threading
import warnings
from contextlib import suppress
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess

from core.execution.memory import forbid_core_dumps

GRACE_SECONDS = 1.0
"""How long a process may take to end by itself."""

POLITE_SECONDS = 0.7
"""How long after the polite signal the final one follows."""

END_SIGNALS = (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM))
"""The polite and the final signal; Windows knows one."""

DEATH_SECONDS = 2.0
"""How long to wait at most for the exit code of a process that has closed its end; a fork server tells it late."""


def write_no_document() -> None:
    """Send what this process prints to standard error: standard output is for documents of the one that started it."""
    with suppress(OSError):  # standard error is closed
        os.dup2(2, 1)


def lead_group(niceness: int) -> None:
    """Let this process lead a group of its own, and leave no trace.

    Parameters
    ----------
    niceness : int
        By how much it gives way to others.
    """
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)  # so that ending it reaches the processes it starts
    if hasattr(os, "nice"):
        os.nice(niceness)
    forbid_core_dumps()
    write_no_document()
    # the words of warnings may quote data: not here, and not in further processes
    warnings.simplefilter("ignore")
    os.environ["PYTHONWARNINGS"] = "ignore"


def end_with_starter(folder: str = "", *, group: bool = False) -> None:
    """End this process soon after the one that started it, however that one went; its folder in memory goes too.

    Parameters
    ----------
    folder : str
        Where arrays are shared, in memory; "" where there is no such place.
    group : bool
        Whether this process leads a group, which ends with it.
    """
    threading.Thread(target=_end_when_gone, args=(folder, group), daemon=True).start()


def _end_when_gone(folder: str, group: bool) -> None:
    """Wait for the end of the one that asked for this process, which is not the one that it was forked from."""
    starter = multiprocessing.parent_process()
    if starter is None:
        return
    wait([starter.sentinel])
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
    if group and hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def why_ended(process: BaseProcess, less: str, again: str) -> str:
    """Say in words why a process ended without a last message.

    Parameters
    ----------
    process : BaseProcess
    less, again : str
        What to do where memory ran out, and where it is not known why it ended.
    """
    process.join(DEATH_SECONDS)
    if process.exitcode == -9:
        return f"the system ended the calculation, most often because memory ran out; {less}"
    return f"the calculation ended unexpectedly (exit code {process.exitcode}); {again}"


def end_group(process: BaseProcess, grace: float = GRACE_SECONDS) -> None:
    """End a process that leads its own group, and the group: politely, and after that for good.

    Parameters
    ----------
    process : BaseProcess
    grace : float
        Seconds that it may take to end by itself before it is told to.
    """
    process.join(grace)
    for number, seconds in zip(END_SIGNALS, (POLITE_SECONDS, GRACE_SECONDS), strict=True):
        signal_group(process, number)
        process.join(seconds)


def signal_group(process: BaseProcess, number: int) -> None:
    """Signal the process's group; where it has none yet (it is still starting), the process itself."""
    pid = process.pid
    try:
        if pid is not None and hasattr(os, "killpg"):
            os.killpg(pid, number)
            return
    except (ProcessLookupError, PermissionError):
        pass
    if process.is_alive():
        process.kill()
