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
