"""Ending a process together with every process it has started."""

from __future__ import annotations

import os
import signal
from multiprocessing.process import BaseProcess

GRACE_SECONDS = 1.0
"""How long a process may take to end by itself."""

POLITE_SECONDS = 0.7
"""How long after the polite signal the final one follows."""

END_SIGNALS = (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM))
"""The polite and the final signal; Windows knows one."""

DEATH_SECONDS = 0.2
"""How long to wait for the exit code of a process that has closed its end."""


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
