"""The memory of this process: counted, given back to the system when data were forgotten, never dumped to a disk."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import pyarrow as pa

if sys.platform != "win32":
    import resource


M_MMAP_THRESHOLD = -3
"""Of mallopt (malloc.h): from which size on memory is mapped, and given back when it is freed."""

MAPPED = 24 * 2**20
"""Bytes from which it is: mapping arrays of 8 MB each anew took a tenth of the time of a million records."""


def release_memory() -> None:
    """Give memory that is no longer used back to the system, as far as the allocators can."""
    gc.collect()
    pa.default_memory_pool().release_unused()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc only
        if trim is not None:
            trim(0)


def give_back_large_arrays() -> None:
    """Let large arrays go back to the system as soon as they are forgotten, here and in processes to come.

    Else glibc keeps what arrays of up to 32 MB lay in for others that may fit, and what lies between them stays: of
    files of gigabytes half as much again. Linux with glibc only.
    """
    os.environ.setdefault("MALLOC_MMAP_THRESHOLD_", str(MAPPED))
    if sys.platform == "linux":
        set_option = getattr(ctypes.CDLL(None), "mallopt", None)
        if set_option is not None:
            set_option(M_MMAP_THRESHOLD, int(os.environ["MALLOC_MMAP_THRESHOLD_"]))


def forbid_core_dumps() -> None:
    """Let a crash of this process, or of one it starts, leave no image of its memory on a disk."""
    if sys.platform != "win32":
        _, hard = resource.getrlimit(resource.RLIMIT_CORE)
        resource.setrlimit(resource.RLIMIT_CORE, (0, hard))


def bytes_of(*things: Any) -> int:
    """Return the bytes that things take with all that they hold, as good as it can be told; each is counted once.

    Parameters
    ----------
    things : object
        Records, collections, texts, numbers and arrays. What tells its own bytes, as ``n_bytes`` or ``nbytes``, is
        taken at its word; into other objects nobody looks.
    """
    seen: dict[int, Any] = {}  # holding what was made on the way keeps its identity from being reused
    waiting, total = list(things), 0
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen:
            continue
        seen[id(thing)] = thing
        own = getattr(thing, "n_bytes", getattr(thing, "nbytes", None))
        total += sys.getsizeof(thing) if own is None else int(own)
        waiting += _inside(thing) if own is None else ()
    return total


def _inside(thing: Any) -> Iterable[Any]:
    if isinstance(thing, Mapping):
        return (*thing.keys(), *thing.values())
    if isinstance(thing, (list, tuple, set, frozenset)):
        return thing
    if is_dataclass(thing) and not isinstance(thing, type):
        # what it holds, which may be smaller than what it gives out
        return vars(thing).values() if hasattr(thing, "__dict__") else [getattr(thing, f.name) for f in fields(thing)]
    return ()
