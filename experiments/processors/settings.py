"""Processors that are imitated here: for which one compiled loops are made, and which routines libraries take."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from llvmlite import binding
from threadpoolctl import threadpool_info

BASE = (
    "sse3",
    "ssse3",
    "sse4.1",
    "sse4.2",
    "cx16",
    "popcnt",
    "avx",
    "avx2",
    "fma",
    "f16c",
    "bmi",
    "bmi2",
    "lzcnt",
    "movbe",
)
NAMED = {
    "generic": (),
    "haswell": BASE,
    "skylake-avx512": (*BASE, "adx", "clflushopt", "clwb", "avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl"),
    "znver3": (*BASE, "adx", "clflushopt", "clwb", "sse4a", "vaes", "vpclmulqdq", "clzero"),
}
"""What each processor has beyond the plain x86-64 one, of what compilers make use of."""

CORES = {"Prescott": (), "Haswell": ("avx2", "fma"), "SkylakeX": ("avx512f", "avx512vl"), "Zen": ("avx2", "fma")}
"""Kinds of matrix routines in OpenBLAS, and what the host must have to run them."""

NUMPY_LEVELS = {"generic": "X86_V3 X86_V4 AVX512_ICL", "haswell": "X86_V4 AVX512_ICL", "znver3": "X86_V4 AVX512_ICL"}
"""Levels of NumPy's own loops that such a processor has not."""

OLD_C_LIBRARY = "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F"
"""The C library's exp and log round otherwise without fused products."""


@dataclass(frozen=True)
class Setting:
    """One processor.

    Parameters
    ----------
    processor : str
        Key of ``NAMED``.
    core : str
        Key of ``CORES``.
    threads : int
        Of matrix products.
    """

    processor: str
    core: str
    threads: int
    flags: dict[str, bool] = field(default_factory=binding.get_host_cpu_features, compare=False, repr=False)

    @property
    def missing(self) -> tuple[str, ...]:
        """What the host lacks to run its matrix routines."""
        return tuple(name for name in CORES[self.core] if not self.flags.get(name, False))

    def environment(self, folder: Path) -> dict[str, str]:
        """Return the environment of a process on that processor; ``folder`` keeps its compiled loops."""
        features = ",".join(
            f"{'+' if has and name in NAMED[self.processor] else '-'}{name}"
            for name, has in self.flags.items()
            if name not in {"64bit", "cmov", "cx8", "fxsr", "mmx", "sse", "sse2"}
        )
        found = {
            **os.environ,
            "NUMBA_CPU_NAME": self.processor,
            "NUMBA_CPU_FEATURES": features,
            "NUMBA_CACHE_DIR": str(folder / self.processor),
            "OPENBLAS_CORETYPE": self.core,
            "OPENBLAS_NUM_THREADS": str(self.threads),
            "NPY_DISABLE_CPU_FEATURES": _known(NUMPY_LEVELS.get(self.processor, "")),
        }
        if self.processor == "generic":
            found["GLIBC_TUNABLES"] = OLD_C_LIBRARY
        return found


def _known(levels: str) -> str:
    """Leave out what this build of NumPy does not choose at run time: it would warn."""
    from numpy._core._multiarray_umath import __cpu_dispatch__ as chosen

    return " ".join(level for level in levels.split() if level in chosen)


def all_settings() -> list[Setting]:
    """Return every combination."""
    return [Setting(*each) for each in product(NAMED, CORES, (1, 2))]


def cores_in_use() -> set[str]:
    """Return the kinds of matrix routines that this process runs: where a build has not the one asked for, another."""
    names = {str(pool["architecture"]) for pool in threadpool_info() if pool["internal_api"] == "openblas"}
    # OpenBLAS tells the plainest kind of a 64-bit build by the name of its 32-bit forebear
    return {"Prescott" if name == "Katmai" else name for name in names}
