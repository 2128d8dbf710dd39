"""What the reader's process gives up before it sees a file: the network, writing, and resources beyond its limits."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from core.intake.limits import Limits

if sys.platform != "win32":
    import resource

NEW_USER, NEW_NETWORK = 0x10000000, 0x40000000
"""Of ``unshare(2)``: name spaces of users and of network interfaces."""
FORBIDDEN = ("socket.", "subprocess.", "os.exec", "os.posix_spawn", "os.fork", "os.system")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def isolate_process() -> list[str]:
    """Give up network, other programs and writing for good; return what the platform does not enforce."""
    with suppress(OSError):
        # Should the machine run out of memory, this process is the one to go.
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    alone = _leave_network()
    sys.addaudithook(_forbid)
    return [] if alone else ["the network (only Python's own calls are stopped)"]


def _leave_network() -> bool:
    """Move into a network of its own, which has no way out; tell whether the system took it."""
    if sys.platform != "linux":
        return False
    try:
        unshare = ctypes.CDLL(None, use_errno=True).unshare
    except (OSError, AttributeError):
        return False
    return any(unshare(spaces) == 0 for spaces in (NEW_USER | NEW_NETWORK, NEW_NETWORK))


def _forbid(event: str, arguments: tuple[Any, ...]) -> None:
    """Stop what a reader has no use for; an audit hook cannot be taken away again."""
    if event.startswith(FORBIDDEN):
        raise PermissionError(f"a reader may not do this: {event}")
    if event == "open" and isinstance(arguments[2], int) and arguments[2] & WRITING:
        raise PermissionError("a reader may not write")


def limit_process(limits: Limits) -> list[str]:
    """Lower this process's limits; return the names of those that the platform does not enforce."""
    if sys.platform == "win32":
        return ["memory", "processor time"]
    # Python ignores this signal, and would go on after a write that did not happen.
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    wanted = {
        "memory": (resource.RLIMIT_AS, limits.memory_bytes, 0),
        # One second between the signal that ends the process and the one that cannot be caught.
        "processor time": (resource.RLIMIT_CPU, limits.cpu_seconds, 1),
        "size of the result": (resource.RLIMIT_FSIZE, limits.result_bytes, 0),
        "core dumps": (resource.RLIMIT_CORE, 0, 0),
    }
    return [name for name, (kind, soft, more) in wanted.items() if not _lower(kind, soft, soft + more)]


def _lower(kind: int, soft: int, hard: int) -> bool:
    """Lower one limit, never above what is in force; tell whether the system took it."""
    _, ceiling = resource.getrlimit(kind)
    if ceiling != resource.RLIM_INFINITY:
        soft, hard = min(soft, ceiling), min(hard, ceiling)
    try:
        resource.setrlimit(kind, (soft, hard))
    except (ValueError, OSError):
        return False
    return True
