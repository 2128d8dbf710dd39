"""Zip archives whose bytes depend on their members alone."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time of every member: the first that such an archive can hold."""


def packed(members: Iterable[tuple[str, bytes | str]]) -> bytes:
    """Return an archive of these files, by name and content, in their order."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(zipfile.ZipInfo(name, EARLIEST), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def repacked(content: bytes) -> bytes:
    """Return an archive without the times at which its members were written."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return packed((name, archive.read(name)) for name in archive.namelist())
