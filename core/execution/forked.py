"""How further processes are started: forked from one that has imported the program, where the system can."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import resolve_name
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext

PRELOADED = [resolve_name("..preloaded", __package__)]
"""Modules that the process they are forked from imports, and with them what measures files."""


def process_context() -> SpawnContext | ForkServerContext:
    """Return what starts processes: on Linux a fork server, elsewhere new interpreters.

    The fork server is one process without threads, started once by whoever needs it: what it has loaded is shared by
    all that are forked from it, so that each is there at once. A process forked from a server with many threads may
    hang, and elsewhere system libraries do not stand a fork.
    """
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    return context


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
