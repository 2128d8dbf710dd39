"""Results, reports and masked files written to disk; apart from the arguments, which load no engine."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from core.commands import write_whole
from core.errors import OutputError
from rumap.arguments import path_in


def write(path: str | PathLike[str], content: bytes) -> Path:
    """Write a file; return its path."""
    target = path_in("path", path)
    try:
        write_whole(target, content)
    except ValueError:
        raise OutputError(f"{target.name}: cannot be written (it is no path); check the path") from None
    return target
