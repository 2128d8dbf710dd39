"""Results, reports and masked files written to disk; apart from the arguments, which load no engine."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from core.commands import STANDARD_OUTPUT, write_whole
from core.errors import OutputError
from rumap.arguments import path_in


def write(path: str | PathLike[str], content: bytes) -> Path:
    """Write a file; return its path."""
    target = path_in("path", path)
    if target == STANDARD_OUTPUT:
        raise OutputError("path: '-' is no name of a file; to_json() and content hold what save writes")
    try:
        write_whole(target, content)
    except ValueError:
        raise OutputError(f"{target.name}: cannot be written (it is no path); check the path") from None
    return target
