"""Kernels that numba compiles at their first call on a machine, and keeps on its disk."""

from __future__ import annotations

import sys
from collections import defaultdict
from contextlib import suppress
from typing import Any
from weakref import WeakSet

from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target

FIRST_RUN = 0.5
"""Share of kernels without compiled code from which a run will be slow: a few are left to seldom used settings."""

_IN_CACHE: WeakSet[Dispatcher] = WeakSet()
"""Kernels whose code lies in numba's cache: a page asks at every drawing, and their files are read once."""


def compiles_first() -> bool:
    """Return whether most kernels of the modules that are loaded have yet to be compiled for this processor."""
    kernels = _kernels()
    return sum(not _compiled(kernel) for kernel in kernels) > FIRST_RUN * len(kernels)


def left_out_kernels() -> list[str]:
    """Return the loaded modules of which no kernel has been compiled for this processor.

    Of one that has been, single kernels may be left: those of other settings, and those that are part of another.
    """
    modules: dict[str, list[Dispatcher]] = defaultdict(list)
    for kernel in _kernels():
        modules[kernel.__module__].append(kernel)
    return sorted(name for name, kernels in modules.items() if not any(map(_compiled, kernels)))


def load_kernels() -> None:
    """Load what has been compiled of the modules that are loaded; what has not is compiled when it is called."""
    for kernel in _kernels():
        for signature in _compiled_signatures(kernel):
            if signature not in kernel.overloads:
                with suppress(Exception):  # it is compiled where it is called, and what is wrong is told there
                    kernel.compile(signature)


def _kernels() -> list[Dispatcher]:
    """Return each kernel once, however many modules know it."""
    return list({id(v): v for m in _modules() for v in vars(m).values() if isinstance(v, Dispatcher)}.values())


def _modules() -> list[object]:
    return [module for name, module in list(sys.modules.items()) if name.startswith("core.")]


def _compiled(kernel: Dispatcher) -> bool:
    """Whether a kernel was compiled in this process, or its code for this processor lies in numba's cache."""
    if kernel.signatures or kernel in _IN_CACHE:
        return True
    if _compiled_signatures(kernel):
        _IN_CACHE.add(kernel)
    return kernel in _IN_CACHE


def _compiled_signatures(kernel: Dispatcher) -> list[Any]:
    """Return the types of arguments for which a kernel's code for this processor lies in numba's cache."""
    processor = cpu_target.target_context.codegen().magic_tuple()
    # numba has no public way to ask
    index = getattr(getattr(kernel, "_cache", None), "_cache_file", None)
    return [] if index is None else [key[0] for key in index._load_index() if key[1] == processor]
