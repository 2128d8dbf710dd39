"""The memory of this process: given back to the system when data were forgotten, and never dumped to a disk."""

from __future__ import annotations

import ctypes
import gc
import sys

import pyarrow as pa

if sys.platform != "win32":
    import resource


def release_memory() -> None:
    """Give memory that is no longer used back to the system, as far as the allocators can."""
    gc.collect()
    pa.default_memory_pool().release_unused()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc only
        if trim is not None:
            trim(0)


def forbid_core_dumps() -> None:
    """Let a crash of this process, or of one it starts, leave no image of its memory on a disk."""
    if sys.platform != "win32":
        _, hard = resource.getrlimit(resource.RLIMIT_CORE)
        resource.setrlimit(resource.RLIMIT_CORE, (0, hard))
