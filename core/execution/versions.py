"""What a process computes with: only workers that have the same may take part in a run."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

PROGRAM = "R-U Map"
PACKAGES = ("cloudpickle", "dask", "distributed", "numba", "numpy", "pandas", "pyarrow", "scikit-learn", "scipy",
            "statsmodels")  # fmt: skip
_ABSENT = "not installed"


@cache
def versions_here() -> dict[str, str]:
    """Return by name what figures depend on: Python, packages, and this program by a digest of its sources."""
    root = Path(__file__).resolve().parents[1]
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return {
        PROGRAM: digest.hexdigest()[:12],
        "Python": ".".join(platform.python_version_tuple()[:2]),
        **{name: _version(name) for name in PACKAGES},
    }


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return _ABSENT


def differences(theirs: Any) -> str:
    """Return in words in what another process differs from this one; empty where it does not.

    Parameters
    ----------
    theirs : mapping of str to str, or Exception
        What ``versions_here`` gave there; an error where it could not even be asked.
    """
    if isinstance(theirs, BaseException) or not isinstance(theirs, dict):
        return f"{PROGRAM} cannot be imported there ({type(theirs).__name__}); install it as it is here"
    ours = versions_here()
    return "; ".join(
        f"{name} {theirs.get(name, _ABSENT)} there, {ours[name]} here"
        for name in ours
        if theirs.get(name) != ours[name]
    )
